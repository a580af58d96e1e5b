/** Names of languages, each in its own, in a choice of languages that does not say which language they are in. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, nameOf, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

const names: Readonly<Record<string, string>> = {
  english: 'en',
  deutsch: 'de',
  français: 'fr',
  francais: 'fr',
  español: 'es',
  castellano: 'es',
  italiano: 'it',
  português: 'pt',
  nederlands: 'nl',
  polski: 'pl',
  dansk: 'da',
  svenska: 'sv',
  norsk: 'no',
  suomi: 'fi',
  čeština: 'cs',
  magyar: 'hu',
  română: 'ro',
  türkçe: 'tr',
  català: 'ca',
  ελληνικά: 'el',
  русский: 'ru',
  українська: 'uk',
  العربية: 'ar',
  עברית: 'he',
  日本語: 'ja',
  中文: 'zh',
  한국어: 'ko',
}

const languageOf = (element: Element): string =>
  (closest(element, '[lang]')?.getAttribute('lang') ?? '').toLowerCase().split('-')[0] ?? ''

export const languageNameUnmarked: StaticCheck = {
  rule: 'language-name-unmarked',
  criteria: ['3.1.2'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Give each link the language that its name is in: <a href="/fr" lang="fr" hreflang="fr">Français</a>.',
  find(elements) {
    const named = pick(elements, 'a[href]').flatMap((link) => {
      const language = names[squeeze(nameOf(link)).toLowerCase()]
      return language === undefined || !isExposed(link) || !isSeen(link)
        ? []
        : [{ link, language, isMarked: languageOf(innermost(link)) === language }]
    })
    if (new Set(named.map(({ language }) => language)).size < fewest) return []
    const unmarked = named.filter(({ isMarked }) => !isMarked)
    const [first] = unmarked
    if (!first) return []
    return [
      {
        element: first.link,
        message: `${unmarked
          .slice(0, 4)
          .map(({ link }) => quote(nameOf(link)))
          .join(', ')}: a name of a language that is not said to be in it is read as a word of this page’s.`,
      },
    ]
  },
}

const fewest = 2

function innermost(link: Element): Element {
  let at = link
  while (at.children.length === 1 && at.firstElementChild) at = at.firstElementChild
  return at
}

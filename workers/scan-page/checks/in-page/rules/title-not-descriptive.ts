/** Titles of pages that say nothing of the page. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  contentWords,
  isExposed,
  pick,
  quote,
  spokenText,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { siteName } from '#workers/scan-page/checks/in-page/site-name'
import { neverFilled } from '#workers/scan-page/checks/in-page/template-words'

const emptyTitle =
  /^(?:untitled(?: document| page)?|document|page|new page|home|homepage|home page|index|welcome|title|(?:page|seite|página|pagina|strona) ?\d+|website|web page|my site|test|loading\W*|react app|vite(?: \+ \w+)?(?: \+ ts)?|create next app|nuxt app|my app|app|angular app|localhost.*|start(?:seite)?|accueil|inicio|início|strona główna|forside|hem|etusivu|coming soon|under construction)$/i

// Names that tools put there, and names of files, are failure F25 of WCAG 2.4.2.
const leftOver =
  /^(?:untitled[ -]?(?:document|page|\d*)|(?:dokument|document|documento|presentation|präsentation|présentation|presentación|presentazione|presentatie|prezentacja|mappe|classeur|libro|zeszyt) ?\d{1,3}|microsoft (?:word|powerpoint|excel)(?: -.*)?|power ?point[ -](?:presentation|präsentation)|présentation powerpoint|unbenannt(?:es dokument|e seite)?|document(?:o|o senza titolo|o sin t[ií]tulo)?|documento sem t[ií]tulo|document sans (?:titre|nom)|sans titre|sin t[ií]tulo|senza titolo|naamloos(?: document)?|dokument bez nazwy|bez (?:tytułu|nazwy)|(?:enter|insert|add|your|put)(?: the| a| your)?(?: page| site)? title(?: here)?|title(?: goes)? here|new page ?\d*|(?:page|seite|página|pagina|strona) ?\d+|react app|vite(?: \+ \w+)?(?: \+ ts)?|create next app|nuxt app|angular app|svelte app|vue app|(?:(?:free|responsive|bootstrap|html5?|css3?|basic|simple|blank|starter|business|corporate|modern|creative|multi-?purpose|one|landing|admin|web|page|site|website|\d[\d.]*) )+template|title|page title|(?:neue|nouvelle|nueva|nuova|nova|nieuwe|nowa|ny|new|uusi|nová) (?:seite|page|página|pagina|strona|sida|side|sivu|stránka) ?\d*|namnlöst? dokument|nimetön(?: asiakirja)?|navnløs|uten navn|bez názvu|névtelen|fără titlu|без названия|без назви|adsız|無題.*|新規.*|无标题.*|無標題.*|제목 없음|(?:welcome to|made with|created (?:with|by)|powered by) (?:adobe |microsoft |macromedia )?(?:golive|frontpage|dreamweaver|publisher|pagemill|word|wix|webflow|squarespace|wordpress).*|microsoft word - .*|(?:.+ [-–|·•:] )?my asp\.net (?:core )?(?:mvc )?(?:web )?application|(?:.+ [-–|·•:] )?web ?application\d*|(?:home|index|welcome|hello,? world!?|[\w ]+ page) [-–|·•:] (?:webapp|mvcapp|blazorapp|razorpages)\w*|laravel|ionic app|flutter demo(?: home page)?|gatsby default starter|home \| gatsby default starter|new remix app|remix app|welcome to (?:nginx|rails|sveltekit|astro|django|laravel|remix|vue|angular).*|apache2 .*default page.*|astro basics|expo app|solid ?app|electron app|my first (?:website|web ?page|page)|your (?:site|store|company|business|brand) name.*|(?:site|company|brand|business) name|blazor(?:app| server| wasm)?\w*|sveltekit app|quasar app|parcel (?:sandbox|app)|webpack app|phoenix framework|yii application|symfony demo application|just another wordpress site|(?:.* [-–|·•:] )?(?:undefined|null|nan)(?: [-–|·•:] .*)?)$/i

/** Of a template with a name of its own: the page may be about that. */
const ofTemplate = /\b(?:html5?|bootstrap|website|web|site|page|boilerplate|starter|responsive) template$/i

const unfilled = new RegExp(`^(?:${neverFilled})$`, 'i')
const isLeftOver = (text: string) => leftOver.test(text) || unfilled.test(text)

export const titleNotDescriptive: StaticCheck = {
  rule: 'title-not-descriptive',
  criteria: ['2.4.2'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Name in the title what this page is about, then the site: “Opening hours – City Library”.',
  find(elements, isTop) {
    const text = squeeze(document.title)
    if (!isTop || text === '') return []
    const isFile =
      /^[\w-]+\.(?:html?|php|aspx?|jsp|pdf|docx?)$/i.test(text) ||
      /^(?:https?:\/\/|www\.)\S+$/i.test(text) ||
      /^[\p{L}\d]+(?:_[\p{L}\d]+)+$/u.test(text)
    const isTemplates = isLeftOver(text) || ofTemplate.test(text)
    const isEmpty = emptyTitle.test(text) || isTemplates || !/[\p{L}\p{N}]/u.test(text)
    if ((isFile || isTemplates) && !byTool.test(text) && isHeading(text)) return []
    const strange = isEmpty || isFile ? null : (strangeTo(text) ?? foreignTo(text, elements))
    if (!isEmpty && !isFile && strange === null) return []
    const isSure = isFile || isLeftOver(text) || !/[\p{L}\p{N}]/u.test(text) || strange?.isSure
    return [
      {
        element: document.querySelector('head > title') ?? document.documentElement,
        tier: isSure ? 'error' : 'warning',
        confidence: strange === null || isSure ? 'high' : 'low',
        message: strange?.message ?? `The page’s title is ${quote(text)}, which could stand on any page.`,
      },
    ]
  },
}

const byTool = /react app|vite|next app|nuxt app|angular app|untitled|https?:/i

/** What the page is about may be a file, or the word in question. */
const isHeading = (text: string) =>
  [...document.querySelectorAll('h1')].some((heading) => isExposed(heading) && squeeze(spokenText(heading)) === text)

/** A title that shares no word with the page, or only the name of the site while the heading says more. */
function strangeTo(text: string): { message: string; isSure: boolean } | null {
  const heading = document.querySelector('h1')
  if (!document.body) return null
  const body = spokenText(document.body, 20_000)
  const own = contentWords(text)
  // Without spaces between words, or with endings that change their stems, none would be found again.
  if (own.length < 2 || wordsOf(body).length < 8 || /[^\p{Script=Latin}\P{L}]/u.test(text)) return null
  // A page of pictures and fields may be told by its address.
  const stems = new Set([...contentWords(body), ...wordsOf(location.pathname)].map(stem))
  if (!own.some((word) => stems.has(stem(word))))
    return { message: `The page’s title ${quote(text)} has no word in common with what the page says.`, isSure: false }
  const said = heading && isExposed(heading) ? squeeze(spokenText(heading)) : ''
  const isTail =
    said.length > text.length + 15 &&
    /\b(?:search|results?|404|not found|error|cart|checkout|login|sign in)\b/i.test(said)
  const isMissing = isTail && !/\b(?:search|results?|404|not found|error|cart|checkout|login|sign in)\b/i.test(text)
  if (!isMissing) return null
  return {
    message: `The page’s title is ${quote(text)}, while its heading says ${quote(said)}.`,
    isSure: isPassing(text, said),
  }
}

/** So many words of a page are enough to find its subject among. */
const fewestWordsOfPage = 30

/** A title that is the site’s name alone, or says besides it what the page speaks of nowhere. */
function foreignTo(text: string, elements: readonly Element[]): { message: string; isSure: boolean } | null {
  const site = siteName(elements)
  const heading = pick(elements, 'h1').find((each) => isExposed(each))
  const main = pick(elements, 'main, [role="main"]')[0]
  if (site === '' || !heading || !main || /[^\p{Script=Latin}\P{L}]/u.test(text)) return null
  const ofSite = new Set(wordsOf(site))
  const own = wordsOf(text).filter((word) => !ofSite.has(word))
  const said = squeeze(spokenText(heading, 200))
  const ofHeading = contentWords(said)
  if (own.length === 0) {
    // At its front door, a site may be called by its name.
    if (/^\/(?:index\.\w+|home\/?|[a-z]{2}\/?)?$/i.test(location.pathname)) return null
    if (ofHeading.length < 2 || ofHeading.some((word) => ofSite.has(word))) return null
    return {
      message: `The page’s title is ${quote(text)}, the name of the site, while its heading says ${quote(said)}.`,
      isSure: false,
    }
  }
  const subject = own.filter((word) => word.length >= 3)
  const body = wordsOf(spokenText(main, 20_000))
  if (subject.length === 0 || body.length < fewestWordsOfPage) return null
  const stems = new Set([...body, ...wordsOf(location.pathname)].map(stem))
  if (subject.some((word) => stems.has(stem(word)))) return null
  return {
    message: `The page’s title ${quote(text)} speaks of ${quote(subject.join(' '))}, and the page of ${quote(said)}.`,
    isSure: false,
  }
}

const passing =
  /\bsearch results?\b|\bresults? (?:for|of)\b|\b404\b|\bpage not found\b|\b(?:your|shopping) (?:cart|basket)\b/i

/** A page that answers one request, by its heading, under the bare name of the site, which the heading repeats. */
function isPassing(text: string, said: string): boolean {
  const heading = new Set(wordsOf(said))
  return passing.test(said) && wordsOf(text).every((word) => heading.has(word))
}

const stem = (word: string) => word.slice(0, 5)

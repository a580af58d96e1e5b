/** What words may begin with that a field completes: by what the page says and holds of them, else by its language. */
import { allElements, isShown, namedBy, nameOf, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const beginningsTried = 12
/** Enough for most lists that wait for so many letters, and few enough to fit what begins so. */
const letters = 3

/** Likely ones of names, of places, people and things: two letters, then three for lists that wait for them. */
const byLanguage: Readonly<Record<string, string>> = {
  en: 'ma ca be no st mi ri ol lon new san',
  de: 'ma be ha al st ka ber han mün sch',
  fr: 'ma pa le ca be mo par lyo mar',
  es: 'ma ca al ba sa pe mad bar san',
  it: 'ma ca ro mi sa al rom mil san',
  nl: 'am de ma be ro ha ams rot van',
  pl: 'wa ka ma kr po be war kra poz',
  pt: 'ma ca li po sa be lis por san',
  sv: 'ma st an ka gö lu sto mal göt',
}

/** The likeliest first. */
export function beginnings(field: HTMLInputElement): string[] {
  const [language = 'en'] = (document.documentElement.lang || 'en').toLowerCase().split('-')
  const likely = (byLanguage[language] ?? byLanguage['en'] ?? '').split(' ')
  const all = [...foretold(field), ...likely.slice(0, 2), ...listed(field), ...likely.slice(2)]
  return [...new Set(all.map((each) => each.toLowerCase()))].slice(0, beginningsTried)
}

const example =
  /(?:such as|e\.\s?g\.,?|for example|like|try|z\.\s?B\.|zum Beispiel|etwa|par exemple|p\.\s?ex\.|comme|por ejemplo|p\.\s?ej\.|como|ad esempio|per esempio|es\.|bijvoorbeeld|bijv\.|np\.|na przykład|t\.\s?ex\.|till exempel)[\s:“"«„]*(\p{L}{3,})/iu

/** What the field itself names as an example. */
function foretold(field: HTMLInputElement): string[] {
  const described = namedBy(field, 'aria-describedby').map(({ textContent }) => textContent)
  const [, word] = example.exec([field.placeholder, nameOf(field), ...described].join(' . ')) ?? []
  return word ? [word.slice(0, letters)] : []
}

const textsRead = 6
const writtenInARow = /\[\s*(['"`])([^'"`\n]{3,60})\1(?:\s*,\s*(['"`])[^'"`\n]{2,60}\3){2,}/gu
const writtenOfThings =
  /\b(?:name|label|title|text|city|town|place|value)['"]?\s*:\s*(['"`])(\p{Lu}[^'"`\n]{2,60})\1/giu

/** What stands in a list that is not shown, or in the page's programs, in a row. */
function listed(field: HTMLInputElement): string[] {
  const owned = namedBy(field, 'aria-controls', 'aria-owns')
  const hidden = [...owned, ...(field.parentElement?.querySelectorAll('ul, ol, [role="listbox"]') ?? [])]
    .flatMap((list) => [...list.querySelectorAll('li, [role="option"]')].slice(0, 1))
    .filter((option) => !isShown(option))
    .map((option) => squeeze(option.textContent ?? '') || spokenText(option))
  const written = readPrograms(allElements()).flatMap(({ text }) =>
    [writtenInARow, writtenOfThings].flatMap((pattern) =>
      [...text.matchAll(pattern)].slice(0, textsRead / 2).map(([, , first = '']) => first),
    ),
  )
  return [...hidden, ...written]
    .filter((text) => /^\p{L}{2}/u.test(text))
    .slice(0, textsRead)
    .map((text) => text.slice(0, letters))
}

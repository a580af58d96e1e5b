/** Tells whether texts are in the language that they declare, by their letters and by groups of letters. */
import { smallWords } from '#workers/scan-page/checks/function-words'
import type { Found, TextSample } from '#workers/scan-page/checks/in-page/found'

type Guess = { language: string; scores: Record<string, number> }
type Detect = (text: string) => Guess

/** Letters from which on a text can be judged at all, and judged for sure. */
const fewestLetters = 24
const sureLetters = 120
/** How much better than the declared language another must fit. */
const marginForReview = 1.15
const marginForSure = 1.35
/** A shorter text, or one that has no lang of its own, must be told more clearly. */
const marginForClear = 1.6
const clearLetters = 80
const clearShort = 36
const blockLetters = 100

/** Small words of the other language, with hardly any of the declared one, that settle it where letters do not. */
const smallWordsOfText = 3
const smallWordsOfBlock = 4
const smallWordsOfShort = 2

/** Languages so near to each other that groups of letters do not tell them apart. */
const near: readonly (readonly string[])[] = [
  ['nb', 'nn', 'no', 'da'],
  ['hr', 'bs', 'sr', 'sh', 'sl'],
  ['id', 'ms'],
  ['cs', 'sk'],
  ['gl', 'pt', 'es', 'ca', 'ast', 'oc'],
  ['fil', 'tl'],
  ['af', 'nl', 'fy', 'li', 'nds'],
  ['be', 'uk', 'ru'],
  ['bg', 'mk'],
  ['az', 'tr'],
  ['hi', 'mr', 'ne'],
  ['de', 'lb', 'gsw', 'nds'],
  ['fa', 'ar', 'ur', 'ps'],
]

/** 60 languages are known; a text that declares another is not judged. */
export async function judgeLanguages(samples: readonly TextSample[]): Promise<Found[]> {
  const worth = samples.filter(({ text }) => lettersIn(text) >= fewestLetters)
  if (worth.length === 0) return []
  const { eld } = await loadLanguages()
  const detect: Detect = (text) => {
    const result = eld.detect(text)
    return { language: result.language, scores: result.getScores() }
  }
  const page = worth.filter(({ kind }) => kind === 'page').flatMap((sample) => judge(sample, detect))
  // A page that is wrong as a whole is told of once; its blocks have nothing to add.
  const others =
    page.length > 0 ? worth.filter(({ kind }) => kind === 'part') : worth.filter(({ kind }) => kind !== 'page')
  return [...page, ...others.flatMap((sample) => judge(sample, detect)).slice(0, 10)]
}

/** The tables of 60 languages take 200 ms to load, once in a process. */
export const loadLanguages = () => import('eld/small')

/** Words of the Latin that designs are filled with, of which no language of today has many. */
const filler =
  /(?<!\p{L})(?:lorem|ipsum|amet|consectetur|adipisc?ing|eiusmod|tincidunt|maecenas|vestibulum|pellentesque|suspendisse|vivamus|phasellus|curabitur|nullam|proin|augue|vitae|ultrices|egestas|molestie|sollicitudin|aliquam|vehicula|ullamcorper|faucibus|malesuada|scelerisque|eget|nunc)(?!\p{L})/giu
const fewestOfFiller = 3
const shareOfFiller = 0.05

function isFiller(text: string): boolean {
  const found = text.match(filler)?.map((word) => word.toLowerCase()) ?? []
  return new Set(found).size >= fewestOfFiller && found.length >= shareOfFiller * text.split(/\s+/).length
}

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

function judge(sample: TextSample, detect: Detect): Found[] {
  const { kind, language, text, place } = sample
  const declared = language.toLowerCase().split(/[-_]/)[0] ?? ''
  if (declared === '' || /^(?:mul|und|zxx|x|i|art)$/.test(declared)) return []
  // Written in another script than the language's own, as ja-Latn: its groups of letters are not known.
  if (/[-_](?!hans|hant|jpan|kore)[a-z]{4}(?=[-_]|$)/i.test(language)) return []
  if (isFiller(text)) return []
  const guess = detect(text)
  const best = guess.scores[guess.language] ?? 0
  const known = guess.scores[declared] ?? 0
  if (guess.language === '' || isNear(guess.language, declared) || !isJudged(declared)) return []
  const letters = lettersIn(text)
  const margin = best / Math.max(known, 0.01)
  if (margin < marginForReview || best < 0.5) return []
  if (kind === 'block' && (margin < marginForSure || /[@/\\{}<>=]|\d{5,}/.test(text))) return []
  if (kind === 'short' && margin < marginForSure) return []
  const { own, others } = smallWords(text, guess.language, declared)
  // Nouns begin large in German: there, more of what stands between them must show that it is no name.
  const isNamed = isOfNames(text) && (guess.language !== 'de' || own <= smallWordsOfShort)
  if (kind === 'short' && (own < smallWordsOfShort || others > 0 || isNamed)) return []
  const hasWords = (fewest: number) => own >= fewest && others * 5 <= own
  // Names and titles fill blocks, so one without a lang of its own must hold sentences.
  const isSure =
    kind === 'short'
      ? false
      : kind === 'block'
        ? letters >= blockLetters && margin >= marginForClear && hasWords(smallWordsOfBlock)
        : (letters >= sureLetters && margin >= marginForSure) ||
          (letters >= clearLetters && margin >= marginForClear) ||
          hasWords(smallWordsOfText)
  // A short text of several small words of the one language, and none of the other, is no name or title.
  const isClear = kind === 'short' && letters >= clearShort && own >= smallWordsOfBlock
  const says = `${nameOfLanguage(guess.language)} (${guess.language})`
  return [
    {
      rule: kind === 'page' ? 'page-language' : kind === 'part' ? 'part-language' : 'part-without-language',
      verdict: isSure ? 'violation' : isClear ? 'practice' : 'review',
      impact: 'serious',
      criteria: [kind === 'page' ? '3.1.1' : '3.1.2'],
      place,
      confidence: isSure || margin >= marginForSure ? 'high' : 'medium',
      message: `${kind === 'page' ? 'The page' : 'This text'} is marked as ${nameOfLanguage(declared)} (lang="${language}"), but reads like ${says}: “${text.slice(0, 70).trim()}…”.`,
      recommendation:
        kind === 'page'
          ? `Put lang="${guess.language}" on <html>, so that screen readers speak the page with the right voice.`
          : `Put lang="${guess.language}" on this text, so that screen readers speak it with the right voice.`,
    },
  ]
}

/** Most of its words begin large, as those of names and titles do; nouns do so in German. */
function isOfNames(text: string): boolean {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  return words.filter((word) => /^\p{Lu}/u.test(word)).length * 2 > words.length
}

const isNear = (one: string, other: string) =>
  one === other || near.some((group) => group.includes(one) && group.includes(other))

/** The languages that can be told. Source: eld 2.1. */
const judged = new Set(
  'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh nb nn'.split(
    ' ',
  ),
)
const isJudged = (language: string) => judged.has(language)

function nameOfLanguage(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

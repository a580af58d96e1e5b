/** Which language a text is in, told by groups of letters; a text of a few words by the commonest English ones as well. */
import { eld } from 'eld/small'
import type { Range } from '#shared/language/text'

export type DetectedLanguage = { code: string; confidence: number; reliable: boolean }

/** Letters below which no detection is called reliable. */
const sureLetters = 24
/** The detector looks at this many characters; they are taken from three places. */
const sampled = 900

const english = new Set(
  (
    'a about after again all am an and any are as asap at be been but by call can could did do does done due each email for ' +
    'from get go good had has have he hello help her hey hi him his how i if in into is it its just know last let like me ' +
    'meeting more my need new next no not now of off ok on one or our out over please re see send she should so some soon ' +
    'sorry team than thank thanks that the their them then there these they this to today tomorrow too up update us want ' +
    'was we week were what when where which who why will with would yes you your'
  ).split(' '),
)

/**
 * @param plain what is read of the content
 * @param ranges the parts of it that are prose
 */
export function languageOf(plain: string, ranges: readonly Range[]): DetectedLanguage {
  const sample = sampleOf(plain, ranges)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters < 2) return { code: 'und', confidence: 0, reliable: false }
  const guess = eld.detect(sample)
  const scores = guess.getScores()
  const best = scores[guess.language] ?? 0
  const isReliable = guess.isReliable() && letters >= sureLetters
  if (isReliable) return { code: guess.language, confidence: rounded(best), reliable: true }
  const words = sample.toLowerCase().match(/[a-z]+/g) ?? []
  const known = words.filter((word) => english.has(word)).length
  const nearEnglish = (scores['en'] ?? 0) >= best * 0.9
  if (guess.language !== 'en' && (known * 3 >= words.length || nearEnglish) && known > 0)
    return { code: 'en', confidence: rounded(Math.max(scores['en'] ?? 0, known / words.length / 2)), reliable: false }
  if (guess.language === '') return { code: 'und', confidence: 0, reliable: false }
  return { code: guess.language, confidence: rounded(best), reliable: false }
}

const rounded = (share: number) => Math.round(Math.min(1, share) * 10_000) / 10_000

/** From the beginning, the middle and the end, each from a word's start. */
function sampleOf(plain: string, ranges: readonly Range[]): string {
  const total = ranges.reduce((sum, { start, end }) => sum + end - start, 0)
  const third = Math.floor(sampled / 3)
  if (total <= sampled * 2) return squeezed(plain, ranges, 0).slice(0, sampled)
  return [0, Math.floor(total / 2), total - third * 2]
    .map((from) => squeezed(plain, ranges, from).slice(0, third))
    .join(' ')
}

/** Without addresses and the space between words; a bounded part of it, from so many units of prose on. */
function squeezed(plain: string, ranges: readonly Range[], from: number): string {
  let skipped = 0
  let text = ''
  for (const { start, end } of ranges) {
    if (text.length >= sampled * 2) break
    if (skipped + end - start > from) {
      const first = start + Math.max(0, from - skipped)
      text += ` ${plain.slice(first, Math.min(end, first + sampled * 2))}`
    }
    skipped += end - start
  }
  return text
    .replace(/\S{0,40}(?:@|:\/\/)\S{0,200}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Holds the numbers of a text against one another: a share of what, a rise from where to where. Pure. */
import type { Range } from '#shared/language/text'
import type { RuleWord } from '#workers/analyze-content/harmony/rule-words'

/** `correct`: what the other numbers come to. */
export type Contradiction = Range & { because: string; correct: string }

const number = String.raw`(\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,6})?)`
const share = String.raw`(\d{1,5}(?:\.\d{1,4})?)\s?(?:%|percent\b|per cent\b)`
/** Bounded in every part, so that none looks further than a sentence's worth. */
const risen = new RegExp(
  String.raw`\bfrom\s[^\d\s]?${number}\s(?:\S{1,20}\s)?to\s[^\d\s]?${number}\b(?!\s?%)[^.!?]{0,60}?${share}`,
  'giu',
)
const part = new RegExp(
  String.raw`\b(?:of\s(?:the\s|our\s|all\s)?${number}\s[^.!?\d]{1,40}?${number}|${number}\s(?:out\s)?of\s(?:the\s|our\s|all\s)?${number})\b(?!\s?%)[^.!?\d]{0,40}?${share}`,
  'giu',
)

const numberOf = (written: string | undefined) => Number((written ?? '').replaceAll(',', ''))

/** Off by more than rounding to the digits that are written, and half a point. */
const isOff = (said: number, truly: number) => Math.abs(said - truly) > 1

/** Sentence by sentence, so that no pattern sees more than one. */
export function contradictionsIn(plain: string, words: readonly RuleWord[]): Contradiction[] {
  const extents = new Map<number, Range>()
  for (const { sentence, start, end } of words) {
    const known = extents.get(sentence)
    if (known) known.end = end
    else extents.set(sentence, { start, end })
  }
  return [...extents.values()].flatMap(({ start, end }) => {
    const text = plain.slice(start, end)
    if (!/%|percent|per cent/i.test(text)) return []
    return [...rises(text), ...parts(text)].map((found) => ({
      ...found,
      start: found.start + start,
      end: found.end + start,
    }))
  })
}

function rises(text: string): Contradiction[] {
  return [...text.matchAll(risen)].flatMap((match) => {
    const [whole, from, to, said] = match
    const [before, after, claimed] = [numberOf(from), numberOf(to), numberOf(said)]
    if (before === 0) return []
    const change = Math.abs(((after - before) / before) * 100)
    return isOff(claimed, change) ? [contradiction(match.index, whole, claimed, change)] : []
  })
}

function parts(text: string): Contradiction[] {
  return [...text.matchAll(part)].flatMap((match) => {
    const [whole, ofWhole, ofPart, onePart, oneWhole, said] = match
    const [some, all, claimed] = [numberOf(onePart ?? ofPart), numberOf(oneWhole ?? ofWhole), numberOf(said)]
    if (all === 0 || some > all) return []
    const truly = (some / all) * 100
    return isOff(claimed, truly) ? [contradiction(match.index, whole, claimed, truly)] : []
  })
}

function contradiction(index: number, whole: string, claimed: number, truly: number): Contradiction {
  const rounded = Math.round(truly * 10) / 10
  const at = index + whole.search(new RegExp(`${share}$`, 'iu'))
  return {
    start: at,
    end: index + whole.length,
    because: `says ${claimed} %, its own numbers come to ${rounded} %`,
    correct: `${rounded} %`,
  }
}

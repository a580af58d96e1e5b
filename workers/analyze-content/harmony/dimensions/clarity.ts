/** Clarity: whether those whom a text is for can read it at once. */
import { readabilityOf } from '#shared/language/readability'
import type { Range } from '#shared/language/text'
import { plainWords } from '#workers/analyze-content/harmony/lexicons/plain-words'
import { confidenceOf, type DimensionMeasure } from '#workers/analyze-content/harmony/measured'
import { phraseFinder } from '#workers/analyze-content/harmony/phrases'
import type { HarmonyReading } from '#workers/analyze-content/harmony/reading'
import { extentOf, type RuleWord } from '#workers/analyze-content/harmony/rule-words'
import { lowering, perFive, times } from '#workers/analyze-content/harmony/signal'

/** School grade (Flesch-Kincaid) and words of a sentence that an audience reads with ease. */
const general = { grade: 10, words: 22 }
const ease = new Map([
  ['children', { grade: 6, words: 14 }],
  ['general', general],
  ['professional', { grade: 13, words: 26 }],
  ['expert', { grade: 16, words: 32 }],
])

/** Flesch and Kincaid measured passages of a hundred words: with fewer, one word's syllables move it by more than a grade. */
const gradedWords = 100

const findPlain = phraseFinder(plainWords)

export const clarity: DimensionMeasure = {
  id: 'clarity',
  needsEnglish: true,
  measure: (reading) => {
    const words = reading.maskedWords
    const bySentence = sentencesOf(words)
    const wordy = findPlain(words)
    const sentences = bySentence.length
    const spans = (ranges: readonly Range[]) => ranges.map(reading.maskedSpan)
    const passives = passivesIn(words)
    const nominal = nominalisationsIn(words)
    return {
      status: 'scored',
      confidence: confidenceOf(0.85, words.length),
      signals: [
        ...graded(reading, words.length, bySentence),
        ...long(reading, bySentence),
        ...lowering(
          {
            id: 'wordy',
            value: wordy.length,
            points: 3 * perFive(wordy.length, sentences),
            most: 30,
            because: `${times(wordy.length, 'long-winded word or phrase', 'long-winded words or phrases')} where a plain one would do`,
          },
          spans(wordy),
        ),
        ...lowering(
          {
            id: 'passive',
            value: passives.length,
            points: 3 * perFive(passives.length, sentences),
            most: 18,
            because: `${times(passives.length, 'passive')}: who does it is not in the place where it is looked for`,
          },
          spans(passives),
        ),
        ...lowering(
          {
            id: 'nominalisation',
            value: nominal.length,
            points: 2 * perFive(nominal.length, sentences),
            most: 16,
            because: `${times(nominal.length, 'noun')} made of a verb and followed by "of": the verb would be shorter`,
          },
          spans(nominal),
        ),
        ...unexplained(reading, words),
      ],
      recommendations: wordy.map(({ start, end, entry: { instead } }) => ({
        span: reading.maskedSpan({ start, end }),
        issue: instead === null ? 'long-winded: leave it out, or say it in a plain word' : 'long-winded',
        replacement: instead,
      })),
    }
  },
}

function sentencesOf(words: readonly RuleWord[]): RuleWord[][] {
  const found = new Map<number, RuleWord[]>()
  for (const word of words) {
    const known = found.get(word.sentence)
    if (known) known.push(word)
    else found.set(word.sentence, [word])
  }
  return [...found.values()]
}

const sentencesShown = 3

function graded(
  { asked: { audience = 'general' }, masked, maskedSpan }: HarmonyReading,
  count: number,
  sentences: readonly RuleWord[][],
) {
  const { fk_grade: grade } = readabilityOf(masked)
  if (count < gradedWords || grade === null) return []
  const limit = (ease.get(audience) ?? general).grade
  const longest = sentences.toSorted((left, right) => right.length - left.length).slice(0, sentencesShown)
  return lowering(
    {
      id: 'reading_grade',
      value: grade,
      points: 3 * Math.max(0, grade - limit),
      most: 30,
      because: `reads at school grade ${grade.toFixed(1)}; ${audience} readers take grade ${limit} with ease`,
    },
    longest
      .flatMap((words) => extentOf(words) ?? [])
      .sort((left, right) => left.start - right.start)
      .map(maskedSpan),
  )
}

function long({ asked: { audience = 'general' }, maskedSpan }: HarmonyReading, sentences: readonly RuleWord[][]) {
  const limit = (ease.get(audience) ?? general).words
  const over = sentences.filter((words) => words.length > limit)
  const excess = over.reduce((sum, words) => sum + words.length - limit, 0)
  return lowering(
    {
      id: 'long_sentence',
      value: over.length,
      points: perFive(excess, sentences.length) / 2,
      most: 30,
      because: `${times(over.length, 'sentence')} of more than ${limit} words, ${excess} words too many in all`,
    },
    over.flatMap((words) => extentOf(words) ?? []).map(maskedSpan),
  )
}

const forms = new Set("am is are was were be been being isn't aren't wasn't weren't get gets got".split(' '))
const between = new Set('not also then now already still often usually being been only just all both'.split(' '))
const irregular = new Set(
  `written taken given made done seen shown known found held kept sent told sold bought brought built drawn driven chosen broken
  spoken stolen thrown grown hidden led lost paid put read run said set shut spent taught thought understood won worn cut hit
  hurt let begun forgotten gotten left met beaten drunk eaten fallen flown frozen ridden risen sung sunk sworn torn woken`.split(
    /\s+/,
  ),
)
const adjectives = new Set(
  `retarded tired interested excited worried scared bored pleased married used supposed concerned surprised ashamed embarrassed relaxed
  confused satisfied disappointed prepared related limited advanced located naked red need indeed hundred sacred wicked aged gifted
  talented blessed retired drunk left lost done seed speed feed`.split(/\s+/),
)

const isParticiple = ({ norm }: RuleWord) =>
  !adjectives.has(norm) && (irregular.has(norm) || (norm.length > 4 && norm.endsWith('ed')))

/** A form of to be and, at most two words on, a participle; from the one to the other. */
function passivesIn(words: readonly RuleWord[]): Range[] {
  const found: Range[] = []
  for (const [at, word] of words.entries()) {
    if (!forms.has(word.norm)) continue
    for (let next = at + 1; next <= at + 3; next += 1) {
      const candidate = words[next]
      if (candidate?.sentence !== word.sentence) break
      if (isParticiple(candidate)) {
        found.push({ start: word.start, end: candidate.end })
        break
      }
      if (!between.has(candidate.norm) && !candidate.norm.endsWith('ly')) break
    }
  }
  return found.filter(({ start }, index) => start >= (found[index - 1]?.end ?? 0))
}

const nominalEnd = /.{3,}(?:tion|sion|ment|ance|ence|isal|izal)s?$/
const notOfVerbs = new Set(
  `question questions mention section sections station nation position region million moment document documents department government
  apartment element elements segment science sentence audience distance instance chance absence presence evidence residence
  population generation combination fraction sense expense option options portion`.split(/\s+/),
)

function nominalisationsIn(words: readonly RuleWord[]): Range[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    const isOne =
      next?.norm === 'of' && next.sentence === word.sentence && nominalEnd.test(word.norm) && !notOfVerbs.has(word.norm)
    return isOne ? [{ start: word.start, end: next.end }] : []
  })
}

const commonShort = new Set(
  `OK TV PC UK US USA EU UN AM PM CEO FAQ PDF URL ID IT HR ATM DVD CD GPS SMS USB DIY AI API HTTP HTTPS HTML XML JSON CSV SQL BBC
  CNN FBI CIA NASA NATO UNESCO UNICEF PIN IBAN VAT LED AC DC KM MB GB TB II III IV VI VII VIII IX XI AD BC CET GMT UTC MON TUE WED
  THU FRI SAT SUN JAN FEB MAR APR JUN JUL AUG SEP OCT NOV DEC WHO HIV AIDS DNA MIT IBM NYC LA SUV RSVP ASAP PS RE FW CC BCC TODO
  README EUR USD GBP CHF MRI PHD MBA BBQ TBD ETA FYI IP NHS NFL NBA IRS DMV`.split(/\s+/),
)

/** Capitals of two to six letters that nothing in the text explains: "request for quotation (RFQ)" does. */
function unexplained({ masked, maskedSpan }: HarmonyReading, words: readonly RuleWord[]) {
  const shouted = new Set(
    sentencesOf(words)
      .filter((sentence) => sentence.filter(({ raw }) => /^\p{Lu}{2,}$/u.test(raw)).length > sentence.length / 2)
      .flatMap(([first]) => first?.sentence ?? []),
  )
  const first = new Map<string, RuleWord>()
  for (const word of words) {
    const name = word.raw.replace(/s$/, '')
    const isOne = /^\p{Lu}{2,6}$/u.test(name) && !commonShort.has(name) && !shouted.has(word.sentence)
    if (isOne && !first.has(name)) first.set(name, word)
  }
  const bare = [...first.values()].filter(({ start, end }) => {
    const before = masked.plain.slice(Math.max(0, start - 2), start)
    return !before.includes('(') && !/^\s?\(/.test(masked.plain.slice(end, end + 2))
  })
  return lowering(
    {
      id: 'unexplained_abbreviation',
      value: bare.length,
      points: 4 * bare.length,
      most: 20,
      because: `${times(bare.length, 'abbreviation')} that the text does not explain`,
    },
    bare.map(maskedSpan),
  )
}

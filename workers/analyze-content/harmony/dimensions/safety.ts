/** Safety: whether a text would have somebody harmed. What is spoken of counts little, what is asked for or taught counts whole. */
import type { Act } from '#db/documents/meaning'
import type { Range } from '#shared/language/text'
import {
  demanding,
  gravity,
  type Hazard,
  type HazardCategory,
  hazardCategories,
  hazards,
  helping,
  instructing,
  preventing,
  reporting,
} from '#workers/analyze-content/harmony/lexicons/hazards'
import { confidenceOf, type DimensionMeasure } from '#workers/analyze-content/harmony/measured'
import { type Phrase, type PhraseHit, phraseFinder } from '#workers/analyze-content/harmony/phrases'
import type { HarmonyReading } from '#workers/analyze-content/harmony/reading'
import type { RuleWord } from '#workers/analyze-content/harmony/rule-words'
import { lowering, times } from '#workers/analyze-content/harmony/signal'

const find = {
  hazards: phraseFinder(hazards),
  demanding: phraseFinder(demanding),
  preventing: phraseFinder(preventing),
  instructing: phraseFinder(instructing),
  reporting: phraseFinder(reporting),
  helping: phraseFinder(helping),
}

const manners = ['taught', 'threatened', 'mentioned', 'reported', 'helped'] as const
/** How a hazard stands in its sentence, the gravest first. */
type Manner = (typeof manners)[number]
const shares: Record<Manner, number> = { taught: 1, threatened: 1, mentioned: 0.4, reported: 0.1, helped: 0 }
const told: Record<Manner, string> = {
  taught: 'is taught, asked for or called for',
  threatened: 'is threatened with',
  mentioned: 'is spoken of',
  reported: 'is reported, or is to be prevented',
  helped: 'is met with help or a refusal',
}

export const safety: DimensionMeasure = {
  id: 'safety',
  needsEnglish: true,
  measure: (reading) => {
    const words = reading.maskedWords
    const found = find.hazards(words)
    const byManner = found.length > 0 ? mannersIn(reading, words) : () => 'mentioned' as const
    const judged = found.map((hit) => ({ hit, manner: byManner(hit) }))
    return {
      status: 'scored',
      confidence: confidenceOf(0.7, words.length),
      signals: hazardCategories.flatMap((category) =>
        signalsOf(
          reading,
          category,
          judged.filter(({ hit }) => hit.entry.category === category),
        ),
      ),
      recommendations: judged
        .filter(({ manner }) => manner === 'taught' || manner === 'threatened')
        .map(({ hit }) => ({
          span: reading.maskedSpan(hit),
          issue: `${spoken(hit.entry.category)}: leave it out, or say how to prevent it`,
          replacement: null,
        })),
    }
  },
}

const spoken = (category: HazardCategory) => category.replaceAll('_', ' ')

/** The gravest manner counts whole; each further find of the same manner a tenth, to half as much again. */
function signalsOf(
  reading: HarmonyReading,
  category: HazardCategory,
  judged: readonly { hit: PhraseHit<Hazard>; manner: Manner }[],
) {
  return manners.flatMap((manner) => {
    const hits = judged.filter((each) => each.manner === manner).map(({ hit }) => hit)
    if (hits.length === 0) return []
    const whole = gravity[category] * shares[manner]
    return lowering(
      {
        id: `${category}_${manner}`,
        value: hits.length,
        points: whole * (1 + Math.min(0.5, (hits.length - 1) / 10)),
        most: 100,
        because: `${times(hits.length, 'time')} ${spoken(category)} ${told[manner]}`,
      },
      hits.map(reading.maskedSpan),
    )
  })
}

/** Looks at the sentence of a find and, for what frames it, at those beside it. */
function mannersIn(reading: HarmonyReading, words: readonly RuleWord[]): (hit: PhraseHit<Hazard>) => Manner {
  const inSentence = (hits: readonly PhraseHit<Phrase>[]) =>
    new Set(hits.flatMap(({ from }) => words[from]?.sentence ?? []))
  const prevented = inSentence(find.preventing(words))
  const demanded = inSentence(find.demanding(words))
  const taught = inSentence(find.instructing(words))
  const reported = inSentence(find.reporting(words))
  const helped = inSentence(find.helping(words))
  const asked = new Set(reading.acts.flatMap((each) => (isAsking(each) ? sentenceAt(reading, each.span) : [])))
  const firsts = new Map<number, number>()
  for (const [index, { sentence, norm }] of words.entries())
    if (!firsts.has(sentence) && norm !== 'please') firsts.set(sentence, index)
  return (hit) => {
    const sentence = words[hit.from]?.sentence ?? -1
    if (isThreat(words, hit)) return 'threatened'
    if (helped.has(sentence)) return 'helped'
    const isTold = firsts.get(sentence) === hit.from && hit.entry.isDeed
    if (isTold && isBaseForm(words[hit.from])) return 'taught'
    if (prevented.has(sentence)) return 'reported'
    if (demanded.has(sentence)) return 'taught'
    if (reported.has(sentence)) return 'reported'
    if (taught.has(sentence) || (hit.entry.isDeed && asked.has(sentence))) return 'taught'
    return helped.has(sentence + 1) || helped.has(sentence - 1) ? 'helped' : 'mentioned'
  }
}

const isAsking = ({ act, quoted, confidence }: Act) => act === 'request' && !quoted && confidence >= 0.6

function sentenceAt({ masked: { sentences } }: HarmonyReading, { start }: Range): number {
  let low = 0
  let high = sentences.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sentences[middle]?.start ?? 0) <= start) low = middle + 1
    else high = middle
  }
  return low - 1
}

const isBaseForm = (word: RuleWord | undefined) => word !== undefined && !/(?:ed|ing|s)$/.test(word.norm)

const will = new Set(['will', 'shall', "i'll", "we'll", 'gonna', "i'm", "we're", 'would', "i'd"])
const self = new Set(['i', 'we', "i'll", "we'll", "i'm", "we're", "i'd"])

/** "I will kill you": somebody says that he does it. */
function isThreat(words: readonly RuleWord[], { from, entry }: PhraseHit<Hazard>): boolean {
  const sentence = words[from]?.sentence
  const before = words.slice(Math.max(0, from - 4), from).filter((word) => word.sentence === sentence)
  return entry.isDeed && before.some(({ norm }) => self.has(norm)) && before.some(({ norm }) => will.has(norm))
}

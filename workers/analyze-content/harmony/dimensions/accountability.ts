/** Accountability: whether what is promised or decided has somebody who does it, a time, and a way back. */
import type { Act } from '#db/documents/meaning'
import type { Range } from '#shared/language/text'
import { confidenceOf, type DimensionMeasure } from '#workers/analyze-content/harmony/measured'
import { phraseFinder } from '#workers/analyze-content/harmony/phrases'
import type { HarmonyReading } from '#workers/analyze-content/harmony/reading'
import { lowering, times } from '#workers/analyze-content/harmony/signal'

/** What an act lacks, in points of an act that stands alone. */
const points = { owner: 40, deadline: 35, reversal: 15 }

const findReversal = phraseFinder(
  [
    'revers*|revert*|undo|undone|revoke|revoked|revisit|revisited',
    'roll|rolled|rolling back',
    'review|reviewed|reviews|reconsider|reconsidered|re evaluate',
    'until|unless',
    'trial|pilot|provisional|provisionally|temporary|temporarily|preliminary',
    'can|may be changed|appealed|stopped|withdrawn',
    'appeal|objection|objections',
  ].map((phrase) => ({ phrase })),
)

const deeds =
  `reviewed|fixed|taken|arranged|done|checked|handled|addressed|resolved|investigated|updated|improved|completed|delivered|sent|
  written|prepared|considered|implemented|corrected|replaced|repaired|provided|called|contacted|cleaned|paid|refunded|tested|sorted`.replaceAll(
    /\s/g,
    '',
  )

/** Promises that name nobody: what will be done, and what somebody will do. */
const findOwnerless = phraseFinder(
  [`will|shall be ~1 ${deeds}`, 'somebody|someone ~4 will|shall', 'somebody|someone should'].map((phrase) => ({
    phrase,
  })),
)

/** What somebody is bound by, where it stands in the masked text. */
type Bond = Range & { isDecision: boolean; hasOwner: boolean; hasDate: boolean }

export const accountability: DimensionMeasure = {
  id: 'accountability',
  needsEnglish: true,
  measure: (reading) => {
    const bonds = bondsIn(reading)
    if (bonds.length === 0) return { status: 'not_applicable', because: 'nothing is promised or decided' }
    const ownerless = bonds.filter(({ hasOwner }) => !hasOwner)
    const undated = bonds.filter(({ hasDate }) => !hasDate)
    const final = findReversal(reading.maskedWords).length === 0 ? bonds.filter(({ isDecision }) => isDecision) : []
    const signal = (id: string, lacking: readonly Bond[], each: number, because: string) =>
      lowering(
        { id, value: lacking.length, points: (each * lacking.length) / bonds.length, most: each, because },
        lacking.map(reading.maskedSpan),
      )
    const of = `of ${times(bonds.length, 'promise or decision', 'promises and decisions')}`
    return {
      status: 'scored',
      confidence: confidenceOf(0.65, reading.words.length),
      signals: [
        ...signal('no_owner', ownerless, points.owner, `${ownerless.length} ${of} with nobody named who does it`),
        ...signal('no_deadline', undated, points.deadline, `${undated.length} ${of} without a time`),
        ...signal(
          'no_way_back',
          final,
          points.reversal,
          `${final.length} ${of} without saying how it could be changed`,
        ),
      ],
      recommendations: [
        ...ownerless.map((bond) => recommended(reading, bond, 'say who does it')),
        ...undated.map((bond) => recommended(reading, bond, 'say by when')),
        ...final.map((bond) => recommended(reading, bond, 'say how it can be changed, and until when')),
      ],
    }
  },
}

/** Promises and decisions that were found as acts, and those sentences besides that promise in nobody's name. */
function bondsIn(reading: HarmonyReading): Bond[] {
  const { masked, maskedWords, dates } = reading
  const vague = findOwnerless(maskedWords).filter(({ from }) => !maskedWords[from]?.isQuoted)
  const overlaps = (one: Range) => (other: Range) => one.start < other.end && other.start < one.end
  const isBond = ({ act, quoted, confidence }: Act) =>
    (act === 'commitment' || act === 'decision') && !quoted && confidence >= 0.5
  const bonds = reading.acts.filter(isBond).map(({ act, span: { start, end }, owner, deadline }): Bond => {
    const isVague = vague.some(overlaps({ start, end }))
    return {
      start,
      end,
      isDecision: act === 'decision',
      hasOwner: owner.kind !== 'unknown' && !isVague,
      hasDate: deadline !== null,
    }
  })
  const others = vague.flatMap((hit): Bond[] => {
    if (bonds.some(overlaps(hit))) return []
    const sentence = masked.sentences[maskedWords[hit.from]?.sentence ?? -1]
    const hasDate = sentence !== undefined && dates.some(({ span }) => overlaps(sentence)(span))
    return [{ start: hit.start, end: hit.end, isDecision: false, hasOwner: false, hasDate }]
  })
  return [...bonds, ...others].sort((left, right) => left.start - right.start)
}

const recommended = (reading: HarmonyReading, bond: Bond, issue: string) => ({
  span: reading.maskedSpan(bond),
  issue,
  replacement: null,
})

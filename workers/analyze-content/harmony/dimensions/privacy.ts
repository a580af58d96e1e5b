/** Privacy: whether a text tells more of people than it needs to. Holds for any language: what it looks for are patterns. */
import type { PrivacyFinding } from '#db/documents/meaning'
import type { Range } from '#shared/language/text'
import {
  neededFor,
  personalPoints,
  type QuasiIdentifier,
  quasiIdentifiers,
  quasiPatterns,
} from '#workers/analyze-content/harmony/lexicons/personal'
import { confidenceOf, type DimensionMeasure } from '#workers/analyze-content/harmony/measured'
import type { HarmonyReading } from '#workers/analyze-content/harmony/reading'
import { lowering, times } from '#workers/analyze-content/harmony/signal'

/** Characters within which facts are of the same person. */
const nearby = 400

export const privacy: DimensionMeasure = {
  id: 'privacy',
  needsEnglish: false,
  measure: (reading) => {
    const purpose = reading.asked.context ?? ''
    const together = togetherIn(reading)
    const kinds = new Set(together.map(({ kind }) => kind)).size
    const types = Object.keys(personalPoints)
    const distinct = distinctIn(reading.privacy)
    return {
      status: 'scored',
      confidence: confidenceOf(0.8, reading.words.length),
      signals: [
        ...types.flatMap((type) => {
          const found = distinct.filter((finding) => finding.type === type)
          const isNeeded = purpose !== '' && (neededFor[type]?.test(purpose) ?? false)
          const validated = found.filter((finding) => finding.validated).length
          const each = (personalPoints[type] ?? 0) * (isNeeded ? 0.25 : 1)
          return lowering(
            {
              id: `personal_${type}`,
              value: found.length,
              points: each * (validated + (found.length - validated) / 2),
              most: isNeeded ? 25 : 75,
              because:
                `${times(found.length, type.replaceAll('_', ' '), `${type.replaceAll('_', ' ')}s`)}, ${validated} of them checked` +
                (isNeeded ? '; its purpose needs it' : ''),
            },
            found.map(({ span }) => span),
          )
        }),
        ...lowering(
          {
            id: 'identifiable_together',
            value: kinds,
            points: kinds >= 2 ? 8 + 9 * (kinds - 2) + (kinds >= 3 ? 6 : 0) : kinds === 1 ? 4 : 0,
            most: 50,
            because: `${times(kinds, 'kind')} of facts that tell who somebody is${kinds > 1 ? ' when they stand together' : ''}: ${[...new Set(together.map(({ kind }) => kind.replaceAll('_', ' ')))].join(', ')}`,
          },
          together.map(reading.span),
        ),
      ],
      recommendations: distinct
        .filter(({ type }) => personalPoints[type] !== undefined && !(purpose !== '' && neededFor[type]?.test(purpose)))
        .map(({ type, span }) => ({
          span,
          issue: 'personal data: leave it out where it is not needed',
          replacement: `[${type.replaceAll('_', ' ')}]`,
        })),
    }
  },
}

/** The same number said twice tells no more than once. */
function distinctIn(findings: readonly PrivacyFinding[]): PrivacyFinding[] {
  const first = new Map(
    findings.toReversed().map((finding) => [`${finding.type} ${finding.span.text.toLowerCase()}`, finding]),
  )
  return [...first.values()].sort((left, right) => left.span.start - right.span.start)
}

type Fact = Range & { kind: QuasiIdentifier }

/** The facts of the stretch of text in which the most kinds stand together. */
function togetherIn({ text }: HarmonyReading): Fact[] {
  const facts = quasiIdentifiers
    .flatMap((kind) =>
      [...text.plain.matchAll(quasiPatterns[kind])].map(
        ({ 0: found, index }): Fact => ({
          kind,
          start: index,
          end: index + found.length,
        }),
      ),
    )
    .sort((left, right) => left.start - right.start || left.end - right.end)
  let best: Fact[] = []
  let most = 0
  let last = 0
  const counts = new Map<QuasiIdentifier, number>()
  const count = (kind: QuasiIdentifier, by: number) => {
    const left = (counts.get(kind) ?? 0) + by
    if (left > 0) counts.set(kind, left)
    else counts.delete(kind)
  }
  for (const [first, fact] of facts.entries()) {
    for (let next = facts[last]; next && next.end <= fact.start + nearby; next = facts[last]) {
      count(next.kind, 1)
      last += 1
    }
    if (counts.size > most) {
      most = counts.size
      best = facts.slice(first, last)
    }
    if (last > first) count(fact.kind, -1)
    else last = first + 1
  }
  return best
}

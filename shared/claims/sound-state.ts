/** Whether what stands in a row is a state that a sequence can have come to: rows may be edited, and nobody computes on nonsense. */

import { type Static, Type as t } from '@sinclair/typebox'
import { claimVerdicts } from '#db/documents/states'
import { type SequenceState, sequenceMethod } from '#shared/claims/sequence'
import { compiledLater } from '#shared/kernel/schema/compiled-later'

const Count = t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Since = t.Object({ leaf: Count, n: Count }, { additionalProperties: false })
const Shape = t.Object(
  {
    cells: t.Array(Count, { maxItems: 202 }),
    digest: t.String({ pattern: '^[0-9a-f]{64}$' }),
    leaf: Count,
    method: t.Literal(sequenceMethod),
    missing: Count,
    n: Count,
    since: t.Union([Since, t.Null()]),
    verdict: t.Union(claimVerdicts.map((verdict) => t.Literal(verdict))),
  },
  { additionalProperties: false },
)
const check = compiledLater(Shape)

/** The state, or undefined where it is none: another shape, or cells that are not those of n traces. */
export function soundState(value: unknown): SequenceState | undefined {
  if (!check.Check(value)) return undefined
  const { cells, n } = value as Static<typeof Shape>
  // Values, each followed by how much came there.
  let last = -1
  let weight = 0
  for (let at = 0; at < cells.length; at += 2) {
    const [cell = 0, each = 0] = cells.slice(at, at + 2)
    if (cell <= last || cell > 100 || each === 0) return undefined
    last = cell
    weight += each
  }
  return weight === 100 * n ? value : undefined
}

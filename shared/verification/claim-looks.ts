/** Looks over claims: what was counted of each is what its sequence has come to, and its series has every point that it must have. */

import { Type as t } from '@sinclair/typebox'
import { progressBehind, type SequenceRow, sequencesBehind } from '#db/queries/claim-progress'
import { keptPlaces } from '#shared/contracts/claim-series'
import { areWhereTheyWere } from '#shared/evidence/sealed/claims'
import { compiledLater } from '#shared/kernel/schema/compiled-later'
import type { Sealer } from '#shared/kernel/sealer'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

/** Some have counted a million traces. */
const claimsAtOnce = 20

const sequences: RowLook = {
  name: 'sequences of claims',
  async page(sql, after) {
    const rows = await sequencesBehind(sql, after, claimsAtOnce)
    return {
      faults: rows.flatMap(faultsOf),
      last: rows.length < claimsAtOnce ? undefined : rows.at(-1)?.claim_id,
      rows: rows.length,
    }
  },
}

function faultsOf({ claim_id: id, org_id: org, origin, state: stored, ...row }: SequenceRow): RowFault[] {
  const wrong = (table: string, key: string, fault: string): RowFault[] => [
    { ...{ table, key, org, fault }, ...{ node: null, stream: null, pos: null, ins: null } },
  ]
  const state = readState(stored)
  if (!state) return wrong('claims', id, `claim ${id} holds no state of a sequence`)
  if (row.counted !== state.n + state.missing)
    return wrong('claim_pieces', id, `claim ${id} has counted other traces than are kept of it`)
  const kept = new Set(row.kept)
  // A log in whose order nothing is decided any more turns it without a trace.
  const turned = row.turned.filter((n) => n > 0)
  const lacking = [...keptPlaces(state), ...turned].find((n) => !kept.has(n))
  if (lacking !== undefined || row.kept.some((n) => n > state.n))
    return wrong('claim_points', id, `the series of claim ${id} is not the one that it has come to`)
  if (row.gone_through === null || row.gone_through <= state.leaf)
    return wrong('claim_progress', origin ?? '', `claim ${id} has counted traces of ${origin} that nobody has come to`)
  return []
}

const SequenceCounts = compiledLater(
  t.Object({
    n: t.Integer(),
    missing: t.Integer(),
    leaf: t.Integer(),
    since: t.Union([t.Null(), t.Object({ n: t.Integer() })]),
  }),
)

/** What of a state is counted here: whoever computes on it holds it to all of its shape. */
const readState = (state: unknown) => (SequenceCounts.Check(state) ? state : undefined)

/** Whether claims stand where they had come to under the log in force, for who has the key: one that was set back, with all that is kept of it, stands behind. */
const places = (sealer: Sealer): RowLook => ({
  name: 'places of claims',
  async page(sql, after) {
    const rows = await progressBehind(sql, after ?? '', logsAtOnce)
    const faults = rows
      .filter((row) => row.is_in_force && !areWhereTheyWere(sealer, row, row.states))
      .map(({ origin, leaf }) => ({
        ...{ table: 'claims', key: origin, org: null, node: null, stream: null, pos: null, ins: null },
        fault: `claims have come to something else by leaf ${leaf} of ${origin} than they say`,
      }))
    return { faults, last: rows.length < logsAtOnce ? undefined : rows.at(-1)?.origin, rows: rows.length }
  },
})
const logsAtOnce = 10

export const claimLooks = (sealer: Sealer | undefined): readonly RowLook[] =>
  sealer ? [sequences, places(sealer)] : [sequences]

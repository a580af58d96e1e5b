/** Seals of claims, of what they have counted, of what their sequences said, and of how far each log was gone through. */
import type { Reader } from '#db/client'
import {
  type ClaimState,
  holdProgress,
  type ProgressRow,
  progressBehind,
  setProgressClaims,
} from '#db/queries/claim-progress'
import { type ClaimPiece, type ClaimPointRow, type ClaimRow, type ClaimToStore, findClaim } from '#db/queries/claims'
import { requireThere } from '#shared/evidence/missing-rows'
import { addToSum, isSameSum, maskedSum, noSum, type SealSum } from '#shared/evidence/seal-sums'
import {
  isAskedFor,
  isAsWritten,
  requireSealed,
  type SealedTable,
  sealAnew,
  sealOf,
} from '#shared/evidence/sealed-rows'
import { rowsOf } from '#shared/evidence/sealed-walks'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

const generation = 4

export const sealedClaims: SealedTable<Omit<ClaimToStore, 'seal'>> = {
  table: 'claims',
  generation,
  columns: [
    ...(['claim_id', 'org_id', 'status', 'head', 'version', 'terms', 'name', 'registered_at', 'created_by'] as const),
    ...(['verdict', 'verdict_n', 'verdict_at', 'closed_at', 'origin', 'state', 'fault'] as const),
  ],
  nodeOf: ({ head }) => head,
}

export const sealedClaimPoints: SealedTable<Omit<ClaimPointRow, 'seal'>> = {
  table: 'claim_points',
  generation,
  columns: ['claim_id', 'n', 'leaf', 'at', 'value', 'lower', 'upper', 'verdict'],
  // The state that it is a moment of is sealed in its claim; no node says it.
  nodeOf: () => null,
}

export const sealedClaimPieces: SealedTable<Omit<ClaimPiece, 'seal'>> = {
  table: 'claim_pieces',
  generation,
  columns: ['claim_id', 'first_leaf', 'leaves', 'units'],
  nodeOf: () => null,
}

export const sealedProgress: SealedTable<Omit<ProgressRow, 'seal'>> = {
  table: 'claim_progress',
  // Its claims came later.
  generation: 7,
  columns: ['origin', 'leaf', 'claims'],
  nodeOf: () => null,
}

const sumOfStates = (sealer: Sealer, origin: string, states: readonly ClaimState[]): SealSum => {
  const sum = noSum()
  for (const { claim_id, origin: own, state } of states)
    if (own === origin && state !== null)
      addToSum(sum, sealer, sealedClaims.table, `${claim_id} ${JSON.stringify(state)}`)
  return sum
}

/** What claims that are not closed come to at a place of a log: none can be set back alone. */
export const claimsAt = (
  sealer: Sealer,
  { origin, leaf }: Pick<ProgressRow, 'origin' | 'leaf'>,
  states: readonly ClaimState[],
): SealSum => maskedSum(sealer, sumOfStates(sealer, origin, states), sealedClaims.table, `${leaf} ${origin}`)

/** Whether claims stand where they have come to with their log, as far as that is asked for. */
export const areWhereTheyWere = (
  sealer: Sealer,
  progress: Pick<ProgressRow, 'origin' | 'leaf' | 'claims'>,
  states: readonly ClaimState[],
): boolean =>
  !isAskedFor(sealer, sealedProgress) ||
  (progress.claims !== null && isSameSum(progress.claims, claimsAt(sealer, progress, states)))

/** A place of a log with what claims have come to by then, sealed. */
export function sealedProgressAt(
  sealer: Sealer,
  place: Pick<ProgressRow, 'origin' | 'leaf'>,
  states: readonly ClaimState[],
): ProgressRow {
  const row = { ...place, claims: claimsAt(sealer, place, states) }
  return { ...row, seal: sealOf(sealer, sealedProgress, row) }
}

export const progressRows = rowsOf(sealedProgress, { origin: 'text' }, undefined, async (sql, after, limit, sealer) => {
  for (const { origin } of await progressBehind(sql, after?.[0] ?? '', limit))
    await sql.begin(async (tx) => {
      await holdProgress(tx, origin)
      const [held] = (await progressBehind(tx, '', limit)).filter((each) => each.origin === origin)
      if (held) await setProgressClaims(tx, origin, claimsAt(sealer, held, held.states))
    })
})

export const sealClaim = (sealer: Sealer, claim: Omit<ClaimToStore, 'seal'>): ClaimToStore => ({
  ...claim,
  seal: sealOf(sealer, sealedClaims, claim),
})

/** A claim as it has become. */
export function movedClaim(sealer: Sealer, before: ClaimRow, change: Partial<ClaimToStore>): ClaimToStore {
  const { is_overtaken: _, ...row } = before
  const after: ClaimToStore = { ...row, ...change }
  return { ...after, seal: sealAnew<Omit<ClaimToStore, 'seal'>>(sealer, sealedClaims, before, after) }
}

/** A claim whose sequence begins anew: all else of it is what its nodes say. */
export const begunClaim = (sealer: Sealer, before: ClaimRow, change: Partial<ClaimToStore>): ClaimToStore =>
  sealClaim(sealer, { ...movedClaim(sealer, before, change) })

/** @throws EVIDENCE_MISMATCH with the node of the first that is not as we wrote it last. @returns the same rows. */
export function requireProvenClaims<Rows extends readonly ClaimRow[]>(sealer: Sealer, rows: Rows): Rows {
  for (const row of rows)
    if (row.is_overtaken || !isAsWritten(sealer, sealedClaims, row))
      throw evidenceMismatch(sealedClaims.table, row.head)
  return rows
}

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/** A claim of an organisation's; undefined where there is none. @throws EVIDENCE_MISMATCH also where it is gone. */
export async function findProvenClaim(
  { read, signer }: Asking,
  orgId: string,
  claimId: string,
): Promise<ClaimRow | undefined> {
  const find = () => read((sql) => findClaim(sql, orgId, claimId))
  const row = await requireThere(read, { table: sealedClaims.table, orgId, streams: [`claim:${claimId}`], find })
  if (row) requireProvenClaims(signer, [row])
  return row
}

/**
 * Holds points of a claim, those behind `after`, to their seals and to what the claim has come to: each that must be there is.
 * @param expected after how many traces there is one, in their order. @throws EVIDENCE_MISMATCH
 */
export function requireWholeSeries(
  sealer: Sealer,
  { head }: Pick<ClaimRow, 'head'>,
  points: readonly ClaimPointRow[],
  expected: readonly number[],
): void {
  requireSealed(sealer, sealedClaimPoints, points)
  const there = new Set(points.map(({ n }) => n))
  if (expected.some((n) => !there.has(n))) throw evidenceMismatch(sealedClaimPoints.table, head)
}

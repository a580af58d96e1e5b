/** Seals of violations: one over what each says, and one over what is counted of it, which moves with every trace that shows it again. */
import type { ViolationRow } from '#db/queries/governance'
import { isAsWritten, requireSealed, type SealedTable, sealAnew, sealOf, sealState } from '#shared/evidence/sealed-rows'
import { rowsOf } from '#shared/evidence/sealed-walks'
import type { Sealer } from '#shared/kernel/sealer'

type Counted = 'occurrences' | 'passes' | 'last_seen_at' | 'evidence'

export const sealedViolations: SealedTable<Omit<ViolationRow, Counted | 'changed_in' | 'seal' | 'counted_seal'>> = {
  table: 'violations',
  columns: [
    ...(['id', 'org_id', 'status', 'head', 'version', 'fingerprint', 'article', 'title', 'tier'] as const),
    ...(['subject_type', 'subject_id', 'agent', 'task_id', 'message', 'constitution', 'rule_input_digest'] as const),
    ...(['blocks', 'due_at', 'detected_at', 'acknowledged', 'waiver', 'waived_until', 'resolution'] as const),
  ],
  nodeOf: ({ head }) => head,
}

/** How often and when one was seen, by what, and how often it was kept since. */
type Counts = Pick<ViolationRow, Counted | 'id' | 'org_id'>

const sealedCounts: SealedTable<Counts & Pick<ViolationRow, 'head'>> = {
  table: 'violations',
  sealedIn: 'counted_seal',
  generation: 13,
  columns: ['id', 'org_id', 'occurrences', 'passes', 'last_seen_at', 'evidence'],
  nodeOf: ({ head }) => head,
}

export const countRows = rowsOf(
  sealedCounts,
  { id: 'text' },
  (sql) => sql`
    t.id, t.org_id, t.occurrences, t.passes, t.last_seen_at, t.evidence, encode(t.head, 'hex') as head, t.counted_seal as seal`,
)

export const sealOfCounts = (sealer: Sealer, counts: Counts): Uint8Array =>
  sealOf(sealer, sealedCounts, { ...counts, head: '' })

const withOwnSeal = (row: ViolationRow) => ({ ...row, seal: row.counted_seal })

/** What is counted of one has moved: one that was not as it was written is sealed no better than it was. */
export const countedAnew = (sealer: Sealer, before: ViolationRow, after: Pick<ViolationRow, Counted>): ViolationRow => {
  const row = { ...before, ...after }
  return { ...row, counted_seal: sealAnew(sealer, sealedCounts, withOwnSeal(before), row) }
}

/** Whether what is counted of it is as it was counted, by a seal that is there. */
export const isCountSealed = (sealer: Sealer, row: ViolationRow): boolean =>
  sealState(sealer, sealedCounts, withOwnSeal(row)) === 'sealed'

export const isProvenViolation = (sealer: Sealer, row: ViolationRow): boolean =>
  isAsWritten(sealer, sealedViolations, row) && isAsWritten(sealer, sealedCounts, withOwnSeal(row))

/** @throws EVIDENCE_MISMATCH where one is not as it was written, or as it was counted. */
export function requireProvenViolations(sealer: Sealer, rows: readonly ViolationRow[]): void {
  requireSealed(sealer, sealedViolations, rows)
  requireSealed(sealer, sealedCounts, rows.map(withOwnSeal))
}

/** Violations, but for what is counted of them: how often and when one was seen, by what, and how often it was kept since. */
import type { ViolationRow } from '#db/queries/governance'
import type { SealedTable } from '#shared/evidence/sealed-rows'

type Counted = 'occurrences' | 'passes' | 'last_seen_at' | 'evidence'

export const sealedViolations: SealedTable<Omit<ViolationRow, Counted | 'changed_in' | 'seal'>> = {
  table: 'violations',
  columns: [
    ...(['id', 'org_id', 'status', 'head', 'version', 'fingerprint', 'article', 'title', 'tier'] as const),
    ...(['subject_type', 'subject_id', 'agent', 'task_id', 'message', 'constitution', 'rule_input_digest'] as const),
    ...(['blocks', 'due_at', 'detected_at', 'acknowledged', 'waiver', 'waived_until', 'resolution'] as const),
  ],
  nodeOf: ({ head }) => head,
}

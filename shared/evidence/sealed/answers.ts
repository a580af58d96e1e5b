/** Answers to questions of scans: what nobody of ours wrote, or what was put back as it was before it was taken back, decides nothing. */
import type { AnswerRow } from '#db/queries/answers'
import { isAsWritten, type SealedTable } from '#shared/evidence/sealed-rows'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

export const sealedAnswers: SealedTable<Omit<AnswerRow, 'seal' | 'is_overtaken'>> = {
  table: 'scan_answers',
  columns: [
    ...(['answer_id', 'org_id', 'thing', 'scan_id', 'url', 'type', 'element', 'fingerprint', 'holds_for'] as const),
    ...(['choice', 'means', 'severity', 'note', 'answered_by', 'key_id', 'answered_at'] as const),
    ...(['withdrawn_by', 'withdrawn_at', 'head', 'version'] as const),
  ],
  nodeOf: ({ head }) => head,
}

/** Whether an answer is as we wrote it last. */
export const isAnswer = (sealer: Sealer, row: AnswerRow): boolean =>
  !row.is_overtaken && isAsWritten(sealer, sealedAnswers, row)

/** @throws EVIDENCE_MISMATCH with the node of the first that is not as we wrote it last. */
export function requireAnswers(sealer: Sealer, rows: readonly AnswerRow[]): void {
  for (const row of rows) if (!isAnswer(sealer, row)) throw evidenceMismatch(sealedAnswers.table, row.head)
}

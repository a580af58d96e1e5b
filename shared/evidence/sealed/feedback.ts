/** Seals of feedback on signals: made with every change of it, asked for wherever it is told or learned by. */
import type { Tx } from '#db/client'
import {
  blankFeedback,
  type FeedbackRow,
  type FeedbackToStore,
  feedbackColumns,
  feedbackOn,
  insertFeedback,
  type StoredFeedback,
  takeFeedbackBack,
} from '#db/queries/feedback'
import type { SignedNode } from '#shared/evidence/node'
import { isAsWritten, type SealedTable } from '#shared/evidence/sealed-rows'
import { changeSealed, rowsOf } from '#shared/evidence/sealed-walks'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

const sealedFeedback: SealedTable<Omit<StoredFeedback, 'seal'>> = {
  table: 'signal_feedback',
  generation: 5,
  columns: [
    ...(['feedback_id', 'org_id', 'item_id', 'signal_id', 'connection_id', 'verdict', 'status', 'features'] as const),
    ...(['payload_salt', 'until', 'at', 'key_id', 'taken_back_at', 'head', 'version'] as const),
  ],
  nodeOf: ({ head }) => head,
}

export const feedbackRows = rowsOf(sealedFeedback, { feedback_id: 'uuid' }, feedbackColumns)

/** @throws EVIDENCE_MISMATCH with the node of the first that is not as we wrote it last. @returns the same rows. */
export function requireProvenFeedback<Rows extends readonly FeedbackRow[]>(sealer: Sealer, rows: Rows): Rows {
  for (const row of rows)
    if (row.is_overtaken || !isAsWritten(sealer, sealedFeedback, row))
      throw evidenceMismatch(sealedFeedback.table, row.head)
  return rows
}

export const storeFeedback = (tx: Tx, sealer: Sealer, row: FeedbackToStore, node: SignedNode): Promise<void> =>
  changeSealed(tx, sealer, feedbackRows, [[row.feedback_id]], () => insertFeedback(tx, row, node))

export const endFeedback = (tx: Tx, sealer: Sealer, feedbackId: string, node: SignedNode): Promise<void> =>
  changeSealed(tx, sealer, feedbackRows, [[feedbackId]], () =>
    takeFeedbackBack(tx, feedbackId, node.body.timestamp, node),
  )

/** Takes what is learned of feedback. @returns whether there was something to take. */
export const eraseFeedback = (tx: Tx, sealer: Sealer, feedbackId: string): Promise<boolean> =>
  changeSealed(tx, sealer, feedbackRows, [[feedbackId]], () => blankFeedback(tx, feedbackId))

/** The same of all feedback on some items. @returns the nodes whose payloads were taken, in hex. */
export async function eraseFeedbackOn(tx: Tx, sealer: Sealer, of: Parameters<typeof feedbackOn>[1]): Promise<string[]> {
  const taken: string[] = []
  for (const { feedback_id, node } of await feedbackOn(tx, of))
    if (await eraseFeedback(tx, sealer, feedback_id)) taken.push(node)
  return taken
}

/** Seals of what people say of traces: made as it comes in, asked of all that is shown or measured by. */
import type { Tx } from '#db/client'
import { type AnnotationOfTree, blankAnnotations, lockSpeakingAnnotations } from '#db/queries/annotations'
import { isAskedFor, requireSealed, type SealedTable, sealAnew } from '#shared/evidence/sealed-rows'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'

export const sealedAnnotations: SealedTable<Omit<AnnotationOfTree, 'seal'>> = {
  table: 'trace_annotations',
  generation: 3,
  columns: [
    ...(['trace_id', 'ord', 'annotation_id', 'org_id', 'system_source', 'rater_id', 'rater', 'comment'] as const),
    ...(['answers', 'status', 'node_id', 'version', 'payload_salt', 'created_at'] as const),
  ],
  nodeOf: ({ node_id }) => node_id,
}

/** @throws EVIDENCE_MISMATCH where one is not as it came in. */
export const requireProvenAnnotations = (sealer: Sealer, rows: readonly AnnotationOfTree[]): void =>
  requireSealed(sealer, sealedAnnotations, rows)

/** All or a part of a trace's own, without a gap. @throws EVIDENCE_MISMATCH also where one lacks. */
export function requireWholeAnnotations(sealer: Sealer, rows: readonly AnnotationOfTree[]): void {
  if (!isAskedFor(sealer, sealedAnnotations)) return
  requireProvenAnnotations(sealer, rows)
  const places = rows.map(({ ord }) => ord).sort((a, b) => a - b)
  if (places.some((ord, at) => ord !== (places[0] ?? 0) + at)) throw evidenceMismatch(sealedAnnotations.table, null)
}

/** Takes who annotated and their comments; answers stay. @returns the nodes of those that had something to take. */
export async function takeAnnotations(
  tx: Tx,
  of: Parameters<typeof lockSpeakingAnnotations>[1],
  sealer: Sealer,
): Promise<string[]> {
  const rows = await lockSpeakingAnnotations(tx, of)
  await blankAnnotations(
    tx,
    rows.map((row) => {
      const blank: AnnotationOfTree = { ...row, rater: null, comment: null, payload_salt: new Uint8Array() }
      return { ...row, seal: sealAnew(sealer, sealedAnnotations, row, blank) }
    }),
  )
  return rows.map(({ node_id }) => node_id)
}

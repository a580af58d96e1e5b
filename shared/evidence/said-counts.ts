/** What nodes of a violation say of how often it was seen: less than that is no row that anybody goes by. */
import type { Reader } from '#db/client'
import type { ViolationRow } from '#db/queries/governance'
import { textsOfNodes } from '#db/queries/payloads'
import type { NodeBody } from '#shared/contracts/node'
import { sealedViolations } from '#shared/evidence/sealed/violations'
import { sha256Hex } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

/** Undefined where a node says nothing of it. */
export function saidOccurrences(result: NodeBody['result'] | undefined): number | undefined {
  const said = result?.['occurrences']
  return typeof said === 'number' ? said : undefined
}

/** @throws EVIDENCE_MISMATCH where less is counted of one than its newest node says, or where that is not there. */
export async function requireSaidCounts(
  sql: Reader,
  rows: readonly Pick<ViolationRow, 'head' | 'occurrences' | 'version'>[],
): Promise<void> {
  // What opens one says nothing of it.
  const moved = rows.filter(({ version }) => version > 0)
  if (moved.length === 0) return
  const texts = await textsOfNodes(
    sql,
    moved.map(({ head }) => head),
  )
  const textOf = new Map(texts.map(({ id, body }) => [id, body]))
  for (const { head, occurrences } of moved) {
    const text = textOf.get(head)
    if (text === undefined || sha256Hex(text) !== head) throw evidenceMismatch(sealedViolations.table, head)
    const { result }: NodeBody = JSON.parse(text)
    if (occurrences < (saidOccurrences(result) ?? 0)) throw evidenceMismatch(sealedViolations.table, head)
  }
}

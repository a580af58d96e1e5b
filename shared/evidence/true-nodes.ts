/** Nodes as they are read to be shown: each is its own text, and its owner’s. */
import type { GraphRow } from '#db/queries/graph'
import { sha256Hex } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

/** Of each row what it is known by, and what decides who sees it. */
type Shown = Pick<GraphRow, 'id' | 'body' | 'org_id'>

/** @throws EVIDENCE_MISMATCH with the first whose text has another digest, or another owner. */
export function requireTrueNodes(rows: readonly Shown[]): void {
  for (const row of rows) if (!isTrue(row)) throw evidenceMismatch('edg_nodes', row.id)
}

/**
 * The owner as it stands in the canonical text: a page has hundreds, and parsing each would cost as much as all else. No
 * text inside can hold these characters, since its quotes would be escaped. Nodes of the first release name no owner.
 */
const isTrue = ({ id, body, org_id: orgId }: Shown): boolean =>
  sha256Hex(body) === id && (body.includes(`,"org":${JSON.stringify(orgId)},"parents":[`) || !body.includes(',"org":"'))

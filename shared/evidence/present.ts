/** Nodes as the wire has them. */
import type { GraphRow, Neighbours } from '#db/queries/graph'
import type { EvidenceNode } from '#shared/contracts/evidence'
import type { NodeBody } from '#shared/contracts/node'
import type { PayloadState } from '#shared/evidence/payloads'

/** The body that a row's text says. */
export const bodyOf = (row: Pick<GraphRow, 'body'>): NodeBody =>
  // Sound: the database takes no text that is not a node's; a forged one is for verification to name.
  JSON.parse(row.body) as NodeBody

const signatureOf = ({ kid, signature }: Pick<GraphRow, 'kid' | 'signature'>) => ({
  kid,
  alg: 'Ed25519' as const,
  sig: Buffer.from(signature).toString('base64'),
})

const placeInLog = (leaf: number | null, treeSize: number) => ({
  leaf_index: leaf,
  tree_size: treeSize,
  state: leaf === null ? ('pending' as const) : ('included' as const),
})

/**
 * The parents that a node names, read from where they stand in its canonical text: a page has hundreds of bodies, and they
 * are the only member it needs. No text can hold `"parents":[`, since its quotes would be escaped.
 */
export function parentsIn(row: GraphRow): NodeBody['parents'] {
  const from = row.body.indexOf('"parents":[')
  const to = row.body.indexOf('],"payload":', from)
  return from < 0 || to < 0 ? bodyOf(row).parents : JSON.parse(row.body.slice(from + 10, to + 1))
}

/** A node of a chain as JSON text: the body's own text with what stands beside it. */
export const presentedNode = (row: GraphRow, treeSize: number): string => {
  const beside = { hash: row.id, signature: signatureOf(row), log: placeInLog(row.leaf, treeSize) }
  return `${row.body.slice(0, -1)},${JSON.stringify(beside).slice(1)}`
}

/** A node with all that belongs to it. @param prefix the base path of area B. */
export function presentNode(
  row: GraphRow,
  { parents, children, children_total, tree_size }: Neighbours,
  payload: PayloadState | undefined,
  prefix: string,
): EvidenceNode {
  const body = bodyOf(row)
  return {
    ...body,
    payload: body.payload && presentPayload(body.payload, payload),
    hash: row.id,
    signature: signatureOf(row),
    log: placeInLog(row.leaf, tree_size),
    linked_nodes: { parents, children, children_total },
    links: {
      self: `${prefix}/edg/${row.id}`,
      chain: `${prefix}/edg/chain/${row.id}`,
      export: `${prefix}/edg/export/${row.id}`,
      verify: `${prefix}/edg/verify`,
      ...subjectLink(body, prefix),
    },
  }
}

const presentPayload = (payload: NonNullable<NodeBody['payload']>, found: PayloadState | undefined) =>
  found?.state === 'kept'
    ? {
        ...payload,
        erased: false,
        salt: Buffer.from(found.payload.salt).toString('base64'),
        content: found.payload.text,
      }
    : { ...payload, erased: found?.state === 'erased' }

function subjectLink({ subject }: NodeBody, prefix: string): Record<string, string> {
  if (subject.type === 'node') return { subject: `${prefix}/edg/${subject.id}` }
  if (subject.type === 'agent') return { subject: `${prefix}/agents/${subject.id}` }
  return {}
}

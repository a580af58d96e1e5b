/** Exports: a chain as a bundle that verifies offline or in other formats, one node as a proof or a signed statement. */

import { nodeOf, visibleTo } from '#api/evidence/nodes'
import type { AppContext } from '#api/http/context'
import { bind, type Endpoint } from '#api/http/endpoint'
import type { GraphRow } from '#db/queries/graph'
import { chainOf, type FoundChain, groupsOfChain } from '#shared/evidence/chain'
import { dotOf, mermaidOf, svgOf } from '#shared/evidence/drawing'
import { proveInclusion } from '#shared/evidence/log'
import { bodyOf } from '#shared/evidence/present'
import { type NamedNode, provOf } from '#shared/evidence/provenance'
import { chainTooLong, notInLogYet } from '#shared/kernel/errors/evidence'
import { evidenceRoutes } from '#shared/routes/evidence'
import { formatLogProof } from '#shared/tlog/checkpoint'
import { exportBundle } from '#shared/verification/export'
import { makeStatement } from '#shared/verification/scitt'
import { witnessesOf } from '#shared/verification/verify-request'

const exportedAtMost = 10_000

export function chainExportEndpoints({ read, readLong, signer, config }: AppContext): Endpoint[] {
  async function nodesOf(chain: FoundChain): Promise<NamedNode[]> {
    const nodes: NamedNode[] = []
    for await (const rows of groupsOfChain(readLong, chain, { order: 'asc', kinds: undefined }))
      nodes.push(...rows.map((row) => ({ id: row.id, body: bodyOf(row) })))
    return nodes
  }

  async function proofOf({ id }: GraphRow): Promise<string> {
    const proof = await read((sql) => proveInclusion(sql, id))
    if (!proof) throw notInLogYet(id)
    const checkpoint = proof.checkpoint + proof.cosignatures.join('')
    return formatLogProof({ index: proof.leaf, hashes: proof.hashes, checkpoint })
  }

  async function statedOf(row: GraphRow) {
    const made = await read((sql) => makeStatement(sql, row, signer))
    if (!made) throw notInLogYet(row.id)
    return made
  }

  /** Of one node, however long its chain is. */
  const ofNode = {
    'tlog-proof': { type: 'text/plain; charset=utf-8', extension: 'tlog-proof', make: proofOf },
    scitt: {
      type: 'application/scitt-statement+cose',
      extension: 'statement.cose',
      make: async (row: GraphRow) =>
        new Blob([await statedOf(row).then(({ statement }) => Uint8Array.from(statement))]),
    },
    'cose-receipt': {
      type: 'application/scitt-receipt+cose',
      extension: 'receipt.cose',
      make: async (row: GraphRow) => new Blob([await statedOf(row).then(({ receipt }) => Uint8Array.from(receipt))]),
    },
  }

  const ofChain = {
    intoto: {
      type: 'application/vnd.in-toto.bundle',
      extension: 'intoto.jsonl',
      make: (head: GraphRow, chain: FoundChain) =>
        readLong((sql) => exportBundle(sql, head, chain, { signer, witnesses: witnessesOf(config) })),
    },
    prov: {
      type: 'application/json; charset=utf-8',
      extension: 'prov.json',
      make: async (_: GraphRow, chain: FoundChain) => JSON.stringify(provOf(await nodesOf(chain))),
    },
    dot: {
      type: 'text/vnd.graphviz; charset=utf-8',
      extension: 'dot',
      make: async (_: GraphRow, chain: FoundChain) => dotOf(await nodesOf(chain)),
    },
    mermaid: {
      type: 'text/plain; charset=utf-8',
      extension: 'mmd',
      make: async (_: GraphRow, chain: FoundChain) => mermaidOf(await nodesOf(chain)),
    },
    svg: {
      type: 'image/svg+xml',
      extension: 'svg',
      make: async (_: GraphRow, chain: FoundChain) => svgOf(await nodesOf(chain)),
    },
  }

  async function chainFrom(head: GraphRow, orgIds: string[]): Promise<FoundChain> {
    const chain = await read((sql) => chainOf(sql, head, orgIds))
    if (chain.total > exportedAtMost) throw chainTooLong(chain.total, exportedAtMost)
    return chain
  }

  return [
    bind(evidenceRoutes.exportEvidence, async (call) => {
      const head = await nodeOf({ read }, call)
      const { format } = call.query
      const { type, extension } = { ...ofNode, ...ofChain }[format]
      const content = isOfNode(format)
        ? await ofNode[format].make(head)
        : await ofChain[format].make(head, await chainFrom(head, visibleTo(call)))
      const headers = { 'Content-Disposition': `attachment; filename="${head.id.slice(0, 16)}.${extension}"` }
      return { status: 200, raw: { content, type }, headers, nodeId: head.id }
    }),
  ]
}

type OfNode = 'tlog-proof' | 'scitt' | 'cose-receipt'
const isOfNode = (format: string): format is OfNode => ['tlog-proof', 'scitt', 'cose-receipt'].includes(format)

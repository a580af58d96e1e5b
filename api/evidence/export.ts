/** Exports of a chain: a bundle that verifies offline, a proof of one node, and the graph in other formats. */

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

const exportedAtMost = 10_000

export function chainExportEndpoints({ read, readLong, signer }: AppContext): Endpoint[] {
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

  const formats = {
    intoto: {
      type: 'application/vnd.in-toto.bundle',
      extension: 'intoto.jsonl',
      make: (head: GraphRow, chain: FoundChain) => readLong((sql) => exportBundle(sql, head, chain, signer)),
    },
    'tlog-proof': { type: 'text/plain; charset=utf-8', extension: 'tlog-proof', make: proofOf },
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

  return [
    bind(evidenceRoutes.exportEvidence, async (call) => {
      const head = await nodeOf({ read }, call)
      const { type, extension, make } = formats[call.query.format]
      const chain = await read((sql) => chainOf(sql, head, visibleTo(call)))
      if (chain.total > exportedAtMost && call.query.format !== 'tlog-proof')
        throw chainTooLong(chain.total, exportedAtMost)
      const headers = { 'Content-Disposition': `attachment; filename="${head.id.slice(0, 16)}.${extension}"` }
      return { status: 200, raw: { content: await make(head, chain), type }, headers, nodeId: head.id }
    }),
  ]
}

/** The evidence chain of a node: in one answer, in pages that stay as they are, or as one stream. */

import { openChainCursors, openChains } from '#api/evidence/cursors'
import { nodeOf, visibleTo } from '#api/evidence/nodes'
import type { AppContext } from '#api/http/context'
import { bind, type Call, type Endpoint, type RawAnswer } from '#api/http/endpoint'
import { type GraphRow, logSize } from '#db/queries/graph'
import { type NodeKind, nodeKinds } from '#shared/contracts/node'
import { type FoundChain, groupsOfChain, pageOfChain } from '#shared/evidence/chain'
import { latestCheckpoint } from '#shared/evidence/log'
import { parentsIn, presentedNode } from '#shared/evidence/present'
import { requireTrueNodes } from '#shared/evidence/true-nodes'
import { isWholeChain } from '#shared/evidence/whole-chain'
import { invalidRequest } from '#shared/kernel/errors/request'
import { evidenceRoutes } from '#shared/routes/evidence'
import { append, emptyFrontier, leafHash, rootOf } from '#shared/tlog/merkle'

const ndjson = 'application/x-ndjson'

export function chainEndpoints(room: AppContext): Endpoint[] {
  const { read } = room
  const cursors = openChainCursors(room.signer)
  const find = openChains(room)
  return [
    bind(evidenceRoutes.getEvidenceChain, async (call) => {
      const { limit, cursor, order, max_depth: maxDepth } = call.query
      const kinds = readKinds(call.query.kinds)
      const head = await nodeOf(room, call)
      const subject = [head.id, order, call.query.kinds ?? '', maxDepth ?? 0].join(' ')
      const after = cursor === undefined ? undefined : cursors.read(cursor, subject)
      const chain = await find(head, visibleTo(call), maxDepth)
      if (call.request.headers.get('accept')?.includes(ndjson))
        return streamed(room, call, { head, chain, order, kinds })
      const [rows, treeSize, checkpoint] = await Promise.all([
        read((sql) => pageOfChain(sql, chain, { order, after, limit: limit + 1, kinds })),
        read((sql) => logSize(sql)),
        read((sql) => latestCheckpoint(sql)),
      ])
      const page = rows.slice(0, limit)
      const isLast = rows.length <= limit
      requireTrueNodes(page)
      const asked = { orgIds: visibleTo(call), isOfKinds: kinds !== undefined }
      const isAll = isLast && after === undefined
      const isComplete = isAll && (await read((sql) => isWholeChain(sql, chain, page, asked)))
      const last = page.at(-1)
      const bodies = page.map((row) => ({ hash: row.id, parents: parentsIn(row) }))
      const facts = {
        hash: head.id,
        count: page.length,
        total: kinds ? (isAll ? page.length : null) : chain.total,
        complete: isComplete,
        edges: bodies.flatMap(({ hash, parents }) =>
          parents.map((parent) => ({ child: hash, parent: parent.hash, rel: parent.rel })),
        ),
        roots: bodies.flatMap(({ hash, parents }) => (parents.length === 0 ? [hash] : [])),
        next_cursor: isLast || !last ? null : cursors.write(last.ins, subject),
        chain_digest: isComplete ? digestOf(order === 'asc' ? page : page.toReversed()) : null,
        checkpoint: checkpoint?.note ?? null,
      }
      const nodes = page.map((row) => presentedNode(row, treeSize))
      const content = `${JSON.stringify(facts).slice(0, -1)},"nodes":[${nodes.join(',')}]}`
      const headers = { 'Cache-Control': 'private, no-cache' }
      return { status: 200, raw: { content, type: 'application/json; charset=utf-8' }, headers, nodeId: head.id }
    }),
  ]
}

/** Merkle root over ids in the order of insertion. */
const digestOf = (rows: readonly GraphRow[]): string =>
  Buffer.from(
    rootOf(
      append(
        emptyFrontier,
        rows.map(({ id }) => leafHash(id)),
      ),
    ),
  ).toString('hex')

function readKinds(text: string | undefined): NodeKind[] | undefined {
  return text?.split(',').map((word) => {
    const kind = nodeKinds.find((known) => known === word.trim())
    if (kind) return kind
    throw invalidRequest([
      { path: '?kinds', message: `names "${word}", which is not a kind of node`, expected: nodeKinds.join(', ') },
    ])
  })
}

type Wanted = { head: GraphRow; chain: FoundChain; order: 'asc' | 'desc'; kinds: NodeKind[] | undefined }

/** All of it, read a group at a time as fast as the reader takes it. */
async function streamed(
  { read, readLong, log }: AppContext,
  call: Call,
  { head, chain, order, kinds }: Wanted,
): Promise<RawAnswer> {
  const [treeSize, checkpoint] = await Promise.all([read((sql) => logSize(sql)), read((sql) => latestCheckpoint(sql))])
  const groups = groupsOfChain(readLong, chain, { order, kinds })
  const encoder = new TextEncoder()
  let frontier = emptyFrontier
  let count = 0
  const content = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await groups.next()
          if (!next.done) {
            const rows = next.value
            requireTrueNodes(rows)
            if (order === 'asc')
              frontier = append(
                frontier,
                rows.map(({ id }) => leafHash(id)),
              )
            count += rows.length
            return controller.enqueue(encoder.encode(rows.map((row) => `${presentedNode(row, treeSize)}\n`).join('')))
          }
          const end = {
            count,
            chain_digest: order === 'asc' ? Buffer.from(rootOf(frontier)).toString('hex') : null,
            checkpoint: checkpoint?.note ?? null,
          }
          controller.enqueue(encoder.encode(`${JSON.stringify({ end })}\n`))
          controller.close()
        } catch (error) {
          log.error({ request_id: call.requestId, err: error }, 'chain cut off')
          controller.error(new Error('chain cut off'))
        }
      },
    },
    { highWaterMark: 0 },
  )
  return { status: 200, raw: { content, type: `${ndjson}; charset=utf-8` }, nodeId: head.id }
}

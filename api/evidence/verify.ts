/** Verification of evidence: a node or a chain at once, a long chain or the whole store as a job. */
import { verificationExample } from '#api/evidence/examples'
import { readNodeHash, visibleTo } from '#api/evidence/nodes'
import type { AppContext } from '#api/http/context'
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { callJob, runPresenter } from '#api/http/job-call'
import { findNode } from '#db/queries/graph'
import { Verification, VerifyRequest } from '#shared/contracts/evidence'
import { chainOf } from '#shared/evidence/chain'
import { runTask } from '#shared/jobs/run-task'
import { nodeNotFound } from '#shared/kernel/errors/evidence'
import { openReplays } from '#shared/verification/verify'
import { type SettledVerifyRequest, verifyAsked, witnessesOf } from '#shared/verification/verify-request'

// A longer chain would keep other requests waiting.
const verifiedHere = 10_000

export function verifyEndpoints(room: AppContext): Endpoint[] {
  const { read, readLong, config, signer } = room
  const replays = openReplays()
  const present = runPresenter(room)

  async function isHeavy(
    { hash, mode, max_nodes: maxNodes }: SettledVerifyRequest,
    orgIds: string[],
  ): Promise<boolean> {
    if (mode === 'full') return true
    if (mode !== 'chain' || hash === null || (maxNodes ?? verifiedHere + 1) <= verifiedHere) return false
    const head = await read((sql) => findNode(sql, hash, orgIds))
    return head !== undefined && (await read((sql) => chainOf(sql, head, orgIds))).total > verifiedHere
  }

  return [
    endpoint({
      method: 'POST',
      path: '/edg/verify',
      operationId: 'verifyEvidence',
      summary: 'Verify evidence',
      description:
        'Thirteen checks, each with its standing: V1 hash, V2 canonical text, V3 shape, V4 columns and edges, V5 signature, V6 parents, V7 stream, V8 payload, V9 inclusion in the log, V10 checkpoints, V11 witnesses, V12 rows of state, V13 decisions made again. `first_failure` names the first node, in the order of insertion, at which anything is wrong. mode=node looks at one node, chain at its ancestors too, full at the whole store, as a job. `checkpoint`: one that you kept, which the log must have grown from. `node` and `proof`: what you kept of a node, for one that this store no longer has.',
      auth: 'key',
      isJob: true,
      body: { kind: 'json', schema: VerifyRequest, example: { hash: verificationExample.hash, mode: 'chain' } },
      responses: { 200: { description: 'The verdict.', schema: Verification, example: verificationExample } },
      errors: ['NODE_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const asked: SettledVerifyRequest = { ...call.body, hash: readNodeHash(call.body.hash, '/hash') }
        const { orgId } = callerOf(call)
        const orgIds = visibleTo(call)
        if (asked.mode === 'full' && !asked.node && !(await read((sql) => findNode(sql, asked.hash ?? '', orgIds))))
          throw nodeNotFound(asked.hash ?? '')
        if (await isHeavy(asked, orgIds)) {
          const payload = { of: 'call' as const, type: 'evidence.verify', payload: asked }
          return callJob(call, room, { contract: runTask, payload, limitMs: config.waitMs['run-task'], present })
        }
        const tools = { anchors: [signer.publicKey], replays, witnesses: witnessesOf(config) }
        const verification = await readLong((sql) => verifyAsked({ ...tools, sql }, asked, orgId))
        if (!verification) throw nodeNotFound(asked.hash ?? '')
        return { ...json(200, verification), nodeId: asked.hash ?? undefined }
      },
    }),
  ]
}

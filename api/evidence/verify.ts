/** Verification of evidence: a node or a chain at once, a long chain or the whole store as a job. */
import { readNodeHash, visibleTo } from '#api/evidence/nodes'
import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { callJob, runPresenter } from '#api/http/job-call'
import { findNode } from '#db/queries/graph'
import { chainOf } from '#shared/evidence/chain'
import { waitMsOf } from '#shared/jobs/contract'
import { runTask } from '#shared/jobs/run-task'
import { nodeNotFound } from '#shared/kernel/errors/evidence'
import { evidenceRoutes } from '#shared/routes/evidence'
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
    bind(evidenceRoutes.verifyEvidence, async (call) => {
      const asked: SettledVerifyRequest = { ...call.body, hash: readNodeHash(call.body.hash, '/hash') }
      const { orgId } = callerOf(call)
      const orgIds = visibleTo(call)
      if (asked.mode === 'full' && !asked.node && !(await read((sql) => findNode(sql, asked.hash ?? '', orgIds))))
        throw nodeNotFound(asked.hash ?? '')
      if (await isHeavy(asked, orgIds)) {
        const payload = { of: 'call' as const, type: 'evidence.verify', payload: asked }
        return callJob(call, room, { contract: runTask, payload, limitMs: waitMsOf(config, runTask), present })
      }
      const tools = { anchors: [signer.publicKey], replays, witnesses: witnessesOf(config) }
      const verification = await readLong((sql) => verifyAsked({ ...tools, sql }, asked, orgId))
      if (!verification) throw nodeNotFound(asked.hash ?? '')
      return { ...json(200, verification), nodeId: asked.hash ?? undefined }
    }),
  ]
}

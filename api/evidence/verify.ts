/** Verification of evidence: a node or a chain at once, a long chain or the whole store as a job. */
import { readNodeHash, visibleTo } from '#api/evidence/nodes'
import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { callJob, runPresenter } from '#api/http/job-call'
import { findNode, findTrail } from '#db/queries/graph'
import { chainOf } from '#shared/evidence/chain'
import { waitMsOf } from '#shared/jobs/contract'
import { runTask } from '#shared/jobs/run-task'
import { nodeNotFound } from '#shared/kernel/errors/evidence'
import { evidenceRoutes } from '#shared/routes/evidence'
import { openOutside } from '#shared/verification/outside'
import { openReplays } from '#shared/verification/verify'
import {
  type SettledVerifyRequest,
  settledRequest,
  verifyAsked,
  witnessesOf,
} from '#shared/verification/verify-request'

// A longer chain would keep other requests waiting.
const verifiedHere = 10_000

export function verifyEndpoints(room: AppContext): Endpoint[] {
  const { read, readLong, config, signer } = room
  const replays = openReplays()
  const present = runPresenter(room)
  const outside = openOutside({ dataDir: config.dataDir, witnesses: config.evidence.witnesses })

  async function isHeavy(
    { hash, mode, max_nodes: maxNodes }: SettledVerifyRequest,
    orgIds: string[],
  ): Promise<boolean> {
    if (mode === 'full') return true
    if (mode !== 'chain' || hash === null || (maxNodes ?? verifiedHere + 1) <= verifiedHere) return false
    const head = await read((sql) => findNode(sql, hash, orgIds))
    return head !== undefined && (await read((sql) => chainOf(sql, head, orgIds))).total > verifiedHere
  }

  /** There, or gone and not without a trail. */
  const isKnown = (hash: string, orgIds: string[]) =>
    read(async (sql) => (await findNode(sql, hash, orgIds)) !== undefined || (await findTrail(sql, hash)) !== undefined)

  return [
    bind(evidenceRoutes.verifyEvidence, async (call) => {
      const { hash, ...rest } = settledRequest(call.body)
      const asked: SettledVerifyRequest = { ...rest, hash: hash === null ? null : readNodeHash(hash, '/hash') }
      const { orgId } = callerOf(call)
      const orgIds = visibleTo(call)
      if (asked.mode === 'full' && asked.hash !== null && !asked.node && !(await isKnown(asked.hash, orgIds)))
        throw nodeNotFound(asked.hash)
      if (await isHeavy(asked, orgIds)) {
        const payload = { of: 'call' as const, type: 'evidence.verify', payload: asked }
        // Of a whole store nobody knows how long it takes: the caller comes back for it.
        const isLeft = asked.hash === null
        return callJob(call, room, { contract: runTask, payload, limitMs: waitMsOf(config, runTask), present, isLeft })
      }
      const tools = { anchors: [signer.publicKey], signer, replays, witnesses: witnessesOf(config), outside }
      const verification = await readLong((sql) => verifyAsked({ ...tools, sql }, asked, orgId))
      if (!verification) throw nodeNotFound(asked.hash ?? '')
      return { ...json(200, verification), nodeId: asked.hash ?? undefined }
    }),
  ]
}

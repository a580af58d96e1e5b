/** Making connections: judged here, tested by a worker, written then. */
import { presentConnection } from '#api/connections/present'
import type { AppContext } from '#api/http/context'
import { bind, type Call, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { type ConnectionDraft, createConnection, draftConnection } from '#shared/connections/create'
import type { ConnectionTested } from '#shared/contracts/connections'
import { waitMsOf } from '#shared/jobs/contract'
import { readTested, syncConnection } from '#shared/jobs/sync-connection'
import { connectionUnreachable } from '#shared/kernel/errors/connections'
import { jobTimeout, noWorker } from '#shared/kernel/errors/jobs'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { connectionRoutes } from '#shared/routes/connections'

export function createEndpoint(room: AppContext): Endpoint {
  return bind(connectionRoutes.createConnection, async (call) => {
    const ctx = verbContext(room, call, 'C')
    const draft = await draftConnection(ctx, call.body)
    const isStrict = call.query.verify === 'strict'
    const tested = await testDraft(room, call, draft, isStrict)
    if (isStrict && tested?.error) throw connectionUnreachable(tested.error)
    const row = await createConnection(ctx, draft, tested, new Date())
    const headers = { Location: `${room.config.basePaths.C}/connections/${row.connection_id}` }
    return { ...json(201, presentConnection(row), headers), nodeId: row.head }
  })
}

/**
 * What a worker says of it; undefined where none says anything in time.
 * @throws NO_WORKER, JOB_TIMEOUT where it must be tested: nothing was made then.
 */
async function testDraft(
  room: AppContext,
  call: Call,
  { id, kind, config, sealed }: ConnectionDraft,
  isStrict: boolean,
): Promise<ConnectionTested | undefined> {
  const { orgId, keyId } = callerOf(call)
  if (!(await room.crews.areThere(syncConnection.name))) {
    if (isStrict) throw noWorker(syncConnection.name)
    return undefined
  }
  const jobId = uuidFrom(id, 'test')
  const waitMs = waitMsOf(room.config, syncConnection)
  const payload = { of: 'test' as const, connectionId: id, draft: { kind, config, sealed: sealed.secret } }
  const asked = await room.queue.enqueueAndWait(syncConnection, payload, {
    jobId,
    requestId: call.requestId,
    orgId,
    keyId,
    writing: call.writing({ ids: { job_id: jobId }, lookAt: `/jobs/${jobId}` }),
    isMetAgain: call.idempotency !== undefined,
    waitMs,
    signal: call.request.signal,
  })
  if (asked.state === 'succeeded' && asked.reply !== undefined) return readTested(asked.reply)
  if (isStrict) throw jobTimeout(jobId, waitMs)
  return undefined
}

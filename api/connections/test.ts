/** Testing connections: a worker tries, whoever asked is told what came of it. */
import type { AppContext } from '#api/http/context'
import { bind, type Endpoint, json, type RawAnswer } from '#api/http/endpoint'
import { callJob } from '#api/http/job-call'
import { verbContext } from '#api/http/verb-context'
import { requireConnection } from '#shared/connections/find'
import type { ConnectionTested } from '#shared/contracts/connections'
import { waitMsOf } from '#shared/jobs/contract'
import { readTested, syncConnection } from '#shared/jobs/sync-connection'
import { resultOfJob, whyWithoutResult } from '#shared/queue/results'
import { connectionRoutes } from '#shared/routes/connections'

export function testEndpoint(room: AppContext): Endpoint {
  const limitMs = waitMsOf(room.config, syncConnection)
  return bind(connectionRoutes.testConnection, async (call) => {
    const row = await requireConnection(verbContext(room, call, 'C'), call.params.connection_id)
    call.concern({ nodeId: row.head })
    const payload = { of: 'test' as const, connectionId: row.connection_id, draft: null }
    const present = async (jobId: string, reply?: string) => json(200, await findTested(room, jobId, reply))
    return callJob(call, room, { contract: syncConnection, payload, limitMs, present })
  })
}

/** What a test came to. A sync has nothing to tell but how its connection stands. @throws STATE_CONFLICT, EVIDENCE_MISMATCH where it was taken away */
async function findTested(
  { read, signer }: Pick<AppContext, 'read' | 'signer'>,
  jobId: string,
  reply: string | undefined,
): Promise<ConnectionTested> {
  const text = reply ?? (await read((sql) => resultOfJob(sql, signer, jobId)))
  if (text === undefined) throw await read((sql) => whyWithoutResult(sql, jobId))
  return readTested(text)
}

/** Presents what a sync-connection job came to, from the store. */
export const testedPresenter =
  (room: Pick<AppContext, 'read' | 'signer'>) =>
  async (jobId: string): Promise<RawAnswer> => ({
    status: 200,
    raw: {
      content: JSON.stringify(await findTested(room, jobId, undefined)),
      type: 'application/json; charset=utf-8',
    },
  })

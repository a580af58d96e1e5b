/** gather-briefing's worker: what was read over connections in, a briefing, signals or a meeting out, saved with its evidence node. */

import type { Tx } from '#db/client'
import { insertBriefing } from '#db/queries/briefings'
import { holdConnections } from '#db/queries/connections'
import { askForSyncs } from '#shared/connections/ask'
import type { BriefingReplay } from '#shared/contracts/briefings'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { saveRecorded } from '#shared/governance/results'
import type { PayloadOf } from '#shared/jobs/contract'
import { briefingReply, gatherBriefing } from '#shared/jobs/gather-briefing'
import { keepResults } from '#shared/queue/results'
import { gather } from '#workers/gather-briefing/gather'
import { KeptItems } from '#workers/gather-briefing/kept-items'
import { briefingRowOf, type MadeBriefing, recordBriefing, toldBriefing } from '#workers/gather-briefing/made'
import { refreshConnections } from '#workers/gather-briefing/refresh'
import { replayBriefing } from '#workers/gather-briefing/replay'
import { type Done, defineWorker, type JobAttempt, type WorkerTools } from '#workers/runtime/worker'

type Payload = PayloadOf<typeof gatherBriefing>
type Result = MadeBriefing | BriefingReplay

const isMade = (result: Result): result is MadeBriefing => 'recorded' in result

export const worker = defineWorker(gatherBriefing, (tools: WorkerTools) => {
  const { db, config, signer, sendBatch } = tools
  const { sql } = db
  const kept = new KeptItems(signer)

  async function run(payload: Payload, job: JobAttempt): Promise<Result> {
    if (payload.of === 'replay') return replayBriefing(sql, job.orgId, payload.id)
    // One of the release before would take the decision for one that cannot be made again.
    await requireKnownToLedger((look) => look(sql), 'briefings')
    const everyMs = config.connections.syncEverySeconds * 1000
    const refresh = (maxAgeMs: number | null) =>
      refreshConnections({
        sql,
        signer,
        orgId: job.orgId,
        ask: (olderThan) => askForSyncs({ sql, sealer: signer, sendBatch, everyMs }, job.orgId, olderThan, job),
        maxAgeMs,
        deadlineMs: config.briefings.refreshMs,
        signal: job.signal,
        progress: job.progress,
      })
    const gathered = await gather(
      { sql, signer, kept, refresh, itemsKeptDays: config.connections.itemsKeptDays },
      payload,
      job,
    )
    return recordBriefing(tools, job, gathered)
  }

  return {
    // It waits for connections most of the time.
    concurrency: 16,
    reserved: 16,
    run,
    reply: (result) =>
      briefingReply(isMade(result) ? toldBriefing(result) : { nodeId: '', tier: 'T0', text: JSON.stringify(result) }),
    save: (tx, done) => saveAll(tx, done),
  }

  async function saveAll(tx: Tx, done: readonly Done<Result>[]): Promise<void> {
    const made = done.flatMap(({ job, result }) => (isMade(result) ? [{ job, result }] : []))
    await holdShown(tx, made)
    await saveRecorded(
      tx,
      signer,
      made.map(({ result }) => result.recorded),
    )
    for (const { job, result } of made) await insertBriefing(tx, briefingRowOf(signer, job, result))
    await keepResults(
      tx,
      signer,
      done.flatMap(({ job, result }) =>
        isMade(result) ? [] : [{ job_id: job.id, org_id: job.orgId, text: JSON.stringify(result) }],
      ),
    )
  }
})

/** Whoever deletes a connection meets what shows anything of it, or is met here. @throws Error where one is gone: it is made again. */
async function holdShown(tx: Tx, made: readonly Done<MadeBriefing>[]): Promise<void> {
  const byOrg = Map.groupBy(made, ({ job }) => job.orgId)
  for (const [orgId, ofOrg] of [...byOrg].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const shown = [...new Set(ofOrg.flatMap(({ result }) => result.connections))].sort()
    const there = shown.length === 0 ? [] : await holdConnections(tx, orgId, shown)
    if (there.length < shown.length) throw new Error('a connection was deleted while what it brought was gathered')
  }
}

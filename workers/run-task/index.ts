/** run-task's worker: does what needs no job of its own, and asks agents elsewhere. */

import { Counter } from 'prom-client'
import { writerOf } from '#db/client'
import { findStepInputs, type StepWithInput } from '#db/queries/plans'
import { findTaskPayload } from '#db/queries/tasks'
import { readCard } from '#shared/agents/card'
import { cardFreshMs, refreshAgent } from '#shared/agents/cards'
import { openPolicy } from '#shared/egress/resolve'
import { notePass } from '#shared/evidence/passes'
import { findProvenAgent } from '#shared/evidence/sealed/agents'
import { isAsWritten, requireStepSealed, sealedTaskPayloads } from '#shared/evidence/sealed/tasks'
import { requireSealed } from '#shared/evidence/sealed-rows'
import type { PayloadOf } from '#shared/jobs/contract'
import { runReply, runTask } from '#shared/jobs/run-task'
import { batcher } from '#shared/kernel/batcher'
import { openSeal } from '#shared/kernel/encryption'
import { ServiceError } from '#shared/kernel/errors'
import { agentNotFound, agentSuspended } from '#shared/kernel/errors/agents'
import { taskNotFound, taskTampered } from '#shared/kernel/errors/tasks'
import { withoutSecrets } from '#shared/kernel/secrets'
import { drawShard } from '#shared/kernel/shard'
import { keepResults } from '#shared/queue/results'
import { storedTogether, storeTraces } from '#shared/traces/record'
import { openCapabilities, type Work } from '#workers/run-task/capabilities'
import { askElsewhere } from '#workers/run-task/elsewhere'
import { startSweeper } from '#workers/run-task/sweeper'
import { defineWorker, type JobAttempt, type WorkerTools } from '#workers/runtime/worker'

type Elsewhere = { taskId: string; type: string; step?: number | undefined }

export const worker = defineWorker(runTask, (tools: WorkerTools) => {
  const { db, signer, config, registry, log } = tools
  const policy = openPolicy({ allow: config.egressAllow })
  const failed = new Counter({
    name: 'assay_agents_elsewhere_failed_total',
    help: 'Tasks that an agent elsewhere did not do, by why.',
    labelNames: ['reason'],
    registers: [registry],
  })
  const capabilities = openCapabilities(tools)
  const shard = drawShard()
  const forJobs = { seal: openSeal(config.sealingKey), allow: config.egressAllow }
  const sweeper = startSweeper(db.sql, { ...tools, forJobs }, log)

  async function askedOfTask(taskId: string): Promise<string | undefined> {
    const asked = await findTaskPayload(db.sql, taskId)
    if (asked && !isAsWritten(() => requireSealed(signer, sealedTaskPayloads, [asked]))) throw taskTampered(taskId)
    return asked?.text ?? undefined
  }

  /** One look for all jobs that begin meanwhile. */
  const inputOf = batcher<{ taskId: string; ord: number }, StepWithInput | undefined>(async (places) => {
    const found = new Map((await findStepInputs(db.sql, places)).map((row) => [`${row.task_id} ${row.ord}`, row]))
    return places.map(({ taskId, ord }) => found.get(`${taskId} ${ord}`))
  })

  async function askedOfStep(taskId: string, ord: number): Promise<string | undefined> {
    const asked = await inputOf({ taskId, ord })
    if (asked && !isAsWritten(() => requireStepSealed(signer, asked, { input: asked.input })))
      throw taskTampered(taskId)
    return asked?.input
  }

  /** @throws TASK_NOT_FOUND when what was asked has been erased meanwhile, JOB_TAMPERED when it was changed. */
  async function askedOf(payload: PayloadOf<typeof runTask>): Promise<unknown> {
    if (payload.of === 'call') return payload.payload
    const { taskId, step } = payload
    const asked = await (step === undefined ? askedOfTask(taskId) : askedOfStep(taskId, step))
    if (asked === undefined) throw taskNotFound(taskId)
    return JSON.parse(asked)
  }

  /** @throws AGENT_NOT_FOUND, AGENT_SUSPENDED, AGENT_FAILED */
  async function ask(name: string, { taskId, type, step }: Elsewhere, payload: unknown, job: JobAttempt) {
    try {
      const known = await findProvenAgent({ read: (look) => look(db.sql), signer }, job.orgId, name)
      if (!known) throw agentNotFound(name)
      // Nobody of ours has asked at a time that is still to come.
      const isFresh = Math.abs(Date.now() - known.checked_at.getTime()) < cardFreshMs
      const request = { key_id: job.keyId, trace: job.requestId }
      const row = isFresh ? known : await refreshAgent(known, { writer: writerOf(db.sql), signer, policy, request })
      if (row.status === 'suspended') throw agentSuspended(name, row.reason ?? 'it was suspended')
      // Sent again, it is the same message to the other side.
      const messageFor = step === undefined ? taskId : `${taskId}/${step}`
      return await askElsewhere(
        { name, card: readCard(row.card), taskId: messageFor, type, payload },
        policy,
        job.signal,
      )
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'AGENT_FAILED')
        failed.inc({ reason: String(error.details['reason']) })
      throw error
    }
  }

  return {
    concurrency: 16,
    knows: (payload) => (payload.of === 'task' && payload.agent !== null) || Object.hasOwn(capabilities, payload.type),
    async run(payload, job: JobAttempt): Promise<Work> {
      const asked = await askedOf(payload)
      if (payload.of === 'task' && payload.agent !== null)
        return cleaned({ result: await ask(payload.agent, payload, asked, job) })
      const capability = capabilities[payload.type]
      if (!capability) throw new Error(`nobody here does ${payload.type}`)
      const work = await capability(asked as never, job)
      // What an endpoint asks for goes on inside; what a task comes to is released.
      return payload.of === 'task' ? cleaned(work) : work
    },
    reply: ({ result, nodeId, found = [] }) =>
      runReply({ result, ...(nodeId ? { nodeId } : {}), ...(found.length > 0 ? { found } : {}) }),
    async save(tx, done) {
      // In one statement: it locks what they share in one order, whatever order they ended in.
      const traces = done.flatMap(({ result }) => result.trace ?? [])
      if (traces.length > 0) await storeTraces(tx, signer, await storedTogether(traces), shard)
      for (const { result } of done) if (result.pass) await notePass(tx, signer, result.pass)
      await keepResults(
        tx,
        signer,
        done.map(({ job, result }) => ({ job_id: job.id, org_id: job.orgId, text: JSON.stringify(result.result) })),
      )
    },
    close: () => sweeper.stop(),
  }
})

/** No secret is kept with the job either. */
function cleaned(work: Work): Work {
  const { value, found } = withoutSecrets(work.result)
  return { ...work, result: value, found }
}

/** run-task's room: does what needs no room of its own, and asks agents elsewhere. */
import { findTaskPayload, insertJobResults } from '#db/queries/tasks'
import { taskNotFound } from '#shared/errors'
import type { PayloadOf } from '#shared/jobs/contract'
import { runReply, runTask } from '#shared/jobs/run-task'
import { defineRoom, type Job, type Tools } from '#workers/room'
import { openCapabilities, type Work } from '#workers/run-task/capabilities'

export const room = defineRoom(runTask, (tools: Tools) => {
  const { db } = tools
  const capabilities = openCapabilities(tools)

  /** @throws TASK_NOT_FOUND when what was asked has been erased meanwhile. */
  async function askedOf(payload: PayloadOf<typeof runTask>): Promise<unknown> {
    if (payload.of === 'call') return payload.payload
    const text = await findTaskPayload(db.sql, payload.taskId)
    if (text === undefined) throw taskNotFound(payload.taskId)
    return JSON.parse(text)
  }

  return {
    seats: 16,
    async run(payload, job: Job): Promise<Work> {
      const asked = await askedOf(payload)
      const capability = capabilities[payload.type]
      if (!capability) throw new Error(`nobody here does ${payload.type}`)
      return capability(asked as never, job)
    },
    reply: ({ result, nodeId }) => runReply({ result, ...(nodeId ? { nodeId } : {}) }),
    async save(tx, done) {
      for (const { result } of done) await result.save?.(tx)
      await insertJobResults(
        tx,
        done.map(({ job, result }) => ({ job_id: job.id, org_id: job.orgId, text: JSON.stringify(result.result) })),
      )
    },
  }
})

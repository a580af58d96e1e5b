/** A task whose time is over says so itself, through every door, and leads nobody to what is gone. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Task } from '#shared/contracts/agents'
import { TaskDetail } from '#shared/contracts/tasks'
import { openLog } from '#shared/kernel/logger'
import { expectShape } from '#test/contract/shapes'
import { sealAnew } from '#test/support/sealed'
import { type Service, startService } from '#test/support/service'
import { giveTask, seeTask, untilEnded } from '#test/support/tasks'
import { sweep } from '#workers/maintenance/sweep'

let service: Service
beforeAll(async () => {
  service = await startService({ job: 'run-task' })
})
afterAll(() => service.stop())

async function afterItsTime(taskId: string): Promise<void> {
  const { sql } = service.database
  await sql`update tasks set completed_at = now() - interval '31 days' where id = ${taskId}`
  await sealAnew(sql, service.signer, 'tasks')
  await sweep({
    sql,
    log: openLog('test', 'silent'),
    keptDays: { traces: 0, trees: 0, tasks: 30, scans: 90, designs: 90, analyses: 30, briefings: 30, feedback: 365 },
    signer: service.signer,
  })
}

test('a single task: no result, no job to ask, and its job tells why', async () => {
  const given = await giveTask(service, 'risk-assessor', { type: 'stats.summarize' })
  const before = await untilEnded(service, given)
  const result = `/jobs/${before.links.job?.split('/').at(-1)}/result`
  const told = await service.call(`GET ${result}`)

  await afterItsTime(given.task_id)

  const after = await seeTask(service, given)
  expectShape(Task, after)
  expect([before.erased, before.result === null, told.status]).toEqual([false, false, 200])
  expect(after).toMatchObject({
    status: 'completed',
    erased: true,
    result: null,
    result_digest: before.result_digest,
    head: before.head,
  })
  expect(after.links.job).toBeUndefined()
  expect(await service.call(`GET ${result}`)).toMatchObject({
    status: 409,
    body: { error: { code: 'STATE_CONFLICT' } },
  })
  const detail = await service.call(`GET /tasks/${given.task_id}`)
  expectShape(TaskDetail, detail.body)
  expect(detail.body).toMatchObject({ erased: true, result: null })
  const node = await service.call(`GET /v1/edg/${before.nodes[0]?.hash}`)
  expect(node.body).toMatchObject({ payload: { erased: true } })
})

test('a plan: neither its result nor what its steps were given', async () => {
  const made = await service.call('POST /tasks', {
    body: {
      steps: [
        { id: 'one', type: 'stats.summarize' },
        { id: 'two', type: 'trace.query', payload: { limit: 7 } },
      ],
    },
  })
  const { id } = made.body as { id: string }
  await untilEnded(service, { task_id: id, agent: 'orchestrator', type: 'plan' } as never)

  await afterItsTime(id)

  const detail = await service.call(`GET /tasks/${id}`)
  expectShape(TaskDetail, detail.body)
  expect(detail.body).toMatchObject({ status: 'completed', erased: true, result: null })
  expect((await service.call(`GET /tasks/${id}/steps/two`)).body).toMatchObject({
    state: 'completed',
    payload: null,
    input: null,
    result: null,
  })
})

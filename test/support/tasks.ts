/** Tasks in tests: give one, wait until it has come so far. */
import type { Task, TaskAccepted } from '#shared/contracts/agents'
import { type Service, untilTaken } from '#test/support/service'
import { until } from '#test/support/until'

type Given = { type: string; payload?: unknown; key?: string; headers?: Record<string, string>; more?: object }

export async function giveTask(
  service: Service,
  agent: string,
  { type, payload = {}, key, headers = {}, more = {} }: Given,
): Promise<TaskAccepted> {
  const options = { body: { task: { type, payload }, ...more }, headers, ...(key ? { key } : {}) }
  const answer = await untilTaken(() => service.call(`POST /v1/agents/${agent}/task`, options))
  if (answer.status !== 202) throw new Error(`${type}: ${answer.status} ${answer.text}`)
  return answer.body as TaskAccepted
}

export async function seeTask(
  service: Service,
  { agent, task_id }: Pick<TaskAccepted, 'agent' | 'task_id'>,
): Promise<Task> {
  return (await service.call(`GET /v1/agents/${agent}/tasks/${task_id}`)).body as Task
}

const ended = ['completed', 'failed', 'canceled', 'rejected']

export const untilEnded = (service: Service, given: TaskAccepted, timeoutMs = 20_000): Promise<Task> =>
  untilStatus(service, given, ended, timeoutMs)

export async function untilStatus(
  service: Service,
  given: TaskAccepted,
  statuses: readonly string[],
  timeoutMs = 20_000,
): Promise<Task> {
  let last: Task | undefined
  return until(
    async () => {
      last = await seeTask(service, given)
      return statuses.includes(last.status) && last
    },
    {
      what: () => `task ${given.type} to be ${statuses.join(' or ')}: ${JSON.stringify(last)}`,
      timeoutMs,
      everyMs: 25,
    },
  )
}

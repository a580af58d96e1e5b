/** Which task, or which step of one, a job is done for, by the job's id. */
import type { Reader } from '#db/client'
import type { AsText } from '#db/tables/columns'
import type { taskSteps } from '#db/tables/task-steps'
import type { tasks } from '#db/tables/tasks'

type Task = typeof tasks.$inferSelect
type Step = typeof taskSteps.$inferSelect

export type TaskOfJobRow = AsText<
  Pick<Task, 'id' | 'job_id' | 'org_id' | 'key_id' | 'request_id' | 'agent' | 'type'>,
  never
> & {
  /** Null of a task that one job does. */
  ord: Step['ord'] | null
  state: Step['state'] | null
  lease: Step['lease']
}

export async function tasksOfJobs(sql: Reader, jobIds: readonly string[]): Promise<TaskOfJobRow[]> {
  return sql<TaskOfJobRow[]>`
    select id, job_id, org_id, key_id, request_id, agent, type, null::int as ord, null::text as state, null::int as lease
    from tasks where job_id = any(${jobIds as string[]}::uuid[]) and steps_total = 0
    union all
    select t.id, s.job_id, t.org_id, t.key_id, t.request_id, s.agent, s.type, s.ord, s.state, s.lease
    from task_steps s join tasks t on t.id = s.task_id where s.job_id = any(${jobIds as string[]}::uuid[])`
}

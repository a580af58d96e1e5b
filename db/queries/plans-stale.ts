/** What the sweeper of plans looks for: what is late, and steps whose job the queue does not have any more. */

import type { Reader, Tx } from '#db/client'
import type { queuedStates } from '#db/documents/states'
import { isUnanswered, type StepRow } from '#db/queries/plans'
import { jobProgress } from '#db/queries/queue'
import type { TaskRow } from '#db/queries/tasks'

/** Until the end of the transaction nobody else sweeps. False when somebody does already. */
export async function takeSweep(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(hashtext('assay plans')) as taken`
  return row?.taken ?? false
}

/** Plans that are not done although their time is over, by the database's clock. */
export async function overduePlans(tx: Reader, limit: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from tasks where completed_at is null and deadline < now() and steps_total > 0
    order by deadline limit ${limit}`
  return rows.map(({ id }) => id)
}

export type LateTask = Pick<
  TaskRow,
  'id' | 'job_id' | 'org_id' | 'key_id' | 'request_id' | 'agent' | 'type' | 'created_at'
>

/** The same of tasks that one job does. */
export async function overdueSingles(tx: Reader, limit: number): Promise<LateTask[]> {
  return tx<LateTask[]>`
    select id, job_id, org_id, key_id, request_id, agent, type, created_at from tasks
    where completed_at is null and deadline < now() and steps_total = 0 order by deadline limit ${limit}`
}

export type UnansweredStep = Pick<StepRow, 'task_id' | 'ord'>

/** Questions that nobody has answered in the time that they gave. */
export async function unansweredSteps(tx: Reader, limit: number): Promise<UnansweredStep[]> {
  return tx<UnansweredStep[]>`
    select t.task_id, t.ord from task_steps t
    where t.state = 'input-required' and ${isUnanswered(tx)} order by t.started_at limit ${limit}`
}

export type ActiveStep = Pick<StepRow, 'task_id' | 'ord' | 'agent' | 'type' | 'lease'> & {
  /** Every one has one that is ready or at work. */
  job_id: string
  version: number | null
  /** Of the job; null when the queue has none. */
  job_state: (typeof queuedStates)[number] | null
  /** Nothing of its plan has moved for a while; of one that a process moved whose clock is far off, that is taken to be so. */
  is_quiet: boolean
  /** Its attempt has taken longer than it may, by the database's clock, and nobody has said so. */
  is_stuck: boolean
  /** Nobody has sent its job for longer than one that knows it is waited for. */
  is_forsaken: boolean
}

/** Steps that wait for their jobs, some at a time: after this task. */
export async function activeSteps(
  tx: Reader,
  jobs: readonly string[],
  {
    after,
    quietMs,
    graceMs,
    unknownSeconds,
    limit,
  }: { after: string; quietMs: number; graceMs: number; unknownSeconds: number; limit: number },
): Promise<ActiveStep[]> {
  return tx<ActiveStep[]>`
    select s.task_id, s.ord, s.job_id, s.agent, s.type, s.version, s.lease, j.state::text as job_state,
      abs(extract(epoch from now() - t.updated_at)) > ${quietMs / 1000}::float8 as is_quiet,
      coalesce(s.state = 'working' and j.state = 'active'
        and j.started_on < now() - make_interval(secs => s.timeout_s + ${graceMs / 1000}), false) as is_stuck,
      coalesce(case when s.state = 'ready' and j.state is null then
        (select (body::json ->> 'timestamp')::timestamptz from edg_nodes where id = s.head)
          < now() - make_interval(secs => ${unknownSeconds}) end, false) as is_forsaken
    from (select task_id, ord, job_id, agent, type, lease, state, head, (spec ->> 'version')::int as version,
          (spec ->> 'timeout_s')::float8 as timeout_s from task_steps
        where state in ('ready', 'working') and task_id > ${after} order by task_id limit ${limit}) s
    join tasks t on t.id = s.task_id
    left join lateral (${jobProgress(tx, jobs, 's.job_id')}) j on true
    order by s.task_id`
}

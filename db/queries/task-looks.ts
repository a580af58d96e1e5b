/** Tasks, their steps and their nodes as verification reads them: whole, and a piece at a time. */
import type { Reader } from '#db/client'
import type { GraphRow } from '#db/queries/graph'
import { type StoredStep, stepRowColumns } from '#db/queries/plans'
import type { StepContent } from '#db/queries/plans-read'
import { type StoredTask, taskColumns } from '#db/queries/tasks'

export type TaskToHold = StoredTask & {
  /** JSON text. */
  result: string | null
  /** Of what it was asked; null once that was erased. */
  salt: Uint8Array | null
  /** Its first node was made after everything had been sealed: by this release, and so were all that followed. */
  is_young: boolean
}

export async function tasksToHold(sql: Reader, ids: readonly string[]): Promise<TaskToHold[]> {
  return sql<TaskToHold[]>`
    select ${taskColumns(sql)}, t.result::text as result,
      (select salt from task_payloads p where p.task_id = t.id) as salt,
      coalesce((select min(n.ins) from edg_nodes n where n.stream = 'task:' || t.id::text and n.pos = 0) > (
        select min(m.ins) from edg_keys k join edg_nodes m on m.stream = 'sealing:' || k.kid and m.pos = 0), false)
        as is_young
    from tasks t where t.id = any(${ids as string[]}::uuid[]) order by t.id`
}

export type NodeOfTask = Pick<GraphRow, 'id' | 'pos' | 'ins' | 'body'>

/** The nodes of a task's stream in their order, as many at a time. */
export async function* nodesOfTask(sql: Reader, taskId: string, atOnce: number): AsyncGenerator<NodeOfTask> {
  let after = -1
  for (;;) {
    const rows = await sql<NodeOfTask[]>`
      select encode(id, 'hex') as id, pos, ins, body from edg_nodes
      where stream = ${`task:${taskId}`} and pos > ${after} order by pos limit ${atOnce}`
    yield* rows
    if (rows.length < atOnce) return
    after = rows.at(-1)?.pos ?? after
  }
}

export type StepToHold = StoredStep & StepContent

/** The steps of a plan with all that they hold, as many at a time. */
export async function* stepsToHold(sql: Reader, taskId: string, atOnce: number): AsyncGenerator<StepToHold> {
  let after = -1
  for (;;) {
    const rows = await sql<StepToHold[]>`
      select ${stepRowColumns(sql)}, t.spec::text as spec, t.input::text as input, t.result::text as result
      from task_steps t where t.task_id = ${taskId} and t.ord > ${after} order by t.ord limit ${atOnce}`
    yield* rows
    if (rows.length < atOnce) return
    after = rows.at(-1)?.ord ?? after
  }
}

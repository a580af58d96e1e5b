/** Whether the rows of tasks and of their steps say what the nodes of their streams say. */
import type { Reader } from '#db/client'
import { nodesOfTask, type StepToHold, stepsToHold, type TaskToHold, tasksToHold } from '#db/queries/task-looks'
import { readTier } from '#shared/contracts/decision'
import { contentText } from '#shared/evidence/content-facts'
import { inputDigest, shapeOf, specsDigest } from '#shared/evidence/plan-facts'
import { sumOf } from '#shared/evidence/sealed/tasks'
import { saltedTextDigest } from '#shared/kernel/canonical'
import { type ToldNode, type ToldStep, type ToldTask, tell } from '#shared/verification/told-of-tasks'

export type TaskFault = { stream: string; step: { node: string; pos: number; ins: number } | undefined; fault: string }

/** Read at a time: a step may hold some megabytes. */
const nodesAtOnce = 500
const stepsAtOnce = 50

/**
 * What is wrong with the rows of these tasks, of those whose first node is of a release that says enough. Row, nodes and steps are
 * read one after the other: what is astray is looked at again, and is wrong where nothing has moved meanwhile.
 */
export async function* taskFaults(sql: Reader, taskIds: readonly string[]): AsyncGenerator<TaskFault> {
  for (const row of await tasksToHold(sql, taskIds)) {
    const faults = await faultsOf(sql, row)
    if (faults.length === 0) continue
    const [again] = await tasksToHold(sql, [row.id])
    if (again?.head !== row.head) continue
    const found = new Set((await faultsOf(sql, again)).map(({ fault }) => fault))
    yield* faults.filter(({ fault }) => found.has(fault))
  }
}

async function faultsOf(sql: Reader, row: TaskToHold): Promise<TaskFault[]> {
  let told: ToldTask | undefined
  for await (const node of nodesOfTask(sql, row.id, nodesAtOnce)) if (node.pos <= row.version) told = tell(told, node)
  // Whether the row names the newest node is looked at elsewhere.
  if (told?.first.facts['job_id'] === undefined || told.head.id !== row.head) return []
  const stream = `task:${row.id}`
  const [name] = astray(taskClaims(row, told))
  const own = `the row of ${stream} has another ${name} than its nodes say`
  const faults: TaskFault[] = name === undefined ? [] : [{ stream, step: spotOf(told.head), fault: own }]
  if (row.steps_total > 0) for await (const fault of planFaults(sql, row, told)) faults.push(fault)
  return faults
}

const spotOf = ({ id, pos, ins }: ToldNode) => ({ node: id, pos, ins })

/** What a row says beside what it has to say, by the names of its columns. */
type Claims = Record<string, readonly [is: unknown, said: unknown]>

const astray = (claims: Claims): string[] =>
  Object.entries(claims).flatMap(([name, [is, said]]) => (is === said ? [] : [name]))

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

/** A time as its node has it. Before everything was sealed another process may have said it by the database's clock. */
function sameTime(is: Date | null, said: string | null, isExact: boolean): boolean {
  if (is === null || said === null) return is === null && said === null
  return isExact ? is.toISOString() === said : Math.abs(is.getTime() - Date.parse(said)) < 60_000
}

function taskClaims(row: TaskToHold, told: ToldTask): Claims {
  const { body, facts } = told.first
  const { is_young: isExact, salt } = row
  return {
    org_id: [row.org_id, body.org],
    job_id: [row.job_id, facts['job_id']],
    key_id: [row.key_id, body.request?.key_id],
    request_id: [row.request_id, body.request?.trace],
    agent: [row.agent, body.agent.name],
    type: [row.type, facts['task_type']],
    created_at: [iso(row.created_at), told.first.at],
    deadline: [iso(row.deadline), facts['deadline'] ?? null],
    priority: [row.priority, facts['priority']],
    is_overridden: [row.is_overridden, facts['override'] !== undefined],
    steps_total: [row.steps_total, told.planned?.['steps'] ?? 0],
    status: [row.status, told.state],
    tier: [readTier(row.tier), told.tier ?? 'T0'],
    result_digest: [row.result_digest, told.resultDigest],
    error: [salt === null || row.error === null ? null : row.error.code, salt === null ? null : told.code],
    updated_at: [sameTime(row.updated_at, told.head.at, isExact), true],
    started_at: [sameTime(row.started_at, told.startedAt, isExact), true],
    completed_at: [sameTime(row.completed_at, told.endedAt, isExact), true],
    ...contentClaims(row, told),
  }
}

/** What a row holds beside the digests of it. Of what came about before it was erased nothing is there any more. */
function contentClaims(
  { result, error, salt }: Pick<TaskToHold, 'result' | 'error' | 'salt'>,
  { contents }: Pick<ToldTask, 'contents'>,
): Claims {
  if (salt === null) return contents.result === undefined ? {} : { result: [result, null] }
  const digest = (of: string | null, failure: unknown) => saltedTextDigest(salt, contentText(of, failure)).digest
  return {
    ...(contents.result === undefined
      ? { result: [result, null] }
      : { result: [digest(result, null), contents.result] }),
    ...(contents.error === undefined ? {} : { error: [digest(null, error), contents.error] }),
  }
}

async function* planFaults(sql: Reader, row: TaskToHold, told: ToldTask): AsyncGenerator<TaskFault> {
  const stream = `task:${row.id}`
  const planned: (Placed & Pick<StepToHold, 'type' | 'agent' | 'spec'>)[] = []
  const faults: TaskFault[] = []
  for await (const step of stepsToHold(sql, row.id, stepsAtOnce)) {
    const { id, type, agent, needs, dependents, waiting, state, ord, spec } = step
    planned.push({ id, type, agent, needs, dependents, waiting, state, ord, spec: row.salt === null ? null : spec })
    const said = told.steps.get(id)
    const [fault] = astray({
      ...specClaims(step),
      ...(row.salt === null ? { spec: [spec, null] as const } : {}),
      ...(said ? stepClaims(step, said, row, told) : untoldClaims(step, told)),
    })
    if (fault !== undefined)
      faults.push({
        stream,
        step: spotOf(said?.head ?? told.head),
        fault: `step ${id} of ${stream} has another ${fault} than its nodes say`,
      })
  }
  const missing = Number(told.planned?.['steps'] ?? planned.length) - planned.length
  if (missing !== 0) {
    const ids = new Set(planned.map(({ id }) => id))
    const [lost] = [...told.steps].filter(([id]) => !ids.has(id))
    const which = lost ? `, step ${lost[0]} among them` : ''
    const count =
      missing > 0
        ? `${missing} of the steps of ${stream} are not there${which}`
        : `${stream} has ${-missing} steps too many`
    yield { stream, step: spotOf(lost?.[1].head ?? told.head), fault: count }
  } else if (told.planned?.['shape'] !== shapeOf(planned))
    yield { stream, step: spotOf(told.head), fault: `the steps of ${stream} are not those that were planned` }
  else if (row.salt && told.planned['specs_digest'] !== specsDigest(row.salt, planned))
    yield { stream, step: spotOf(told.head), fault: `the steps of ${stream} are not asked what was planned` }
  yield* faults
  yield* placeFaults(row, told, planned)
}

/** What stands beside a spec for readers of many. */
function specClaims({ spec, on_error, max_attempts }: StepToHold): Claims {
  if (spec === null) return {}
  const said: { on_error?: string; max_attempts?: number } = JSON.parse(spec)
  return { on_error: [on_error, said.on_error], max_attempts: [max_attempts, said.max_attempts] }
}

const over = new Set(['completed', 'failed', 'canceled', 'skipped'])
const isEnded = ({ state }: Pick<ToldTask, 'state'>) => state === 'failed' || state === 'canceled'

/** A step that nothing was said of is as it was planned, or on its way, or was taken along by the end of its task. */
const untoldClaims = (step: StepToHold, told: ToldTask): Claims => {
  const isTaken = step.state === 'canceled' && isEnded(told)
  return {
    state: [isTaken || step.state === 'blocked' || step.state === 'ready', true],
    attempt: [step.attempt, 0],
    ...emptyClaims(step),
    started_at: [step.started_at, null],
    completed_at: [iso(step.completed_at), isTaken ? told.endedAt : null],
    tier: [readTier(step.tier), 'T0'],
    reason: [step.reason, null],
  }
}

const emptyClaims = ({ result, result_digest, made, error }: StepToHold): Claims => ({
  result: [result, null],
  result_digest: [result_digest, null],
  made: [made, null],
  error: [error, null],
})

function stepClaims(step: StepToHold, said: ToldStep, { salt, is_young: isExact }: TaskToHold, told: ToldTask): Claims {
  const isTaken = step.state === 'canceled' && isEnded(told) && !over.has(said.state)
  const sum = sumOf(step.input)
  const jobId = said.facts['job_id']
  return {
    state: [isTaken || step.state === said.state, true],
    head: [step.head, isTaken ? told.head.id : said.head.id],
    attempt: [step.attempt, said.attempt],
    job_id: [jobId === undefined || said.facts['code'] === 'LOST' || step.job_id === jobId, true],
    reason: [step.reason, said.state === 'skipped' ? said.facts['reason'] : null],
    tier: [readTier(step.tier), said.tier ?? 'T0'],
    result_digest: [step.result_digest, said.resultDigest],
    made: [step.made === null || said.made.has(step.made), true],
    error: [step.error?.code ?? null, salt === null || said.state !== 'failed' ? null : said.code],
    started_at: [sameTime(step.started_at, said.startedAt, isExact), true],
    completed_at: [sameTime(step.completed_at, isTaken ? told.endedAt : said.endedAt, isExact), true],
    ...contentClaims({ result: step.result, error: step.error, salt }, said),
    ...(salt && said.inputDigest !== undefined ? { input: [sum && inputDigest(salt, sum), said.inputDigest] } : {}),
    ...(salt === null && said.contents.result !== undefined ? { input: [step.input, null] } : {}),
  }
}

type Placed = Pick<StepToHold, 'id' | 'needs' | 'dependents' | 'waiting' | 'state' | 'ord'>

/** Each is needed by those that say so. A step that waits needs one that has not ended; one that is on its way does not. */
function* placeFaults(row: TaskToHold, told: ToldTask, steps: readonly Placed[]): Generator<TaskFault> {
  const stream = `task:${row.id}`
  const neededBy = Map.groupBy(
    steps.flatMap(({ ord, needs }) => needs.map((need) => ({ need, ord }))),
    ({ need }) => need,
  )
  for (const { id, ord, dependents } of steps)
    if (
      dependents.toSorted().join() !==
      (neededBy.get(ord) ?? [])
        .map((by) => by.ord)
        .toSorted()
        .join()
    )
      yield { stream, step: spotOf(told.head), fault: `step ${id} of ${stream} is needed by others than say so` }
  if (isEnded(told)) return
  const stateAt = new Map(steps.map(({ ord, state }) => [ord, state]))
  for (const { id, needs, state, waiting } of steps) {
    const open = needs.filter((need) => !over.has(stateAt.get(need) ?? '')).length
    const isPlaced = over.has(state) || (state === 'blocked') === open > 0
    if (isPlaced && waiting === open) continue
    yield { stream, step: spotOf(told.head), fault: `step ${id} of ${stream} is ${state} beside what it needs` }
  }
}

/** What can be done to tasks, their steps and what they were asked. */
import type { Things } from '#test/tampering/filled'
import type { Tampering } from '#test/tampering/tampering'

type Which = 'task' | 'plan' | 'askingPlan' | 'answeredPlan' | 'heldTask' | 'canceledTask'

const seen = (which: Which): NonNullable<Tampering['door']> => ({
  opens: ({ service, things }) => service.call(`GET /tasks/${things[which]}`),
})
const idOf = (things: Things, which: Which) => things[which]

/** Changes a task's row. @param set as SQL has it. */
const ofTask = (what: string, columns: readonly string[] | '*', which: Which, set: string): Tampering => ({
  table: 'tasks',
  columns,
  what: `${what} of a task`,
  async act(tx, { things }) {
    const id = idOf(things, which)
    await tx.unsafe(`update tasks set ${set} where id = '${id}'`)
    return { check: 'V12', stream: `task:${id}` }
  },
  door: seen(which),
})

/** Changes a step's row. */
const ofStep = (
  what: string,
  columns: readonly string[] | '*',
  [which, step]: [Which, string],
  set: string,
  door = seen(which),
): Tampering => ({
  table: 'task_steps',
  columns,
  what: `${what} of step ${step}`,
  async act(tx, { things }) {
    const id = idOf(things, which)
    const where = `task_id = '${id}' and id = '${step}'`
    await tx.unsafe(
      set === '' ? `delete from task_steps where ${where}` : `update task_steps set ${set} where ${where}`,
    )
    return { check: 'V12', stream: `task:${id}` }
  },
  door,
})

const contentOf = (which: Which, step: string): NonNullable<Tampering['door']> => ({
  opens: ({ service, things }) => service.call(`GET /tasks/${things[which]}/steps/${step}`),
})

/** What was erased put back as it was, seals and all. @param change which rows of those of before, as SQL. */
const unErased = (
  what: string,
  table: 'tasks' | 'task_steps' | 'job_results',
  columns: readonly string[],
  which: 'erasedTask' | 'erasedPlan',
  key: string,
): Tampering => ({
  table,
  columns,
  what: `${what} of what was erased, put back`,
  async act(tx, { things }) {
    const id = things[which]
    const [, rows] = JSON.parse(things.erasedBefore).find(([name]: [string]) => name === table)
    const [owner] = await tx<{ job_id: string }[]>`select job_id from tasks where id = ${id}`
    const of = key === 'job_id' ? owner?.job_id : id
    const own = rows.filter((row: Record<string, unknown>) => row[key] === of)
    if (own.length === 0) throw new Error(`there was no row of ${table}`)
    await tx`delete from ${tx(table)} where ${tx(key)} = ${of ?? ''}`
    await tx`insert into ${tx(table)} select * from json_populate_recordset(null::${tx(table)}, ${JSON.stringify(own)}::text::json)`
    return table === 'job_results'
      ? { check: 'V12', row: { table, key: of ?? '' } }
      : { check: 'V12', stream: `task:${id}` }
  },
})

export const taskTamperings: readonly Tampering[] = [
  unErased('the result', 'tasks', ['result'], 'erasedTask', 'id'),
  unErased('the steps', 'task_steps', ['spec', 'result'], 'erasedPlan', 'task_id'),
  unErased('what its job came to', 'job_results', ['body'], 'erasedTask', 'job_id'),
  ofTask('the id', ['id'], 'task', 'id = gen_random_uuid()'),
  ofTask('the owner', ['org_id'], 'task', `org_id = 'org_other'`),
  ofTask('the key', ['key_id'], 'heldTask', `key_id = 'ak_other'`),
  ofTask('the request', ['request_id'], 'task', `request_id = 'another'`),
  ofTask('the job', ['job_id'], 'task', 'job_id = gen_random_uuid()'),
  ofTask('the agent', ['agent'], 'task', `agent = 'orchestrator'`),
  ofTask('the type', ['type'], 'task', `type = 'risk.assess'`),
  ofTask('the state', ['status'], 'askingPlan', `status = 'working'`),
  ofTask('the place', ['version'], 'task', 'version = version - 1'),
  ofTask(
    'the head',
    ['head'],
    'task',
    `head = (select id from edg_nodes where stream = 'task:' || tasks.id and pos = 0)`,
  ),
  ofTask('the tier', ['tier'], 'task', `tier = 'T3'`),
  ofTask(
    'the result',
    ['result', 'result_sum'],
    'task',
    `result = '{"forged":true}', result_sum = sha256('{"forged":true}')`,
  ),
  ofTask('the digest of the result', ['result_digest'], 'task', `result_digest = 'sha256:' || repeat('0', 64)`),
  ofTask('an error made up', ['error'], 'task', `error = '{"code":"JOB_FAILED","message":"x","details":{}}'`),
  ofTask('when it was given', ['created_at'], 'task', `created_at = created_at - interval '1 day'`),
  ofTask('when it moved', ['updated_at'], 'task', `updated_at = updated_at + interval '1 millisecond'`),
  ofTask('when it began', ['started_at'], 'task', `started_at = started_at - interval '1 hour'`),
  ofTask('when it ended', ['completed_at'], 'plan', `completed_at = completed_at + interval '1 hour'`),
  ofTask('the deadline', ['deadline'], 'askingPlan', `deadline = now() + interval '1 year'`),
  ofTask('how many steps', ['steps_total'], 'plan', 'steps_total = 3'),
  ofTask('how many open steps', ['steps_open'], 'plan', 'steps_open = 1'),
  ofTask('how many held steps', ['steps_held'], 'askingPlan', 'steps_held = 0'),
  ofTask('the priority', ['priority'], 'askingPlan', 'priority = 2'),
  ofTask('an override made up', ['is_overridden'], 'askingPlan', 'is_overridden = true'),
  {
    ...ofTask('the job that waits for a person', ['job_id'], 'heldTask', 'job_id = gen_random_uuid()'),
    door: { opens: ({ service, things }) => service.call(`GET /jobs/${things.heldJob}/result`) },
  },
  ofStep('the job, as who asks for it is told,', ['job_id'], ['plan', 'd'], 'job_id = gen_random_uuid()', {
    opens: ({ service, things }) => service.call(`GET /jobs/${things.stepJob}/result`),
  }),
  {
    table: 'tasks',
    columns: '*',
    what: 'the row of a task taken away',
    async act(tx, { things }) {
      await tx`delete from tasks where id = ${things.task}`
      return { check: 'V12', stream: `task:${things.task}` }
    },
    door: seen('task'),
  },
  ofStep('the state', ['state', 'completed_at'], ['answeredPlan', 'ask'], `state = 'failed'`),
  ofStep('a step taken away', '*', ['plan', 'b'], ''),
  ofStep('the name', ['id'], ['plan', 'a'], `id = 'other'`),
  ofStep('the type', ['type'], ['plan', 'a'], `type = 'trace.record'`),
  ofStep('the agent', ['agent'], ['plan', 'a'], `agent = 'orchestrator'`),
  ofStep('the place', ['ord'], ['plan', 'a'], 'ord = 7'),
  ofStep('the task', ['task_id'], ['plan', 'd'], 'task_id = gen_random_uuid()'),
  ofStep('the head', ['head'], ['plan', 'a'], `head = (select head from tasks where id = task_steps.task_id)`),
  ofStep('what it needs', ['needs'], ['plan', 'd'], `needs = '{1}'`),
  ofStep('what needs it', ['dependents'], ['plan', 'b'], `dependents = '{}'`),
  ofStep('how much it waits for', ['waiting'], ['plan', 'a'], 'waiting = 1'),
  ofStep(
    'what it is asked',
    ['spec', 'spec_sum'],
    ['plan', 'a'],
    `spec = jsonb_set(spec::jsonb, '{payload}', '{"from":"2020-01-01T00:00:00Z"}')::json, spec_sum = null`,
    contentOf('plan', 'a'),
  ),
  ofStep('what a failure of it means', ['on_error'], ['plan', 'a'], `on_error = 'continue'`),
  ofStep('how often it is tried', ['max_attempts'], ['plan', 'a'], 'max_attempts = 9'),
  ofStep('how often it was tried', ['attempt'], ['plan', 'a'], 'attempt = 3'),
  ofStep('the job', ['job_id'], ['plan', 'a'], 'job_id = gen_random_uuid()'),
  ofStep('why it was skipped', ['reason'], ['plan', 'a'], `reason = 'when'`),
  ofStep(
    'what it was given',
    ['input', 'input_sum'],
    ['plan', 'a'],
    `input = '{"x":1}', input_sum = null`,
    contentOf('plan', 'a'),
  ),
  ofStep(
    'the result',
    ['result', 'result_sum'],
    ['plan', 'b'],
    `result = '{"x":1}', result_sum = null`,
    contentOf('plan', 'b'),
  ),
  ofStep(
    'a person’s answer',
    ['result'],
    ['answeredPlan', 'ask'],
    `result = jsonb_set(result::jsonb, '{answer}', '"no"')::json, result_sum = null`,
    contentOf('answeredPlan', 'ask'),
  ),
  ofStep('the digest of the result', ['result_digest'], ['plan', 'b'], `result_digest = 'sha256:' || repeat('0', 64)`),
  ofStep('a node made up', ['made'], ['plan', 'b'], `made = decode(repeat('00', 32), 'hex')`),
  ofStep('an error made up', ['error'], ['plan', 'b'], `error = '{"code":"JOB_FAILED","message":"x","details":{}}'`),
  ofStep('the tier', ['tier'], ['plan', 'b'], `tier = 'T4'`),
  ofStep('when it began', ['started_at'], ['plan', 'b'], `started_at = started_at - interval '1 hour'`),
  {
    table: 'task_payloads',
    columns: ['text'],
    what: 'what a task was asked, rewritten',
    async act(tx, { things }) {
      await tx`update task_payloads set text = '{"x":1}' where task_id = ${things.task}`
      return { check: 'V8', stream: `task:${things.task}`, pos: 0 }
    },
  },
  {
    table: 'task_payloads',
    columns: ['salt'],
    what: 'the salt of what a task was asked, changed',
    async act(tx, { things }) {
      await tx`update task_payloads set salt = decode(repeat('00', 16), 'hex') where task_id = ${things.task}`
      return { check: 'V8', stream: `task:${things.task}`, pos: 0 }
    },
  },
  // Where a text lies that is here, nobody asks: the row says another place than was sealed.
  ...(['place', 'place_key'] as const).map(
    (column): Tampering => ({
      table: 'task_payloads',
      columns: [column],
      what: `where what a task was asked lies, changed: ${column}`,
      async act(tx, { things }) {
        const value = column === 'place' ? "'elsewhere'" : "decode(repeat('00', 32), 'hex')"
        await tx.unsafe(`update task_payloads set ${column} = ${value} where task_id = '${things.task}'`)
        return { check: 'V12', stream: `task:${things.task}` }
      },
    }),
  ),
  {
    table: 'task_payloads',
    columns: '*',
    what: 'what a task was asked, taken away',
    async act(tx, { things }) {
      await tx`delete from task_payloads where task_id = ${things.task}`
      return { check: 'V8', stream: `task:${things.task}`, pos: 0 }
    },
  },
]

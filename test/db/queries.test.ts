/**
 * Every query of db/queries, described by Postgres and held to the rows that it claims: the columns by name, their types as the
 * driver gives them, and whether they can be null.
 *
 * Nobody has to name a query here. The compiler tells which functions there are, what they are called with and what the rows of
 * each template are said to be; each function is called with every argument that may lead it elsewhere, on a connection that
 * sends nothing, and what it would have sent is described on a database that was migrated. A template that no call reaches fails
 * by name.
 *
 * What it does not see: what parameters mean beside their types; nulls where nullability.ts says that it does not know; what
 * JSON holds; and rows of a query that claims nothing of them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { heldVerificationColumns } from '#db/queries/designs'
import { walksOfRun } from '#db/queries/runs'
import { heldScanColumns } from '#db/queries/scans'
import { itemsOfConnection, itemsOfEarlierRounds, oldItems, someItems } from '#db/queries/source-items'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { Describer, misfitsOf } from '#test/support/queries/described'
import { type Recorded, recordingSql } from '#test/support/queries/recorder'
import { callsOf, samplesOf } from '#test/support/queries/samples'
import { type QueryFunction, readQueries, type Shape, type Template } from '#test/support/queries/shapes'

const outcomes = { table: 'job_outcomes', keys: { job_id: 'uuid' } }
const heldOutcomes = {
  ...{ name: 'job_outcomes', keys: ['job_id'], has_org: true, blocks: 1, rows: 1, rows_per_block: 1 },
  indexes: [
    {
      ...{ name: 'job_outcomes_pkey', method: 'btree', predicate: null, is_unique: true },
      keys: [{ text: '(job_id)', order: 'asc nulls last', mayBeNull: false }],
    },
  ],
}
const brought = { orgId: 'x', connectionId: '00000000-0000-0000-0000-000000000000' }
const someJob = '00000000-0000-0000-0000-000000000000'

const filtered = { system_source: 'x', risk_level: 'LOW', flag: 'x', from: 'x', to: 'x' }

/** Arguments that cannot be told from their types, after the connection. */
const given: Readonly<Record<string, unknown[][]>> = {
  takeBack: [['_aside', ['public_aside']]],
  deletePiece: walksOfRun('x').flatMap((walk) => [
    [walk, undefined, 1],
    [walk, ['x', 'x', 'x'], 1],
  ]),
  sealedPiece: [
    [outcomes, undefined, 1],
    [outcomes, [someJob], 1],
    [{ table: 'scans', keys: { job_id: 'uuid' }, columns: heldScanColumns }, undefined, 1],
    [{ table: 'design_verifications', keys: { job_id: 'uuid' }, columns: heldVerificationColumns }, undefined, 1],
  ],
  placedRows: [
    [outcomes, [[someJob]]],
    [outcomes, [[someJob]], { isHeld: true }],
  ],
  // Of the first page, of a later one and of one behind a bookmark.
  pageAtOffset: [
    { offset: 0 },
    { offset: 1 },
    { offset: 1, bookmark: { created_at: 'x', trace_id: 'x', rank: 1 } },
  ].map((page) => ['x', filtered, { limit: 1, ...page }]),
  itemsToEmpty: [
    [someItems(brought, ['00'])],
    [itemsOfEarlierRounds(brought, 1)],
    [itemsOfConnection(brought, 1)],
    [oldItems({ orgId: 'x', days: 1, at: '2026-01-01T00:00:00.000Z' }, 1)],
  ],
  seenByIndexes: [[heldOutcomes, { from: 0, to: 1 }]],
  writeSeals: [[outcomes, [{ key: [someJob], before: null, seal: new Uint8Array(16) }]]],
}

/** Columns of which it is known otherwise whether they can be null, by function. */
const known: Readonly<Record<string, readonly string[]>> = {
  // Written together with the picture.
  findPicture: ['picture_type'],
  // Of those that ended before a moment.
  deleteDoneJobs: ['completed_on'],
  // A check says so of steps in these states.
  activeSteps: ['job_id'],
  digestsOfSteps: ['result_digest'],
  // One row, ever.
  storeStanding: ['queueSchema'],
  countRequests: ['ms_left'],
  // Of a row that is older than the column it is made as it is read; of a report, of what is there.
  findScan: ['report_sha256'],
  findScans: ['report_sha256'],
  listScans: ['report_sha256'],
  findVerification: ['report_sha256'],
  listVerifications: ['report_sha256'],
  lockProposing: ['report_sha256'],
  findStepInputs: ['input_sum'],
  // Of a table that migrating makes, and always says when.
  appliedMigrationList: ['when'],
  // The same row as another function gives, which may miss one side.
  pageWithoutNodes: ['status', 'version', 'head', 'facts'],
}

/** Which of the statements of a call find a row: every one, none, all but one, one alone. */
const answers: ((nth: number) => boolean)[] = [
  () => true,
  () => false,
  ...[0, 1, 2, 3, 4].flatMap((one) => [(nth: number) => nth !== one, (nth: number) => nth === one]),
]

let database: TestDatabase
let describer: Describer
let templates: Template[]
let statements: Map<string, Recorded & { by: string }>
beforeAll(async () => {
  database = await freshDatabase()
  describer = await Describer.open(database.sql)
  const read = await readQueries([...new Glob('db/queries/*.ts').scanSync('.')].sort())
  templates = read.templates
  statements = await recordAll(read.functions)
}, 60_000)
afterAll(() => database.drop())

/** Every statement that the functions would send, by its text and what kinds of parameters it has. */
async function recordAll(functions: readonly QueryFunction[]): Promise<Map<string, Recorded & { by: string }>> {
  const recorded = new Map<string, Recorded & { by: string }>()
  const claims = new Map(templates.map(({ key, claims }) => [key, claims]))
  const rowOf = (key: string) => samplesOf(claims.get(key) ?? { is: 'anything' }, undefined)[0]
  for (const { module, name, parameters } of functions) {
    const called = (await import(`#${module.replace(/\.ts$/, '')}`))[name]
    const calls = given[name]?.map((args) => [marker, ...args]) ?? callsOf(parameters, marker)
    for (const [at, isFound] of answers.entries()) {
      const connection = () =>
        recordingSql(
          (key, nth) => (isFound(nth) ? [rowOf(key)] : []),
          (statement) => {
            const kinds = statement.parameters.map((value) => Object.prototype.toString.call(value)).join()
            recorded.set(`${statement.text} ${kinds}`, { ...statement, by: `${module} ${name}` })
          },
        )
      // Of calls that differ in one argument alone, where every row is found and where none is.
      for (const args of at < 2 ? calls : calls.slice(0, 1)) {
        const sql = connection()
        await through(
          called,
          args.map((arg) => (arg === marker ? sql : arg)),
        )
      }
    }
  }
  return recorded
}

/** Stands for the connection until there is one. */
const marker = Symbol('connection')

/** Calls it and takes what it gives, as far as it goes: made-up rows may be nonsense to it. */
async function through(called: (...args: unknown[]) => unknown, args: unknown[]): Promise<void> {
  try {
    const made = called(...args)
    if (typeof made === 'object' && made !== null && Symbol.asyncIterator in made) {
      let left = 3
      for await (const _ of made as AsyncIterable<unknown>) if (--left === 0) break
    } else await made
  } catch {
    // What it would have sent was taken down before.
  }
}

test('every template of db/queries is part of what some function sends', () => {
  const sent = new Set([...statements.values()].flatMap(({ parts }) => [...parts]))

  expect(templates.length).toBeGreaterThan(250)
  expect(templates.filter(({ key }) => !sent.has(key)).map(({ place }) => place)).toEqual([])
})

test('every query gives the rows that it claims', async () => {
  const claiming = Map.groupBy(templates, ({ key }) => key)
  const faults = new Set<string>()
  for (const { text, parameters, key, by } of statements.values()) {
    // The same is described beside it, unexplained.
    if (text.startsWith('explain ')) continue
    try {
      const columns = await describer.columnsOf(text, parameters)
      for (const { claims, place, file, within } of claiming.get(key) ?? [])
        for (const fault of claims
          ? misfitsOf(claims, columns, { isPlain: file === 'db/queries/catalogue.ts', known: known[within] ?? [] })
          : [])
          faults.add(`${place}: ${fault}`)
    } catch (error) {
      faults.add(`${by}: ${error} in ${text}`)
    }
  }

  expect([...faults].sort()).toEqual([])
}, 60_000)

describe('a claim that is wrong is told apart', () => {
  const text: Shape = { is: 'text' }
  const number: Shape = { is: 'number' }
  const orNull = (shape: Shape): Shape => ({ is: 'either', of: [shape, { is: 'null' }] })
  const word = (value: string): Shape => ({ is: 'literal', value })

  const wrong: [string, string, Record<string, Shape>, string[]][] = [
    ['all that is right', 'select id, error from tasks', { id: text, error: { is: 'anything' } }, []],
    ['a column too many', 'select id, agent from tasks', { id: text }, ['gives agent, which it does not claim']],
    ['a column too few', 'select id from tasks', { id: text, agent: text }, ['claims agent, which it does not give']],
    ['another type', 'select version from tasks', { version: text }, ['version is integer, and claimed to be text']],
    ['bytes for hex', 'select head from tasks', { head: text }, ['head is bytea, and claimed to be text']],
    ['a list', 'select areas from api_keys', { areas: text }, ['areas is text[], and claimed to be text']],
    ['of two by one name the last', 'select t.*, 1 as tier from (select tier from tasks) t', { tier: number }, []],
    [
      'null',
      'select error, result_digest from tasks',
      { error: { is: 'anything' }, result_digest: text },
      ['result_digest may be null, which is not claimed'],
    ],
    [
      'no null',
      'select agent from tasks',
      { agent: orNull(text) },
      ['agent is claimed to be null at times, and never is'],
    ],
    [
      'a column that a left join may leave out',
      'select a.agent from agents g left join tasks a on a.agent = g.name',
      { agent: text },
      ['agent may be null, which is not claimed'],
    ],
    [
      'one that an inner join finds',
      'select a.agent from agents g join tasks a on a.agent = g.name',
      { agent: text },
      [],
    ],
    [
      'one that a condition keeps',
      'select deadline from tasks where deadline < now()',
      { deadline: { is: 'date' } },
      [],
    ],
    [
      'null in hex',
      "select encode(made, 'hex') as made from task_steps",
      { made: text },
      ['made may be null, which is not claimed'],
    ],
    ['null that is replaced', "select coalesce(reason, '') as reason from task_steps", { reason: text }, []],
    [
      'through a named part',
      'with s as (select made from task_steps) select made from s',
      { made: { is: 'bytes' } },
      ['made may be null, which is not claimed'],
    ],
    [
      'one branch of two',
      'select reason as r from task_steps union all select agent from tasks',
      { r: text },
      ['r may be null, which is not claimed'],
    ],
    [
      'the greatest of none',
      'select max(version) as most from tasks',
      { most: number },
      ['most may be null, which is not claimed'],
    ],
    [
      'what is written',
      'delete from agents returning name, fault',
      { name: text, fault: text },
      ['fault may be null, which is not claimed'],
    ],
    [
      'words that the table has more of',
      'select status from claims',
      { status: { is: 'either', of: [word('open'), word('closed')] } },
      ['status is claimed to be one of open, closed, and may be open, closing, closed'],
    ],
    [
      'words where there is any text',
      'select agent from tasks',
      { agent: word('orchestrator') },
      ['agent is claimed to be one of orchestrator, and may be any text'],
    ],
  ]
  test.each(wrong)('%s', async (_, statement, members, faults) => {
    const columns = await describer.columnsOf(statement, [])

    expect(misfitsOf({ is: 'record', members }, columns)).toEqual(faults)
  })

  test('what Postgres cannot read is its own error', async () => {
    await expect(describer.columnsOf('select nothing_of_the_kind from tasks', [])).rejects.toThrow(
      'nothing_of_the_kind',
    )
  })
})

/** Every tampering that we thought of, by a superuser without the key: named first by full verification, and refused where it would be shown or gone by. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { openOutside } from '#shared/verification/outside'
import { openReplays, verify } from '#shared/verification/verify'
import { witnessesOf } from '#shared/verification/verify-request'
import { readAllTables } from '#test/support/all-tables'
import { artifactTamperings } from '#test/tampering/artifacts'
import { claimTamperings } from '#test/tampering/claims'
import { componentTamperings } from '#test/tampering/components'
import { connectionTamperings } from '#test/tampering/connections'
import { evidenceTamperings } from '#test/tampering/evidence'
import { executionTamperings } from '#test/tampering/execution'
import { feedbackTamperings } from '#test/tampering/feedback'
import { type Filled, fillService } from '#test/tampering/filled'
import { governanceTamperings } from '#test/tampering/governance'
import { queueTamperings } from '#test/tampering/queue'
import { requestTamperings } from '#test/tampering/requests'
import { resultTamperings } from '#test/tampering/results'
import { runTamperings } from '#test/tampering/runs'
import { notCovered, unserved } from '#test/tampering/served'
import { stateTamperings } from '#test/tampering/state'
import { tableTamperings } from '#test/tampering/tables'
import { disarm, missed, type Tampering, tried, triedAtDoor, withoutEffects } from '#test/tampering/tampering'
import { taskTamperings } from '#test/tampering/tasks'
import { unreadables } from '#test/tampering/unreadable'

const tamperings: readonly Tampering[] = [
  ...evidenceTamperings,
  ...governanceTamperings,
  ...executionTamperings,
  ...taskTamperings,
  ...resultTamperings,
  ...runTamperings,
  ...artifactTamperings,
  ...stateTamperings,
  ...claimTamperings,
  ...componentTamperings,
  ...feedbackTamperings,
  ...connectionTamperings,
  ...tableTamperings,
  ...queueTamperings,
  ...requestTamperings,
]

// One service with a worker of every type, 'scan-page' and its browser among them; each of hundreds is looked for in the whole store.
setDefaultTimeout(1_200_000)
let store: Filled
const replays = openReplays()
beforeAll(async () => {
  store = await fillService()
  await disarm(store)
})
afterAll(() => store.stop())

const verifyAll = async (sql: Parameters<typeof verify>[0]['sql']) => {
  // What a witness answered is kept for a moment: each look asks anew.
  const outside = openOutside({ dataDir: store.service.dataDir, witnesses: 'local' })
  const witnesses = witnessesOf({ dataDir: store.service.dataDir, evidence: { origin: undefined, witnesses: 'local' } })
  const outcome = await verify(
    {
      sql,
      anchors: [store.signer.publicKey],
      signer: store.signer,
      replays,
      witnesses,
      outside,
      placedUpTo: Number.MAX_VALUE,
    },
    { hash: null, mode: 'full', orgIds: null },
  )
  if (!outcome) throw new Error('nothing was verified')
  return outcome
}

test('each is told apart by its words', () => {
  const words = tamperings.map(({ what }) => what)

  expect(words.filter((each, at) => words.indexOf(each) !== at)).toEqual([])
})

test('the store that they are tried on is sound', async () => {
  const { verdict, checks } = await verifyAll(store.sql)

  expect({ verdict, failed: checks.filter(({ status }) => status === 'fail') }).toEqual({
    verdict: 'valid',
    failed: [],
  })
})

test('a full verification names each first', async () => {
  const wrong: string[] = []
  await withoutEffects(store.sql, async () => {
    for (const tampering of tamperings) {
      const { named, found } = await tried(store, tampering.act, verifyAll).catch((error: unknown) => {
        throw new Error(tampering.what, { cause: error })
      })
      const why = missed(named, found)
      if (why) wrong.push(`${tampering.what}: ${why}`)
    }
  })

  expect(wrong).toEqual([])
})

test('a value that no program can read ends no verification, and is named', async () => {
  const tables = (await readAllTables()).map(getTableName)
  const ours = (await unreadables(store.sql)).filter(({ column }) => tables.includes(column.split('.')[0] ?? ''))
  const wrong: string[] = []
  await withoutEffects(store.sql, async () => {
    for (const { column, statement } of ours) {
      // A constraint may refuse it, and a table may be empty.
      const act = async (tx: Tx) => {
        await tx`savepoint before`
        return tx.unsafe(statement).catch(() => tx`rollback to savepoint before`)
      }
      const { named, found } = await tried(store, act, verifyAll).catch((error: unknown) => {
        throw new Error(column, { cause: error })
      })
      const isNamed = found.verdict === 'invalid'
      if (named.count > 0 && isNamed === unserved(column)) wrong.push(`${column}: ${found.verdict}`)
    }
  })

  expect(ours.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

test('numbers that are written otherwise, and are the same, are answered with as before', async () => {
  const { service, things } = store
  const doors = [
    ['scan_sightings', 'components', 'GET /api/components?library=forms'],
    ['claims', 'state', `GET /claims/${things.claim}`],
  ] as const
  const wrong: string[] = []
  for (const [table, column, path] of doors) {
    const before = await service.call(path)
    const act = async (tx: Tx) => {
      const rows = await tx.unsafe(`update ${table} set ${column} = regexp_replace(${column}::text,
        '(": ?)(\\d+)(?=[,}\\]])', '\\1\\2.0', 'g')::jsonb where ${column}::text ~ '": ?\\d+[,}\\]]'`)
      if (rows.count === 0) throw new Error(`no number in ${table}.${column}`)
      return { check: 'V12' as const }
    }
    const opens = () => service.call(path)
    const answer = await triedAtDoor(store, { table, columns: [column], what: path, act, door: { opens } })
    if (before.status !== 200 || answer?.text !== before.text) wrong.push(`${table}.${column}: ${answer?.text}`)
  }

  expect(wrong).toEqual([])
})

test('each is refused at the door where it would be shown or gone by, and what was put back is shown again', async () => {
  const wrong: string[] = []
  for (const tampering of tamperings) {
    const answer = await triedAtDoor(store, tampering)
    if (!answer) continue
    const { status = 500, code = 'EVIDENCE_MISMATCH' } = tampering.door ?? {}
    const { error } = (answer.body ?? {}) as { error?: { code: string } }
    if (answer.status !== status || (status >= 400 && error?.code !== code))
      wrong.push(`${tampering.what}: ${answer.status} ${answer.text.slice(0, 300)}`)
  }

  expect(wrong).toEqual([])
  expect((await verifyAll(store.sql)).verdict).not.toBe('invalid')
})

describe('the tables', () => {
  const covered = new Set(
    tamperings.flatMap(({ table, columns }) =>
      [...(columns === '*' ? ['*'] : columns)].map((column) => `${table}.${column}`),
    ),
  )

  test('have each a tampering of every column that is served, and one of a row made or taken away', async () => {
    const tables = await readAllTables()
    const lacking = tables.flatMap((table) => {
      const name = getTableName(table)
      const columns = ['*', ...Object.values(getTableColumns(table)).map((column) => column.name)]
      return columns.map((column) => `${name}.${column}`).filter((each) => !covered.has(each) && !unserved(each))
    })

    expect(lacking.filter((each) => !notCovered(each))).toEqual([])
  })

  test('have none that is said to be unserved, or not covered yet, and is tampered with', () => {
    expect([...covered].filter((each) => unserved(each) || notCovered(each))).toEqual([])
  })
})

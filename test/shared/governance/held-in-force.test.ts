/** What a violation blocks or halts is lifted by a node alone: whatever is done to its row, in processes that run and in those that start. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import type { Sql, Tx } from '#db/client'
import { findViolation, openViolations } from '#db/queries/governance'
import { signerOf } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { move, violationOf } from '#shared/governance/violations'
import { openViolationWatch, type ViolationWatch } from '#shared/governance/watch'
import { openLog } from '#shared/kernel/logger'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { until } from '#test/support/until'

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
const log = openLog('test', 'silent')
let database: TestDatabase
let sql: Sql
/** Looks at everything each time, as each process does every half minute. */
let running: ViolationWatch
beforeAll(async () => {
  database = await freshDatabase()
  sql = database.sql
  await registerKey(sql, signer)
  running = openViolationWatch({ sql, signer, log, readAllEveryMs: 0 })
})
afterAll(() => database.drop())

const orgId = 'org_held'
const anAgent = () => ({ type: 'agent', id: crypto.randomUUID() })

async function open({
  subject = anAgent() as { type: string; id: string },
  tier = 'T3' as 'T3' | 'T5',
  blocks = ['tasks'],
} = {}) {
  const terms = { constitution: 'c', title: 't', blocks, slaHours: null, passesToResolve: null }
  const finding = { orgId, article: 'A-09', tier, subject, message: 'm', evidence: [] }
  const violation = violationOf(finding, terms, [], signer, new Date())
  await openViolations(sql, [violation])
  return { id: violation.id, subject }
}

const isBlocked = (watch: ViolationWatch, subject: { type: string; id: string }) =>
  watch.about(orgId, [subject]).some(({ blocks }) => blocks.includes('tasks'))
const isHalted = (watch: ViolationWatch, id: string) => watch.halts().some((halt) => halt.id === id)

async function started(): Promise<ViolationWatch> {
  const watch = openViolationWatch({ sql, signer, log })
  await watch.look()
  return watch
}

/** With the guards off, as an owner of the database may. */
async function tamper(id: string, act: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const row = await findViolation(sql, id, [orgId])
  const write = (change: (tx: Tx) => Promise<unknown>) =>
    sql.begin(async (tx) => {
      await tx`alter table violations disable trigger user`
      await change(tx)
      await tx`alter table violations enable trigger user`
    })
  await write(act)
  return async () => {
    const { head, ...rest } = row ?? expect.unreachable('it was opened')
    const whole = { ...rest, head: Buffer.from(head, 'hex') }
    await write(async (tx) => {
      await tx`delete from violations where id = ${id}`
      await tx`insert into violations ${tx(whole as never)}`
    })
  }
}

const tamperings: Record<string, (tx: Tx, id: string) => Promise<unknown>> = {
  deleted: (tx, id) => tx`delete from violations where id = ${id}`,
  'said to be resolved': (tx, id) => tx`update violations set status = 'resolved' where id = ${id}`,
  'said to be waived': (tx, id) => tx`
    update violations set status = 'waived', waived_until = now() + interval '1 year' where id = ${id}`,
  'said to block nothing': (tx, id) => tx`update violations set blocks = '{}' where id = ${id}`,
  'said to be harmless': (tx, id) => tx`update violations set tier = 'T1' where id = ${id}`,
  "said to be another's": (tx, id) => tx`update violations set org_id = 'org_else' where id = ${id}`,
  'said to be of another subject': (tx, id) => tx`update violations set subject_id = 'x' where id = ${id}`,
  'robbed of its seal': (tx, id) => tx`update violations set seal = null, blocks = '{}' where id = ${id}`,
}

describe.each(Object.keys(tamperings))('a violation that was %s', (what) => {
  test('blocks and halts all the same, in a process that runs and in one that starts', async () => {
    const blocking = await open()
    const halting = await open({ tier: 'T5', blocks: [] })
    await running.look()
    expect([isBlocked(running, blocking.subject), isHalted(running, halting.id)]).toEqual([true, true])

    const putBack = await Promise.all(
      [blocking, halting].map(({ id }) => tamper(id, (tx) => tamperings[what]?.(tx, id) ?? Promise.resolve())),
    )
    await running.look()
    const fresh = await started()

    expect([running, fresh].map((watch) => [isBlocked(watch, blocking.subject), isHalted(watch, halting.id)])).toEqual([
      [true, true],
      [true, true],
    ])
    for (const act of putBack) await act()
    for (const { id } of [blocking, halting]) await resolve(id)
    await running.look()
    expect([isBlocked(running, blocking.subject), isHalted(running, halting.id)]).toEqual([false, false])
  })
})

async function resolve(id: string): Promise<void> {
  const row = await findViolation(sql, id, [orgId])
  const resolution = { by: 'a test', how: 'manual' as const, reason: 'it is' }
  await move(sql, signer, row ?? expect.unreachable('it was opened'), { status: 'resolved', resolution })
}

test('a process that starts reads a page of nodes at a time until it has read all, and what halts before anything', async () => {
  const blocking = await Promise.all(Array.from({ length: 12 }, () => open()))
  const halting = await open({ tier: 'T5', blocks: [] })
  const all = [...blocking, halting]
  const putBack: (() => Promise<void>)[] = []
  for (const { id } of all) putBack.push(await tamper(id, (tx) => tx`delete from violations where id = ${id}`))
  const watch = openViolationWatch({ sql, signer, log, pageNodes: 1 })

  await watch.look()
  expect(isHalted(watch, halting.id)).toBe(true)
  await until(
    async () => {
      await watch.look()
      return blocking.every(({ subject }) => isBlocked(watch, subject))
    },
    { what: 'all to be read' },
  )

  for (const act of putBack) await act()
  for (const { id } of all) await resolve(id)
})

test('a node that nobody signed who may lifts nothing', async () => {
  const { id, subject } = await open()
  const another = signerOf(generateKeyPairSync('ed25519').privateKey)
  await running.look()
  const row = await findViolation(sql, id, [orgId])
  const resolution = { by: 'a test', how: 'manual' as const, reason: 'it is' }
  const forger = { ...another, seal: signer.seal }
  await move(sql, forger, row ?? expect.unreachable('it was opened'), { status: 'resolved', resolution })

  await running.look()

  expect(isBlocked(running, subject)).toBe(true)
})

test('a row written by hand enforces nothing', async () => {
  const { id, subject } = await open()
  const hand = anAgent()
  for (const [own, tier] of [
    ['vio_hand_1', 'T3'],
    ['vio_hand_2', 'T5'],
  ])
    await sql`
      insert into violations (id, org_id, status, head, version, fingerprint, article, title, tier, subject_type, subject_id,
        message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences, seal)
      select ${own ?? ''}, org_id, status, head, version, ${own ?? ''}, article, title, ${tier ?? ''}, subject_type, ${hand.id},
        message, evidence, constitution, blocks, detected_at, last_seen_at, occurrences, seal from violations where id = ${id}`
  await running.look()

  for (const watch of [running, await started()]) {
    expect(isBlocked(watch, subject)).toBe(true)
    expect(isBlocked(watch, hand)).toBe(false)
    expect(watch.halts()).toEqual([])
  }
})

test('a row that is put back as it was before it was resolved enforces nothing again', async () => {
  const { id, subject } = await open()
  const putBack = await tamper(id, async () => undefined)
  await resolve(id)

  await putBack()

  await running.look()
  expect([running, await started()].map((watch) => isBlocked(watch, subject))).toEqual([false, false])
})

test('one about the log is in force no more where its nodes are gone too, as another database is in its place; any other is', async () => {
  const ofLog = await open({ tier: 'T5', blocks: [], subject: { type: 'log', id: 'assay-1' } })
  const other = await open({ tier: 'T5', blocks: [] })
  await running.look()
  await tamper(ofLog.id, (tx) => tx`delete from violations where id = ${ofLog.id}`)
  await running.look()
  expect(isHalted(running, ofLog.id)).toBe(true)

  for (const { id } of [ofLog, other])
    await tamper(id, async (tx) => {
      await tx`delete from violations where id = ${id}`
      for (const table of ['edg_edges', 'edg_nodes']) await tx`alter table ${tx(table)} disable trigger user`
      await tx`delete from edg_edges where child in (select id from edg_nodes where stream = ${`violation:${id}`})`
      await tx`delete from edg_nodes where stream = ${`violation:${id}`}`
      for (const table of ['edg_edges', 'edg_nodes']) await tx`alter table ${tx(table)} enable trigger user`
    })
  await running.look()

  expect([ofLog, other].map(({ id }) => isHalted(running, id))).toEqual([false, true])
})

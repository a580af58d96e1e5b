/** Somebody who can write into the store puts nodes there that nobody has signed: the service goes on, and says which. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes, randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Sql } from '#db/client'
import { logState, streamHead } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import type { NodeBody } from '#shared/contracts/node'
import { following, makeNode, type SignedNode } from '#shared/evidence/node'
import { openSigner, type Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { reportFinding } from '#shared/governance/violations'
import { openLog } from '#shared/kernel/logger'
import { baseOrigin } from '#shared/verification/epochs'
import { bareEnv } from '#test/support/bare-env'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'
import { openSequencer } from '#workers/ledger/sequencer'

setDefaultTimeout(90_000)
const root = resolve(import.meta.dir, '../..')
let service: Service
let ledger: Awaited<ReturnType<Service['startLedger']>>
let sql: Sql
let signer: Signer
let governor: string
beforeAll(async () => {
  service = await startService({ job: 'run-task', env: { ...unlimited, WITNESSES: 'none' } })
  ledger = await service.startLedger()
  sql = service.database.sql
  signer = openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') })
  governor = (await service.issueKey({ scopes: ['operator', 'governance:write'] })).key
})
afterAll(() => service.stop())

/** A whole node, but that its signature is 64 bytes of nothing. */
const junk = (odd: Partial<Parameters<typeof makeNode>[0]> = {}): SignedNode => {
  const id = `SVC-${randomUUID().replaceAll('-', '')}-1`
  const node = makeNode(
    {
      kind: 'trace.recorded',
      stream: `trace:${id}`,
      agent: 'assay-api',
      timestamp: new Date().toISOString(),
      subject: { type: 'trace', id },
      ...odd,
    },
    'org_test',
    signer,
    '1.0.0',
  )
  return { ...node, signature: randomBytes(64) }
}

const post = async () => (await service.call('POST /traces', { body: aTrace() })).status
const refused = async (node: SignedNode) =>
  (await sql`select 1 from edg_refused where id = decode(${node.id}, 'hex')`).length === 1
const untilRefused = (node: SignedNode) =>
  until(() => refused(node), { what: () => `the node to be refused:\n${ledger.lines.slice(-20).join('\n')}` })
const halts = () => sql<{ message: string }[]>`
  select message from violations where tier = 'T5' and status in ('open', 'acknowledged')`
const passes = async () =>
  (await sql<{ n: number }[]>`select count(*)::int as n from integrity_passes where ok`)[0]?.n ?? 0

type Verified = { verdict: string; valid: boolean; checks: { id: string; status: string; detail: string }[] }
const verify = async (body: object) =>
  (await service.call('POST /v1/edg/verify', { body, key: governor })).body as Verified
/** All of the store; any node of one's own will do to ask by. */
const verifyAll = async () => {
  const { node: hash } = (await service.call('GET /v1/governance/status')).body as { node: string }
  return verify({ hash, mode: 'full' })
}
type Status = { integrity: { refused: { nodes: number; newest: { hash: string; why: string }[] } } }

test('one that is inserted gets no place in the log, is named, and halts nothing', async () => {
  expect(await post()).toBe(201)
  const node = junk()
  await appendNodes(sql, [node])
  await untilRefused(node)

  // Long enough for the look at what is new, and for one by the API through all there is.
  const all = await until(
    async () => {
      const found = await verifyAll()
      return found.verdict !== undefined && found
    },
    { what: 'a full verification', timeoutMs: 30_000 },
  )
  await Bun.sleep(5000)

  expect([all.verdict === 'invalid', await post(), [...(await halts())]]).toEqual([false, 201, []])
  expect(await sql`select 1 from edg_leaves where node_id = decode(${node.id}, 'hex')`).toHaveLength(0)
  const alone = await verify({ hash: node.id })
  expect(alone).toMatchObject({ verdict: 'invalid', valid: false })
  expect(alone.checks.find(({ id }) => id === 'V5')?.detail).toStartWith('it was refused')
  const status = (await service.call('GET /v1/governance/status')).body as Status
  expect(status.integrity.refused.nodes).toBe(1)
  expect(status.integrity.refused.newest[0]).toMatchObject({ hash: node.id, why: 'the signature is not the key’s' })
})

test('its violation names it, is not of the gravest tier, and is resolved by a person', async () => {
  const [violation] = await sql<{ id: string; article: string; tier: string; message: string; evidence: string[] }[]>`
    select id, article, tier, message, evidence from violations where subject_id = 'refused' and status = 'open'`
  const another = junk()
  await appendNodes(sql, [another])
  await untilRefused(another)
  const [again] = await sql<{ evidence: string[] }[]>`select evidence from violations where id = ${violation?.id ?? ''}`

  expect(violation).toMatchObject({ article: 'A-03', tier: 'T4' })
  expect(violation?.message).toContain(violation?.evidence[0] ?? 'none')
  expect(again?.evidence).toContain(another.id)
  const head = await streamHead(sql, `violation:${violation?.id}`)
  expect(JSON.parse(head?.body ?? '{}').result).toMatchObject({ state: 'open', occurrences: 2 })
  const resolved = await service.call(`POST /v1/governance/violations/${violation?.id}/resolve`, {
    body: { reason: 'the account that did it is closed' },
    key: governor,
  })
  expect([resolved.status, (resolved.body as { status: string }).status]).toEqual([200, 'resolved'])
})

test('one that squats the next place of a task is put aside, and the task goes on', async () => {
  const steps = [{ id: 'ask', type: 'person.ask', payload: { question: 'Is it so?', choices: ['yes', 'no'] } }]
  const given = (await service.call('POST /tasks', { body: { steps } })).body as { id: string }
  const stream = `task:${given.id}`
  const head = await until(() => streamHead(sql, stream), { what: 'the task' })
  const { timestamp, agent, subject }: NodeBody = JSON.parse(head.body)
  const squatter = junk({
    kind: 'task.state',
    stream,
    ...following({ ...head, timestamp }, new Date()),
    agent: agent.name,
    subject,
    result: { state: 'canceled' },
  })
  await appendNodes(sql, [squatter])
  await untilRefused(squatter)

  const answered = await service.call(`POST /tasks/${given.id}/input`, { body: { step: 'ask', answer: 'yes' } })

  expect(answered.status).toBe(200)
  const [task] = await sql<{ status: string }[]>`select status from tasks where id = ${given.id}`
  expect(task?.status).toBe('completed')
  await untilLogged(sql)
  await assertEvidence(sql)
})

test('a store into whose log one got before ends its halt with the next log', async () => {
  ledger.kill('SIGKILL')
  await ledger.exited
  const node = junk()
  await appendNodes(sql, [node])
  await sequenceAll()
  ledger = await service.startLedger()
  await until(async () => (await halts()).length > 0, { what: 'the halt', timeoutMs: 30_000 })

  const said = await newEpoch()
  await untilRefused(node)
  await until(async () => (await post()) === 201, { what: 'writes to go on', everyMs: 100 })
  // One that begins looks through everything at once, any other once a minute.
  ledger.kill('SIGTERM')
  await ledger.exited
  const before = await passes()
  ledger = await service.startLedger()
  await until(async () => (await passes()) > before, { what: 'a look through everything', timeoutMs: 80_000 })

  expect(said).toContain('is resolved')
  expect(said).not.toContain('still halts')
  expect([...(await halts())]).toEqual([])
  expect(await post()).toBe(201)
})

test('a full verification by the API that passes lets a person resolve what halts', async () => {
  await untilLogged(sql)
  const { id } = await reportFinding(sql, signer, {
    orgId: serviceOrg,
    article: 'A-02',
    tier: 'T5',
    subject: { type: 'log', id: 'of a test' },
    message: 'a test says so',
    evidence: [],
  })
  const resolve = () =>
    service.call(`POST /v1/governance/violations/${id}/resolve`, { body: { reason: 'it was a test' }, key: governor })
  const before = await resolve()
  const found = await verifyAll()
  const after = await resolve()

  expect([before.status, found.valid, after.status]).toEqual([409, true, 200])
  await until(async () => (await post()) === 201, { what: 'writes to go on', everyMs: 100 })
})

test('a sound node that somebody has put aside is told by a full verification', async () => {
  await untilLogged(sql)
  const [row] = await sql<
    { id: string }[]
  >`select encode(id, 'hex') as id from edg_nodes where kind = 'trace.recorded' limit 1`
  await sql`
    insert into edg_refused (id, ins, org_id, stream, pos, height, kind, body, signature, kid, why)
    select id, ins, org_id, stream, pos, height, kind, body, signature, kid, 'a lie' from edg_nodes
    where id = decode(${row?.id ?? ''}, 'hex')`

  const found = await verifyAll()

  expect(found.verdict).toBe('invalid')
  expect(found.checks.find(({ id }) => id === 'V9')?.detail).toContain('it was refused, but its signature is sound')
  // What has a leaf cannot be taken out, whatever the table says.
  await expect(
    sql`delete from edg_nodes where id = decode(${row?.id ?? ''}, 'hex')`.then(() => 'deleted'),
  ).rejects.toThrow('foreign key')
})

/** As a ledger did that looked at no signature. */
async function sequenceAll(): Promise<void> {
  const connection = await sql.reserve()
  const state = await logState(connection)
  if (!state) throw new Error('no log')
  await openSequencer({
    connection,
    signer,
    state,
    log: openLog('test', 'silent'),
    isStopping: () => false,
    forged: async () => new Map(),
    onForged: () => undefined,
    onWritten: async () => undefined,
  })
  connection.release()
  expect(baseOrigin(undefined, signer)).toBe(state.origin)
}

async function newEpoch(): Promise<string> {
  const child = Bun.spawn([process.execPath, 'cli/main.ts', 'log', 'new-epoch', '--reason', 'somebody forged a node'], {
    cwd: root,
    env: { ...bareEnv, DATABASE_URL: service.database.url, DATA_DIR: service.dataDir },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  expect(await child.exited).toBe(0)
  return new Response(child.stdout).text()
}

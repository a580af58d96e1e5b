/** Agents elsewhere: registered by their cards, asked over A2A, watched for drift; and what they may do to us. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync, sign } from 'node:crypto'
import { AgentCard, canonicalizeAgentCard } from '@a2a-js/sdk'
import { findAgent, noteChecked } from '#db/queries/agents'
import type { AgentRecord, TaskAccepted } from '#shared/contracts/agents'
import { sealNote } from '#shared/evidence/sealed/agents'
import { type Elsewhere, serveAgent } from '#test/support/elsewhere'
import { type Service, startService } from '#test/support/service'
import { giveTask, untilEnded, untilStatus } from '#test/support/tasks'
import { until } from '#test/support/until'
import { messageIdOf } from '#workers/run-task/elsewhere'

let elsewhere: Elsewhere
let service: Service
let warden: string
beforeAll(async () => {
  elsewhere = serveAgent()
  service = await startService({ job: 'run-task', apis: 2, env: elsewhere.env })
  warden = (await service.issueKey({ scopes: ['governance:write'] })).key
})
afterAll(async () => {
  await service.stop()
  elsewhere.stop()
})
const soundCard = () => structuredClone(elsewhere.card)
let sound: Record<string, unknown>
beforeAll(() => {
  sound = soundCard()
})
afterEach(() => {
  Object.assign(elsewhere, { instead: undefined, does: 'echo', card: structuredClone(sound) })
})

const register = (body: unknown, key = warden) => service.call('POST /v1/agents', { body, key })
const post = (what: string, body?: unknown) =>
  service.call(`POST /v1/agents/${what}`, { key: warden, ...(body ? { body } : {}) })
let made = 0
async function registered(): Promise<string> {
  made += 1
  const name = `echo-${made}`
  const answer = await register({ name, card_url: elsewhere.cardUrl })
  if (answer.status !== 201) throw new Error(answer.text)
  return name
}
/** Has it been noted that its card was asked for some milliseconds from now. */
async function lookedAt(name: string, ms: number): Promise<void> {
  const row = await findAgent(service.database.sql, 'org_test', name)
  if (!row) throw new Error(`no agent ${name}`)
  const { org_id, version, fault } = row
  const note = { org_id, name, version, fault, checked_at: new Date(Date.now() + ms) }
  await service.database.sql.begin((tx) => noteChecked(tx, sealNote(service.signer, note)))
}
const recordOf = async (name: string) => (await service.call(`GET /v1/agents/${name}`)).body as AgentRecord
const nodeOf = async (hash: string | null) => {
  const [row] = await service.database.sql<{ body: string }[]>`
    select body from edg_nodes where id = decode(${hash}, 'hex')`
  return JSON.parse(row?.body ?? 'null')
}

describe('an agent elsewhere', () => {
  test('is registered by where its card is, with its node, and listed beside ours', async () => {
    const name = await registered()

    const record = (await service.call(`GET /v1/agents/${name}`)).body as AgentRecord
    expect(record).toMatchObject({
      name,
      kind: 'external',
      display_name: 'Echo',
      status: 'available',
      card: { signature_verified: null },
      task_types: [{ type: 'echo', side_effects: 'external' }],
      endpoint: { url: `${elsewhere.url}/a2a`, protocol_binding: 'JSONRPC', protocol_version: '1.0' },
    })
    expect(await nodeOf(record.node)).toMatchObject({
      kind: 'agent.registered',
      stream: `agent:org_test/${name}`,
      result: { state: 'active', card: record.card.digest },
      governance: { action: 'agent.register', decision: 'allow' },
    })
    const list = (await service.call('GET /v1/agents')).body as { agents: { name: string }[] }
    expect(list.agents.map((each) => each.name)).toContain(name)
  })

  test('does a task, which is sent as the same message however often', async () => {
    const name = await registered()
    const given = await giveTask(service, name, { type: 'echo', payload: { say: 'hello' } })

    const task = await untilEnded(service, given)

    expect(task).toMatchObject({
      status: 'completed',
      result: { artifacts: [{ name: 'echo', parts: [{ data: { type: 'echo', payload: { say: 'hello' } } }] }] },
    })
    expect(elsewhere.messages).toContain(messageIdOf(given.task_id))
  })

  test('tells no secret on, and is not switched off for one', async () => {
    const name = await registered()
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const ask = async () =>
      untilEnded(service, await giveTask(service, name, { type: 'echo', payload: { say: secret } }))

    const tasks = [await ask(), await ask()]

    for (const task of tasks)
      expect(task).toMatchObject({
        status: 'completed',
        governance_tier: 'T3',
        result: { artifacts: [{ parts: [{ data: { payload: { say: '[redacted github-token]' } } }] }] },
      })
    expect(JSON.stringify(tasks)).not.toContain(secret)
    expect((await service.call(`GET /v1/agents/${name}`)).body).toMatchObject({ status: 'available' })
  })

  test('is not there for another organisation, and its name is theirs to take', async () => {
    const name = await registered()
    const { key } = await service.issueKey({ org: 'org_other', scopes: ['governance:write'] })

    expect((await service.call(`GET /v1/agents/${name}`, { key })).status).toBe(404)
    expect((await register({ name, card_url: elsewhere.cardUrl }, key)).status).toBe(201)
  })

  test('takes no tasks while it is suspended, and takes them again when it is accepted', async () => {
    const name = await registered()
    const task = { body: { task: { type: 'echo', payload: {} } } }

    expect((await post(`${name}/suspend`, { reason: 'odd' })).body).toMatchObject({ status: 'suspended' })
    expect(await service.call(`POST /v1/agents/${name}/task`, task)).toMatchObject({
      status: 409,
      body: { error: { code: 'AGENT_SUSPENDED', details: { reason: 'odd' } } },
    })
    expect((await post(`${name}/accept`)).body).toMatchObject({ status: 'available' })
    expect((await service.call(`POST /v1/agents/${name}/task`, task)).status).toBe(202)
  })
})

describe('a card that changes', () => {
  test('in its words alone is noted, and the agent goes on', async () => {
    const name = await registered()
    elsewhere.card['description'] = 'Says it once more.'

    const record = (await post(`${name}/refresh`)).body as AgentRecord

    expect(record).toMatchObject({ status: 'available', description: 'Says it once more.' })
    expect(await nodeOf(record.node)).toMatchObject({
      kind: 'agent.changed',
      pos: 1,
      result: { state: 'active', drifted: false },
    })
  })

  test.each([
    ['skills', { skills: [{ id: 'delete', name: 'Delete', description: 'Deletes it.', tags: [] }] }],
    ['version', { version: '2.0.0' }],
    [
      'keys',
      {
        signatures: [
          { protected: Buffer.from('{"alg":"EdDSA","kid":"other"}').toString('base64url'), signature: 'AA' },
        ],
      },
    ],
  ])('in its %s suspends the agent until it is accepted, and is a violation', async (_, change) => {
    const name = await registered()
    Object.assign(elsewhere.card, change)

    const record = (await post(`${name}/refresh`)).body as AgentRecord

    expect(record.status).toBe('suspended')
    expect(await nodeOf(record.node)).toMatchObject({ result: { state: 'suspended', drifted: true } })
    const [violation] = await service.database.sql`
      select tier, article from violations where subject_type = 'agent' and subject_id = ${name}`
    expect(violation).toEqual({ tier: 'T4', article: 'A-10' })
    expect((await post(`${name}/accept`)).body).toMatchObject({
      status: 'available',
      governance: { active_violations: 0 },
    })
    expect(
      await untilEnded(service, await giveTask(service, name, { type: record.task_types[0]?.type ?? '' })),
    ).toMatchObject({
      status: 'completed',
    })
  })

  test('and is accepted takes tasks from that moment on, at every process', async () => {
    const name = await registered()
    elsewhere.card['version'] = '2.0.0'
    await post(`${name}/refresh`)
    // Longer than from one look of a process to the next: all know of the violation.
    await Bun.sleep(1200)
    await post(`${name}/accept`)

    const asked = await service.call(`POST /v1/agents/${name}/task`, {
      body: { task: { type: 'echo', payload: { text: 'hello' } } },
      api: 1,
    })

    expect(asked.status).toBe(202)
    expect(await untilEnded(service, asked.body as TaskAccepted)).toMatchObject({ status: 'completed' })
  })

  test.each([
    ['long ago', -3_600_000],
    ['at a time that is still to come, by a clock that was ahead', 365 * 86_400_000],
  ])('is noticed when a task comes after it was last looked at %s', async (_, since) => {
    const name = await registered()
    await lookedAt(name, since)
    elsewhere.card['version'] = '3.0.0'

    const task = await untilEnded(service, await giveTask(service, name, { type: 'echo' }))

    expect(task).toMatchObject({ status: 'failed', error: { code: 'AGENT_SUSPENDED' } })
  })
})

describe('what is wrong with a card', () => {
  test('is a change of the agent’s, once, and so is that nothing is any more', async () => {
    const name = await registered()
    elsewhere.card = { name: 'x' }
    await post(`${name}/refresh`)
    await post(`${name}/refresh`)
    const faulty = await recordOf(name)
    elsewhere.card = structuredClone(sound)
    await post(`${name}/refresh`)

    const mended = await recordOf(name)

    expect(faulty).toMatchObject({ status: 'degraded' })
    expect(await nodeOf(faulty.node)).toMatchObject({ pos: 1, result: { state: 'active', faulty: true } })
    expect(mended.status).toBe('available')
    const { pos, result } = await nodeOf(mended.node)
    expect({ pos, result }).toEqual({ pos: 2, result: { state: 'active', card: expect.any(String) } })
  })

  test('is not shown when it was put back, with all that its row had', async () => {
    const { sql } = service.database
    const name = await registered()
    elsewhere.card = { name: 'x' }
    await post(`${name}/refresh`)
    await sql`create table before as select * from agents where name = ${name}`
    elsewhere.card = structuredClone(sound)
    await post(`${name}/refresh`)

    await sql`delete from agents where name = ${name}`
    await sql`insert into agents select * from before`

    expect(await service.call(`GET /v1/agents/${name}`)).toMatchObject({
      status: 500,
      body: { error: { code: 'EVIDENCE_MISMATCH' } },
    })
    await sql`drop table before`
  })
})

describe('a signature on a card', () => {
  const keys = generateKeyPairSync('ed25519')
  const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1' }
  const signed = (card: Record<string, unknown>) => {
    const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: 'k1', typ: 'JOSE' })).toString('base64url')
    const payload = Buffer.from(canonicalizeAgentCard(AgentCard.fromJSON(card as never))).toString('base64url')
    const signature = sign(null, Buffer.from(`${header}.${payload}`), keys.privateKey).toString('base64url')
    return { ...card, signatures: [{ protected: header, signature }] }
  }

  test.each([
    ['of a key that is known', (card: Record<string, unknown>) => signed(card), [jwk], true],
    ['over another card', (card: Record<string, unknown>) => ({ ...signed(card), description: 'other' }), [jwk], false],
    ['of a key that is not known', (card: Record<string, unknown>) => signed(card), [], null],
  ])('%s', async (what, change, known, verified) => {
    const name = `signed-${what.replaceAll(' ', '-')}`

    const answer = await register({ name, card: change(elsewhere.card), keys: known })

    expect(answer).toMatchObject({ status: 201, body: { card: { signature_verified: verified } } })
  })
})

describe('a registration that is refused', () => {
  test('needs the scope governance:write', async () => {
    expect(await register({ card_url: elsewhere.cardUrl }, service.key)).toMatchObject({
      status: 403,
      body: { error: { code: 'SCOPE_REQUIRED' } },
    })
  })

  test.each([
    ['neither card nor address', {}, 'INVALID_REQUEST'],
    ['both', { card_url: 'https://example.com/', card: {} }, 'INVALID_REQUEST'],
    ['a card that is none', { card: { name: 'x' } }, 'INVALID_REQUEST'],
    ['metadata’s address', { card_url: 'http://169.254.169.254/latest' }, 'ADDRESS_REFUSED'],
    ['a private address', { card_url: 'http://10.0.0.1/card.json' }, 'ADDRESS_REFUSED'],
    ['another port of ours', { card_url: 'http://127.0.0.1:1/card.json' }, 'ADDRESS_REFUSED'],
    ['a file', { card_url: 'file:///etc/passwd' }, 'ADDRESS_REFUSED'],
  ])('%s', async (_, body, code) => {
    expect(await register(body)).toMatchObject({ status: 400, body: { error: { code } } })
  })

  test('by a card whose interface is at a private address', async () => {
    const card = {
      ...elsewhere.card,
      supportedInterfaces: [{ url: 'http://192.168.0.1/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    }

    expect(await register({ name: 'inside', card })).toMatchObject({
      status: 400,
      body: { error: { code: 'ADDRESS_REFUSED' } },
    })
  })

  test('by a card that leads to an origin other than its own is denied by the constitution', async () => {
    Object.assign(elsewhere.card, {
      supportedInterfaces: [{ url: 'https://example.com/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    })

    expect(await register({ name: 'astray', card_url: elsewhere.cardUrl })).toMatchObject({
      status: 403,
      body: { error: { code: 'GOVERNANCE_DENIED', details: { articles: ['A-10'] } } },
    })
  })

  test('under a name of ours, or one that is taken', async () => {
    const name = await registered()

    for (const taken of ['risk-assessor', name])
      expect(await register({ name: taken, card_url: elsewhere.cardUrl })).toMatchObject({
        status: 409,
        body: { error: { code: 'STATE_CONFLICT' } },
      })
    expect((await post('risk-assessor/suspend', { reason: 'no' })).status).toBe(409)
    expect((await post('nobody/accept')).status).toBe(404)
  })

  test.each([
    ['answers 500', () => new Response('', { status: 500 }), 'http_status'],
    ['sends half a card', () => new Response('{"name": "Ech'), 'card'],
    ['sends a megabyte', () => new Response('x'.repeat(1_000_000)), 'too_large'],
    ['leads to metadata', () => Response.redirect('http://169.254.169.254/', 302), 'address'],
  ])('when what should be its card %s', async (_, instead, reason) => {
    elsewhere.instead = instead

    expect(await register({ name: 'broken', card_url: elsewhere.cardUrl })).toMatchObject({
      status: 502,
      body: { error: { code: 'AGENT_FAILED', details: { reason } } },
    })
  })
})

describe('an agent elsewhere that misbehaves ends its task failed, not us', () => {
  const isRpc = (request: Request) => request.method === 'POST'

  test.each([
    ['answers 500', () => new Response('oops', { status: 500 }), 'http_status'],
    ['cuts its JSON short', () => new Response('{"jsonrpc":"2.0","id":1,"resu'), 'malformed'],
    ['answers another question', () => Response.json({ jsonrpc: '2.0', id: 999, result: {} }), 'malformed'],
    [
      'answers with its error',
      () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no' } }),
      'malformed',
    ],
    ['redirects to metadata', () => Response.redirect('http://169.254.169.254/latest', 307), 'redirect'],
    ['never stops sending', () => new Response(endless()), 'too_large'],
  ])('%s', async (_, answer, reason) => {
    const name = await registered()
    elsewhere.instead = (request) => (isRpc(request) ? answer() : undefined)

    const task = await untilEnded(service, await giveTask(service, name, { type: 'echo' }))

    expect(task).toMatchObject({
      status: 'failed',
      error: { code: 'AGENT_FAILED', details: { name, reason } },
      result: null,
    })
    const record = (await service.call(`GET /v1/agents/${name}`)).body as AgentRecord
    expect(record.stats.failed_24h).toBe(1)
  })

  test.each([
    ['fails', 'fail', 'refused'],
    ['asks for more', 'ask', 'needs_input'],
  ] as const)('%s', async (_, does, reason) => {
    const name = await registered()
    elsewhere.does = does

    const task = await untilEnded(service, await giveTask(service, name, { type: 'echo' }))

    expect(task).toMatchObject({ status: 'failed', error: { code: 'AGENT_FAILED', details: { reason } } })
  })

  test('says nothing at all until its time is over', async () => {
    const name = await registered()
    elsewhere.instead = (request) => (isRpc(request) ? new Promise<Response>(() => undefined) : undefined)

    const task = await untilEnded(service, await giveTask(service, name, { type: 'echo', more: { timeout_s: 1 } }))

    expect(task).toMatchObject({ status: 'failed', error: { code: 'DEADLINE_EXCEEDED' } })
  })

  test('never ends, and is called off with its task', async () => {
    const name = await registered()
    elsewhere.does = 'hang'
    const given = await giveTask(service, name, { type: 'echo' })
    await untilStatus(service, given, ['working'])
    await until(() => elsewhere.messages.includes(messageIdOf(given.task_id)), { what: 'the message to arrive' })

    const answer = await service.call(`POST ${given.links.cancel}`)

    expect(answer).toMatchObject({ status: 200, body: { status: 'canceled' } })
    await until(() => elsewhere.canceled.length > 0, { what: 'the agent to be told' })
  })
})

function endless(): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(65_536).fill(32)
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
}

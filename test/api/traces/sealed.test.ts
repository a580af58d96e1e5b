/** Traces are shown, measured and gone by as they came in, or not at all. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aTrace } from '#test/support/makers'
import { type Answer, type Service, startService } from '#test/support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const stored = async (system: string): Promise<{ id: string; node: string }> => {
  const answer = await service.call('POST /traces', {
    body: aTrace({
      system_source: system,
      flags: ['a'],
      metadata: { b: 1e-7, a: [null, { z: 'ü', '10': 1, '9': 2 }] },
    }),
  })
  return {
    id: (answer.body as { trace_id: string }).trace_id,
    node: answer.headers.get('x-service-attribution') ?? '',
  }
}
const mismatch = (node: string) => ({
  status: 500,
  body: { error: { code: 'EVIDENCE_MISMATCH', details: { table: 'traces', node } } },
})
const sane = ({ headers }: Answer) => headers.get('x-constitutional-compliance') !== 'verified'

/** Every way in which a trace of a system is shown or gone by. */
const doors = (id: string, system: string): [string, Promise<Answer>][] => [
  ['one', service.call(`GET /traces/${id}`)],
  ['list', service.call(`GET /traces?system_source=${system}`)],
  ['NDJSON', service.call(`GET /traces/export?system_source=${system}`)],
  ['CSV', service.call(`GET /traces/export?format=csv&system_source=${system}`)],
  ['its annotations', service.call(`GET /traces/${id}/annotations`)],
  ['its tree', service.call('POST /generate', { body: { trace_id: id } })],
  ['its system’s tree', service.call(`GET /systems/${system}/tree`)],
]

test('as it came in it goes through every door', async () => {
  const { id } = await stored('sound')

  for (const [door, asked] of doors(id, 'sound')) expect([door, (await asked).status]).toEqual([door, 200])
})

test.each([
  ['risk_score', 'risk_score = 1'],
  ['risk_level', "risk_level = 'HIGH'"],
  ['metadata', `metadata = '{"a":[null,{"z":"ü","10":1,"9":3}],"b":1e-7}'`],
  ['flags', "flags = array['a', 'b']"],
  ['governance_tier', "governance_tier = 'T5'"],
  ['created_at', "created_at = created_at - interval '1 day'"],
  ['timestamp', `"timestamp" = "timestamp" + interval '1 millisecond'`],
  ['confidence', 'confidence = 0.123'],
  ['compliance', 'constitutional_compliance = not constitutional_compliance'],
])('with another %s it goes through none', async (column, change) => {
  const system = `changed-${column}`
  const { id, node } = await stored(system)
  await service.database.sql.unsafe(`update traces set ${change} where trace_id = '${id}'`)

  for (const [door, asked] of doors(id, system)) {
    const answer = await asked
    expect({ door, ...answer }).toMatchObject({ door, ...mismatch(node) })
    expect(sane(answer)).toBe(true)
  }
})

test('one that was put into another organisation is shown to neither', async () => {
  const { id, node } = await stored('moved')
  const { key } = await service.issueKey({ org: 'org_other' })
  await service.database.sql`update traces set org_id = 'org_other' where trace_id = ${id}`

  expect(await service.call(`GET /traces/${id}`)).toMatchObject(mismatch(node))
  expect(await service.call(`GET /traces/${id}`, { key })).toMatchObject(mismatch(node))
  expect(await service.call('GET /traces/export', { key })).toMatchObject(mismatch(node))
  expect(await service.call('POST /generate', { key, body: { trace_id: id } })).toMatchObject(mismatch(node))
})

test('one that names another’s node, or is another’s row under a new name, is not shown', async () => {
  const [one, other] = [await stored('named'), await stored('named')]
  await service.database.sql`update traces set attribution_token = ${other.node} where trace_id = ${one.id}`
  await service.database.sql`
    insert into traces select (jsonb_populate_record(t, '{"trace_id":"SVC-forged-1"}')).* from traces t where trace_id = ${other.id}`

  expect(await service.call(`GET /traces/${one.id}`)).toMatchObject(mismatch(other.node))
  expect(await service.call('GET /traces/SVC-forged-1')).toMatchObject(mismatch(other.node))
  expect((await service.call(`GET /traces/${other.id}`)).status).toBe(200)
})

test('one that was deleted is a mismatch to its own organisation, and nothing to others', async () => {
  const { id, node } = await stored('deleted')
  const { key } = await service.issueKey({ org: 'org_other' })
  await service.database.sql`delete from traces where trace_id = ${id}`

  expect(await service.call(`GET /traces/${id}`)).toMatchObject(mismatch(node))
  expect(await service.call('POST /generate', { body: { trace_id: id } })).toMatchObject(mismatch(node))
  expect((await service.call(`GET /traces/${id}`, { key })).status).toBe(404)
  expect((await service.call('GET /traces/SVC-never-1')).status).toBe(404)
})

test('erased, it is shown as what is left of it', async () => {
  const { id, node } = await stored('erased')
  const { key } = await service.issueKey({ scopes: ['governance:write'] })
  const erased = await service.call(`POST /v1/edg/${node}/erase`, { key, body: { reason: 'asked for' } })

  expect(erased.status).toBe(200)
  expect(await service.call(`GET /traces/${id}`)).toMatchObject({
    status: 200,
    body: { trace_id: id, risk_level: 'MEDIUM' },
  })
  await service.database.sql`update traces set risk_score = risk_score + 1 where trace_id = ${id}`
  expect(await service.call(`GET /traces/${id}`)).toMatchObject(mismatch(node))
})

test('words are taken of one that was changed before, and it is not shown for that', async () => {
  const { id, node } = await stored('erased-astray')
  const { key } = await service.issueKey({ scopes: ['governance:write'] })
  await service.database.sql`update traces set risk_score = risk_score + 1 where trace_id = ${id}`

  expect((await service.call(`POST /v1/edg/${node}/erase`, { key, body: { reason: 'asked for' } })).status).toBe(200)
  expect(await service.call(`GET /traces/${id}`)).toMatchObject(mismatch(node))
})

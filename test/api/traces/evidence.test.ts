/** What area A leaves as evidence, checked from outside: by the rows, the public key and the answers alone. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import canonicalize from 'canonicalize'
import { unpackTree } from '#db/queries/trees'
import type { TraceRow } from '#db/tables/traces'
import { isSignedBy } from '#shared/evidence/signing'
import { recordText } from '#shared/traces/record'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

type Node = { id: Uint8Array; body: string; signature: Uint8Array; kid: string }
async function nodeOf(id: string): Promise<Node> {
  const [node] = await service.database.sql<Node[]>`select * from edg_nodes where encode(id, 'hex') = ${id}`
  if (!node) throw new Error(`no node ${id}`)
  return node
}

async function expectSigned(node: Node): Promise<void> {
  const [key] = await service.database.sql<
    { public_key: Uint8Array }[]
  >`select public_key from edg_keys where kid = ${node.kid}`
  expect(isSignedBy(node.body, node.signature, key?.public_key ?? new Uint8Array(32))).toBe(true)
  expect(sha256(node.body)).toBe(Buffer.from(node.id).toString('hex'))
  expect(canonicalize(JSON.parse(node.body))).toBe(node.body)
}

test('a trace’s attribution token is the id of the signed node that records it, and the row recomputes its payload', async () => {
  const created = await service.call('POST /traces', {
    body: aTrace({
      flags: ['a', 'ü'],
      metadata: { z: 1.5, a: { '10': true, '9': null }, n: -0.1 },
      processing_time_ms: 12,
    }),
  })
  const traceId = (created.body as { trace_id: string }).trace_id

  const stored = await service.call(`GET /traces/${traceId}`)
  const token = (stored.body as { attribution_token: string }).attribution_token
  const node = await nodeOf(token)
  const [row] = await service.database.sql<TraceRow[]>`select * from traces where trace_id = ${traceId}`
  if (!row) throw new Error('the trace is gone')
  const {
    org_id: _org,
    attribution_token: _token,
    payload_salt: salt,
    created_at: _created,
    governance_tier: _tier,
    seal: _seal,
    ...record
  } = row

  expect(created.headers.get('x-service-attribution')).toBe(token)
  expect(stored.headers.get('x-service-attribution')).toBe(token)
  await expectSigned(node)
  const inOrder = JSON.parse(canonicalize({ ...record, timestamp: row.timestamp.toISOString() }) ?? '')
  expect(JSON.parse(node.body)).toMatchObject({
    kind: 'trace.recorded',
    stream: `trace:${traceId}`,
    subject: { type: 'trace', id: traceId },
    payload: { digest: `sha256:${sha256(salt, recordText({ ...inOrder, metadata: row.metadata }))}` },
  })
})

test('a tree’s node has the trace’s node as its input, and the stored text recomputes its payload', async () => {
  const created = await service.call('POST /traces', { body: aTrace() })
  const traceId = (created.body as { trace_id: string }).trace_id

  const answer = await service.call('POST /generate', { body: { trace_id: traceId } })
  const node = await nodeOf(answer.headers.get('x-service-attribution') ?? '')
  const jobId = answer.headers.get('x-job-id') ?? ''
  const [tree] = await service.database.sql<{ body: Uint8Array<ArrayBuffer>; payload_salt: Uint8Array }[]>`
    select body, payload_salt from trees where job_id = ${jobId}`
  const [edge] = await service.database.sql<{ parent: string; rel: string }[]>`
    select encode(parent, 'hex') as parent, rel from edg_edges where child = ${Buffer.from(node.id)}`

  await expectSigned(node)
  expect(edge).toEqual({ parent: created.headers.get('x-service-attribution') ?? '', rel: 'input' })
  const text = tree ? unpackTree(tree.body) : ''
  expect(answer.text.startsWith(`{"corix_tree":${text},`)).toBe(true)
  expect(JSON.parse(node.body)).toMatchObject({
    kind: 'tree.generated',
    height: 1,
    payload: { digest: `sha256:${sha256(tree?.payload_salt ?? '', text)}` },
    result: { job_id: jobId },
  })
})

test('where no node stands behind an answer, its attribution is recomputed from the answer', async () => {
  for (const [what, route] of [
    ['GET /stats', '/stats'],
    ['GET /health', '/health'],
    ['GET /traces/SVC-none-1', '/traces/:trace_id'],
  ] as const) {
    const answer = await service.call(what)

    const digest = sha256(
      canonicalize({
        edg: 'attribution/v1',
        service: 'assay',
        version: '1.0.0',
        route,
        status: answer.status,
        trace: answer.headers.get('x-service-trace'),
        body_sha256: sha256(answer.text),
      }) ?? '',
    )
    expect(answer.headers.get('x-service-attribution')).toBe(digest)
  }
})

test('the database refuses a changed, deleted, forged, orphaned or forked node', async () => {
  const { sql } = service.database
  const first = await service.call('POST /traces', { body: aTrace() })
  const { id, body, signature, kid } = await nodeOf(first.headers.get('x-service-attribution') ?? '')
  const insert = (changed: { id?: Buffer; body?: string; stream?: string; pos?: number; prev?: Buffer | null }) => {
    const text = changed.body ?? body
    return sql`
      insert into edg_nodes (id, org_id, stream, pos, height, kind, prev, body, signature, kid)
      values (${changed.id ?? createHash('sha256').update(text).digest()}, 'org_test', ${changed.stream ?? 'other'},
        ${changed.pos ?? 0}, 0, 'trace.recorded', ${changed.prev ?? null}, ${text}, ${Buffer.from(signature)}, ${kid})`
  }
  const renamed = (stream: string) => JSON.stringify({ ...JSON.parse(body), stream })
  const refusal = (attempt: PromiseLike<unknown>) =>
    Promise.resolve(attempt).then(
      () => 'accepted',
      (error: { message: string }) => error.message,
    )

  expect(await refusal(sql`update edg_nodes set kind = 'x' where id = ${Buffer.from(id)}`)).toContain('append-only')
  expect(await refusal(sql`delete from edg_nodes where id = ${Buffer.from(id)}`)).toContain('append-only')
  expect(await refusal(sql`truncate edg_nodes cascade`)).toContain('append-only')
  expect(await refusal(sql`update edg_edges set ord = 1`)).toContain('append-only')
  expect(await refusal(sql`delete from edg_keys`)).toContain('append-only')
  expect(await refusal(insert({ id: Buffer.alloc(32), body: renamed('other') }))).toContain('edg_nodes_address')
  expect(await refusal(insert({ body: renamed('other'), stream: 'another' }))).toContain('edg_nodes_projection')
  expect(await refusal(insert({ body: renamed('other'), pos: 1 }))).toContain('edg_nodes')
  expect(
    await refusal(
      insert({ body: JSON.stringify({ ...JSON.parse(body), agent: {} }), stream: JSON.parse(body).stream }),
    ),
  ).toContain('edg_nodes_stream_pos_key')
})

test('the signing key is a file that only its owner may read, and it is not in the database', async () => {
  const path = `${service.dataDir}/keys/evidence-ed25519.pem`

  expect(existsSync(path)).toBe(true)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const columns = await service.database
    .sql`select column_name from information_schema.columns where column_name like '%private%'`
  expect(columns).toHaveLength(0)
})

test('the violations that a batch of traces shows stand behind the nodes of those traces', async () => {
  const batch = Array.from({ length: 40 }, (_, at) =>
    aTrace({ system_source: `broken-${at % 7}`, constitutional_compliance: at % 2 === 0 }),
  )

  const answer = await service.call('POST /traces/batch', { body: batch })

  expect(answer.status).toBe(201)
  const [edges] = await service.database.sql<{ edges: number; astray: number }[]>`
    select count(*) as edges, count(*) filter (where parent.ins >= child.ins) as astray
    from edg_edges e join edg_nodes parent on parent.id = e.parent join edg_nodes child on child.id = e.child
    where child.kind = 'violation.opened'`
  expect(edges?.edges).toBe(7)
  expect(edges?.astray).toBe(0)
})

// The last: it halts the service.
test('traces that are taken away with their nodes, before the log has them, are missed by who took them in', async () => {
  const { sql } = service.database
  const gone = (name: string) => aTrace({ system_source: `gone ${name}` })
  await service.call('POST /traces', { body: gone('alone') })
  await service.call('POST /traces/batch', { body: [gone('with another'), aTrace()] })
  const rows = await sql<{ node: string }[]>`
    select attribution_token as node from traces where system_source like 'gone %'`
  const nodes = rows.map(({ node }) => node).toSorted()
  expect(nodes).toHaveLength(2)

  const some = nodes.map((node) => `'\\x${node}'`).join()
  await sql.unsafe(`
    alter table edg_edges disable trigger user; alter table edg_nodes disable trigger user;
    delete from traces where system_source like 'gone %'; delete from edg_edges where child in (${some});
    delete from edg_nodes where id in (${some})`)

  const told = () => sql<{ evidence: string[] }[]>`
    select evidence from violations where subject_type = 'node' and tier = 'T5'`
  const [missed] = await until(async () => (await told()).length > 0 && told(), {
    what: 'them to be missed',
    timeoutMs: 20_000,
  })
  expect(missed?.evidence.toSorted()).toEqual(nodes)
}, 30_000)

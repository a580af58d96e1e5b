/** Area B's evidence graph: every answer that each of its endpoints can give, from a running service. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ErrorBody } from '#shared/contracts/about'
import { Chain, Erased, EvidenceNode, Verification } from '#shared/contracts/evidence'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { append, emptyFrontier, leafHash, rootOf } from '#shared/tlog/merkle'
import { undocumentedIn } from '#test/contract/documented'
import { expectShape } from '#test/contract/shapes'
import { aTrace } from '#test/support/makers'
import { type Answer, type CallOptions, type Service, startService } from '#test/support/service'

type Json = Record<string, unknown>

let service: Service
let call: Service['call']
/** A trace's node and that of its tree. */
let trace: string
let tree: string
const nowhere = 'a'.repeat(64)

beforeAll(async () => {
  service = await startService({ env: { RATE_LIMIT_B_STANDARD: '2' } })
  await service.startWorker('run-task')
  call = service.call
  ;({ trace, tree } = await aTree())
})
afterAll(() => service.stop())

async function aTree(odd: Json = {}): Promise<{ trace: string; tree: string; traceId: string }> {
  const created = await call('POST /traces', { body: { ...aTrace(), ...odd } })
  const { trace_id: traceId } = created.body as { trace_id: string }
  const made = await call('POST /generate', { body: { trace_id: traceId } })
  const token = (answer: Answer) => answer.headers.get('x-service-attribution') ?? ''
  return { trace: token(created), tree: token(made), traceId }
}

const get = (path: string, options?: CallOptions) => call(`GET /v1/edg/${path}`, options)
const verify = (body: Json, options?: CallOptions) => call('POST /v1/edg/verify', { body, ...options })

function expectRefusal(answer: Answer, status: number, code: string): void {
  expectShape(ErrorBody, answer.body)
  expect({ status: answer.status, code: (answer.body as { error: { code: string } }).error.code }).toEqual({
    status,
    code,
  })
}

describe('every endpoint', () => {
  const endpoints: { what: string; body?: Json }[] = [
    { what: `GET /v1/edg/${nowhere}` },
    { what: `GET /v1/edg/chain/${nowhere}` },
    { what: `GET /v1/edg/export/${nowhere}` },
    { what: 'POST /v1/edg/verify', body: { hash: nowhere } },
    { what: `POST /v1/edg/${nowhere}/erase`, body: { reason: 'x' } },
  ]
  const asked = ({ body }: { body?: Json }) => (body ? { body } : {})

  test('answers 404 for a node that nobody has', async () => {
    const { key } = await service.issueKey({ scopes: ['governance:write'] })
    for (const each of endpoints) expectRefusal(await call(each.what, { key, ...asked(each) }), 404, 'NODE_NOT_FOUND')
  })

  test('answers 401 without a key', async () => {
    for (const each of endpoints)
      expectRefusal(await call(each.what, { key: null, ...asked(each) }), 401, 'INVALID_API_KEY')
  })

  test('answers 403 to a key without area B', async () => {
    const { key } = await service.issueKey({ areas: ['A'], scopes: ['governance:write'] })
    for (const each of endpoints) expectRefusal(await call(each.what, { key, ...asked(each) }), 403, 'SCOPE_REQUIRED')
  })

  test('answers 404 for a node of another organisation', async () => {
    const { key } = await service.issueKey({ org: 'org_other', scopes: ['governance:write'] })
    for (const { what, body } of endpoints) {
      const own = {
        what: what.replace(nowhere, trace),
        ...(body?.['hash'] ? { body: { hash: trace } } : body ? { body } : {}),
      }
      expectRefusal(await call(own.what, { key, ...asked(own) }), 404, 'NODE_NOT_FOUND')
    }
  })

  test('answers 400 for what is no hash', async () => {
    const { key } = await service.issueKey({ scopes: ['governance:write'] })
    for (const hash of ['x', trace.toUpperCase(), trace.slice(1), `sha512:${trace}`]) {
      for (const path of [hash, `chain/${hash}`, `export/${hash}`])
        expectRefusal(await get(path), 400, 'INVALID_REQUEST')
      expectRefusal(await verify({ hash }), 400, 'INVALID_REQUEST')
      expectRefusal(await call(`POST /v1/edg/${hash}/erase`, { key, body: { reason: 'x' } }), 400, 'INVALID_REQUEST')
    }
  })

  test('answers 405 to another method', async () => {
    for (const [what, allow] of [
      [`DELETE /v1/edg/${trace}`, 'GET, HEAD'],
      ['GET /v1/edg/verify', 'POST'],
      [`POST /v1/edg/chain/${trace}`, 'GET, HEAD'],
    ] as const) {
      const answer = await call(what)
      // `verify` is no hash, and GET /edg/{hash} takes any word.
      if (what === 'GET /v1/edg/verify') expect([400, 405]).toContain(answer.status)
      else {
        expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED')
        expect(answer.headers.get('allow')).toBe(allow)
      }
    }
  })

  test('answers 415 to a body that is no JSON by its type, and 413 to one that is too large', async () => {
    const { key } = await service.issueKey({ scopes: ['governance:write'] })
    for (const what of ['POST /v1/edg/verify', `POST /v1/edg/${trace}/erase`]) {
      const plain = await call(what, { key, raw: '{}', headers: { 'content-type': 'text/plain' } })
      const large = await call(what, { key, raw: JSON.stringify({ hash: trace, more: 'x'.repeat(1_100_000) }) })
      expectRefusal(plain, 415, 'UNSUPPORTED_MEDIA_TYPE')
      expectRefusal(large, 413, 'BODY_TOO_LARGE')
    }
  })

  test('answers 429 beyond the limit', async () => {
    const { key } = await service.issueKey({ tier: 'standard' })
    const answers = await Promise.all([1, 2, 3].map(() => get(trace, { key })))
    const refused = answers.find(({ status }) => status === 429)
    if (!refused) throw new Error('nobody was refused')
    expectRefusal(refused, 429, 'RATE_LIMIT_EXCEEDED')
  })

  test('takes no parameter and no member that it does not know', async () => {
    for (const path of [
      `${trace}?x=1`,
      `chain/${trace}?x=1`,
      `export/${trace}?x=1`,
      `${trace}?view=none`,
      `chain/${trace}?limit=1001`,
      `chain/${trace}?limit=0`,
      `chain/${trace}?kinds=none`,
      `chain/${trace}?max_depth=0`,
      `export/${trace}?format=pdf`,
    ])
      expectRefusal(await get(path), 400, 'INVALID_REQUEST')
    for (const body of [{ hash: trace, x: 1 }, { hash: trace, mode: 'all' }, {}])
      expectRefusal(await verify(body), 400, 'INVALID_REQUEST')
  })
})

describe('GET /edg/{hash}', () => {
  test('gives what was hashed at the top level, with neighbours, signature, place in the log and payload', async () => {
    const answer = await get(tree)
    const node = answer.body as Json & { payload: Json; linked_nodes: Json; links: Record<string, string> }

    expect(answer.status).toBe(200)
    expectShape(EvidenceNode, answer.body)
    expect(answer.headers.get('etag')).toBe(`"${tree}"`)
    expect(node).toMatchObject({ hash: tree, kind: 'tree.generated', agent: { name: 'assay-generate-tree' } })
    expect(node.linked_nodes).toMatchObject({
      parents: [{ rel: 'input', hash: trace, kind: 'trace.recorded' }],
      children: [],
      children_total: 0,
    })
    const { salt, content, digest } = node.payload as { salt: string; content: string; digest: string }
    expect(
      `sha256:${new Bun.CryptoHasher('sha256').update(Buffer.from(salt, 'base64')).update(content).digest('hex')}`,
    ).toBe(digest)
    expect((await call(`GET ${node.links['chain']}`)).status).toBe(200)
  })

  test('takes the prefix sha256:', async () => {
    expect((await get(`sha256:${trace}`)).status).toBe(200)
  })

  test('names its children', async () => {
    expect((await get(trace)).body).toMatchObject({
      linked_nodes: { children: [{ rel: 'input', hash: tree, kind: 'tree.generated' }], children_total: 1 },
    })
  })

  test('view=body is the very text that was hashed, for ever', async () => {
    const body = await get(`${trace}?view=body`)
    const again = await get(`${trace}?view=body`, { headers: { 'if-none-match': `"${trace}"` } })

    expect(sha256Hex(body.text)).toBe(trace)
    expect(canonicalJson(JSON.parse(body.text))).toBe(body.text)
    expect(body.headers.get('cache-control')).toContain('immutable')
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
  })

  test('the service’s own nodes are everybody’s', async () => {
    const [row] = await service.database.sql<
      { id: string }[]
    >`select encode(id, 'hex') as id from edg_nodes where kind = 'key.registered'`
    const { key } = await service.issueKey({ org: 'org_other' })

    expect((await get(row?.id ?? '', { key })).status).toBe(200)
  })
})

describe('GET /edg/chain/{hash}', () => {
  type Page = {
    nodes: { hash: string }[]
    next_cursor: string | null
    complete: boolean
    count: number
    total: number
    chain_digest: string
    edges: Json[]
    roots: string[]
  }
  const chainOf = async (path: string, options?: CallOptions) => (await get(`chain/${path}`, options)).body as Page

  test('is complete in one answer, children before parents, with its edges, roots and digest', async () => {
    const answer = await get(`chain/${tree}`)
    const chain = answer.body as Page

    expectShape(Chain, answer.body)
    expect(chain).toMatchObject({
      complete: true,
      count: 2,
      total: 2,
      next_cursor: null,
      roots: [trace],
      edges: [{ child: tree, parent: trace, rel: 'input' }],
    })
    expect(chain.nodes.map(({ hash }) => hash)).toEqual([tree, trace])
    expect(chain.chain_digest).toBe(
      Buffer.from(
        rootOf(
          append(
            emptyFrontier,
            [trace, tree].map((id) => leafHash(id)),
          ),
        ),
      ).toString('hex'),
    )
  })

  test('comes in pages that another chain’s cursor does not open', async () => {
    const one = await chainOf(`${tree}?limit=1`)
    const cursor = one.next_cursor ?? ''
    const two = await chainOf(`${tree}?limit=1&cursor=${cursor}`)

    expect(one).toMatchObject({ complete: false, count: 1, total: 2, nodes: [{ hash: tree }] })
    expect(two).toMatchObject({ complete: false, count: 1, nodes: [{ hash: trace }], next_cursor: null })
    for (const path of [
      `chain/${trace}?cursor=${cursor}`,
      `chain/${tree}?order=asc&cursor=${cursor}`,
      `chain/${tree}?cursor=${cursor}x`,
      `chain/${tree}?cursor=x`,
    ])
      expectRefusal(await get(path), 400, 'INVALID_REQUEST')
  })

  test('order, kinds and max_depth choose', async () => {
    expect((await chainOf(`${tree}?order=asc`)).nodes.map(({ hash }) => hash)).toEqual([trace, tree])
    expect((await chainOf(`${tree}?kinds=trace.recorded`)).nodes.map(({ hash }) => hash)).toEqual([trace])
    expect((await chainOf(`${tree}?max_depth=1`)).count).toBe(2)
  })

  test('streams as NDJSON, with an end that says so', async () => {
    const { text, headers } = await get(`chain/${tree}?order=asc`, { headers: { accept: 'application/x-ndjson' } })
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

    expect(headers.get('content-type')).toContain('application/x-ndjson')
    expect(lines.slice(0, -1).map(({ hash }) => hash)).toEqual([trace, tree])
    expect(lines.at(-1)).toMatchObject({ end: { count: 2, chain_digest: (await chainOf(tree)).chain_digest } })
  })
})

describe('POST /edg/verify', () => {
  test('a node, its chain and the whole store are valid, each node once', async () => {
    for (const mode of ['node', 'chain', 'full']) {
      const answer = await verify({ hash: `sha256:${tree}`, mode })

      expect(answer.status).toBe(200)
      expectShape(Verification, answer.body)
      expect(answer.body).toMatchObject({ hash: tree, valid: true, first_failure: null })
      if (mode !== 'full') expect(answer.body).toMatchObject({ checked_nodes: mode === 'node' ? 1 : 2 })
    }
  })

  test('the whole store is looked through as a job', async () => {
    const answer = await verify({ hash: tree, mode: 'full' }, { headers: { prefer: 'respond-async' } })

    expect(answer.status).toBe(202)
    expect(answer.headers.get('location')).toMatch(/^\/jobs\//)
  })

  test('what its owner kept of a node is judged without the store having it', async () => {
    const body = (await get(`${trace}?view=body`)).text
    const { signature } = (await get(trace)).body as { signature: Json }
    const edited = body.replace('assay-api', 'assay-apj')

    const sound = await verify({ hash: trace, node: { body, signature } })
    const forged = await verify({ hash: trace, node: { body: edited, signature } })
    const unknown = await verify({ hash: sha256Hex(edited), node: { body: edited, signature } })

    expect(sound.body).toMatchObject({ valid: true })
    expect(forged.body).toMatchObject({ valid: false, first_failure: { check: 'V1', hash: trace } })
    expect(unknown.body).toMatchObject({ valid: false, first_failure: { check: 'V5' } })
  })

  test('a checkpoint that is none settles nothing', async () => {
    expect((await verify({ hash: trace, checkpoint: 'x\n' })).body).toMatchObject({
      valid: false,
      verdict: 'indeterminate',
    })
  })
})

describe('GET /edg/export/{hash}', () => {
  test('gives each format in its type', async () => {
    const formats = {
      intoto: 'application/vnd.in-toto.bundle',
      prov: 'application/json',
      dot: 'text/vnd.graphviz',
      mermaid: 'text/plain',
      svg: 'image/svg+xml',
    }
    for (const [format, type] of Object.entries(formats)) {
      const answer = await get(`export/${tree}?format=${format}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain(type)
      expect(answer.headers.get('content-disposition')).toContain('attachment')
    }
  })

  test('has no proof of what no checkpoint covers yet', async () => {
    for (const format of ['tlog-proof', 'scitt', 'cose-receipt'])
      expectRefusal(await get(`export/${tree}?format=${format}`), 409, 'STATE_CONFLICT')
  })

  test('PROV names each node once and links them', async () => {
    expect((await get(`export/${tree}?format=prov`)).body).toMatchObject({
      entity: { [`edg:${tree}`]: {}, [`edg:${trace}`]: {} },
      wasDerivedFrom: {
        [`_:d${tree}.0`]: { 'prov:generatedEntity': `edg:${tree}`, 'prov:usedEntity': `edg:${trace}` },
      },
    })
  })
})

describe('POST /edg/{hash}/erase', () => {
  const erase = async (hash: string, reason = 'asked for') => {
    const { key } = await service.issueKey({ scopes: ['governance:write'] })
    return call(`POST /v1/edg/${hash}/erase`, { key, body: { reason } })
  }

  test('asks for the scope governance:write', async () => {
    expectRefusal(await call(`POST /v1/edg/${trace}/erase`, { body: { reason: 'x' } }), 403, 'SCOPE_REQUIRED')
  })

  test('takes a trace’s words, its trees and both salts, says so, answers the same again, and leaves everything valid', async () => {
    const made = await aTree({ recommendation: 'case 4711', metadata: { patient: 'x' } })
    const before = (await get(made.trace)).body as { payload: { content: string; digest: string } }

    const erased = await erase(made.trace)
    const again = await erase(made.trace)

    expect(erased.status).toBe(200)
    expectShape(Erased, erased.body)
    const { erased: list } = erased.body as { erased: { hash: string; node: string }[] }
    expect(list.map(({ hash }) => hash)).toEqual([made.trace, made.tree])
    expect((again.body as { erased: Json[] }).erased[0]).toEqual(list[0] as Json)
    for (const hash of [made.trace, made.tree]) {
      expect((await get(hash)).body).toMatchObject({ payload: { erased: true } })
      for (const mode of ['node', 'chain', 'full'])
        expect((await verify({ hash, mode })).body).toMatchObject({ valid: true })
    }
    expect((await get(list[0]?.node ?? '')).body).toMatchObject({
      kind: 'payload.erased',
      result: { reason: 'asked for' },
    })
    const [row] = await service.database.sql<{ payload_salt: Uint8Array; text: string }[]>`
      select payload_salt, row_to_json(t)::text as text from traces t where trace_id = ${made.traceId}`
    expect(row?.payload_salt.length).toBe(0)
    expect(row?.text).not.toContain('4711')
    expect(isGuessed(before.payload)).toBe(false)
  })

  test('has nothing to erase at a node without a payload', async () => {
    const { trace: hash } = await aTree()
    const { erased } = (await erase(hash)).body as { erased: { node: string }[] }

    expectRefusal(await erase(erased[0]?.node ?? ''), 409, 'STATE_CONFLICT')
  })
})

/** Whether ten thousand contents like it, the right one among them, give the digest away to who has no salt. */
function isGuessed({ content, digest }: { content: string; digest: string }): boolean {
  return Array.from({ length: 10_000 }, (_, guess) => content.replace('4711', String(guess))).some(
    (text) => `sha256:${sha256Hex(text)}` === digest,
  )
}

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})

/** Evidence on a whole running service: a ledger that sequences, tasks, exports that others verify, and no false alarm. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lastFullVerify } from '#shared/evidence/passes'
import { openSigner } from '#shared/evidence/signing'
import { parseLogProof } from '#shared/tlog/checkpoint'
import { noteVerifier } from '#shared/tlog/signed-note'
import { verifyBundle } from '#shared/verification/bundle'
import { verifyCose } from '#shared/verification/scitt'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

type Json = Record<string, unknown>
type Verdict = {
  verdict: string
  first_failure: Json | null
  checks: { id: string; status: string }[]
  proof: { checkpoint: string }
}

let service: Service
beforeAll(async () => {
  service = await startService()
  await service.startWorker('run-task')
  await service.startWitness()
  await service.startLedger()
}, 60_000)
afterAll(() => service.stop())

async function aTree(): Promise<string> {
  const created = await service.call('POST /traces', { body: aTrace() })
  const { trace_id } = created.body as { trace_id: string }
  const made = await service.call('POST /generate', { body: { trace_id } })
  const node = made.headers.get('x-service-attribution')
  if (node === null) throw new Error(`no tree was made: ${made.text}`)
  return node
}

const verify = async (body: Json) => (await service.call('POST /v1/edg/verify', { body })).body as Verdict
async function included(hash: string): Promise<void> {
  let seen: Verdict | undefined
  const isIn = async () => {
    seen = await verify({ hash })
    return seen.verdict === 'valid'
  }
  await until(isIn, { what: () => `${hash} to be in the log, of which it is said: ${JSON.stringify(seen)}` })
}
const exported = async (hash: string, format: string) =>
  (await service.call(`GET /v1/edg/export/${hash}?format=${format}`)).text

const exportedBytes = async (hash: string, format: string) => {
  const headers = { Authorization: `Bearer ${service.key}` }
  const answer = await fetch(`${service.urls[0]}/v1/edg/export/${hash}?format=${format}`, { headers })
  return Buffer.from(await answer.arrayBuffer())
}

/** The log's key, as an operator would publish it. */
function verifierOf(origin: string) {
  const pem = readFileSync(`${service.dataDir}/keys/evidence-ed25519.pem`, 'utf8')
  return noteVerifier(origin, createPublicKey(pem).export({ format: 'der', type: 'spki' }).subarray(-32))
}

test('a node is in the log soon after it was made, and what is exported of it verifies without the service', async () => {
  const tree = await aTree()
  await included(tree)

  const { hashes, checkpoint } = parseLogProof(await exported(tree, 'tlog-proof'))
  const verifier = verifierOf(checkpoint.split('\n')[0] ?? '')
  const bundle = verifyBundle(await exported(tree, 'intoto'), verifier)
  const statement = verifyCose(await exportedBytes(tree, 'scitt'), verifier)
  const receipt = verifyCose(await exportedBytes(tree, 'cose-receipt'), verifier, tree)

  expect(hashes.length).toBeGreaterThan(0)
  expect(bundle).toMatchObject({ verdict: 'valid', first_failure: null, head: tree })
  expect(bundle.checks.filter(({ id }) => id === 'V13')).toMatchObject([{ status: 'pass' }])
  expect([statement, receipt]).toMatchObject([
    { verdict: 'valid', head: tree },
    { verdict: 'valid', head: tree },
  ])
})

test('a checkpoint that a caller kept is one that the log has grown from', async () => {
  const first = await aTree()
  await included(first)
  const { checkpoint } = (await verify({ hash: first })).proof
  const second = await aTree()
  await included(second)

  const grown = await verify({ hash: second, checkpoint })

  expect(grown.verdict).toBe('valid')
  expect(grown.checks.find(({ id }) => id === 'V10')).toMatchObject({ status: 'pass' })
})

test('a witness of another account has seen what the log holds', async () => {
  const tree = await aTree()
  const isCosigned = async () =>
    (await verify({ hash: tree })).checks.some(({ id, status }) => id === 'V11' && status === 'pass')

  expect(await until(isCosigned, { what: 'a cosignature', timeoutMs: 20_000 })).toBe(true)
})

test('a proof that a caller kept proves its node, and no other', async () => {
  const [one, other] = [await aTree(), await aTree()]
  await Promise.all([included(one), included(other)])
  const proof = await exported(one, 'tlog-proof')

  expect((await verify({ hash: one, proof })).verdict).toBe('valid')
  expect(await verify({ hash: other, proof })).toMatchObject({
    verdict: 'invalid',
    first_failure: { check: 'V9', hash: other },
  })
})

test('the whole store, tasks and decisions and all, is valid, and nobody is alarmed', async () => {
  for (let round = 0; round < 5; round += 1) {
    await aTree()
    const { status } = await service.call('POST /v1/agents/risk-assessor/task', {
      body: { task: { type: 'stats.summarize', payload: {} } },
    })
    expect(status).toBe(202)
  }
  const tree = await aTree()
  await included(tree)

  const full = await verify({ hash: tree, mode: 'full' })
  const signer = openSigner({ path: `${service.dataDir}/keys/evidence-ed25519.pem` })
  const pass = await until(() => lastFullVerify(service.database.sql, signer), { what: 'a look through everything' })

  expect({ verdict: full.verdict, first: full.first_failure }).toEqual({ verdict: 'valid', first: null })
  expect(full.checks.filter(({ status }) => status === 'pass').map(({ id }) => id)).toEqual(
    expect.arrayContaining(['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7', 'V8', 'V9', 'V10', 'V12', 'V13']),
  )
  expect(pass).toMatchObject({ ok: true, first_failure: null })
  expect([...(await service.database.sql`select id, message from violations where tier = 'T5'`)]).toEqual([])
})

test('the whole store is verified without a hash, as a job to come back for; nothing else goes without one', async () => {
  const asked = await service.call('POST /v1/edg/verify', { body: { mode: 'full' } })
  const { job_id: jobId } = asked.body as { job_id: string }
  const result = await until(
    async () => {
      const answer = await service.call(`GET /jobs/${jobId}/result`)
      return answer.status === 200 && (answer.body as Verdict & Json)
    },
    { what: 'the verdict', timeoutMs: 30_000 },
  )
  const without = await service.call('POST /v1/edg/verify', { body: { mode: 'chain' } })

  expect([asked.status, asked.headers.get('location')]).toEqual([202, `/jobs/${jobId}`])
  expect(result).toMatchObject({ hash: null, valid: true, first_failure: null })
  expect(without).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
})

test('whoever stole an API key can read what its owner reads, and change nothing that is', async () => {
  const tree = await aTree()
  const { key } = await service.issueKey({ scopes: ['operator', 'governance:write', 'governance:override'] })
  const before = await service.call(`GET /v1/edg/${tree}?view=body`)

  const attempts = await Promise.all(
    [`PUT /v1/edg/${tree}`, `PATCH /v1/edg/${tree}`, `DELETE /v1/edg/${tree}`, `POST /v1/edg/${tree}`].map((what) =>
      service.call(what, { key, body: { hash: tree } }),
    ),
  )

  expect(attempts.map(({ status }) => status)).toEqual([405, 405, 405, 405])
  expect((await service.call(`GET /v1/edg/${tree}?view=body`)).text).toBe(before.text)
  await included(tree)
})

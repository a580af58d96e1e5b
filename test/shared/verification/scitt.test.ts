/** SCITT statements: a node, its text and the log's receipt, verified without the service by two verifiers that share nothing. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadPyodide } from 'pyodide'
import { findNode } from '#db/queries/graph'
import { appendRound, nodesWithoutLeaf } from '#db/queries/log'
import { readSign1 } from '#shared/evidence/cose'
import { readClaims } from '#shared/evidence/receipts'
import type { Signer } from '#shared/evidence/signing'
import { registerKey, revokeSigningKey } from '#shared/evidence/signing-keys'
import { formatCheckpoint } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, leafHash, rootOf } from '#shared/tlog/merkle'
import { noteSigner, noteVerifier, signNote, type Verifier } from '#shared/tlog/signed-note'
import { growEdge } from '#shared/tlog/tiles'
import { beginNextLog } from '#shared/verification/epochs'
import { makeStatement, verifyCose } from '#shared/verification/scitt'
import { aSigner, aStore, origin, type Store } from '#test/support/store'

type Second = {
  statement: (data: Uint8Array, key?: string) => string
  receipt: (data: Uint8Array, key: string | undefined, node: string) => string
}

let store: Store
let key: Verifier
let node: string
let made: { statement: Uint8Array<ArrayBuffer>; receipt: Uint8Array<ArrayBuffer> }
let second: Second

beforeAll(async () => {
  store = await aStore()
  key = noteVerifier(origin, store.signer.publicKey)
  node = (await store.tree(await store.trace())).id
  await store.task()
  await store.sequence(2)
  made = await stated(store, node)
  const python = await loadPyodide()
  for (const file of ['verify', 'cose'])
    python.runPython(readFileSync(`${import.meta.dir}/second-verifier/${file}.py`, 'utf8'))
  second = { statement: python.globals['get']('verify_statement'), receipt: python.globals['get']('verify_receipt') }
}, 60_000)
afterAll(() => store.database.drop())

async function stated({ sql, signer }: Store, id: string, by: Signer = signer) {
  const row = await findNode(sql, id, null)
  if (!row) throw new Error(`no node ${id}`)
  const statement = await makeStatement(sql, row, by)
  if (!statement) throw new Error(`${id} is not in the log`)
  // Plain bytes: Python is not handed Node's own kind.
  return { statement: Uint8Array.from(statement.statement), receipt: Uint8Array.from(statement.receipt) }
}

const verdictOf = (bytes: Uint8Array, verifier: Verifier | undefined = key, of?: string) =>
  verifyCose(bytes, verifier, of).verdict

/** All bits of these bytes, one after the other in the other state. */
function* oneBitOff(bytes: Uint8Array, step = 1): Generator<{ bit: number; changed: Uint8Array }> {
  for (let bit = 0; bit < bytes.length * 8; bit += step) {
    const changed = Uint8Array.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    yield { bit, changed }
  }
}

test('both verifiers hold a statement and its receipt for the log’s word, and leave it open without the log’s key', () => {
  expect(verifyCose(made.statement, key)).toMatchObject({ verdict: 'valid', head: node })
  expect(verdictOf(made.receipt, key, node)).toBe('valid')
  expect(second.statement(made.statement, key.key)).toBe('valid')
  expect(second.receipt(made.receipt, key.key, node)).toBe('valid')
  expect(verifyCose(made.statement, undefined).verdict).toBe('indeterminate')
  expect(second.statement(made.statement)).toBe('indeterminate')
})

test('a statement is about the node’s stream, says whose it is, and is made in the same bytes again', async () => {
  const { headers, payload } = readSign1(made.statement)
  const row = await findNode(store.sql, node, null)

  expect(readClaims(headers)).toEqual({ issuer: origin, subject: row?.stream ?? '' })
  expect(Buffer.from(payload ?? []).toString()).toBe(row?.body ?? '')
  expect(await stated(store, node)).toEqual(made)
})

test('a statement in which any single bit is another is refused', () => {
  const accepted = [...oneBitOff(made.statement)].filter(({ changed }) => verdictOf(changed) !== 'invalid')

  expect(accepted.map(({ bit }) => bit)).toEqual([])
})

test('the second verifier refuses what the first refuses', () => {
  // Its arithmetic takes milliseconds: some hundred bits, all kinds of places among them.
  for (const { bit, changed } of oneBitOff(made.statement, 211))
    expect([bit, second.statement(changed, key.key)]).toEqual([bit, 'invalid'])
  for (const { bit, changed } of oneBitOff(made.receipt, 67))
    expect([bit, second.receipt(changed, key.key, node)]).toEqual([bit, 'invalid'])
})

test('what is another’s is refused: a receipt of another node, another key, another log’s name', () => {
  const rogue = aSigner()
  const refused: [Uint8Array, Verifier, string | undefined][] = [
    [made.receipt, key, 'ab'.repeat(32)],
    [made.receipt, noteVerifier(origin, rogue.publicKey), node],
    [made.receipt, noteVerifier('other.test/log', store.signer.publicKey), node],
    [made.statement, noteVerifier(origin, rogue.publicKey), undefined],
    [made.statement, noteVerifier('other.test/log', store.signer.publicKey), undefined],
    // One taken for the other.
    [made.receipt, key, undefined],
    [made.statement, key, node],
  ]
  for (const [bytes, verifier, of] of refused) {
    expect(verdictOf(bytes, verifier, of)).toBe('invalid')
    expect(of === undefined ? second.statement(bytes, verifier.key) : second.receipt(bytes, verifier.key, of)).toBe(
      'invalid',
    )
  }
})

test('nothing is stated of a node that no checkpoint covers', async () => {
  const { id } = await store.trace('later')
  const row = await findNode(store.sql, id, null)

  expect(row && (await makeStatement(store.sql, row, store.signer))).toBeUndefined()
})

const tamperings: Record<string, (id: string) => [table: string, change: string, parameters: string[]]> = {
  'a node whose text is another': (id) => [
    'edg_nodes',
    `update edg_nodes set body = replace(body, 'assay-generate-tree', 'assay-generate-tres') where id = decode($1, 'hex')`,
    [id],
  ],
  'a node that somebody else has signed': (id) => [
    'edg_nodes',
    `update edg_nodes set signature = decode(repeat('ab', 64), 'hex') where id = decode($1, 'hex')`,
    [id],
  ],
  'a tile that leads elsewhere': () => [
    'edg_tiles',
    `update edg_tiles set hashes = decode(repeat('ab', length(hashes)), 'hex')`,
    [],
  ],
  'a leaf that is another’s': (id) => [
    'edg_leaves',
    `with a as (delete from edg_leaves where node_id = decode($1, 'hex') returning leaf)
     update edg_leaves l set node_id = decode($1, 'hex') from a where l.leaf = (a.leaf + 1) % 4`,
    [id],
  ],
  'a checkpoint that nobody signed': () => [
    'edg_checkpoints',
    `update edg_checkpoints set note = replace(note, '— ', '— x')`,
    [],
  ],
  'a checkpoint whose row says another root': () => [
    'edg_checkpoints',
    `update edg_checkpoints set root = decode(repeat('ab', 32), 'hex')`,
    [],
  ],
}

for (const [what, tampering] of Object.entries(tamperings))
  test(`the service signs nothing over ${what}`, async () => {
    const [table, change, parameters] = tampering(node)
    const answers: unknown[] = []
    await store.sql
      .begin(async (tx) => {
        await tx.unsafe(`alter table ${table} disable trigger user`)
        if (table === 'edg_nodes') await tx.unsafe('alter table edg_nodes drop constraint edg_nodes_address')
        await tx.unsafe(change, parameters)
        const row = await findNode(tx, node, null)
        answers.push(row && (await makeStatement(tx, row, store.signer).catch((error: { code: string }) => error.code)))
        throw new Error('taken back')
      })
      .catch((error: Error) => answers.push(error.message))

    expect(answers).toEqual(['EVIDENCE_MISMATCH', 'taken back'])
  })

test('a new key states what the old one signed; what a revoked key signed later is stated by nobody', async () => {
  const own = await aStore()
  try {
    const before = await own.trace()
    const next = aSigner()
    await registerKey(own.sql, next)
    await own.sequence()
    const { statement } = await stated(own, before.id, next)
    await revokeSigningKey(own.sql, next, own.signer.kid, 'stolen')
    const after = await own.trace()
    await own.sequence()

    expect(verdictOf(statement, noteVerifier(origin, next.publicKey))).toBe('valid')
    expect(verdictOf(statement, noteVerifier(origin, own.signer.publicKey))).toBe('invalid')
    expect(verdictOf((await stated(own, before.id, next)).statement, noteVerifier(origin, next.publicKey))).toBe(
      'valid',
    )
    expect(await stated(own, after.id, next).catch(({ code }) => code)).toBe('EVIDENCE_MISMATCH')
  } finally {
    await own.database.drop()
  }
})

test('in a log of the second epoch a receipt is of that log, and the first one’s still holds', async () => {
  const own = await aStore()
  try {
    const { id } = await own.trace()
    await own.sequence()
    const first = await stated(own, id)
    const begun = await beginNextLog(own.sql, own.signer, { base: origin, reason: 'lost', known: undefined })
    const row = await findNode(own.sql, id, null)
    const between = row && (await makeStatement(own.sql, row, own.signer))
    const ids = (await nodesWithoutLeaf(own.sql, 0, Number.MAX_SAFE_INTEGER)).map((each) => each.id)
    const hashes = ids.map((each) => leafHash(each))
    const frontier = append(emptyFrontier, hashes)
    const root = rootOf(frontier)
    const note = signNote(formatCheckpoint({ origin: begun.origin, size: frontier.size, root }), [
      noteSigner(begun.origin, own.signer),
    ])
    const { touched: tiles } = growEdge([], hashes)
    await appendRound(own.sql, { ...begun, size: 0, ids, tiles, root, note, isMilestone: true, sequencedIns: 0 })
    const again = await stated(own, id)

    const keys = [origin, begun.origin].map((name) => noteVerifier(name, own.signer.publicKey))
    expect(between).toBeUndefined()
    expect(keys.map((each) => verdictOf(first.statement, each))).toEqual(['valid', 'invalid'])
    expect(keys.map((each) => verdictOf(again.statement, each))).toEqual(['invalid', 'valid'])
  } finally {
    await own.database.drop()
  }
})

test('`assay verify` reads a statement, and a receipt when it is told of which node', () => {
  const file = join(tmpdir(), `statement-${process.pid}.cose`)
  const run = (bytes: Uint8Array, ...args: string[]) => {
    writeFileSync(file, bytes)
    const { exitCode, stdout } = Bun.spawnSync([process.execPath, 'cli/main.ts', 'verify', file, ...args])
    return { exitCode, said: stdout.toString() }
  }
  try {
    const sound = run(made.statement, '--key', key.key)
    const receipt = run(made.receipt, '--key', key.key, '--node', `sha256:${node}`)
    const cut = run(made.statement.subarray(0, -1), '--key', key.key)

    expect([sound.exitCode, receipt.exitCode, cut.exitCode]).toEqual([0, 0, 1])
    expect(sound.said).toContain(`valid: 1 node up to ${node}`)
    expect(receipt.said).toContain(`valid: 1 node up to ${node}`)
  } finally {
    rmSync(file)
  }
})

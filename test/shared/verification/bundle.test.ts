/** Bundles: what an export holds is verified without store or network, by two verifiers that share nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadPyodide } from 'pyodide'
import { findNode } from '#db/queries/graph'
import { noteWitness } from '#db/queries/log'
import { chainOf } from '#shared/evidence/chain'
import { sealEnvelope } from '#shared/evidence/dsse'
import { makeNode } from '#shared/evidence/node'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { parseCheckpoint } from '#shared/tlog/checkpoint'
import { leafHash, verifyInclusion } from '#shared/tlog/merkle'
import { cosigner, noteVerifier, signatureLine, type Verifier } from '#shared/tlog/signed-note'
import { verifyBundle } from '#shared/verification/bundle'
import { exportBundle } from '#shared/verification/export'
import { inTotoType, nodeLine } from '#shared/verification/statements'
import { aSigner, aStore, org, origin, type Store } from '#test/support/store'

type Json = { [name: string]: unknown }
type Verdict = { verdict: string; hash: string | null }

let store: Store
let key: string
let second: (bundle: string, key: string | undefined) => Verdict
/** A chain of a trace, its tree, and a task of three nodes, with the key's line: six nodes. */
let good: string
let lines: string[]
let witnesses: Verifier[] = []
const rogue = aSigner()

beforeAll(async () => {
  store = await aStore()
  key = noteVerifier(origin, store.signer.publicKey).key
  const tree = await store.tree(await store.trace())
  const nodes = await store.task(['working', 'completed'], [tree])
  const note = await store.sequence(2)
  const witness = cosigner('witness.test', aSigner(), () => new Date())
  witnesses = [witness.verifier]
  const { origin: log, size } = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1))
  await noteWitness(store.sql, {
    witness: witness.verifier.key,
    url: 'http://127.0.0.1:1',
    last: { size, msAgo: 0 },
    asked: [witness.verifier.key],
    cosigned: { origin: log, size, line: signatureLine(witness, note.slice(0, note.lastIndexOf('\n\n') + 1)) },
    problem: null,
  })
  good = await bundleOf(nodes.at(-1)?.id)
  lines = good.trimEnd().split('\n')
  const python = await loadPyodide()
  python.runPython(readFileSync(`${import.meta.dir}/second-verifier/verify.py`, 'utf8'))
  const verify: (bundle: string, key: string | undefined) => { toJs: () => { verdict: string; hash?: string } } =
    python.globals['get']('verify')
  second = (bundle, key) => {
    const { verdict, hash = null } = verify(bundle, key).toJs()
    return { verdict, hash }
  }
}, 60_000)
afterAll(() => store.database.drop())

async function bundleOf(id = ''): Promise<string> {
  const row = await findNode(store.sql, id, null)
  if (!row) throw new Error(`no node ${id}`)
  return exportBundle(store.sql, row, await chainOf(store.sql, row, null), { signer: store.signer, witnesses })
}

function first(bundle: string, by: string | undefined): Verdict {
  const { verdict, first_failure } = verifyBundle(bundle, by === undefined ? undefined : readKey(by))
  return { verdict, hash: first_failure?.hash ?? null }
}
const readKey = (text: string) =>
  noteVerifier(origin, Buffer.from(text.split('+').slice(2).join('+'), 'base64').subarray(1))

const payloadOf = (line = '') => JSON.parse(Buffer.from(JSON.parse(line).payload, 'base64').toString())
/** A line whose statement was changed, its envelope's signature left as it was. */
const changed = (line = '', change: (statement: Json) => void): string => {
  const statement = payloadOf(line)
  change(statement)
  return JSON.stringify({ ...JSON.parse(line), payload: Buffer.from(canonicalJson(statement)).toString('base64') })
}
const joined = (all: (string | undefined)[]) => `${all.join('\n')}\n`
const hashAt = (at: number): string => payloadOf(lines[at]).subject[0].digest.sha256
const manifestOf = (change: (manifest: Json) => void) => [
  ...lines.slice(0, -1),
  changed(lines.at(-1), (it) => change(it['predicate'] as Json)),
]
/** All of it sealed anew by somebody: what only a signature by the right key tells apart. */
function resealed(nodes: (string | undefined)[], by: Signer, change: (manifest: Json) => void = () => undefined) {
  const statement = payloadOf(lines.at(-1))
  const ids = nodes.map((line) => payloadOf(line).subject[0].digest.sha256)
  statement.subject = ids.map((id) => ({ name: `edg:${id}`, digest: { sha256: id } }))
  statement.predicate.lines = nodes.map((line = '') => sha256Hex(line))
  change(statement.predicate)
  return joined([...nodes, JSON.stringify(sealEnvelope(inTotoType, canonicalJson(statement), by))])
}
const nodes = () => lines.slice(0, -1)
/** With the place in the log of one line changed, all of it sealed anew by the right key. */
const withLog = (at: number, change: (log: Json) => void) =>
  resealed(
    nodes().map((line, index) =>
      index === at ? changed(line, (it) => change((it['predicate'] as Json)['log'] as Json)) : line,
    ),
    store.signer,
  )
const without = (at: number) => nodes().filter((_, index) => index !== at)
const set = (target: Json, path: string, value: unknown) => {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const at = names.reduce<Json>((each, name) => each[name] as Json, target)
  Reflect.set(at, last, value)
}

const damages: { what: string; bundle: () => string; at: number | null }[] = [
  { what: 'an empty file', at: null, bundle: () => '' },
  { what: 'the manifest cut off', at: null, bundle: () => joined(nodes()) },
  { what: 'the end cut off', at: null, bundle: () => good.slice(0, -40) },
  {
    what: 'a node’s result changed',
    at: 5,
    bundle: () =>
      joined([
        ...lines.slice(0, 5),
        changed(lines[5], (it) => set(it, 'predicate.node.result.state', 'failed')),
        lines[6],
      ]),
  },
  {
    what: 'a node’s height changed, all sealed anew',
    at: 3,
    bundle: () =>
      resealed(
        nodes().map((line, at) => (at === 3 ? changed(line, (it) => set(it, 'predicate.node.height', 9)) : line)),
        store.signer,
      ),
  },
  {
    what: 'a node’s parent changed',
    at: 2,
    bundle: () =>
      joined(
        lines.map((line, at) =>
          at === 2 ? changed(line, (it) => set(it, 'predicate.node.parents.0.hash', hashAt(0))) : line,
        ),
      ),
  },
  {
    what: 'a member added to a node',
    at: 1,
    bundle: () =>
      joined(lines.map((line, at) => (at === 1 ? changed(line, (it) => set(it, 'predicate.node.more', 1)) : line))),
  },
  {
    what: 'a node’s signature changed, all sealed anew',
    at: 4,
    bundle: () =>
      resealed(
        nodes().map((line, at) =>
          at === 4 ? changed(line, (it) => set(it, 'predicate.signature.sig', 'A'.repeat(86).concat('=='))) : line,
        ),
        store.signer,
      ),
  },
  {
    what: 'a node said to be signed by another key, all sealed anew',
    at: 2,
    bundle: () =>
      resealed(
        nodes().map((line, at) =>
          at === 2 ? changed(line, (it) => set(it, 'predicate.signature.kid', rogue.kid)) : line,
        ),
        store.signer,
      ),
  },
  {
    what: 'a line’s envelope signed by somebody else',
    at: 1,
    bundle: () =>
      joined(lines.map((line, at) => (at === 1 ? JSON.stringify({ ...JSON.parse(line), signatures: [] }) : line))),
  },
  { what: 'a line that is no JSON', at: 2, bundle: () => joined(lines.map((line, at) => (at === 2 ? '{' : line))) },
  {
    what: 'another type of statement',
    at: 1,
    bundle: () =>
      joined(lines.map((line, at) => (at === 1 ? changed(line, (it) => set(it, 'predicateType', 'x')) : line))),
  },
  { what: 'a node taken out', at: 2, bundle: () => joined([...without(2), lines.at(-1)]) },
  { what: 'a node taken out, and from the manifest too', at: 4, bundle: () => resealed(without(3), store.signer) },
  { what: 'the head taken out', at: 5, bundle: () => joined([...without(5), lines.at(-1)]) },
  {
    what: 'two lines that have changed places',
    at: 1,
    bundle: () => joined([lines[0], lines[2], lines[1], ...lines.slice(3)]),
  },
  {
    what: 'a line that is there twice',
    at: 2,
    bundle: () => joined([lines[0], lines[1], lines[1], ...lines.slice(2)]),
  },
  {
    what: 'a root that nobody signed',
    at: null,
    bundle: () =>
      joined(manifestOf((it) => set(it, 'checkpoint', String(it['checkpoint']).replace(/\n\d+\n.{4}/, '\n6\nAAAA')))),
  },
  {
    what: 'a checkpoint signed by somebody else',
    at: null,
    bundle: () =>
      joined(
        manifestOf((it) => set(it, 'checkpoint', String(it['checkpoint']).replace(/.{12}=\n$/, 'AAAAAAAAAAA=\n'))),
      ),
  },
  {
    what: 'a node’s proof with another hash, all sealed anew',
    at: 2,
    bundle: () => withLog(2, (log) => set(log, 'hashes.0', 'A'.repeat(43).concat('='))),
  },
  {
    what: 'a node’s proof of another leaf, all sealed anew',
    at: 5,
    bundle: () => withLog(5, (log) => set(log, 'index', 1)),
  },
  {
    what: 'a node without a proof, all sealed anew',
    at: 3,
    bundle: () =>
      resealed(
        nodes().map((line, at) => (at === 3 ? changed(line, (it) => set(it, 'predicate.log', null)) : line)),
        store.signer,
      ),
  },
  {
    what: 'a line about another payload, all sealed anew',
    at: 1,
    bundle: () =>
      resealed(
        nodes().map((line, at) =>
          at === 1 ? changed(line, (it) => set(it, 'subject.1.digest.sha256', 'a'.repeat(64))) : line,
        ),
        store.signer,
      ),
  },
  {
    what: 'a witness’s cosignature that is another’s, all sealed anew',
    at: null,
    bundle: () =>
      resealed(nodes(), store.signer, (it) =>
        set(it, 'witnesses', [cosigner('witness.test', rogue, () => new Date()).verifier.key]),
      ),
  },
  {
    what: 'another chain digest',
    at: null,
    bundle: () => joined(manifestOf((it) => set(it, 'chain_digest', 'a'.repeat(64)))),
  },
  { what: 'another head', at: 3, bundle: () => joined(manifestOf((it) => set(it, 'head', hashAt(2)))) },
  {
    what: 'a node set aside',
    at: null,
    bundle: () => joined(manifestOf((it) => set(it, 'aside', [hashAt(0), hashAt(1)]))),
  },
  { what: 'a manifest sealed by somebody else', at: null, bundle: () => resealed(nodes(), rogue) },
  {
    what: 'a forged node that a stranger signed and sealed',
    at: 6,
    bundle: () =>
      resealed([...nodes(), forged()], rogue, (it) => set(it, 'head', payloadOf(forged()).subject[0].digest.sha256)),
  },
]

let forgedLine: string | undefined
function forged(): string {
  if (forgedLine) return forgedLine
  const draft = {
    kind: 'trace.recorded' as const,
    stream: 'trace:x',
    agent: 'assay-api',
    timestamp: '2026-01-01T00:00:00.000Z',
    subject: { type: 'trace', id: 'x' },
    height: 5,
    parents: [{ rel: 'uses' as const, hash: hashAt(5) }],
  }
  const { id, text, signature, kid } = makeNode(draft, org, rogue, '1.0.0')
  forgedLine = nodeLine({ id, body: text, signature, kid }, null, rogue)
  return forgedLine
}

describe('both verifiers agree', () => {
  test('that a good bundle is valid, and that without a key it stays open whose it is', async () => {
    expect(first(good, key)).toEqual({ verdict: 'valid', hash: null })
    expect(second(good, key)).toEqual({ verdict: 'valid', hash: null })
    expect(first(good, undefined)).toEqual({ verdict: 'indeterminate', hash: null })
    expect(second(good, undefined)).toEqual({ verdict: 'indeterminate', hash: null })
  })

  test('that a bundle under another key is not that key’s', () => {
    const other = noteVerifier(origin, rogue.publicKey).key

    expect(first(good, other).verdict).toBe('invalid')
    expect(second(good, other)).toEqual(first(good, other))
  })

  test('that what no checkpoint covers yet is pending', async () => {
    const bundle = await bundleOf((await store.trace('later')).id)

    expect(first(bundle, key)).toEqual({ verdict: 'valid_pending_inclusion', hash: null })
    expect(second(bundle, key)).toEqual({ verdict: 'valid_pending_inclusion', hash: null })
  })

  for (const { what, bundle, at } of damages)
    test(`on ${what}`, () => {
      const text = bundle()
      const expected = at === 6 ? payloadOf(forged()).subject[0].digest.sha256 : at === null ? null : hashAt(at)

      expect(first(text, key)).toEqual({ verdict: 'invalid', hash: expected })
      expect(second(text, key)).toEqual({ verdict: 'invalid', hash: expected })
    })
})

describe('what a bundle carries', () => {
  const v11 = (bundle: string, asked: Verifier[] = []) =>
    verifyBundle(bundle, readKey(key), asked).checks.find(({ id }) => id === 'V11')

  test('every node has its own proof on one checkpoint, and its payload’s digest', () => {
    const { checkpoint } = payloadOf(lines.at(-1)).predicate
    const { size, root } = parseCheckpoint(checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1))
    const proved = nodes().map((line) => {
      const { subject, predicate } = payloadOf(line)
      const path = predicate.log.hashes.map((each: string) => Buffer.from(each, 'base64'))
      const digests = subject.slice(1).map(({ digest }: { digest: { sha256: string } }) => `sha256:${digest.sha256}`)
      expect(digests).toEqual(predicate.node.payload ? [predicate.node.payload.digest] : [])
      return verifyInclusion(predicate.log.index, size, leafHash(subject[0].digest.sha256), path, root)
    })

    expect(proved).toEqual(Array(6).fill(true))
  })

  test('witnesses are judged by the keys that it names, or by those that were brought along', () => {
    const stranger = cosigner('stranger.test', rogue, () => new Date()).verifier

    expect(v11(good)).toMatchObject({
      status: 'pass',
      detail: expect.stringContaining('the keys that the bundle names'),
    })
    expect(v11(good, witnesses)).toMatchObject({ status: 'pass', detail: 'cosigned by witness.test' })
    expect(v11(good, [...witnesses, stranger])).toMatchObject({ status: 'fail' })
  })

  test('one of before, with some proofs in its manifest and no payloads, is read as it was', () => {
    const proofs = nodes().map((line) => {
      const { subject, predicate } = payloadOf(line)
      return { hash: subject[0].digest.sha256, ...predicate.log }
    })
    const earlier = resealed(
      nodes().map((line) =>
        changed(line, (it) => {
          Reflect.deleteProperty(it['predicate'] as Json, 'log')
          it['subject'] = (it['subject'] as Json[]).slice(0, 1)
        }),
      ),
      store.signer,
      (it) => {
        Reflect.deleteProperty(it, 'witnesses')
        it['proofs'] = proofs.slice(0, 1).concat(proofs.slice(-1))
      },
    )

    expect(first(earlier, key)).toEqual({ verdict: 'valid', hash: null })
    expect(second(earlier, key)).toEqual({ verdict: 'valid', hash: null })
    expect(v11(earlier)).toMatchObject({ status: 'skip' })
  })

  test('a bundle in which a single bit is another is refused, wherever it is', () => {
    const bytes = Buffer.from(good)
    const manifestAt = bytes.lastIndexOf('\n', bytes.length - 2)
    // All of the last bytes, which no line's digest covers, and some of each line; all ends of lines among them.
    const bits = [
      ...Array.from({ length: 300 }, (_, at) => (bytes.length - 300) * 8 + at * 8 + (at % 8)),
      ...Array.from({ length: 300 }, (_, at) => Math.floor((bytes.length * 8 * at) / 300)),
      ...[...good.matchAll(/\n/g)].map(({ index }) => index * 8 + 3),
      manifestAt * 8,
    ]
    const accepted = bits.filter((bit) => {
      const changedBytes = Buffer.from(bytes)
      changedBytes[bit >> 3] = (changedBytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return first(changedBytes.toString('utf8'), key).verdict !== 'invalid'
    })

    expect(accepted).toEqual([])
  })
})

test('after a key is revoked, a bundle holds what it signed before and refuses what it signed after', async () => {
  const own = await aStore()
  try {
    const before = await own.trace()
    await own.node({
      kind: 'key.revoked',
      stream: `key:${own.signer.kid}`,
      pos: 1,
      height: 1,
      prev: (await registrationOf(own)).id,
      agent: 'assay',
      timestamp: new Date().toISOString(),
      subject: { type: 'key', id: own.signer.kid },
      result: { reason: 'stolen' },
    })
    const after = await own.trace()
    await own.sequence()
    const verdicts = await Promise.all(
      [before, after].map(async ({ id }) => {
        const row = await findNode(own.sql, id, null)
        if (!row) throw new Error('gone')
        const bundle = await exportBundle(own.sql, row, await chainOf(own.sql, row, null), {
          signer: own.signer,
          witnesses: [],
        })
        const by = noteVerifier(origin, own.signer.publicKey).key
        expect(second(bundle, by)).toEqual(first(bundle, by))
        return first(bundle, by)
      }),
    )

    expect(verdicts).toEqual([
      { verdict: 'valid', hash: null },
      { verdict: 'invalid', hash: after.id },
    ])
  } finally {
    await own.database.drop()
  }
})

async function registrationOf({ sql, signer }: Store): Promise<{ id: string }> {
  const [row] = await sql<
    { id: string }[]
  >`select encode(id, 'hex') as id from edg_nodes where stream = ${`key:${signer.kid}`}`
  if (!row) throw new Error('the key is not registered')
  return row
}

test('`assay verify` says ok with exit code 0, and names the first failure with exit code 1', () => {
  const file = join(tmpdir(), `bundle-${process.pid}.jsonl`)
  const run = (text: string, ...args: string[]) => {
    writeFileSync(file, text)
    const { exitCode, stdout } = Bun.spawnSync([process.execPath, 'cli/main.ts', 'verify', file, ...args])
    return { exitCode, said: stdout.toString() }
  }
  try {
    const sound = run(good, '--key', key)
    const damaged = run(joined([...without(2), lines.at(-1)]), '--key', key)
    const whose = run(good)

    expect(sound.exitCode).toBe(0)
    expect(sound.said).toContain('valid: 6 nodes')
    expect(damaged.exitCode).toBe(1)
    expect(damaged.said).toContain(`at ${hashAt(2)}`)
    expect(whose.exitCode).toBe(1)
    expect(whose.said).toContain('only --key can tell')
  } finally {
    rmSync(file)
  }
})

/** What the outside monitor refuses: it is held to logs that lie, before any log is held to it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync, sign } from 'node:crypto'
import type { Server } from 'bun'
import { formatCheckpoint } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, leafHash, rootOf } from '#shared/tlog/merkle'
import { cosigner, type NoteSigner, noteSigner, signNote } from '#shared/tlog/signed-note'
import { type Edge, formatEntries, growEdge, readTileIndex } from '#shared/tlog/tiles'
import { findPython, follow } from '#test/outside/monitor'
import { orWithout } from '#test/servers/needed'

const hasPython = (await orWithout('python', findPython())) !== undefined

const origin = 'log.test/one'
function rawKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return { publicKey: raw, signBytes: (message: Uint8Array) => sign(null, message, privateKey) }
}
const own = noteSigner(origin, rawKey())
const stranger = noteSigner(origin, rawKey())
const witness = cosigner('witness.test', rawKey(), () => new Date('2026-05-20T10:00:00Z'))

const idAt = (at: number, salt = ''): Uint8Array => leafHash(Buffer.from(`${salt}${at}`))

/** A log of these entries as it stands at one size: what lies at each path. */
function logAt(ids: readonly Uint8Array[], size: number, signers: readonly NoteSigner[] = [own]) {
  const leaves = ids.slice(0, size).map((id) => leafHash(id))
  const tiles = new Map(
    growEdge([] as Edge, leaves).touched.map((tile) => [`${tile.level}/${tile.index}`, tile.hashes]),
  )
  const root = rootOf(append(emptyFrontier, leaves))
  return (path: string): Uint8Array | string | undefined => {
    if (path === 'checkpoint') return signNote(formatCheckpoint({ origin, size, root }), signers)
    const [, level, rest = ''] = /^tile\/(\w+)\/(.+)$/.exec(path) ?? []
    const { index = 0, width = 0 } = readTileIndex(rest) ?? {}
    if (level === 'entries') return formatEntries(ids.slice(index * 256, index * 256 + width))
    const hashes = tiles.get(`${level}/${index}`)
    return hashes && hashes.length >= width * 32 ? hashes.slice(0, width * 32) : undefined
  }
}
type Served = ReturnType<typeof logAt>

let server: Server<undefined>
/** What is served until the next checkpoint is asked for, one after the other; the last for ever. */
let acts: Served[]
beforeAll(() => {
  let now: Served | undefined
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const path = new URL(request.url).pathname.slice('/log/'.length)
      if (path === 'checkpoint') now = acts.length > 1 ? acts.shift() : acts[0]
      const found = now?.(path)
      return found === undefined ? new Response('', { status: 404 }) : new Response(found as BodyInit)
    },
  })
})
afterAll(() => server.stop(true))

const followed = (all: Served[], more: { witnesses?: string[] } = {}) => {
  acts = all
  return follow({ prefix: `${server.url}log`, key: own.verifier.key, looks: all.length, every: 0, ...more })
}
const changedAt =
  (served: Served, path: string, change: (bytes: Uint8Array) => Uint8Array): Served =>
  (asked) => {
    const found = served(asked)
    return asked === path && found instanceof Uint8Array ? change(found) : found
  }
const withNote =
  (served: Served, of: Served): Served =>
  (path) =>
    path === 'checkpoint' ? of(path) : served(path)
const bitOff = (bytes: Uint8Array) => bytes.with(40, (bytes[40] ?? 0) ^ 1)

describe.skipIf(!hasPython)('an outside monitor', () => {
  const ids = Array.from({ length: 66_000 }, (_, at) => idAt(at))
  const honest = (size: number) => logAt(ids, size)

  test('agrees with a log that only grows, over tiles of three levels', async () => {
    const sizes = [1, 3, 256, 257, 700, 66_000]

    expect(await followed(sizes.map(honest))).toMatchObject({
      agrees: true,
      size: 66_000,
      entries: 66_000,
      checkpoints: sizes.length,
      consistency_proofs: sizes.length - 1,
      inclusion_proofs: sizes.length,
    })
  })

  test('agrees with an older checkpoint that a cache still had, and knows which witness cosigned', async () => {
    const cosigned = logAt(ids, 300, [own, witness])

    const seen = await followed([cosigned, honest(600), withNote(honest(600), honest(299))], {
      witnesses: [witness.verifier.key],
    })

    expect(seen).toMatchObject({ agrees: true, size: 600, checkpoints: 3, cosigned: 1, consistency_proofs: 2 })
  })

  const rewritten = [idAt(0, 'other '), ...ids.slice(1)]
  const lies: [string, Served[], string][] = [
    ['an entry', [changedAt(honest(700), 'tile/entries/001', bitOff)], 'tile 0/1 is not made of the entries'],
    [
      'an entry that was shown before',
      [honest(5), changedAt(honest(9), 'tile/entries/000.p/9', bitOff)],
      'is another than it was',
    ],
    ['a leaf', [changedAt(honest(700), 'tile/0/001', bitOff)], 'tile 0/1 is not made of the entries'],
    ['a hash higher up', [changedAt(honest(700), 'tile/1/000.p/2', bitOff)], 'tile 1/0 is not made of the entries'],
    ['its past, signed anew', [honest(300), logAt(ids.with(299, idAt(0, 'other ')), 700)], 'is another than it was'],
    ['its past, where nobody looks again', [honest(256), logAt(rewritten, 700)], 'is not made of the entries'],
    ['two logs of one size', [honest(300), logAt(rewritten, 300)], 'two roots of 300 leaves'],
    [
      'an older checkpoint of another log',
      [honest(300), withNote(honest(300), logAt(rewritten, 200))],
      'has not grown from',
    ],
    ['another one’s signature', [logAt(ids, 3, [stranger])], 'has not signed its checkpoint'],
    [
      'a bundle cut short',
      [changedAt(honest(3), 'tile/entries/000.p/3', (bytes) => bytes.slice(0, 68))],
      'is cut short',
    ],
    [
      'an entry that is no id',
      [changedAt(honest(3), 'tile/entries/000.p/3', (bytes) => bytes.with(1, 31))],
      'is no id',
    ],
    [
      'a tile that is not there',
      [(path) => (path.startsWith('tile/0/') ? undefined : honest(3)(path))],
      'and not there',
    ],
    ['a root of other entries', [withNote(honest(3), logAt(rewritten, 3))], 'do not have the root of 3 leaves'],
  ]
  test.each(lies)('refuses %s', async (_, all, why) => {
    const { agrees, what } = await followed(all)

    expect({ agrees, what }).toEqual({ agrees: false, what: expect.stringContaining(why) })
  })

  test('refuses a known witness’s false signature', async () => {
    const forged: NoteSigner = { verifier: witness.verifier, sign: (text) => witness.sign(text.replace('300', '200')) }

    const seen = await followed([logAt(ids, 300, [own, forged])], { witnesses: [witness.verifier.key] })

    expect(seen).toMatchObject({ agrees: false, what: 'the signature of witness.test is false' })
  })
})

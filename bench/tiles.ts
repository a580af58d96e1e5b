/**
 * A log of tiles alone, as large as is asked for: what a proof takes, what its reader weighs, what others who follow it cost.
 * `script/bench tiles [--leaves 20000000] [--proofs 2000] [--seconds 10]`: three minutes, 2 GB. Prints Markdown.
 */
import { load, requestBytes } from '#bench/load'
import { describeSetting, figure, goalLine, loadNow, markdownTable, numberOptions } from '#bench/report'
import { onStand, type Stand } from '#bench/stand'
import { openSql, type Sql } from '#db/client'
import { openSigner, type Signer } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { memoryOf } from '#shared/kernel/process/proc'
import { formatCheckpoint } from '#shared/tlog/checkpoint'
import { type Hash, innerHash } from '#shared/tlog/merkle'
import { noteSigner, signNote } from '#shared/tlog/signed-note'
import { tilePath } from '#shared/tlog/tiles'
import { baseOrigin, beginFirstLog } from '#shared/verification/epochs'

const options = numberOptions(process.argv.slice(2), { leaves: 20_000_000, proofs: 2000, seconds: 10 })

const tilesAtOnce = 256
const tileBytes = 8192

/** The same leaves for the same count: the SHA-256 of each one's number. */
function leafTile(index: number, into: Uint8Array): number {
  const count = Math.min(256, options.leaves - index * 256)
  const number = Buffer.alloc(8)
  for (let at = 0; at < count; at += 1) {
    number.writeBigUInt64BE(BigInt(index * 256 + at))
    Bun.SHA256.hash(number, into.subarray(at * 32, at * 32 + 32))
  }
  return count
}

const pair = Buffer.alloc(65)
pair[0] = 1

/** The root of a full tile. */
function rootOfTile(tile: Uint8Array): Uint8Array {
  const row = Buffer.from(tile)
  for (let count = 256; count > 1; count /= 2)
    for (let at = 0; at < count / 2; at += 1) {
      pair.set(row.subarray(at * 64, at * 64 + 64), 1)
      Bun.SHA256.hash(pair, row.subarray(at * 32, at * 32 + 32))
    }
  return row.subarray(0, 32)
}

/** Writes a level's tiles, in order, and gives the hashes of the level above. */
async function storeLevel(sql: Sql, level: number, hashes: number, fill: (index: number, into: Uint8Array) => number) {
  const above: Uint8Array[] = []
  const last: Uint8Array[] = []
  const tiles = Math.ceil(hashes / 256)
  for (let from = 0; from < tiles; from += tilesAtOnce) {
    const count = Math.min(tilesAtOnce, tiles - from)
    const group = Buffer.alloc(count * tileBytes)
    let bytes = 0
    for (let at = 0; at < count; at += 1) {
      const tile = group.subarray(at * tileBytes, (at + 1) * tileBytes)
      const width = fill(from + at, tile)
      bytes += width * 32
      if (width === 256) above.push(Uint8Array.from(rootOfTile(tile)))
      else last.push(Uint8Array.from(tile.subarray(0, width * 32)))
    }
    await sql`
      insert into edg_tiles (level, idx, hashes)
      select ${level}, ${from}::bigint + i, substring(b from i * ${tileBytes} + 1 for ${tileBytes})
      from (select ${group.subarray(0, bytes)}::bytea as b offset 0) g, generate_series(0, ${count - 1}::int) as i`
  }
  return { above, rest: last[0] ?? new Uint8Array() }
}

/** Tiles of every level, and the checkpoint over them. */
async function layTiles(sql: Sql, signer: Signer): Promise<void> {
  await registerKey(sql, signer)
  const { origin } = await beginFirstLog(sql, signer, baseOrigin(undefined, signer))
  const rests: Uint8Array[] = []
  let { above, rest } = await storeLevel(sql, 0, options.leaves, leafTile)
  rests.push(rest)
  for (let level = 1; above.length > 0; level += 1) {
    const hashes = above
    const stored = await storeLevel(sql, level, hashes.length, (index, into) => {
      const row = hashes.slice(index * 256, index * 256 + 256)
      into.set(Buffer.concat(row))
      return row.length
    })
    rests.push(stored.rest)
    above = stored.above
  }
  const size = options.leaves
  const root = rootOfRests(rests)
  const note = signNote(formatCheckpoint({ origin, size, root }), [noteSigner(origin, signer)])
  await sql`
    insert into edg_checkpoints (origin, size, root, note, is_milestone)
    values (${origin}, ${size}, ${Buffer.from(root)}, ${note}, true)`
}

/** The root out of what no full tile holds, the leaves' level first. */
function rootOfRests(rests: readonly Uint8Array[]): Hash {
  const perfect: Hash[] = []
  for (const rest of rests.toReversed())
    for (let at = 0; at < rest.length / 32; ) {
      let width = 1
      while (width * 2 <= rest.length / 32 - at) width *= 2
      let row: Hash[] = Array.from({ length: width }, (_, each) => rest.slice((at + each) * 32, (at + each + 1) * 32))
      while (row.length > 1)
        row = row.flatMap((left, each) => {
          const right = row[each + 1]
          return each % 2 === 0 && right ? [innerHash(left, right)] : []
        })
      perfect.push(...row)
      at += width
    }
  return perfect.reduceRight((right, left) => innerHash(left, right))
}

async function benchFollowers(stand: Stand, url: string): Promise<void> {
  const api = await stand.startApi(['api/main.ts'], url, { RATE_LIMIT_B_ENTERPRISE: '100000000' })
  const rows: string[][] = []
  const paths = {
    'a full tile': () => tilePath({ level: 0, index: Math.floor(Math.random() * Math.floor(options.leaves / 256)) }),
    'a partial tile': () => `${tilePath({ level: 1, index: 0 })}.p/${1 + Math.floor(Math.random() * 255)}`,
    'the checkpoint': () => 'checkpoint',
  }
  for (const [name, path] of Object.entries(paths)) {
    const { perSecond, p50, p99, errors, statuses } = await load({
      url: api.url,
      connections: 8,
      seconds: options.seconds,
      warmUpSeconds: 1,
      next: () => requestBytes('GET', `/v1/tlog/1/${path()}`, stand.key),
    })
    const failed = Object.entries(statuses).reduce(
      (sum, [status, count]) => sum + (status === '200' ? 0 : count),
      errors,
    )
    rows.push([name, figure(perSecond), figure(p50), figure(p99), String(failed)])
  }
  const peak = (memoryOf(api.process.pid)?.peakBytes ?? Number.NaN) / 1e6
  console.log(`\n### Followers, 8 connections to one API process\n`)
  console.log(markdownTable(['asked for', 'a second', 'p50 ms', 'p99 ms', 'failed'], rows))
  console.log(`\nThe API process weighs ${figure(peak)} MB at most.`)
  await stand.end([api.process])
}

await onStand(async (stand) => {
  const signer = openSigner({ path: `${stand.dataDir}/keys/evidence-ed25519.pem` })
  const command = `script/bench tiles ${process.argv.slice(2).join(' ')}`.trim()
  console.log(`## A log of ${options.leaves} leaves, tiles alone\n\n${await describeSetting(stand, command)}`)
  const url = await stand.copyDatabase('tiles')
  const sql = openSql({ url, name: 'assay-bench', poolSize: 1, statementTimeoutMs: 600_000 })
  const startedAt = performance.now()
  await layTiles(sql, signer)
  await sql`vacuum analyze edg_tiles`
  const [stored] = await sql<{ tiles: number; bytes: number }[]>`
    select count(*)::int as tiles, pg_total_relation_size('edg_tiles')::float8 as bytes from edg_tiles`
  await sql.end({ timeout: 5 })
  // What was written just now is on its way to the disk for a while otherwise.
  await stand.admin.unsafe('checkpoint')
  if (!stored) throw new Error('no tile was written')
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `\n${stored.tiles} tiles, laid in ${figure(seconds)} s, take ${figure(stored.bytes / 1e6)} MB: ${figure(stored.bytes / options.leaves)} B a leaf.`,
  )
  const reader = stand.start(['bench/tiles-reader.ts', String(options.proofs)], url)
  const code = await reader.exited
  if (code !== 0) throw new Error(`the reader ended with ${code}`)
  await benchFollowers(stand, url)
  console.log(`\n${goalLine('leaves, at least 20 million', options.leaves, options.leaves >= 20_000_000)}`)
  console.log(`\nLoad average at the end: ${loadNow()}`)
})
process.exit(0)

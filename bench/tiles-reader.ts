/** Makes proofs out of stored tiles in a process of its own, holds each to the root, and says what that took and what it weighs. */
import { figure, goalLine, markdownTable } from '#bench/report'
import { openSql } from '#db/client'
import { latestCheckpoint, proveConsistency, storedHashes } from '#shared/evidence/log'
import { memoryOf } from '#shared/kernel/process/proc'
import { frontierAt, inclusionProof, rootOf, verifyConsistency, verifyInclusion } from '#shared/tlog/merkle'

const proofs = Number(process.argv[2])
const sql = openSql({ url: process.env['DATABASE_URL'] ?? '', name: 'assay-bench', poolSize: 1 })
const newest = await latestCheckpoint(sql)
if (!newest) throw new Error('there is no checkpoint')
const { size, root } = newest
const read = storedHashes(sql)
const number = Buffer.alloc(8)

async function timed(make: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  if (!(await make())) throw new Error('a proof does not hold')
  return performance.now() - startedAt
}

const kinds = {
  'that a leaf is in it': async () => {
    const leaf = Math.floor(Math.random() * size)
    number.writeBigUInt64BE(BigInt(leaf))
    return verifyInclusion(
      leaf,
      size,
      new Bun.CryptoHasher('sha256').update(number).digest(),
      await inclusionProof(leaf, size, read),
      root,
    )
  },
  'that it grew from an older one': async () => {
    const before = 1 + Math.floor(Math.random() * size)
    const { hashes } = await proveConsistency(sql, before, size)
    return verifyConsistency(before, size, hashes, rootOf(await frontierAt(before, read)), root)
  },
}

const rows: string[][] = []
let worst = 0
for (const [name, make] of Object.entries(kinds)) {
  for (let warm = 0; warm < 20; warm += 1) await make()
  const took: number[] = []
  for (let at = 0; at < proofs; at += 1) took.push(await timed(make))
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN
  worst = Math.max(worst, at(0.5))
  rows.push([name, figure(at(0.5)), figure(at(0.99)), figure(at(1))])
}
console.log(`\n### ${proofs} proofs of each kind, random ones, each held to the root of ${size} leaves\n`)
console.log(markdownTable(['proof', 'p50 ms', 'p99 ms', 'worst ms'], rows))
const peak = (memoryOf(process.pid)?.peakBytes ?? Number.NaN) / 1e6
console.log(`\n${goalLine('a proof, in the median, at most 10 ms', worst, worst <= 10, ' ms')}`)
console.log(goalLine('memory of the reader at most 200 MB', peak, peak <= 200, ' MB'))
await sql.end({ timeout: 5 })

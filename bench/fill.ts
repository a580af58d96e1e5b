/**
 * A filled store: a million tasks with their nodes, leaves and edges, two million queue rows, three million outcomes.
 * `script/bench fill [--scale 1] [--data DIR] [--requests 100]`: fills DIR (a temporary one without it), or takes it as
 * it was filled before; then measures every list with each of its filters, /metrics, and what looks through everything.
 * A full fill takes half an hour and 10 GB; `--scale 0.1` two minutes and 1 GB. Prints Markdown.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listsTable, measureLists } from '#bench/fill/lists'
import { filledOrgs, fillStore } from '#bench/fill/store'
import { idleShare, ledgerMemory, type Measured, reportShare, verifierMemory } from '#bench/fill/whole'
import { describeSetting, figure, goalLine, loadNow, markdownTable } from '#bench/report'
import { issueKey, onStand, type Stand } from '#bench/stand'
import { openSql } from '#db/client'

const { values: options } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    data: { type: 'string' },
    requests: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '30' },
  },
})
const say = (what: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`)
const listMs = 100
const memoryMb = 300

async function fill({ templateUrl: url, dataDir }: Stand): Promise<void> {
  const mark = join(dataDir, 'filled.json')
  if (!existsSync(mark)) {
    const scale = Number(options.scale)
    const startedAt = performance.now()
    const nodes = await fillStore({ url, dataDir, scale }, say)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    writeFileSync(mark, JSON.stringify({ scale, nodes, seconds }))
  }
  console.log(`- Filled: ${readFileSync(mark, 'utf8')}`)
}

async function measure(stand: Stand): Promise<void> {
  const { templateUrl: url } = stand
  const sql = openSql({ url, name: 'assay-bench', poolSize: 2 })
  const key = await issueKey(stand, url, { orgId: filledOrgs[0], scopes: ['operator'] })
  const unlimited = Object.fromEntries(
    [...'ABCD', 'JOBS'].map((area) => [`RATE_LIMIT_${area}_ENTERPRISE`, '100000000']),
  )
  const api = await stand.startApi(['api/main.ts'], url, unlimited)
  const rows = await measureLists({ url: api.url, key, sql }, Number(options.requests))
  console.log(`\n### Lists\n\n${listsTable(rows)}\n`)
  const slowest = rows.toSorted((a, b) => b.p99 - a.p99)[0] ?? { what: '', p99: Number.NaN }
  console.log(
    goalLine(`every list p99 <= ${listMs} ms; the slowest, ${slowest.what}`, slowest.p99, slowest.p99 <= listMs, ' ms'),
  )
  const idle = await idleShare(api.process.pid)
  console.log(`- An idle API process takes ${figure(idle)} % of a core`)
  const share = await reportShare()
  console.log(goalLine('the report of a busy process takes at most 1 % of a core', share, share <= 1, ' %'))

  say(`looking through everything; load ${loadNow()}`)
  const most = Number(options.minutes) * 60_000
  const looked: Measured[] = [
    await verifierMemory(stand, { api: api.url, key, sql }, most),
    await ledgerMemory(stand, sql, most),
  ]
  console.log(
    `\n### Looking through everything\n\n${markdownTable(
      ['', 'MB before', 'MB at most', 'seconds', 'came to'],
      looked.map(({ what, before, peak, seconds, cameTo }) => [
        what,
        figure(before),
        figure(peak),
        figure(seconds),
        cameTo,
      ]),
    )}\n`,
  )
  for (const { what, peak, cameTo } of looked)
    console.log(
      goalLine(`${what} with at most ${memoryMb} MB, to its end`, peak, peak <= memoryMb && cameTo === 'valid', ' MB'),
    )
  await stand.end([api.process])
  await sql.end({ timeout: 5 })
}

if (options.data) mkdirSync(options.data, { recursive: true })
await onStand(async (stand) => {
  const command = `script/bench fill ${process.argv.slice(2).join(' ')}`.trim()
  console.log(`## A filled store\n\n${await describeSetting(stand, command)}`)
  await fill(stand)
  await measure(stand)
  console.log(`\nLoad average at the end: ${loadNow()}`)
  await stand.close()
}, options.data)
process.exit(0)

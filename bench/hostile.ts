/**
 * Hostile pages in a row through the service: how late each scan ends, and what it leaves behind.
 * `script/bench hostile [--scans 300] [--deadline 3000] [--at-once 2]`: about ten minutes. Prints Markdown.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describeSetting, figure, goalLine, markdownTable, median, numberOptions } from '#bench/report'
import { onStand, type Stand } from '#bench/stand'
import { descendantsOf, fieldOf } from '#shared/kernel/process/proc'
import { hostileKinds, openHostileSite } from '#test/support/hostile'
import { browserPlace } from '#workers/page/place'
import { processesWith } from '#workers/page/processes'

const options = numberOptions(process.argv.slice(2), { scans: 300, deadline: 3000, 'at-once': 2 })
const graceMs = 2000

type Outcome = { kind: string; ms: number; told: string; isRight: boolean; isNextFine: boolean }

async function bench(stand: Stand): Promise<void> {
  const site = openHostileSite()
  const databaseUrl = await stand.copyDatabase('hostile')
  const env = {
    EGRESS_ALLOW: site.ports.map((port) => `127.0.0.1/32:${port}`).join(','),
    RATE_LIMIT_D_ENTERPRISE: '1000000',
  }
  const api = await stand.startApi(['api/main.ts'], databaseUrl, env)
  const worker = stand.start(['workers/main.ts', 'scan-page'], databaseUrl, env)
  const place = browserPlace(stand.dataDir)

  async function scan(kind: string): Promise<Outcome> {
    const call = async (url: string, timeoutMs: number) => {
      const answer = await fetch(`${api.url}/api/scan`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stand.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url, timeoutMs }),
      })
      return { status: answer.status, body: (await answer.json()) as { error?: { details: { reason?: string } } } }
    }
    const startedAt = performance.now()
    const { status, body } = await call(site.urlOf(kind), options.deadline)
    const ms = performance.now() - startedAt
    const told = status === 200 ? 'report' : (body.error?.details.reason ?? `status ${status}`)
    const ending = hostileKinds[kind]
    const isRight = typeof ending === 'object' ? ending.reason.includes(told) : ending === 'any' || told === 'report'
    const next = await call(site.urlOf('plain'), 30_000)
    return { kind, ms, told, isRight, isNextFine: next.status === 200 }
  }

  async function scans(kinds: string[]): Promise<Outcome[]> {
    const waiting = [...kinds]
    const done: Outcome[] = []
    await Promise.all(
      Array.from({ length: options['at-once'] }, async () => {
        for (let kind = waiting.shift(); kind !== undefined; kind = waiting.shift()) done.push(await scan(kind))
      }),
    )
    return done
  }

  const kinds = Object.keys(hostileKinds)
  console.log(
    await describeSetting(
      stand,
      `script/bench hostile --scans ${options.scans} --deadline ${options.deadline} --at-once ${options['at-once']}`,
    ),
  )
  await scans(kinds)
  await Bun.sleep(3000)
  const memoryBefore = treeBytes(worker.pid)
  const done = await scans(Array.from({ length: options.scans }, (_, index) => kinds[index % kinds.length] ?? ''))
  await Bun.sleep(3000)
  const memoryAfter = treeBytes(worker.pid)
  await stand.end([worker])
  const processes = processesWith(join(place, 'profiles')).length
  const profiles = readdirSync(join(place, 'profiles')).length

  console.log(
    `- ${kinds.length} kinds, ${done.length} scans with a deadline of ${options.deadline} ms, each followed by a plain page\n`,
  )
  console.log(
    markdownTable(
      ['kind', 'scans', 'median ms', 'slowest ms', 'told'],
      kinds.map((kind) => {
        const own = done.filter((outcome) => outcome.kind === kind)
        const told = [...Map.groupBy(own, ({ told }) => told)]
          .map(([name, each]) => `${name} ${each.length}`)
          .join(', ')
        const ms = own.map((outcome) => outcome.ms)
        return [kind, String(own.length), figure(median(ms)), figure(Math.max(...ms)), told]
      }),
    ),
  )
  const slowest = Math.max(...done.map(({ ms }) => ms))
  const wrong = done.filter(({ isRight }) => !isRight).length
  const broken = done.filter(({ isNextFine }) => !isNextFine).length
  const growth = memoryAfter / memoryBefore - 1
  console.log(
    `\n${goalLine(`each ends by its deadline + ${graceMs} ms`, slowest, slowest <= options.deadline + graceMs, ' ms')}`,
  )
  console.log(goalLine('scans that ended otherwise than they should, none', wrong, wrong === 0))
  console.log(goalLine('plain pages that were not scanned afterwards, none', broken, broken === 0))
  console.log(goalLine('processes left, none', processes, processes === 0))
  console.log(goalLine('profile directories left, none', profiles, profiles === 0))
  console.log(
    goalLine(
      `memory of worker and browser, from ${figure(memoryBefore / 1e6)} to ${figure(memoryAfter / 1e6)} MB, at most +10 %`,
      growth * 100,
      growth < 0.1,
      ' %',
    ),
  )
  await stand.end([api.process])
  site.stop()
}

/** What a process and all below it take, memory that they share counted once. */
function treeBytes(root: number): number {
  const bytesOf = (pid: number) => 1024 * Number.parseInt(fieldOf(pid, 'smaps_rollup', 'Pss') ?? '0', 10)
  return [root, ...descendantsOf(root)].reduce((sum, pid) => sum + bytesOf(pid), 0)
}

await onStand(async (stand) => {
  await bench(stand)
  await stand.close()
})
process.exit(0)

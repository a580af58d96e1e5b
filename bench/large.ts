/**
 * Large pages through the service: one of 20,000 elements and 5 MB, and pages of 1,000 beside another commit's.
 * `script/bench large [--from COMMIT] [--scans 20]`: two minutes, or five with the other commit. Prints Markdown.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkOut, thisVersion, type Version } from '#bench/fleet/versions'
import { makePage, servePages } from '#bench/made-pages'
import { describeSetting, figure, goalLine, markdownTable, median } from '#bench/report'
import { issueKey, onStand, orgId, type Stand } from '#bench/stand'
import { withDatabase } from '#test/support/database'

const { values: options } = parseArgs({
  options: { from: { type: 'string' }, scans: { type: 'string', default: '20' } },
})
const scans = Number(options.scans)
const goals = { slower: 1.3, largeMs: 60_000 }

/** Of `makePage`, for about 1,000 and 20,000 elements. */
const sizes = { usual: 1180, large: 24_300 }
const largeBytes = 5_000_000
const largeNumber = 1_000_000

/** `issues` is null, and `error` says why, where the page was not scanned. */
type Answer = { ms: number; issues: number | null; incomplete: string | null; error: string | null }
type Service = {
  name: string
  scan: (address: string, timeoutMs?: number) => Promise<Answer>
  end: () => Promise<void>
}

/** API and worker of a version, on a database that its own migrations made. */
async function openService(stand: Stand, version: Version, egressAllow: string): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-large-'))
  const database = `large_${version.name}`
  await stand.admin.unsafe(`drop database if exists ${database} with (force)`)
  await stand.admin.unsafe(`create database ${database}`)
  const url = withDatabase(stand.templateUrl, database)
  const env = { DATA_DIR: dataDir, EGRESS_ALLOW: egressAllow, RATE_LIMIT_D_ENTERPRISE: '1000000' }
  const migrated = await stand.start(['db/migrate.ts'], url, env, version.folder).exited
  if (migrated !== 0) throw new Error(`${version.name} did not migrate its database`)
  const key = await issueKey({ dataDir }, url, { orgId, scopes: [] }, version.folder)
  const api = await stand.startApi(['api/main.ts'], url, env, version.folder)
  const worker = stand.start(['workers/main.ts', 'scan-page'], url, env, version.folder)
  for (;;) {
    const { workers } = (await (await fetch(`${api.url}/readyz`)).json()) as { workers: Record<string, number> }
    if (workers['scan-page'] === 1) break
    await Bun.sleep(200)
  }
  return {
    name: version.name,
    async scan(address, timeoutMs) {
      const startedAt = performance.now()
      const answer = await fetch(`${api.url}/api/scan`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: address, ...(timeoutMs === undefined ? {} : { timeoutMs }) }),
      })
      const body = (await answer.json()) as { issues?: unknown[]; error?: { message: string } }
      const ms = performance.now() - startedAt
      const error = body.issues ? null : `${answer.status} ${body.error?.message}`
      const incomplete = answer.headers.get('x-scan-incomplete')
      return { ms, issues: body.issues?.length ?? null, incomplete, error }
    },
    async end() {
      await stand.end([worker, api.process])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A page of 20,000 elements whose texts make it 5 MB. */
function largePage(): string {
  const html = makePage(0, sizes.large)
  const line = 'The figures of each year are kept beside those of the years before it, and nothing is left out. '
  const paragraph = `<p>${line.repeat(100)}</p>\n`
  return html.replace('</main>', `${paragraph.repeat(Math.ceil((largeBytes - html.length) / paragraph.length))}</main>`)
}

const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? NaN

async function bench(stand: Stand): Promise<void> {
  const site = servePages(() => sizes.usual, { [largeNumber]: largePage() })
  const before = options.from === undefined ? undefined : await checkOut(options.from)
  const command = `script/bench large --scans ${scans}${before ? ` --from ${before.name}` : ''}`
  console.log(await describeSetting(stand, command))
  const services: Service[] = []
  for (const version of [thisVersion, ...(before ? [before] : [])])
    services.push(await openService(stand, version, site.egressAllow))

  const taken = new Map<string, number[]>(services.map(({ name }) => [name, []]))
  // The first of each finds a browser that has nothing ready.
  for (let at = -2; at < scans; at += 1) {
    // In turn who comes first.
    for (const service of at % 2 === 0 ? services : services.toReversed()) {
      const { ms, error } = await service.scan(site.urlOf(at + 2))
      if (error !== null) throw new Error(error)
      if (at >= 0) taken.get(service.name)?.push(ms)
    }
  }
  const elements = makePage(0, sizes.usual).match(/<[a-z]/g)?.length ?? 0
  console.log(`- Pages of ${elements} elements, one after another, in turns\n`)
  console.log(
    markdownTable(
      ['version', 'median ms', 'p95 ms', 'slowest ms'],
      [...taken].map(([name, ms]) => [name, figure(median(ms)), figure(p95(ms)), figure(Math.max(...ms))]),
    ),
  )
  console.log('')
  if (before) {
    const ratio = p95(taken.get(thisVersion.name) ?? []) / p95(taken.get(before.name) ?? [])
    console.log(goalLine(`p95 against ${before.name}, at most ${goals.slower}`, ratio, ratio <= goals.slower, '×'))
  }
  const large = largePage()
  console.log(`- The large page: ${large.match(/<[a-z]/g)?.length} elements, ${figure(large.length / 1e6)} MB\n`)
  for (const service of services) {
    for (const timeoutMs of [undefined, goals.largeMs]) {
      for (const count of [0, 2]) {
        const { ms, issues, incomplete, error } = await beside(count, service, site.urlOf, () =>
          service.scan(site.urlOf(largeNumber), timeoutMs),
        )
        const came = error ?? `${issues} issues; not to the end: ${incomplete ?? 'none'}`
        const asked = timeoutMs === undefined ? 'the default timeout' : `timeoutMs ${timeoutMs}`
        const what = `${service.name}: the large page, ${asked}, beside ${count} other scans (${came}), at most ${goals.largeMs} ms`
        console.log(goalLine(what, ms, error === null && ms <= goals.largeMs, ' ms'))
      }
    }
  }
  for (const service of services) await service.end()
  before?.remove()
  site.stop()
}

/** Does something while so many other scans are always under way. */
async function beside(
  count: number,
  service: Service,
  urlOf: (number: number) => string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let isOver = false
  const others = Array.from({ length: count }, async (_, at) => {
    for (let scan = at; !isOver; scan += count) await service.scan(urlOf(1000 + scan))
  })
  const answer = await work()
  isOver = true
  await Promise.all(others)
  return answer
}

await onStand(async (stand) => {
  await bench(stand)
  await stand.close()
})
process.exit(0)

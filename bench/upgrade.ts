/**
 * A release under load: the commit before and this one side by side on one database, both ways, then this one alone.
 * `script/bench upgrade [--from COMMIT] [--seconds 20] [--pace 1]`: four minutes. Counts what was accepted, refused and lost.
 * Prints Markdown; ends with 1 when anything was refused, lost, doubled or failed.
 */
import { parseArgs } from 'node:util'
import { cleanUpOnce } from '#bench/clean-up'
import { type Callers, openCallers, paced } from '#bench/fleet/callers'
import { type Fleet, isIn, openFleet, type Role } from '#bench/fleet/fleet'
import { type Ground, openGround } from '#bench/fleet/ground'
import { promisesOf, reckoningTable, settle } from '#bench/fleet/settle'
import { checkOut, commitBefore, thisVersion, type Version } from '#bench/fleet/versions'
import { loadNow, markdownTable } from '#bench/report'

const { values: options } = parseArgs({
  options: {
    from: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    pace: { type: 'string', default: '1' },
  },
})
const forMs = Number(options.seconds) * 1000
const from = options.from ?? (await commitBefore())
const workers: Role[] = ['generate-tree', 'scan-page', 'run-task']
const pace = { trace: 4, tree: 1.5, task: 0.7, scan: 0.15, run: 0.05, read: 2, list: 1, batch: 0.1 }
/** A slow machine refuses what it cannot do in time, upgrade or not: here that is not asked. */
const patience = { STORE_DEADLINE_MS: '20000', WRITE_WAIT_MS: '60000', WAIT_MS_GENERATE_TREE: '60000' }

type Phase = { name: string; fromMs: number; toMs: number }

/** The steps of a release, each under load for a while. What serves in each is said by its name. */
async function release(fleet: Fleet, ground: Ground, old: Version, hold: (name: string) => Promise<void>) {
  const swap = async (roles: readonly Role[], to: Version) => {
    for (const role of roles) {
      const before = fleet.of(role).filter(({ version }) => version !== to.name)
      if (isIn(role, to)) await fleet.start(role, to)
      for (const one of before) await fleet.end(one)
    }
  }
  await hold('all old')
  await ground.migrate(thisVersion)
  await hold('all old, tables migrated')
  await swap(workers, thisVersion)
  await hold('old API, new workers')
  await fleet.start('ledger', thisVersion)
  await hold('old ledger leads, new one stands by')
  await swap(['api'], thisVersion)
  await swap(workers, old)
  await hold('new API, old workers')
  for (const ledger of fleet.of('ledger', old.name)) await fleet.end(ledger)
  await fleet.start('ledger', old)
  await hold('new ledger leads, old one stands by')
  for (const role of ['api', ...workers] as const) {
    await fleet.start(role, role === 'api' ? old : thisVersion)
  }
  for (const ledger of fleet.of('ledger', thisVersion.name)) await fleet.end(ledger)
  await fleet.start('ledger', thisVersion)
  await hold('both of each, old ledger leads')
  await swap(['ledger', 'api', ...workers, 'maintenance'], thisVersion)
  await hold('all new')
}

/** A load balancer's list: an API that is told to end takes no more calls before it is. */
const serving = (fleet: Fleet, leaving: ReadonlySet<string>) => () =>
  fleet
    .of('api')
    .filter(({ url }) => url !== '' && !leaving.has(url))
    .map(({ url }) => url)

function answersTable({ answers }: Callers, phases: readonly Phase[]): string {
  return markdownTable(
    ['while', 'answers', 'refused', 'p50 ms', 'p95 ms'],
    phases.map(({ name, fromMs, toMs }) => {
      const own = answers.filter(({ at }) => at >= fromMs && at < toMs)
      const took = own.map(({ ms }) => ms).sort((a, b) => a - b)
      const at = (share: number) => Math.round(took[Math.floor(share * (took.length - 1))] ?? 0)
      const refused = own.filter(({ isRefused }) => isRefused).length
      return [name, String(own.length), String(refused), String(at(0.5)), String(at(0.95))]
    }),
  )
}

const old = await checkOut(from)
const ground = await openGround('127.0.0.1')
const fleet = openFleet({ ...ground.env, ...patience }, ground.logs)
const leaving = new Set<string>()
const end = fleet.end
fleet.end = async (one) => {
  leaving.add(one.url)
  // What was sent to it before is answered by it.
  if (one.role === 'api') await Bun.sleep(250)
  await end(one)
}
const broken: string[] = []
const cleanUp = cleanUpOnce(async () => {
  await fleet.stop()
  await ground.close()
  old.remove()
})
try {
  console.log(
    `## An upgrade under load\n\n- Date: ${new Date().toISOString()}; from ${old.name}; command: \`script/bench upgrade --from ${from} --seconds ${options.seconds} --pace ${options.pace}\`; load average ${loadNow()}\n`,
  )
  await ground.migrate(old)
  for (const role of ['witness', 'ledger', 'maintenance', 'api', ...workers] as const)
    if (isIn(role, old)) await fleet.start(role, old)
  const keys = new Map([['org_one', await ground.issueKey(old, 'org_one')]])
  const callers = openCallers({ apis: serving(fleet, leaving), pages: ground.pages, seed: Number(options.seed) })
  const phases: Phase[] = []
  for (const [name, key] of keys)
    callers.begin({ name, key, pace: paced(pace, Number(options.pace)), batchItems: 50, systems: 200 })
  let phaseFrom = performance.now()
  await release(fleet, ground, old, async (name) => {
    console.error(`- ${new Date().toISOString().slice(11, 19)} ${name}`)
    await Bun.sleep(forMs)
    phases.push({ name, fromMs: phaseFrom, toMs: performance.now() })
    phaseFrom = performance.now()
  })
  await callers.finish(60_000)
  const [url = ''] = serving(fleet, leaving)()
  const settled = await settle(ground.sql, { url, writes: callers.writes, keys })
  const refused = Map.groupBy(
    callers.answers.filter(({ isRefused }) => isRefused),
    ({ op, told, at }) =>
      `${op}: ${told}, while ${phases.find((phase) => at >= phase.fromMs && at < phase.toMs)?.name ?? 'it came to its end'}`,
  )
  broken.push(
    ...promisesOf(settled),
    ...fleet.fallen,
    ...[...refused].map(([what, times]) => `refused ${times.length} times: ${what}`),
  )
  console.log(`${reckoningTable(settled)}\n\n${answersTable(callers, phases)}\n`)
  console.log(`- ids read back: ${settled.read}; nodes: ${settled.nodes}; full verification: ${settled.verdict}`)
  console.log(`- held back by the caller: ${callers.heldBack}`)
  for (const [what, times] of fleet.complaints()) console.log(`- processes said ${times} times: ${what}`)
  console.log(
    broken.length === 0 ? '- every promise held' : `- BROKEN:\n${broken.map((what) => `  - ${what}`).join('\n')}`,
  )
} finally {
  await cleanUp()
}
process.exit(broken.length === 0 ? 0 : 1)

/**
 * A day in an hour: three organisations, one of them noisy, and a fourth whose traces grow old, while networks, machines and
 * Postgres fail and versions mix.
 * `script/bench day [--minutes 60] [--every 75] [--systems 100000] [--seed 1] [--pace 1] [--from COMMIT] [--calm]`. Needs Linux, root
 * and `ip`. With `--calm` nothing fails, grows old or mixes: what is left is what the noisy one costs the others.
 * Prints Markdown; ends with 1 when a promise is broken: accepted work lost or doubled, others slowed, memory that grows.
 */
import { parseArgs } from 'node:util'
import { cleanUpOnce } from '#bench/clean-up'
import { agedOrg, earlyClock, judgeErasing, keptDays } from '#bench/day/ageing'
import { watchCores } from '#bench/day/cores'
import { openNetwork, whyNoNetwork } from '#bench/day/machines'
import { watchMemory } from '#bench/day/memory'
import { openPlant } from '#bench/day/plant'
import { type Event, eventsTable, latencies, memoryTable, toldOf } from '#bench/day/report'
import { scheduleOf, timesOf } from '#bench/day/schedule'
import { goFirst } from '#bench/fleet/apart'
import { type Organisation, openCallers, paced } from '#bench/fleet/callers'
import { openFleet } from '#bench/fleet/fleet'
import { openGround } from '#bench/fleet/ground'
import { promisesOf, reckoningTable, settle } from '#bench/fleet/settle'
import { checkOut, commitBefore, thisVersion, type Version } from '#bench/fleet/versions'
import { loadNow } from '#bench/report'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    every: { type: 'string', default: '75' },
    systems: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    pace: { type: 'string', default: '1' },
    from: { type: 'string' },
    calm: { type: 'boolean', default: false },
  },
})
const minutes = Number(options.minutes)
const every = Number(options.every)
const systems = Number(options.systems)
const seed = Number(options.seed)
const pace = Number(options.pace)
const isCalm = options.calm
const impossible = whyNoNetwork()
if (impossible !== undefined) {
  console.error(`a day needs machines whose cables can be pulled: ${impossible}`)
  process.exit(2)
}

const times = timesOf(minutes * 60_000)
const schedule = isCalm ? [] : scheduleOf(times, every * 1000, seed)
const batchItems = 1000
const brokenShown = 50
// All systems have been met after six tenths of the noise; never more than a batch in three seconds.
const batchPace = Math.min(1 / 3, systems / batchItems / ((0.6 * (times.calm - times.noise)) / 1000))
const ordinary = { trace: 3, tree: 1, task: 0.3, scan: 0.1, run: 0.01, read: 3, list: 1 }
const noisyPace = { trace: 10, tree: 1, task: 0.5, scan: 0.05, run: 0.02, read: 4, list: 2, batch: batchPace }

const old = isCalm ? undefined : await checkOut(options.from ?? (await commitBefore()))
const network = openNetwork()
const ground = await openGround(network.callers, [network.store], network.range)
const fleet = openFleet({ ...ground.env, ...keptDays }, ground.logs)
const broken: string[] = []
const cleanUp = cleanUpOnce(async () => {
  await fleet.stop()
  network.close()
  await ground.close()
  old?.remove()
})

try {
  console.log(
    `## A day in ${minutes} minutes\n\n- Date: ${new Date().toISOString()}; ${old ? `commit before: ${old.name}; ` : ''}command: \`script/bench day --minutes ${minutes} --every ${every} --systems ${systems} --seed ${seed} --pace ${pace}${isCalm ? ' --calm' : ''}\`; load average ${loadNow()} at the start\n`,
  )
  // As an installation that was upgraded: the constitution of the commit before is in force, and its amendment waits.
  const first = old ?? thisVersion
  await ground.migrate(first)
  const agedKey = await ground.issueKey(first, agedOrg)
  if (old) await ground.migrate(thisVersion)
  const plant = openPlant(ground, fleet, network)
  await plant.startAll()
  goFirst()
  const organisations: Organisation[] = []
  for (const name of ['org_one', 'org_two', 'org_noisy']) {
    const key = await ground.issueKey(thisVersion, name)
    const isNoisy = name === 'org_noisy'
    organisations.push({ name, key, pace: paced(isNoisy ? noisyPace : ordinary, pace), batchItems, systems })
  }
  const early = isCalm ? undefined : await plant.startBeside('api-early', 'api', earlyClock)
  // Sent once: a key that was claimed a hundred days ago is one that nobody keeps.
  const aged = { name: agedOrg, key: agedKey, pace: paced({ trace: 2 }, pace), isOnce: true }
  const callers = openCallers({
    apis: (organisation) => {
      const apis = organisation === aged ? [early] : fleet.of('api').filter((one) => one !== early)
      return apis.flatMap((one) => (one === undefined || one.url === '' ? [] : [one.url]))
    },
    pages: ground.pages,
    seed,
  })
  const memory = watchMemory(fleet)
  const cores = watchCores(fleet, () => ground.postgres().pid)
  const beganAt = performance.now()
  const now = () => performance.now() - beganAt
  const untilMs = (at: number) => Bun.sleep(Math.max(0, at - now()))
  const events: Event[] = []

  async function happen(what: string, act: () => Promise<string>): Promise<void> {
    const [from, fromClock] = [now(), new Date()]
    const event: Event = { what, whom: '', from, to: Number.POSITIVE_INFINITY, wroteAgainMs: undefined }
    events.push(event)
    event.whom = await act()
    event.to = now()
    console.error(`- ${new Date().toISOString().slice(11, 19)} ${what}: ${event.whom}`)
    if (event.whom.includes('ledger')) event.wroteAgainMs = await wroteAgainAfter(fromClock)
  }

  /** How long after something had happened to its writer the log went on. */
  async function wroteAgainAfter(since: Date): Promise<number> {
    for (;;) {
      const [row] = await ground.sql<{ at: Date | null }[]>`
        select min(created_at) as at from edg_checkpoints where created_at > ${since}::timestamptz + interval '0.5 s'`.catch(
        () => [],
      )
      if (row?.at) return row.at.getTime() - since.getTime()
      if (Date.now() - since.getTime() > 120_000) return Number.POSITIVE_INFINITY
      await Bun.sleep(500)
    }
  }

  const doing: Promise<void>[] = []
  let mixing: Promise<unknown> = Promise.resolve()
  /** One after the other, however long each takes. */
  const mix = (before: Version, act: (before: Version) => Promise<void>) => () => {
    const next = mixing.then(() => act(before)).then(() => before.name)
    mixing = next.catch(() => undefined)
    return next
  }
  const plan: { at: number; what: string; act: () => Promise<string> }[] = [
    ...schedule.map((disturbance) => ({
      at: disturbance.at,
      what: disturbance.what,
      act: () => plant.disturb(disturbance),
    })),
    ...(old
      ? [
          { at: times.mixFrom, what: 'the commit before comes', act: mix(old, plant.mix) },
          { at: (times.mixFrom + times.mixTo) / 2, what: 'its log writer leads', act: mix(old, plant.letLead) },
          { at: times.mixTo, what: 'the commit before goes', act: mix(old, plant.unmix) },
        ]
      : []),
  ].toSorted((a, b) => a.at - b.at)

  for (const organisation of organisations.slice(0, 2)) callers.begin(organisation)
  if (!isCalm) {
    callers.begin(aged)
    callers.begin({ ...aged, pace: paced({ trace: 0.5 }, pace) })
  }
  await untilMs(times.warm)
  cores.during('alone')
  await untilMs(times.noise)
  cores.during('beside')
  for (const organisation of organisations.slice(2)) callers.begin(organisation)
  for (const { at, what, act } of plan) {
    await untilMs(at)
    const happening = happen(what, act).catch((error: unknown) => void broken.push(`${what}: ${error}`))
    doing.push(happening)
  }
  await untilMs(times.end)
  console.error('- the load ends')
  await Promise.all(doing)
  const endedAt = now()
  cores.stop()
  await callers.finish(120_000)
  const [url = ''] = fleet.of('api', thisVersion.name).flatMap((one) => (one === early ? [] : [one.url]))
  memory.stop()
  const keys = new Map(organisations.map(({ name, key }) => [name, key]))
  const isAged = ({ org }: { org: string }) => org === agedOrg
  const writes = callers.writes.filter((write) => !isAged(write))
  const settled = await settle(ground.sql, { url, writes, keys })

  const retention = isCalm ? undefined : await judgeErasing(ground.sql, callers.writes.filter(isAged))
  const answers = callers.answers.map((each) => ({ ...each, at: each.at - beganAt }))
  const span = { warm: times.warm, noise: times.noise, end: endedAt, events }
  const others = latencies(answers, { ...span, isOurs: (org) => org !== 'org_noisy' && org !== agedOrg })
  const noisy = latencies(answers, { ...span, isOurs: (org) => org === 'org_noisy' })
  const slopes = memoryTable(memory.lives(), Math.min(600, (minutes * 60) / 6))
  const happened = eventsTable(events)
  broken.push(
    ...promisesOf(settled),
    ...others.broken,
    ...slopes.broken,
    ...happened.broken,
    ...(retention?.broken ?? []),
    ...fleet.fallen,
  )
  const [count] = await ground.sql<{ violations: number; systems: number }[]>`
    select (select count(*) from violations) as violations, (select count(*) from systems) as systems`
  console.log(`### What was told and what is there\n\n${reckoningTable(settled)}\n`)
  console.log(
    `- ids read back: ${settled.read}; nodes: ${settled.nodes}; systems: ${count?.systems}; violations: ${count?.violations}; full verification: ${settled.verdict}`,
  )
  if (retention) console.log(`- retention: ${retention.told}`)
  console.log(`- refusals in all: ${toldOf(answers)}; held back by the callers: ${callers.heldBack}`)
  console.log(`\n### The two other organisations\n\n${others.table}\n\n### The noisy one\n\n${noisy.table}`)
  console.log(`\n### Who has the cores\n\n${cores.table()}`)
  console.log(`\n### Memory\n\n${slopes.table}\n\n### What went wrong\n\n${happened.table}\n`)
  for (const [what, often] of fleet.complaints()) console.log(`- processes said ${often} times: ${what}`)
  console.log(`- load average at the end: ${loadNow()}`)
  console.log(broken.length === 0 ? '- every promise held' : `- BROKEN, ${broken.length} times:`)
  const kinds = Map.groupBy(broken, (what) => what.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\d+/g, '…'))
  for (const [first, ...others] of [...kinds.values()].slice(0, brokenShown))
    console.log(`  - ${first}${others.length > 0 ? `, and ${others.length} times the like` : ''}`)
} finally {
  await cleanUp()
}
process.exit(broken.length === 0 ? 0 : 1)

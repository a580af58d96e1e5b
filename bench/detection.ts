/**
 * How many true changes of a page's look are found and named, in how many issues, and how much noise is taken for one.
 * `script/bench detection [--unseen] [--only tree,rebuilt,both,picture] [--page NAME] [--kind NAME,NAME] [--window phone] [--misses]
 * [--json FILE] [--kept DIR]`: some minutes for the seen half; what a browser rendered is kept in DIR for the next time. What is of the other half must not be looked at while something is tuned:
 * `--unseen` prints its figures beside, and no case of it. Ends with 1 where a goal is missed.
 */
import { parseArgs } from 'node:util'
import { type DetectionPath, measurePage, type Outcome } from '#bench/detection/measure'
import { allPages } from '#bench/detection/pages'
import { isSeenPage, newScale } from '#bench/detection/split'
import { openDetectionStand } from '#bench/detection/stand'
import { halvesTable, kindsTable, percentile } from '#bench/detection/tables'
import { figure, goalLine, loadNow } from '#bench/report'

const { values: flags } = parseArgs({
  options: {
    unseen: { type: 'boolean', default: false },
    only: { type: 'string', default: 'tree,rebuilt,both,picture' },
    page: { type: 'string' },
    kind: { type: 'string' },
    window: { type: 'string' },
    misses: { type: 'boolean', default: false },
    json: { type: 'string' },
    kept: { type: 'string' },
  },
})
const windows = {
  desk: { width: 1280, height: 720, scale: 1 },
  phone: { width: 390, height: 844, scale: 1 },
  // Of pages that may not be seen.
  scaled: { width: 800, height: 600, scale: newScale },
}
const asked = {
  paths: new Set(flags.only.split(',')),
  kinds: flags.kind === undefined ? null : new Set(flags.kind.split(',')),
  hasUnseen: flags.unseen,
}

const isMissedInTree = (each: Outcome) =>
  !each.isVoid && (each.isChange ? !each.isNamed || each.findings > (each.path === 'both' ? 8 : 4) : each.findings > 0)
const isMissedInPicture = (each: Outcome) => !each.isVoid && (each.isChange ? each.findings === 0 : each.findings > 0)

const lineOf = (each: Outcome) =>
  `${each.path} ${each.page} ${each.window} ${each.kind}${each.companion ? ` with ${each.companion}` : ''}: ${each.findings} findings${
    each.isChange && each.path !== 'picture'
      ? `, element ${each.hasElement ? 'yes' : 'NO'}, property ${each.hasProperty ? 'yes' : 'NO'}`
      : ''
  }\n${each.said
    .slice(0, 8)
    .map((said) => `    ${said}`)
    .join('\n')}`

const begunAt = performance.now()
const stand = await openDetectionStand(flags.kept)
const outcomes: Outcome[] = []
for (const page of allPages) {
  if (flags.page !== undefined && !flags.page.split(',').includes(page.name)) continue
  for (const [name, size] of Object.entries(windows)) {
    if (flags.window !== undefined && flags.window !== name) continue
    if (size.scale === newScale && isSeenPage(page.name)) continue
    outcomes.push(...(await measurePage(stand, page, size, asked)))
    console.error(`${page.name} ${name}: ${outcomes.length} comparisons, load ${loadNow()}`)
  }
}
await stand.close()
if (flags.json !== undefined)
  await Bun.write(
    flags.json,
    JSON.stringify(
      outcomes.filter((each) => each.isSeen),
      null,
      1,
    ),
  )
const isMet = report(outcomes)
process.exit(isMet ? 0 : 1)

function report(all: readonly Outcome[]): boolean {
  const seconds = (performance.now() - begunAt) / 1000
  const seen = all.filter((each) => each.isSeen)
  const unseen = all.filter((each) => !each.isSeen)
  console.log(`${all.length} comparisons in ${seconds.toFixed(0)} s, load average ${loadNow()} at the end\n`)
  const halves: [string, readonly Outcome[]][] = [['seen half', seen]]
  if (flags.unseen) halves.push(['unseen half', unseen], ['of it, never tuned on', unseen.filter(({ isNew }) => isNew)])
  console.log(halvesTable(halves))
  console.log(`\n${kindsTable(flags.unseen ? all : seen)}\n`)
  const misses = seen.filter((each) => (each.path === 'picture' ? isMissedInPicture(each) : isMissedInTree(each)))
  if (flags.misses) for (const each of misses) console.log(lineOf(each))
  for (const each of seen.filter(({ isVoid, path }) => isVoid && path === 'tree'))
    console.log(`shows nothing: ${each.page} ${each.window} ${each.kind}`)
  return goals(flags.unseen ? unseen : seen)
}

function goals(of: readonly Outcome[]): boolean {
  const live = (path: DetectionPath, isChange: boolean) =>
    of.filter((each) => each.path === path && each.isChange === isChange && !each.isVoid)
  const shareOf = (list: readonly Outcome[], is: (each: Outcome) => boolean) =>
    (100 * list.filter(is).length) / list.length
  const lines: [goal: string, value: number, isMet: boolean, unit: string][] = []
  const trees = [...live('tree', true), ...live('rebuilt', true)]
  if (trees.length > 0) {
    const named = shareOf(trees, ({ isNamed }) => isNamed)
    const most = percentile(
      trees.map(({ findings }) => findings),
      0.95,
    )
    lines.push(['trees name element and property, at least 98 %', named, named >= 98, ' %'])
    const both = live('both', true)
    if (both.length > 0) {
      const each = shareOf(both, ({ isNamed }) => isNamed)
      lines.push(['trees name each of two changes at once, at least 98 %', each, each >= 98, ' %'])
    }
    lines.push(['issues for one change at p95, at most 4', most, most <= 4, ''])
  }
  const builds = live('tree', false).filter(({ kind }) => kind === 'rebuild' || kind === 'rebuild2')
  if (builds.length > 0) {
    const issues = builds.reduce((sum, each) => sum + each.findings, 0)
    lines.push(['issues for another build alone, 0', issues, issues === 0, ''])
  }
  const times = live('rebuilt', true).flatMap(({ ms }) => (ms === null ? [] : [ms]))
  if (times.length > 0) {
    const whole = times.map(({ render, compare }) => render + compare)
    const [middle, compared] = [
      percentile(whole, 0.5),
      percentile(
        times.map(({ compare }) => compare),
        0.5,
      ),
    ]
    const beside = ` ms (p95 ${figure(percentile(whole, 0.95))} ms; of it comparing ${figure(compared)} ms)`
    lines.push(['markup to verdict, warm, p50 at most 40 ms', middle, middle <= 40, beside])
  }
  const found = live('picture', true)
  const noise = live('picture', false)
  if (found.length > 0) {
    const hits = shareOf(found, ({ findings }) => findings > 0)
    const alarms = noise.length === 0 ? 0 : shareOf(noise, ({ findings }) => findings > 0)
    lines.push(['pictures alone find, at least 90 %', hits, hits >= 90, ' %'])
    lines.push(['pictures alone flag of noise, at most 10 %', alarms, alarms <= 10, ' %'])
  }
  for (const [goal, value, met, unit] of lines) console.log(goalLine(goal, value, met, unit))
  return lines.every(([, , met]) => met)
}

/**
 * What a scan finds of planted failures of every kind, and what it says of the same pages repaired.
 * `script/bench planted [--seen] [--opened] [--unseen] [--misses] [--only ID,ID] [--json FILE]
 * [--staged late|hashed|shadow|framed|revealed|mirrored]`: about eight minutes for all.
 * What was missed of the unseen part, which is for measuring alone, is never listed.
 */
import { parseArgs } from 'node:util'
import { type Half, halfOf, halves, isAsked } from '#bench/halves'
import { openScanner } from '#bench/pages/scanner'
import { recordClip } from '#bench/planted/clip'
import { isSure, type JudgedPlant, judgePlant, type Said } from '#bench/planted/judge'
import { heldBack, heldBackSets, openedSince, plants } from '#bench/planted/plants'
import { servePlants } from '#bench/planted/serve'
import { canStage, stagings } from '#bench/planted/staging'
import { loadNow, markdownTable, median } from '#bench/report'

const { values: flags } = parseArgs({
  options: {
    seen: { type: 'boolean', default: false },
    opened: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    staged: { type: 'string', default: 'written' },
  },
})
const staging = stagings.find((each) => each === flags.staged)
if (!staging) {
  console.error(`--staged ${flags.staged}: it can be ${stagings.join(', ')}`)
  process.exit(2)
}
const pagesAtOnce = 2

function halfFor(id: string): Half {
  if (heldBack.some((each) => each.id === id)) return 'unseen'
  return openedSince.some((each) => each.id === id) ? 'opened' : halfOf('planted', id)
}
const only = flags.only?.split(',')
const chosen = plants.filter(
  (plant) =>
    isAsked(halfFor(plant.id), flags) &&
    (!only || (only.includes(plant.id) && halfFor(plant.id) !== 'unseen')) &&
    canStage(plant, staging),
)
if (chosen.length === 0) {
  console.error('no plant is called so, or it is of the part that is for measuring alone')
  process.exit(2)
}

const served = servePlants(chosen, await recordClip(), staging)
// A browser of the product's own, with what scan-page does in it.
const scanner = await openScanner([served.port])
const judged: JudgedPlant[] = []
const failed: { id: string; error: unknown }[] = []
const startedAt = performance.now()
const queue = served.plants.values()
await Promise.all(
  Array.from({ length: pagesAtOnce }, async () => {
    for (const plant of queue) {
      try {
        judged.push(await judgePlant(plant, scanner, served.urlOf))
      } catch (error) {
        failed.push({ id: plant.id, error })
      }
    }
  }),
)
await scanner.close()
await served.stop()
judged.sort((a, b) => served.plants.indexOf(a.plant) - served.plants.indexOf(b.plant))
report((performance.now() - startedAt) / 1000)
if (flags.json)
  await Bun.write(
    flags.json,
    JSON.stringify(
      judged.filter(({ plant }) => halfFor(plant.id) !== 'unseen'),
      null,
      1,
    ),
  )
process.exit(failed.length > 0 ? 1 : 0)

function report(seconds: number): void {
  const sizes = judged.map(({ broken }) => broken.elements)
  console.log(
    `${judged.length} failures with their repaired twins in ${seconds.toFixed(0)} s, ${loadNow()}; pages of ${Math.min(...sizes)} to ${Math.max(...sizes)} elements, median ${median(sizes)}\n`,
  )
  const parts = halves
    .map((name) => ({ name, of: judged.filter(({ plant }) => halfFor(plant.id) === name) }))
    .filter(({ of }) => of.length > 0)
  console.log(
    markdownTable(
      [
        'half',
        'failures',
        'errors and practice (goal 60 %)',
        'with warnings (goal 85 %)',
        'axe alone, the same',
        'with its warnings',
      ],
      parts.map(({ name, of }) => [
        name,
        String(of.length),
        share(of, (said) => isSure(said)),
        share(of, () => true),
        share(of, (said) => isSure(said) && isAxes(said)),
        share(of, isAxes),
      ]),
    ),
  )
  console.log(
    `\n${markdownTable(
      ['repaired twins', 'the problem said still (goal 0)', 'pages', 'errors', 'practice', 'warnings'],
      parts.map(({ name, of }) => [
        name,
        String(of.reduce((sum, { repaired }) => sum + repaired.meant.length, 0)),
        String(of.filter(({ repaired }) => repaired.meant.length > 0).length),
        ...[
          (said: Said) => isSure(said) && said.severity !== 'practice',
          (said: Said) => said.severity === 'practice',
          (said: Said) => said.severity === 'warning',
        ].map((counts) => String(of.reduce((sum, { repaired }) => sum + repaired.all.filter(counts).length, 0))),
      ]),
    )}\n`,
  )
  const sets = Object.entries(heldBackSets)
    .map(([name, own]) => ({ name, of: judged.filter(({ plant }) => own.some(({ id }) => id === plant.id)) }))
    .filter(({ of }) => of.length > 0)
  if (sets.length > 0)
    console.log(
      `${markdownTable(
        ['unseen, by set', 'failures', 'errors and practice', 'with warnings'],
        sets.map(({ name, of }) => [name, String(of.length), share(of, (said) => isSure(said)), share(of, () => true)]),
      )}\n`,
    )
  for (const { id, error } of failed)
    console.log(`not judged: ${id}: ${error instanceof Error ? error.message : error}`)
  const cut = judged.flatMap(({ plant, broken, repaired }) =>
    [...broken.unfinished, ...repaired.unfinished].map((reason) => `did not run to its end: ${plant.id}: ${reason}`),
  )
  for (const line of cut) console.log(line)
  if (flags.misses) listMisses(judged.filter(({ plant }) => halfFor(plant.id) !== 'unseen'))
}

function isAxes({ engines }: Said): boolean {
  return engines.includes('axe-core')
}

function share(of: readonly JudgedPlant[], counts: (said: Said) => boolean): string {
  const hits = of.filter(({ broken }) => broken.meant.some(counts)).length
  return `${hits} (${((100 * hits) / of.length).toFixed(1)} %)`
}

function listMisses(of: readonly JudgedPlant[]): void {
  const show = ({ plant: { id, technique, criterion, wrong, where } }: JudgedPlant) =>
    `${id} (${technique}${criterion ? `, ${criterion}` : ''}): ${wrong} [${where}]`
  const line = ({ severity, type, criteria, element, message }: Said) =>
    `    ${severity} ${type} ${criteria.join(' ')}: ${element}: ${message}`
  console.log('## Not found at all; what was said of the page instead')
  for (const each of of.filter(({ broken }) => broken.meant.length === 0)) {
    const known = new Set(each.repaired.all.map(({ type }) => type))
    console.log([show(each), ...each.broken.all.filter(({ type }) => !known.has(type)).map(line)].join('\n'))
  }
  console.log('\n## Found as a warning alone')
  for (const each of of.filter(({ broken }) => broken.meant.length > 0 && !broken.meant.some(isSure)))
    console.log([show(each), ...each.broken.meant.map(line)].join('\n'))
  console.log('\n## Said of the twins')
  for (const each of of.filter(({ repaired }) => repaired.all.length > 0))
    console.log([show(each), ...each.repaired.all.map(line)].join('\n'))
}

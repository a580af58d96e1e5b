/** What the detection set's outcomes come to: rates with their intervals, by half, by path and by kind. */

import { allChanges, allNoise, changeKinds, type Kind, noiseKinds } from '#bench/detection/kinds'
import type { DetectionPath, Outcome } from '#bench/detection/measure'
import { markdownTable } from '#bench/report'

/** Wilson's interval of 95 % for a share; Wilson, JASA 22 (1927), p. 209. */
export function wilson(hits: number, all: number): [low: number, high: number] {
  if (all === 0) return [0, 1]
  const z = 1.959964
  const share = hits / all
  const middle = share + z ** 2 / (2 * all)
  const spread = z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2))
  const whole = 1 + z ** 2 / all
  return [Math.max(0, (middle - spread) / whole), Math.min(1, (middle + spread) / whole)]
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

export function rate(hits: number, all: number): string {
  if (all === 0) return '–'
  const [low, high] = wilson(hits, all)
  return `${hits} of ${all}, ${percent(hits / all)} (${percent(low)} to ${percent(high)})`
}

const live = (outcomes: readonly Outcome[], path: DetectionPath, isChange: boolean) =>
  outcomes.filter((each) => each.path === path && each.isChange === isChange && !each.isVoid)

const count = (outcomes: readonly Outcome[], is: (each: Outcome) => boolean) => outcomes.filter(is).length

/** Rows of figures of one set of outcomes. */
function figuresOf(outcomes: readonly Outcome[]): [name: string, value: string][] {
  const rows: [string, string][] = []
  for (const [path, name] of [
    ['tree', 'trees, same build'],
    ['rebuilt', 'trees, another build'],
    ['both', 'trees, another build, two changes at once'],
  ] as const) {
    const changes = live(outcomes, path, true)
    if (changes.length === 0) continue
    const findings = changes.map((each) => each.findings)
    const mean = findings.reduce((sum, each) => sum + each, 0) / findings.length
    rows.push(
      [
        `${name}: element and property named`,
        rate(
          count(changes, (each) => each.isNamed),
          changes.length,
        ),
      ],
      [
        `${name}: the element itself, no step beside`,
        rate(
          count(changes, (each) => each.isExact),
          changes.length,
        ),
      ],
      [
        `${name}: anything found`,
        rate(
          count(changes, (each) => each.findings > 0),
          changes.length,
        ),
      ],
      [
        `${name}: issues, mean, p95, most`,
        `${mean.toFixed(2)}, ${percentile(findings, 0.95)}, ${Math.max(...findings)}`,
      ],
      [`${name}: selectors that lead nowhere`, String(changes.reduce((sum, each) => sum + each.lost, 0))],
    )
  }
  const builds = live(outcomes, 'tree', false).filter(({ kind }) => kind === 'rebuild' || kind === 'rebuild2')
  if (builds.length > 0) {
    const issues = builds.reduce((sum, each) => sum + each.findings, 0)
    rows.push(['trees, another build alone: issues', `${issues} in ${builds.length} builds`])
  }
  const noise = live(outcomes, 'tree', false)
  if (noise.length > 0)
    rows.push([
      'trees, all noise: flagged',
      rate(
        count(noise, (each) => each.findings > 0),
        noise.length,
      ),
    ])
  return [...rows, ...pictureFigures(outcomes)]
}

function pictureFigures(outcomes: readonly Outcome[]): [name: string, value: string][] {
  const changes = live(outcomes, 'picture', true)
  const noise = live(outcomes, 'picture', false)
  if (changes.length + noise.length === 0) return []
  const mapped = changes.filter((each) => each.isMapped !== null)
  const silent = outcomes.filter((each) => each.path === 'picture' && each.isVoid)
  const findings = changes.map((each) => each.findings)
  const by = (of: readonly Outcome[], at: 0 | 1) =>
    rate(
      count(of, (each) => each.pixelmatch?.[at] ?? false),
      of.length,
    )
  return [
    [
      'pictures: changes found',
      rate(
        count(changes, (each) => each.findings > 0),
        changes.length,
      ),
    ],
    [
      'pictures: found where they are',
      rate(
        count(changes, (each) => each.hasElement),
        changes.length,
      ),
    ],
    [
      'pictures beside the layout of before: element named',
      rate(
        count(mapped, (each) => each.isMapped === true),
        mapped.length,
      ),
    ],
    [
      'pictures: issues for one change, p95, most',
      findings.length === 0 ? '–' : `${percentile(findings, 0.95)}, ${Math.max(...findings)}`,
    ],
    [
      'pictures: noise flagged',
      rate(
        count(noise, (each) => each.findings > 0),
        noise.length,
      ),
    ],
    [
      'pictures: noise flagged, of all that was made',
      rate(
        count(noise, (each) => each.findings > 0),
        noise.length + count(silent, (each) => !each.isChange),
      ),
    ],
    ['pixelmatch at its default: changes', by(changes, 0)],
    ['pixelmatch at its default: noise', by(noise, 0)],
    ['pixelmatch at 0.05: changes', by(changes, 1)],
    ['pixelmatch at 0.05: noise', by(noise, 1)],
    ['pictures that do not differ in a pixel, not counted', String(silent.length)],
  ]
}

/** All figures of the halves side by side. */
export function halvesTable(halves: readonly (readonly [name: string, outcomes: readonly Outcome[]])[]): string {
  const columns = halves.map(([, outcomes]) => new Map(figuresOf(outcomes)))
  const names = [...new Set(columns.flatMap((column) => [...column.keys()]))]
  return markdownTable(
    ['', ...halves.map(([name]) => name)],
    names.map((name) => [name, ...columns.map((column) => column.get(name) ?? '–')]),
  )
}

const share = (hits: number, all: number) => (all === 0 ? '–' : `${hits}/${all}`)

/** A row for each kind: how often it is named or found, and with how many issues. */
export function kindsTable(outcomes: readonly Outcome[]): string {
  const rowOf = (kind: Kind, what: string, isChange: boolean) => {
    const of = (path: DetectionPath) =>
      outcomes.filter((each) => each.kind === kind && each.path === path && !each.isVoid)
    const [tree, rebuilt, both, picture] = [of('tree'), of('rebuilt'), of('both'), of('picture')]
    if (tree.length + rebuilt.length + both.length + picture.length === 0) return null
    const right = (list: readonly Outcome[]) =>
      share(
        count(list, (each) => (isChange ? each.isNamed : each.findings > 0)),
        list.length,
      )
    const most = [...tree, ...rebuilt].map((each) => each.findings)
    return [
      what,
      right(tree),
      right(rebuilt),
      right(both),
      most.length === 0 ? '–' : String(Math.max(...most)),
      share(
        count(picture, (each) => each.findings > 0),
        picture.length,
      ),
      isChange
        ? share(
            count(picture, (each) => each.hasElement),
            picture.length,
          )
        : '',
      share(
        count(picture, (each) => each.pixelmatch?.[0] ?? false),
        picture.length,
      ),
      share(
        count(picture, (each) => each.pixelmatch?.[1] ?? false),
        picture.length,
      ),
    ]
  }
  const head = ['trees', 'rebuilt', 'two at once', 'most issues', 'pictures', 'there', 'pixelmatch', 'at 0.05']
  const changes = allChanges.map((kind) => rowOf(kind, changeKinds[kind].what, true)).filter((row) => row !== null)
  const noise = allNoise.map((kind) => rowOf(kind, noiseKinds[kind].what, false)).filter((row) => row !== null)
  return `${markdownTable(['a change: named, found', ...head], changes)}\n\n${markdownTable(['noise: flagged', ...head], noise)}`
}

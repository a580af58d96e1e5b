/** A measurement tree as a picture: a line per node with its score, how far it could lie off, and what it rests on. Pure. */
import { element, xmlText } from '#api/scanning/formats/xml'
import type { SystemTree, Tree } from '#db/documents/tree'

/** A node of either tree. `score` 0 to 100, null where nothing is known. */
type Line = {
  depth: number
  name: string
  score: number | null
  interval: readonly [number, number] | null
  note: string
}

export type PicturedTree = { of: 'trace'; tree: Tree } | { of: 'system'; tree: SystemTree }

/** @param title what the tree is of, as its sender named it. */
export function treePicture(pictured: PicturedTree, title: string): string {
  const lines = pictured.of === 'trace' ? linesOfTrace(pictured.tree) : linesOfSystem(pictured.tree)
  const { statement, verdict, limitations } = pictured.tree.level_1.interpretation
  const footPx = topPx + lines.length * rowPx + 26
  const height = footPx + limitations.length * 17 + 8
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${height}" viewBox="0 0 ${widthPx} ${height}" role="img">\n`,
    element('title', {}, xmlText(`${title}: ${verdict.replaceAll('_', ' ')}`)),
    element('desc', {}, xmlText(statement)),
    `<style>${style}</style>\n`,
    element('rect', { class: 'paper', width: widthPx, height }),
    textAt(16, 28, cutTo(`${title}: ${verdict.replaceAll('_', ' ')}`, 90), `title ${verdict}`),
    ...wrapped(statement).map((line, at) => textAt(16, 50 + at * 17, line, 'soft')),
    ...scale(footPx - 18),
    ...lines.flatMap((line, row) => drawn(line, topPx + row * rowPx)),
    ...limitations.map((limit, at) =>
      textAt(16, footPx + at * 17, cutTo(`limit: ${spoken(limit)}`, lettersAcross), 'soft'),
    ),
    '</svg>\n',
  ].join('')
}

function linesOfTrace(tree: Tree): Line[] {
  const { validity_score: score, validity_interval: interval } = tree.level_1.interpretation
  const lines: Line[] = [{ depth: 0, name: 'validity', score, interval, note: gradeNote(tree) }]
  const { level_3: level, level_4: annotations } = tree
  if (level)
    lines.push({
      depth: 1,
      name: `testing level: ${spoken(level.test_category)}`,
      score: scoreOf(level.risk),
      interval: null,
      note: level.conflicts.length > 0 ? 'testing fields contradict each other' : '',
    })
  for (const [name, node] of Object.entries(annotations?.annotations ?? {})) {
    lines.push({
      depth: 2,
      name: spoken(name),
      score: node.score,
      interval: node.interval,
      note: node.label === 'cantTell' ? 'cannot tell: no evidence' : node.label,
    })
    for (const item of node.items)
      lines.push({
        depth: 3,
        name: spoken(item.id),
        score: scoreOf(item.value),
        interval: null,
        note: item.value === null ? spoken(item.reason ?? 'no_evidence') : `weight ${item.weight}`,
      })
  }
  return lines
}

function linesOfSystem(tree: SystemTree): Line[] {
  const { validity_score: score, validity_interval: interval } = tree.level_1.interpretation
  const { n } = tree.level_1.summary
  const lines: Line[] = [{ depth: 0, name: 'validity', score, interval, note: `${gradeNote(tree)}, ${counted(n)}` }]
  for (const category of ['red_team', 'field', 'model'] as const) {
    const level = tree.level_3[category]
    lines.push({
      depth: 1,
      name: `testing level: ${spoken(category)}`,
      score: scoreOf(level?.risk ?? null),
      interval: level?.interval ? [100 - 10 * level.interval[1], 100 - 10 * level.interval[0]] : null,
      note: level ? counted(level.n) : 'no traces',
    })
    for (const [name, { mean, missing, n: known }] of Object.entries(tree.level_4[category] ?? {}))
      lines.push({
        depth: 2,
        name: spoken(name),
        score: scoreOf(mean),
        interval: null,
        note: `${counted(known)}${missing > 0 ? `, ${missing} without a value` : ''}`,
      })
  }
  return lines
}

const gradeNote = (tree: Tree | SystemTree): string => {
  const { grade } = tree.level_1.interpretation
  return grade === null ? 'no grade' : `grade ${grade}`
}
const counted = (n: number): string => (n === 1 ? '1 trace' : `${n} traces`)
const scoreOf = (risk: number | null): number | null => (risk === null ? null : 100 - 10 * risk)
const spoken = (name: string): string => name.replaceAll('_', ' ')

const widthPx = 900
const rowPx = 22
const topPx = 112
const barFromPx = 300
const barPx = 300
const lettersAcross = 120
const xOf = (score: number): number =>
  Math.round((barFromPx + (barPx * Math.min(100, Math.max(0, score))) / 100) * 10) / 10

function drawn({ depth, name, score, interval, note }: Line, top: number): string[] {
  const middle = top + rowPx / 2
  const bar =
    score === null
      ? []
      : [
          element('rect', {
            class: `bar ${bandOf(score)}`,
            x: barFromPx,
            y: top + 4,
            width: Math.max(1, xOf(score) - barFromPx),
            height: rowPx - 8,
          }),
        ]
  const spread =
    interval === null
      ? []
      : [
          element('path', {
            d: `M${xOf(interval[0])} ${middle}H${xOf(interval[1])}M${xOf(interval[0])} ${middle - 4}v8M${xOf(interval[1])} ${middle - 4}v8`,
          }),
        ]
  return [
    textAt(16 + depth * 18, middle + 4, name, depth < 2 ? 'strong' : ''),
    ...bar,
    ...spread,
    textAt(barFromPx + barPx + 12, middle + 4, score === null ? '-' : score.toFixed(1), 'strong'),
    textAt(barFromPx + barPx + 64, middle + 4, cutTo(note, 32), 'soft'),
  ]
}

const scale = (bottom: number): string[] =>
  [0, 25, 50, 75, 100].flatMap((score) => [
    element('path', { class: 'grid', d: `M${xOf(score)} ${topPx - 6}V${bottom}` }),
    textAt(xOf(score) - 8, topPx - 10, String(score), 'soft'),
  ])

const bandOf = (score: number): string => (score >= 75 ? 'good' : score >= 50 ? 'fair' : 'poor')

const textAt = (x: number, y: number, text: string, kind: string): string =>
  element('text', kind === '' ? { x, y } : { x, y, class: kind }, xmlText(text))

const cutTo = (text: string, letters: number): string =>
  text.length <= letters ? text : `${text.slice(0, letters - 2)}..`

/** Two lines at most. */
function wrapped(text: string): string[] {
  if (text.length <= lettersAcross) return [text]
  const at = text.lastIndexOf(' ', lettersAcross)
  const end = at > 0 ? at : lettersAcross
  return [text.slice(0, end), cutTo(text.slice(end).trim(), lettersAcross)]
}

const style = `
text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1d1c1a }
text.title { font-size: 17px; font-weight: 650 } text.strong { font-weight: 600 } text.soft { fill: #55514a }
.paper { fill: #fbfaf8 } .grid { stroke: #e2ded6; fill: none } path { stroke: #1d1c1a; stroke-width: 1.5; fill: none }
.bar.good { fill: #9fd0b3 } .bar.fair { fill: #e6cf87 } .bar.poor { fill: #efa58f }
@media (prefers-color-scheme: dark) {
  text { fill: #eceae6 } text.soft { fill: #b5b1a8 } .paper { fill: #16171a } .grid { stroke: #34373d } path { stroke: #eceae6 }
  .bar.good { fill: #2f6b48 } .bar.fair { fill: #6e5a1d } .bar.poor { fill: #8f3d2a }
}`.trim()

/** A chain to look at: Graphviz, Mermaid, and a picture with a line per node. They carry no integrity; the bundle does. Pure. */
import type { NodeBody } from '#shared/contracts/node'
import type { NamedNode } from '#shared/evidence/provenance'

// Streams and agents hold names that others chose: what is not plain is replaced, so no format needs an escape of its own.
const plain = (text: string) => text.replaceAll(/[^\w .:/@+-]/g, '_')

/** What was decided on the making of a node, and the articles that were not kept: `allow T2 A-07`. */
const verdictOf = ({ governance }: NodeBody): string =>
  governance ? [governance.decision, governance.tier, ...governance.articles].join(' ') : 'not decided on'

/** What is known of a node, a line each. */
const linesOf = ({ id, body }: NamedNode): string[] =>
  [body.kind, `${body.stream} ${body.pos}`, body.timestamp, body.agent.name, verdictOf(body), id.slice(0, 12)].map(
    plain,
  )

export const dotOf = (nodes: readonly NamedNode[]): string =>
  [
    'digraph chain {',
    '  rankdir=BT; node [shape=box];',
    ...nodes.map((node) => `  "${node.id}" [label="${linesOf(node).join('\\n')}"];`),
    ...nodes.flatMap(({ id, body }) => body.parents.map(({ rel, hash }) => `  "${id}" -> "${hash}" [label="${rel}"];`)),
    '}\n',
  ].join('\n')

export const mermaidOf = (nodes: readonly NamedNode[]): string =>
  [
    'flowchart BT',
    ...nodes.map((node) => `  n${node.id.slice(0, 16)}["${linesOf(node).join('<br/>')}"]`),
    ...nodes.flatMap(({ id, body }) =>
      body.parents.map(({ rel, hash }) => `  n${id.slice(0, 16)} -->|${rel}| n${hash.slice(0, 16)}`),
    ),
    '',
  ].join('\n')

const rowPx = 26
const lanePx = 18
const lanesAtMost = 16
const topPx = 44
const columns = [
  { title: 'made at', px: 190, of: ({ body }: NamedNode) => body.timestamp },
  { title: 'what', px: 160, of: ({ body }: NamedNode) => body.kind },
  { title: 'by', px: 150, of: ({ body }: NamedNode) => body.agent.name },
  { title: 'decision', px: 190, of: ({ body }: NamedNode) => verdictOf(body) },
  { title: 'node', px: 110, of: ({ id }: NamedNode) => id.slice(0, 12) },
  { title: 'stream', px: 420, of: ({ body }: NamedNode) => `${body.stream} ${body.pos}` },
]

/**
 * A line per node, oldest first, each stream in a lane of its own as long as it goes on; arcs lead from a node to what it
 * rests on. As long to draw as to read, whatever the chain's shape.
 * @param nodes oldest first.
 */
export function svgOf(nodes: readonly NamedNode[]): string {
  const laneOf = lanesOf(nodes)
  const rows = new Map(nodes.map(({ id }, row) => [id, row]))
  const lanes = 1 + Math.max(0, ...laneOf.values())
  const textPx = 16 + lanes * lanePx
  const width = textPx + columns.reduce((sum, { px }) => sum + px, 0)
  const height = topPx + nodes.length * rowPx + 10
  const place = ({ id, body }: NamedNode) => ({
    x: 14 + (laneOf.get(body.stream) ?? 0) * lanePx,
    y: topPx + (rows.get(id) ?? 0) * rowPx + rowPx / 2,
  })
  const byId = new Map(nodes.map((node) => [node.id, node]))

  const arcs = nodes.flatMap((node) => {
    const { x, y } = place(node)
    return node.body.parents.flatMap(({ rel, hash }) => {
      const parent = byId.get(hash)
      if (!parent) return []
      const to = place(parent)
      const bend = to.x === x ? 0 : rowPx
      return [`<path class="${rel}" d="M${x} ${y}C${x} ${y - bend} ${to.x} ${to.y + bend} ${to.x} ${to.y}"/>`]
    })
  })
  const lines = nodes.map((node) => {
    const { x, y } = place(node)
    const tier = node.body.governance?.tier ?? 'none'
    return `<g><title>${node.id}</title><circle class="${tier}" cx="${x}" cy="${y}" r="5"/>${textAt(
      y + 4,
      columns.map((column) => column.of(node)),
    )}</g>`
  })
  function textAt(y: number, texts: readonly string[]): string {
    let x = textPx
    return texts
      .map((text, at) => {
        const { px } = columns[at] ?? { px: 0 }
        const written = `<text x="${x}" y="${y}">${plain(cutTo(text, px))}</text>`
        x += px
        return written
      })
      .join('')
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>Evidence chain of ${nodes.length} nodes, oldest first</title>`,
    `<style>${style}</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    `<g class="head">${textAt(
      26,
      columns.map(({ title }) => title),
    )}</g>`,
    ...arcs,
    ...lines,
    '</svg>\n',
  ].join('\n')
}

/** A letter of the picture's type is about 7 pixels wide. */
const cutTo = (text: string, px: number) => (text.length * 7 < px ? text : `${text.slice(0, Math.floor(px / 7) - 3)}..`)

/** The lane of each stream: the first that no other holds from its first node to the last that rests on it; the last is shared. */
function lanesOf(nodes: readonly NamedNode[]): Map<string, number> {
  const streamOf = new Map(nodes.map(({ id, body }) => [id, body.stream]))
  const lastRow = new Map<string, number>()
  nodes.forEach(({ body }, row) => {
    for (const { hash } of body.parents) lastRow.set(streamOf.get(hash) ?? body.stream, row)
    lastRow.set(body.stream, row)
  })
  const lanes = new Map<string, number>()
  const freeAfter: number[] = []
  nodes.forEach(({ body: { stream } }, row) => {
    if (lanes.has(stream)) return
    const free = freeAfter.findIndex((last) => last < row)
    const lane = free >= 0 ? free : Math.min(freeAfter.length, lanesAtMost - 1)
    freeAfter[lane] = Math.max(freeAfter[lane] ?? 0, lastRow.get(stream) ?? row)
    lanes.set(stream, lane)
  })
  return lanes
}

const style = `
text { font: 12px ui-monospace, "DejaVu Sans Mono", monospace; fill: #1d1c1a }
.head text { font-weight: 600; fill: #55514a }
.paper { fill: #fbfaf8 }
path { fill: none; stroke: #8a857b; stroke-width: 1.5 }
path.prev { stroke: #1d1c1a }
path.plan, path.uses, path.governed_by, path.signed_by { stroke-dasharray: 4 3 }
circle { fill: #fbfaf8; stroke: #55514a; stroke-width: 2 }
circle.T0 { fill: #165836 } circle.T1 { fill: #3d5369 } circle.T2 { fill: #664c00 }
circle.T3 { fill: #8f3806 } circle.T4 { fill: #99103a } circle.T5 { fill: #d6005c }
@media (prefers-color-scheme: dark) {
  text { fill: #eceae6 } .head text { fill: #b5b1a8 } .paper { fill: #16171a } path.prev { stroke: #eceae6 }
  circle { stroke: #b5b1a8 }
}`.trim()

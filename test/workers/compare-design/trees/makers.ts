/** Rendered trees made by hand: of nested lists, with plain styles and boxes that a simple flow gives them. */
import {
  type NodeBox,
  type RenderedNode,
  type RenderedTree,
  type StyleName,
  styleNames,
} from '#db/documents/rendered-tree'
import { compareTrees, type TreesAsked } from '#workers/compare-design/trees/compare-trees'

/** An element: its name, what is special of it, what is in it; a text is a text. */
export type Sketch = string | [name: string, special: Special, ...below: Sketch[]]
export type Special = {
  [attribute: string]: string | Partial<Record<StyleName, string>> | NodeBox | boolean | undefined
  style?: Partial<Record<StyleName, string>>
  box?: NodeBox
  /** Not laid out, nor anything in it. */
  isHidden?: boolean
}

const plain: Partial<Record<StyleName, string>> = {
  display: 'block',
  visibility: 'visible',
  opacity: '1',
  position: 'static',
  float: 'none',
  'z-index': 'auto',
  'overflow-x': 'visible',
  'overflow-y': 'visible',
  color: 'rgb(15, 23, 42)',
  'background-color': 'rgba(0, 0, 0, 0)',
  'background-image': 'none',
  'font-family': 'Inter, sans-serif',
  'font-size': '16px',
  'font-weight': '400',
  'line-height': '24px',
  'letter-spacing': 'normal',
  'text-align': 'start',
  'text-decoration-line': 'none',
  'white-space': 'normal',
  'row-gap': 'normal',
  'column-gap': 'normal',
  'box-shadow': 'none',
  transform: 'none',
  cursor: 'auto',
  content: 'normal',
}

const inherited = new Set<string>([
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'line-height',
  'text-align',
  'white-space',
  'cursor',
  'visibility',
  'letter-spacing',
])

/** Colours of lines and the like that nobody set are the text's. */
const ofText = new Set<string>(styleNames.filter((name) => /^(?:border-.*|outline|text-decoration)-color$/.test(name)))

function computed(special: Special, parent: ReadonlyMap<string, string>): Map<string, string> {
  const values = new Map<string, string>()
  for (const name of styleNames) {
    const own = special.style?.[name]
    const handed = inherited.has(name) ? parent.get(name) : undefined
    values.set(
      name,
      own ??
        handed ??
        plain[name] ??
        (/width$|radius$|^padding|^margin/.test(name) ? '0px' : /style$/.test(name) ? 'none' : 'none'),
    )
  }
  for (const name of ofText)
    if (special.style?.[name as StyleName] === undefined) values.set(name, values.get('color') ?? '')
  return values
}

/** Blocks below each other, each text 24 pixels high; a box that is told stands. */
export function treeOf(sketch: Sketch, width = 1280): RenderedTree {
  const nodes: RenderedNode[] = []
  const styles: string[][] = []
  const styleKeys = new Map<string, number>()
  const place = (
    part: Sketch,
    parent: number,
    x: number,
    y: number,
    wide: number,
    handed: ReadonlyMap<string, string>,
    isHidden: boolean,
  ): number => {
    const index = nodes.length
    if (typeof part === 'string') {
      const isLaidOut = !isHidden && part.trim() !== ''
      nodes.push({
        parent,
        name: '#text',
        text: part,
        ...(isLaidOut && { box: [x, y, Math.min(wide, part.length * 8), 24] as const }),
      })
      return isLaidOut ? 24 : 0
    }
    const [name, special, ...below] = part
    const hidden = isHidden || special.isHidden === true || special.style?.display === 'none'
    const isRoot = name.startsWith('#')
    const values = isRoot ? handed : computed(special, handed)
    const node: RenderedNode = { parent, name }
    nodes.push(node)
    const attributes = Object.entries(special).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    if (attributes.length > 0) node.attributes = attributes
    if (!hidden && !isRoot) {
      const list = styleNames.map((style) => values.get(style) ?? '')
      const key = list.join('\n')
      const known = styleKeys.get(key) ?? styles.length
      if (known === styles.length) styles.push(list)
      styleKeys.set(key, known)
      node.style = known
    }
    const size = (style: string) => Number.parseFloat(values.get(style) ?? '0') || 0
    const boxWidth = special.box?.[2] ?? wide - size('margin-left') - size('margin-right')
    const left = (special.box?.[0] ?? x + size('margin-left')) + size('padding-left')
    const top = special.box?.[1] ?? y + size('margin-top')
    let high = size('padding-top')
    for (const child of below)
      high += place(
        child,
        index,
        left,
        top + high,
        boxWidth - size('padding-left') - size('padding-right'),
        values,
        hidden,
      )
    high += size('padding-bottom')
    if (!hidden && !isRoot) node.box = special.box ?? [x + size('margin-left'), top, boxWidth, high]
    return hidden ? 0 : (special.box?.[3] ?? high) + size('margin-top') + size('margin-bottom')
  }
  const high = place(sketch, -1, 0, 0, width, new Map(), false)
  return { treeVersion: 1, viewport: { width, height: 720, scale: 1 }, size: { width, height: high }, styles, nodes }
}

export const page = (...below: Sketch[]): RenderedTree =>
  treeOf(['html', {}, ['head', { isHidden: true }, ['title', {}, 'Page']], ['body', {}, ...below]])

export const nothingAsked: TreesAsked = { ignored: [], maxShift: 0, tokens: null }

/** What is found, in short: type, element, property, both values, how many. */
export const found = (before: RenderedTree, after: RenderedTree, asked: Partial<TreesAsked> = {}) =>
  compareTrees(before, after, { ...nothingAsked, ...asked }).findings.map(
    ({ type, element, property, before: one, after: other, elements }) =>
      `${type} ${element}${property ? ` ${property}` : ''}${one !== null || other !== null ? `: ${one} -> ${other}` : ''}${elements > 1 ? ` x${elements}` : ''}`,
  )

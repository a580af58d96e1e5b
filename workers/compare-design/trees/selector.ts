/** Names an element of a rendered tree so that a person finds it, and so that the next build does not change its name. Pure. */
import type { RenderedNode, RenderedTree } from '#db/documents/rendered-tree'
import { isLasting } from '#shared/kernel/lasting-name'
import { isMadeUp, lastingAddress } from '#workers/compare-design/trees/addresses'

/** What an element may be known by alone, the best first. Classes are none: builds rename them. */
const telling = [
  'data-testid',
  'data-test',
  'data-cy',
  'name',
  'aria-label',
  'alt',
  'placeholder',
  'role',
  'type',
  'href',
  'for',
]

/** In HTML documents their names are compared with capitals, which a rendered tree has not kept. */
const camelCase = /^(?:clippath|foreignobject|lineargradient|radialgradient|textpath|fe[a-z]+|animate[a-z]+)$/

type Names = {
  selectors: Map<number, string>
  /** The document or shadow tree that each node is in: the index of its root, or -1. */
  scopes: Int32Array
  /** How often something stands in a scope. */
  counts: Map<string, number>
  /** Of elements: among their siblings, and how many of these bear the same name. */
  nth: Int32Array
  nthOfType: Int32Array
  ofType: Int32Array
}

const known = new WeakMap<RenderedTree, Names>()

/**
 * A CSS selector that finds this element alone in its document; frames and shadow trees are entered with ` >>> `.
 * Of a text it is that of its element, of the root of a document or shadow tree that of its host.
 */
export function selectorOf(tree: RenderedTree, index: number): string {
  let names = known.get(tree)
  if (!names) {
    names = readNames(tree)
    known.set(tree, names)
  }
  return selectorAt(tree, names, index)
}

function selectorAt(tree: RenderedTree, names: Names, index: number): string {
  const node = tree.nodes[index]
  if (!node) return ':root'
  if (node.name === '#document' && node.parent < 0) return ':root'
  if (node.name.startsWith('#')) return selectorAt(tree, names, node.parent)
  if (node.name.startsWith('::')) return `${selectorAt(tree, names, node.parent)}${node.name}`
  const made = names.selectors.get(index)
  if (made !== undefined) return made
  const scope = names.scopes[index] ?? -1
  const outer = scope >= 0 ? (tree.nodes[scope]?.parent ?? -1) : -1
  const selector = `${outer >= 0 ? `${selectorAt(tree, names, outer)} >>> ` : ''}${pathWithin(tree, names, index, scope)}`
  names.selectors.set(index, selector)
  return selector
}

/** From the nearest ancestor that stands out in its document, down. */
function pathWithin(tree: RenderedTree, names: Names, index: number, scope: number): string {
  const steps: string[] = []
  for (let at = index; at >= 0 && at !== scope; at = tree.nodes[at]?.parent ?? -1) {
    const node = tree.nodes[at]
    if (!node || node.name.startsWith('#')) break
    const own = marksOf(node).find((mark) => names.counts.get(`${scope} ${mark}`) === 1)
    if (own !== undefined) return [own, ...steps].join(' > ')
    steps.unshift(stepOf(node, names, at))
  }
  return steps.join(' > ')
}

function stepOf(node: RenderedNode, names: Names, at: number): string {
  if (camelCase.test(node.name)) return `:nth-child(${names.nth[at]})`
  return names.ofType[at] === 1 ? node.name : `${node.name}:nth-of-type(${names.nthOfType[at]})`
}

/** Selectors that may find an element alone. */
function marksOf(node: RenderedNode): string[] {
  const marks: string[] = []
  if (camelCase.test(node.name)) return marks
  const values = new Map(node.attributes ?? [])
  const id = values.get('id') ?? ''
  if (isLasting(id) && !isMadeUp(id)) marks.push(/^[a-z_][\w-]*$/i.test(id) ? `#${id}` : `[id=${quoted(id)}]`)
  marks.push(node.name)
  for (const name of telling) {
    const value = values.get(name) ?? ''
    if (value === '' || value.length > 60 || /[\n\r\f]/.test(value) || isMadeUp(value)) continue
    if (name === 'href' ? lastingAddress(value) !== value : /\d{4,}|:/.test(value)) continue
    marks.push(`${node.name}[${name}=${quoted(value)}]`)
  }
  return marks
}

const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`

function readNames(tree: RenderedTree): Names {
  const size = tree.nodes.length
  const names: Names = {
    selectors: new Map(),
    scopes: new Int32Array(size).fill(-1),
    counts: new Map(),
    nth: new Int32Array(size),
    nthOfType: new Int32Array(size),
    ofType: new Int32Array(size),
  }
  const below = new Int32Array(size + 1)
  const ofName = new Map<string, number>()
  const isNamed = (node: RenderedNode) => !node.name.startsWith('#') && !node.name.startsWith('::')
  const nameKey = (node: RenderedNode) => `${node.parent} ${node.name}`
  for (const [index, node] of tree.nodes.entries()) {
    const isRoot = node.name === '#document' || node.name === '#shadow-root'
    names.scopes[index] = isRoot ? index : (names.scopes[node.parent] ?? -1)
    if (!isNamed(node)) continue
    const nth = (below[node.parent + 1] ?? 0) + 1
    below[node.parent + 1] = nth
    names.nth[index] = nth
    const key = nameKey(node)
    const nthOfType = (ofName.get(key) ?? 0) + 1
    ofName.set(key, nthOfType)
    names.nthOfType[index] = nthOfType
    for (const mark of marksOf(node)) {
      const counted = `${names.scopes[index]} ${mark}`
      names.counts.set(counted, (names.counts.get(counted) ?? 0) + 1)
    }
  }
  for (const [index, node] of tree.nodes.entries())
    if (isNamed(node)) names.ofType[index] = ofName.get(nameKey(node)) ?? 1
  return names
}

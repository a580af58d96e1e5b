/**
 * Reads what Chromium's DOMSnapshot.captureSnapshot gives into a tree of what was rendered. Pure.
 * It takes nothing for granted: what comes from a browser of ours and what somebody sends go the same way.
 *
 * The snapshot is the flat tree: a shadow tree stands in its host's place, slotted nodes stand in their slots.
 */
import type { ArtifactNote } from '#db/documents/page-artifact'
import {
  type NodeBox,
  type RenderedNode,
  type RenderedTree,
  type StyleName,
  styleNames,
} from '#db/documents/rendered-tree'
import { overLimit, snapshotLimits } from '#shared/designs/snapshot'
import { sha256Hex } from '#shared/kernel/canonical'
import { unsupportedSnapshot } from '#shared/kernel/errors/designs'

type Known = {
  /** What the browser was told; without it the snapshot's own `viewport` counts, or else the size of its first box. */
  viewport?: RenderedTree['viewport']
  /** The properties that were asked for, in order; without them the snapshot's own `computedStyles` counts. */
  computedStyles?: readonly string[]
}

/**
 * @param json beside `documents` and `strings` it may have `computedStyles`, the names that were asked for, which Chromium
 * does not repeat, and `viewport` with width, height and scale.
 * @throws UNSUPPORTED_SNAPSHOT
 */
export function readDomSnapshot(json: unknown, known: Known = {}): { tree: RenderedTree; notes: ArtifactNote[] } {
  const snapshot = asObject(json, '')
  const strings = new Strings(asArray(snapshot['strings'], '/strings'))
  const documents = asArray(snapshot['documents'], '/documents').map(
    (each, index) => new DocumentTable(each, `/documents/${index}`, strings),
  )
  const [main] = documents
  if (!main) throw fault('/documents', 'is empty', 'the document of the page, and those of its frames')
  const viewport = known.viewport ?? readViewport(snapshot['viewport'], main)
  const names = known.computedStyles ?? namesIn(snapshot['computedStyles'])
  const styles = new StyleLists(strings, names)
  const unit = unitOf(main, viewport)
  const writer = new TreeWriter(documents, styles, unit)
  const nodes = writer.write(main)
  const tree: RenderedTree = {
    treeVersion: 1,
    viewport,
    size: sizeOf(main, nodes, unit),
    styles: styles.lists,
    nodes,
  }
  return { tree, notes: styles.notes() }
}

const fault = (at: string, message: string, expected: string) =>
  unsupportedSnapshot({ path: '/snapshot', message: `${at === '' ? 'its JSON' : at} ${message}`, expected })

function asObject(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(at, 'is no object', 'an object')
  // Nothing is said yet of what its members are.
  return value as Record<string, unknown>
}

function asArray(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw fault(at, 'is no array', 'an array')
  return value
}

const asIndex = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined

/** Numbers that layout can come to: LayoutUnit ends at 2^25. */
const farthest = 2 ** 26
const isLength = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= farthest

/** The table that all texts are indices of; -1 is the empty one. */
class Strings {
  private readonly table: readonly unknown[]

  constructor(table: readonly unknown[]) {
    this.table = table
  }

  at(index: unknown, at: string): string {
    if (index === -1) return ''
    const text = typeof index === 'number' ? this.table[index] : undefined
    if (typeof text !== 'string') throw fault(at, 'is no index of a string', `-1 to ${this.table.length - 1}`)
    return text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '\ufffd')
  }
}

/** What is told of few nodes: their indices, and a value each. */
type Rare<Value> = ReadonlyMap<number, Value>

const elementType = 1
const textType = 3
const documentType = 9

/** One document's nodes and their layout, checked as they are asked for. */
class DocumentTable {
  readonly count: number
  readonly contentWidth: unknown
  readonly contentHeight: unknown
  readonly frames: Rare<number>
  private readonly at: string
  private readonly strings: Strings
  private readonly nodes: Record<string, unknown>
  private readonly layout: Record<string, unknown>
  private readonly columns: Record<'parentIndex' | 'nodeType' | 'nodeName', readonly unknown[]>
  private readonly optional: Record<'nodeValue' | 'attributes', readonly unknown[]>
  private readonly layouts: ReadonlyMap<number, number>
  private readonly bounds: readonly unknown[]
  private readonly styles: readonly unknown[]
  private readonly paintOrders: readonly unknown[]
  private readonly pseudo: Rare<string>
  private readonly shadows: Rare<string>
  private readonly values: Rare<string>
  private readonly texts: Rare<string>
  private readonly checked: ReadonlySet<number>
  private readonly selected: ReadonlySet<number>

  constructor(json: unknown, at: string, strings: Strings) {
    const document = asObject(json, at)
    this.at = at
    this.strings = strings
    this.nodes = asObject(document['nodes'], `${at}/nodes`)
    this.layout = document['layout'] === undefined ? {} : asObject(document['layout'], `${at}/layout`)
    this.contentWidth = document['contentWidth']
    this.contentHeight = document['contentHeight']
    const column = (name: string) => asArray(this.nodes[name], `${at}/nodes/${name}`)
    this.columns = {
      parentIndex: column('parentIndex'),
      nodeType: column('nodeType'),
      nodeName: column('nodeName'),
    }
    this.count = this.columns.parentIndex.length
    for (const [name, { length }] of Object.entries(this.columns))
      if (length !== this.count) throw fault(`${at}/nodes/${name}`, `has ${length} items`, `${this.count}`)
    const optional = (name: string) => (this.nodes[name] === undefined ? [] : column(name))
    this.optional = { nodeValue: optional('nodeValue'), attributes: optional('attributes') }
    const layoutColumn = (name: string) =>
      this.layout[name] === undefined ? [] : asArray(this.layout[name], `${at}/layout/${name}`)
    this.bounds = layoutColumn('bounds')
    this.styles = layoutColumn('styles')
    this.paintOrders = layoutColumn('paintOrders')
    this.layouts = this.layoutsByNode(layoutColumn('nodeIndex'))
    this.pseudo = this.rareTexts('pseudoType')
    this.shadows = this.rareTexts('shadowRootType')
    this.values = this.rareTexts('inputValue')
    this.texts = this.rareTexts('textValue')
    this.frames = this.rare('contentDocumentIndex', (value, where) => {
      const index = asIndex(value)
      if (index === undefined) throw fault(where, 'is no index', 'the index of a document')
      return index
    })
    this.checked = new Set(this.rareIndices('inputChecked'))
    this.selected = new Set(this.rareIndices('optionSelected'))
  }

  /** @returns -1 of the document itself. */
  parentOf(index: number): number {
    const parent = this.columns.parentIndex[index]
    const isRight = index === 0 ? parent === -1 : asIndex(parent) !== undefined && (parent as number) < index
    if (!isRight) throw fault(this.where('parentIndex', index), 'stands not before it', 'an earlier node')
    return parent as number
  }

  typeOf(index: number): unknown {
    return this.columns.nodeType[index]
  }

  /** In lower case; of a pseudo-element as CSS has it. */
  nameOf(index: number): string {
    const pseudo = this.pseudo.get(index)
    const name = pseudo ? `::${pseudo}` : this.strings.at(this.columns.nodeName[index], this.where('nodeName', index))
    return name.toLowerCase()
  }

  isPseudo(index: number): boolean {
    return this.pseudo.has(index)
  }

  isShadowed(index: number): boolean {
    const type = this.shadows.get(index)
    return type === 'open' || type === 'closed'
  }

  /** A text's. */
  valueOf(index: number): string {
    const value = this.optional.nodeValue[index]
    return value === undefined ? '' : this.strings.at(value, this.where('nodeValue', index))
  }

  /** What a text area holds by now. */
  textOf(index: number): string | undefined {
    return this.texts.get(index)
  }

  /** In the order of the source, with what a field holds by now. */
  attributesOf(index: number, name: string): [name: string, value: string][] {
    const where = this.where('attributes', index)
    const flat = this.optional.attributes[index] === undefined ? [] : asArray(this.optional.attributes[index], where)
    if (flat.length % 2 !== 0) throw fault(where, 'has a name without a value', 'names and values by turns')
    const attributes: [string, string][] = []
    for (let at = 0; at < flat.length; at += 2)
      attributes.push([this.strings.at(flat[at], where), shortened(this.strings.at(flat[at + 1], where))])
    if (name === 'input') return this.asFilled(index, attributes)
    if (name === 'option') return withFlag(attributes, 'selected', this.selected.has(index))
    return attributes
  }

  layoutOf(index: number): { box: unknown; style: unknown; paintOrder: unknown; where: string } | undefined {
    const at = this.layouts.get(index)
    if (at === undefined) return undefined
    const where = `${this.at}/layout/bounds/${at}`
    return { box: this.bounds[at], style: this.styles[at], paintOrder: this.paintOrders[at], where }
  }

  where(column: string, index: number): string {
    return `${this.at}/nodes/${column}/${index}`
  }

  private asFilled(index: number, attributes: [string, string][]): [string, string][] {
    const type = attributes.find(([name]) => name === 'type')?.[1].toLowerCase()
    if (type === 'checkbox' || type === 'radio') return withFlag(attributes, 'checked', this.checked.has(index))
    const value = this.values.get(index)
    const written = attributes.find(([name]) => name === 'value')?.[1]
    if (value === undefined && written === undefined) return attributes
    const shown = type === 'password' ? '•'.repeat((value ?? written ?? '').length) : shortened(value ?? written ?? '')
    if (written === undefined) return shown === '' ? attributes : [...attributes, ['value', shown]]
    return attributes.map(([name, before]) => [name, name === 'value' ? shown : before])
  }

  /** The first counts: a pseudo-element's anonymous boxes follow its own. */
  private layoutsByNode(indices: readonly unknown[]): ReadonlyMap<number, number> {
    const layouts = new Map<number, number>()
    indices.forEach((node, at) => {
      const index = asIndex(node)
      if (index === undefined || index >= this.count)
        throw fault(`${this.at}/layout/nodeIndex/${at}`, 'is no index of a node', `0 to ${this.count - 1}`)
      if (!layouts.has(index)) layouts.set(index, at)
    })
    return layouts
  }

  private rareIndices(name: string): number[] {
    const where = `${this.at}/nodes/${name}`
    const rare = this.nodes[name] === undefined ? {} : asObject(this.nodes[name], where)
    return (rare['index'] === undefined ? [] : asArray(rare['index'], `${where}/index`)).map((each, at) => {
      const index = asIndex(each)
      if (index === undefined || index >= this.count)
        throw fault(`${where}/index/${at}`, 'is no index of a node', `0 to ${this.count - 1}`)
      return index
    })
  }

  private rare<Value>(name: string, read: (value: unknown, where: string) => Value): Rare<Value> {
    const indices = this.rareIndices(name)
    if (indices.length === 0) return new Map()
    const where = `${this.at}/nodes/${name}/value`
    const values = asArray(asObject(this.nodes[name], where)['value'], where)
    return new Map(indices.map((index, at) => [index, read(values[at], `${where}/${at}`)]))
  }

  private rareTexts(name: string): Rare<string> {
    return this.rare(name, (value, where) => this.strings.at(value, where))
  }
}

function withFlag(attributes: [string, string][], flag: string, isSet: boolean): [string, string][] {
  const rest = attributes.filter(([name]) => name !== flag)
  if (!isSet) return rest
  return rest.length === attributes.length ? [...attributes, [flag, '']] : attributes
}

/** Longer ones, mostly pictures in data: URLs, are told apart by their digest. */
const longestAttribute = 2048
const startKept = 64

const shortened = (value: string): string =>
  value.length <= longestAttribute
    ? value
    : `${value.slice(0, startKept).toWellFormed()}… ${value.length} characters, SHA-256 ${sha256Hex(value)}`

/** Distinct lists of computed values, each once, in the order of `styleNames`. */
class StyleLists {
  readonly lists: string[][] = []
  private readonly strings: Strings
  private readonly names: readonly string[] | null
  /** Where each of `styleNames` stands in a list of the snapshot; null where it was not asked for. */
  private readonly places: readonly (number | null)[]
  private readonly known = new Map<string, number>()
  private readonly distinct = new Map<string, number>()
  private hasUnnamed = false

  constructor(strings: Strings, names: readonly string[] | null) {
    this.strings = strings
    this.names = names
    this.places = styleNames.map((name) => {
      const place = names?.indexOf(name) ?? -1
      return place < 0 ? null : place
    })
  }

  /** @returns undefined where nothing is told. */
  indexOf(list: unknown, where: string): number | undefined {
    const values = list === undefined ? [] : asArray(list, where)
    if (values.length === 0) return undefined
    if (this.names === null) {
      this.hasUnnamed = true
      return undefined
    }
    if (values.length !== this.names.length)
      throw fault(where, `has ${values.length} computed styles`, `${this.names.length}, as computedStyles names them`)
    const key = values.join()
    const before = this.known.get(key)
    if (before !== undefined) return before
    const texts = this.places.map((place) => (place === null ? '' : this.strings.at(values[place], where)))
    const content = JSON.stringify(texts)
    const index = this.distinct.get(content) ?? this.lists.push(texts) - 1
    this.distinct.set(content, index)
    this.known.set(key, index)
    return index
  }

  valueOf(index: number | undefined, name: StyleName): string {
    return index === undefined ? '' : (this.lists[index]?.[styleNames.indexOf(name)] ?? '')
  }

  notes(): ArtifactNote[] {
    const missing = this.names === null ? [] : styleNames.filter((_, at) => this.places[at] === null)
    return [
      ...(this.hasUnnamed
        ? [
            {
              code: 'styles-unnamed',
              message:
                'The snapshot has computed styles, but no computedStyles that names them: they are not compared.',
            },
          ]
        : []),
      ...(this.lists.length > 0 && missing.length > 0
        ? [{ code: 'styles-missing', message: `Not told by the snapshot: ${missing.join(', ')}.` }]
        : []),
    ]
  }
}

/** In the order the lists are in. Null where nothing names them. */
function namesIn(json: unknown): readonly string[] | null {
  if (json === undefined) return null
  return asArray(json, '/computedStyles').map((name, at) => {
    if (typeof name !== 'string') throw fault(`/computedStyles/${at}`, 'is no text', 'the name of a CSS property')
    return name
  })
}

/** What they hold says nothing of the look, unless it is shown: such elements stay, what is below them goes. */
const unreadElements = new Set(['script', 'style', 'noscript', 'template'])

type Place = {
  table: DocumentTable
  /** The next node of the document. */
  next: number
  /** Of the document's nodes: where each stands in the tree; -1 where it is left out. */
  written: Int32Array
  /** Indices of the document's nodes from its root to the last one. */
  path: number[]
  /** What comes before its own nodes on the path from the root of the tree. */
  depth: number
  /** Index in the tree of what its outermost node hangs on. */
  parent: number
  origin: readonly [x: number, y: number]
}

/** Writes documents out, those of frames where their frames are: with a list of places, not by recursion. */
class TreeWriter {
  private readonly documents: readonly DocumentTable[]
  private readonly styles: StyleLists
  private readonly unit: number
  private readonly nodes: RenderedNode[] = []
  private readonly entered = new Set<number>([0])
  /** By the index of their hosts. */
  private readonly shadowRoots = new Map<number, number>()

  constructor(documents: readonly DocumentTable[], styles: StyleLists, unit: number) {
    this.documents = documents
    this.styles = styles
    this.unit = unit
    const count = documents.reduce((sum, document) => sum + document.count, 0)
    if (count > snapshotLimits.nodes) throw overLimit('has', count, snapshotLimits.nodes, 'nodes')
  }

  write(main: DocumentTable): RenderedNode[] {
    const places = [placeOf(main, { depth: 0, parent: -1, origin: [0, 0] })]
    for (let place = places.at(-1); place; place = places.at(-1)) {
      if (place.next >= place.table.count) {
        places.pop()
        continue
      }
      const frame = this.writeNext(place)
      if (frame) places.push(frame)
    }
    if (this.nodes.length === 0) throw fault('/documents/0', 'has no element', 'a document with a root element')
    return this.nodes
  }

  /** @returns the document that is shown in the node that was written, if it is a frame. */
  private writeNext(place: Place): Place | undefined {
    const { table, next: index, path } = place
    place.next += 1
    const parent = table.parentOf(index)
    while (path.length > 0 && path.at(-1) !== parent) path.pop()
    if (parent !== -1 && path.length === 0)
      throw fault(table.where('parentIndex', index), 'has ended before it', 'nodes in the order of the document')
    path.push(index)
    const depth = place.depth + path.length - 1
    if (depth > snapshotLimits.depth) throw overLimit('is nested', depth, snapshotLimits.depth, 'deep')
    const type = table.typeOf(index)
    if (type === documentType) {
      place.written[index] = place.parent
      return undefined
    }
    place.written[index] = -1
    const into = parent === -1 ? place.parent : (place.written[parent] ?? -1)
    if (type === elementType) return this.writeElement(place, index, parent, into)
    if (type === textType) this.writeText(place, index, into)
    return undefined
  }

  private writeElement(place: Place, index: number, parent: number, into: number): Place | undefined {
    const { table } = place
    const isRoot = this.nodes.length === 0
    // Below what was left out, and beside the root.
    if (into === -1 && !isRoot) return undefined
    const name = table.nameOf(index)
    const layout = table.layoutOf(index)
    const style = this.styles.indexOf(layout?.style, layout?.where ?? '')
    const hangsOn = isRoot ? -1 : this.shadowedParent(place, index, parent, into)
    // A shadow root may just have been put before it.
    const at = this.nodes.length
    const attributes = table.isPseudo(index) ? [] : table.attributesOf(index, name)
    this.push({
      parent: hangsOn,
      name,
      ...(attributes.length > 0 && { attributes }),
      ...this.laidOut(place, layout),
      ...(style !== undefined && { style }),
    })
    // What has no box shows nothing below it either.
    place.written[index] = unreadElements.has(name) && layout === undefined ? -1 : at
    const text = table.textOf(index)
    if (name === 'textarea' && text !== undefined && text !== '') this.push({ parent: at, name: '#text', text })
    const frame = table.frames.get(index)
    return frame === undefined ? undefined : this.enter(place, frame, at, style)
  }

  private writeText(place: Place, index: number, into: number): void {
    const { table } = place
    const parent = into === -1 ? undefined : this.nodes[into]
    // What a text area holds by now was written with it.
    if (!parent || parent.name === 'textarea') return
    const layout = table.layoutOf(index)
    const text = table.valueOf(index)
    if (layout === undefined && /^[ \t\n\f\r]*$/.test(text)) return
    const hangsOn = this.shadowedParent(place, index, table.parentOf(index), into)
    this.push({ parent: hangsOn, name: '#text', text, ...this.laidOut(place, layout) })
  }

  /** The shadow root between a host and what stands in its shadow tree, made where the first such node is. */
  private shadowedParent({ table }: Place, index: number, parent: number, into: number): number {
    const host = this.nodes[into]
    if (!host || parent === -1 || !table.isShadowed(index) || table.isPseudo(index)) return into
    // In one shadow tree an element without a shadow tree of its own has children like any other.
    if (table.isShadowed(parent) && !host.name.includes('-')) return into
    const known = this.shadowRoots.get(into)
    if (known !== undefined) return known
    this.shadowRoots.set(into, this.nodes.length)
    this.push({ parent: into, name: '#shadow-root' })
    return this.nodes.length - 1
  }

  private enter(place: Place, frame: number, at: number, style: number | undefined): Place | undefined {
    const table = this.documents[frame]
    if (!table) throw fault('/documents', `has no document ${frame}`, 'one for each frame')
    if (this.entered.has(frame)) throw fault(`/documents/${frame}`, 'is shown twice', 'one document for each frame')
    this.entered.add(frame)
    const { box } = this.nodes[at] ?? {}
    this.push({ parent: at, name: '#document', ...(box && { box }) })
    const inset = (side: 'left' | 'top') =>
      lengthOf(this.styles.valueOf(style, `border-${side}-width`)) +
      lengthOf(this.styles.valueOf(style, `padding-${side}`))
    return placeOf(table, {
      depth: place.depth + place.path.length + 1,
      parent: this.nodes.length - 1,
      origin: box ? [box[0] + inset('left'), box[1] + inset('top')] : place.origin,
    })
  }

  private laidOut(place: Place, layout: ReturnType<DocumentTable['layoutOf']>) {
    if (!layout) return {}
    const { paintOrder, where } = layout
    const isOrder = paintOrder !== undefined && asIndex(paintOrder) !== undefined
    return { box: this.boxOf(layout.box, where, place.origin), ...(isOrder && { paintOrder: paintOrder as number }) }
  }

  private boxOf(bounds: unknown, where: string, [left, top]: Place['origin']): NodeBox {
    const box = asArray(bounds, where)
    const [x, y, width, height] = box
    if (box.length !== 4 || !isLength(x) || !isLength(y) || !isLength(width) || !isLength(height))
      throw fault(where, 'is no box', 'left, top, width and height')
    if (width < 0 || height < 0) throw fault(where, 'has a negative size', 'a width and a height from 0')
    const { unit } = this
    return [rounded(left + x / unit), rounded(top + y / unit), rounded(width / unit), rounded(height / unit)]
  }

  private push(node: RenderedNode): void {
    this.nodes.push(node)
    if (this.nodes.length > snapshotLimits.nodes)
      throw overLimit('has more than', snapshotLimits.nodes, snapshotLimits.nodes, 'nodes')
  }
}

const placeOf = (table: DocumentTable, where: Pick<Place, 'depth' | 'parent' | 'origin'>): Place => ({
  table,
  next: 0,
  written: new Int32Array(table.count),
  path: [],
  ...where,
})

/** Layout counts in 64ths of a pixel of the device; -0 is 0. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000 + 0

const lengthOf = (text: string): number => Number.parseFloat(text) || 0

function readViewport(json: unknown, main: DocumentTable): RenderedTree['viewport'] {
  if (json === undefined) {
    const { box } = main.layoutOf(0) ?? {}
    const [width, height] = Array.isArray(box) ? box.slice(2) : []
    const side = (value: unknown) => (isLength(value) && value >= 0 ? Math.round(value) : 0)
    return { width: side(width), height: side(height), scale: 1 }
  }
  const { width, height, scale } = asObject(json, '/viewport')
  const isSide = (value: unknown): value is number => asIndex(value) !== undefined && (value as number) <= 16_384
  if (!isSide(width) || !isSide(height)) throw fault('/viewport', 'is no size', 'width and height in CSS pixels')
  if (typeof scale !== 'number' || !(scale >= 0.5 && scale <= 4))
    throw fault('/viewport/scale', 'is no scale', 'device pixels to a CSS pixel, 0.5 to 4')
  return { width, height, scale }
}

/**
 * How many units of the boxes make a CSS pixel. Where a window's scale is emulated they are CSS pixels; where the screen itself
 * has one they are the screen's: the first box, which is as wide as the window, tells.
 */
function unitOf(main: DocumentTable, { width, scale }: RenderedTree['viewport']): number {
  const { box } = main.layoutOf(0) ?? {}
  const first: unknown = Array.isArray(box) ? box[2] : undefined
  return isLength(first) && Math.abs(first - width * scale) < Math.abs(first - width) ? scale : 1
}

function sizeOf(main: DocumentTable, nodes: readonly RenderedNode[], unit: number) {
  const box = nodes[0]?.box ?? [0, 0, 0, 0]
  const side = (told: unknown, seen: number) => Math.ceil(isLength(told) && told >= 0 ? told / unit : Math.max(0, seen))
  return { width: side(main.contentWidth, box[0] + box[2]), height: side(main.contentHeight, box[1] + box[3]) }
}

/**
 * Reads what Chromium's DOMSnapshot.captureSnapshot gives into a tree of what was rendered. Pure.
 * It takes nothing for granted: what comes from a browser of ours and what somebody sends go the same way.
 *
 * The snapshot is the flat tree: a shadow tree stands in its host's place, slotted nodes stand in their slots.
 */
import type { ArtifactNote } from '#db/documents/page-artifact'
import type { NodeBox, RenderedNode, RenderedTree } from '#db/documents/rendered-tree'
import { overLimit, snapshotLimits } from '#shared/designs/snapshot'
import {
  asArray,
  asIndex,
  asObject,
  DocumentTable,
  documentType,
  elementType,
  fault,
  isLength,
  Strings,
  textType,
} from '#workers/page/artifacts/snapshot-table'
import { namesIn, StyleLists } from '#workers/page/artifacts/style-lists'

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

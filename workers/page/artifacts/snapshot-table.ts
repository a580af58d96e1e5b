/** The tables of a snapshot of Chromium's, checked as they are asked for: nothing that an index or a number says is believed. */
import { sha256Hex } from '#shared/kernel/canonical'
import { unsupportedSnapshot } from '#shared/kernel/errors/designs'

export const fault = (at: string, message: string, expected: string) =>
  unsupportedSnapshot({ path: '/snapshot', message: `${at === '' ? 'its JSON' : at} ${message}`, expected })

export function asObject(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(at, 'is no object', 'an object')
  // Nothing is said yet of what its members are.
  return value as Record<string, unknown>
}

export function asArray(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw fault(at, 'is no array', 'an array')
  return value
}

export const asIndex = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined

/** Numbers that layout can come to: LayoutUnit ends at 2^25. */
const farthest = 2 ** 26
export const isLength = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= farthest

/** The table that all texts are indices of; -1 is the empty one. */
export class Strings {
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

export const elementType = 1
export const textType = 3
export const documentType = 9

/** One document's nodes and their layout, checked as they are asked for. */
export class DocumentTable {
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

/** The computed values of a snapshot's elements: each distinct list once. */
import type { ArtifactNote } from '#db/documents/page-artifact'
import { type StyleName, styleNames } from '#db/documents/rendered-tree'
import { asArray, fault, type Strings } from '#workers/page/artifacts/snapshot-table'

/** Distinct lists of computed values, each once, in the order of `styleNames`. */
export class StyleLists {
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
    // What is no number is no index, and may not even have a text.
    const key = values.every((value) => typeof value === 'number') ? values.join() : undefined
    const before = key === undefined ? undefined : this.known.get(key)
    if (before !== undefined) return before
    const texts = this.places.map((place) => (place === null ? '' : this.strings.at(values[place], where)))
    const content = JSON.stringify(texts)
    const index = this.distinct.get(content) ?? this.lists.push(texts) - 1
    this.distinct.set(content, index)
    if (key !== undefined) this.known.set(key, index)
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
export function namesIn(json: unknown): readonly string[] | null {
  if (json === undefined) return null
  return asArray(json, '/computedStyles').map((name, at) => {
    if (typeof name !== 'string') throw fault(`/computedStyles/${at}`, 'is no text', 'the name of a CSS property')
    return name
  })
}

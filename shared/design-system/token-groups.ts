/** The outline of a file of design tokens: its groups, what they inherit, and where each token stands. */
import { type TokenType, tokenTypes } from '#shared/design-system/token-values'
import type { Issue } from '#shared/kernel/errors'

type Json = Readonly<Record<string, unknown>>

/** unknown: something is said that is no type; null: nothing is said. */
type SaidType = TokenType | 'unknown' | null
type Deprecation = boolean | string | undefined

/** A token as it is written. */
type WrittenToken = { kind: 'token'; path: string; raw: Json; type: SaidType; deprecated: Deprecation }

/** A group as it is written. */
type WrittenGroup = {
  kind: 'group'
  path: string
  raw: Json
  type: SaidType
  deprecated: Deprecation
  /** The reference to the group that it extends, and where that stands. */
  extends: { text: string; path: string } | null
  members: ReadonlyMap<string, WrittenToken | WrittenGroup>
}

/** One of the groups that a group is made of, with what it has from those around it. */
type Layer = { group: WrittenGroup; type: SaidType; deprecated: Deprecation }

/** A group with all that it extends; what overrides stands before what is overridden. */
type GroupView = readonly Layer[]

/** A token at its place, which may be a group that only inherits it. */
export type PlacedToken = {
  name: string
  /** JSON pointer to where it is written. */
  path: string
  raw: Json
  /** What it says itself. */
  type: SaidType
  /** What the groups around it say. */
  groupType: SaidType
  deprecated: boolean | string
}

type FoundInGroups = { kind: 'token'; token: PlacedToken } | { kind: 'group'; view: GroupView }

/** Tokens and groups in one file, what is inherited counted again. */
export const tokenLimit = 20_000
/** How deep values and names may lie, and through how many references one may lead. */
export const depthLimit = 64

const tokenMembers = ['$value', '$ref', '$type', '$description', '$deprecated', '$extensions']
const groupMembers = ['$root', '$ref', '$extends', '$type', '$description', '$deprecated', '$extensions']

export function isJsonObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the outline of a document and says what is wrong with it. */
export class TokenGroups {
  readonly #document: Json
  readonly #report: (issue: Issue) => void
  readonly #root: WrittenGroup
  readonly #extended = new Map<WrittenGroup, GroupView>()
  readonly #open: WrittenGroup[] = []

  /** @param report is told every fault; the same one may be told twice. */
  constructor(document: Json, report: (issue: Issue) => void) {
    this.#document = document
    this.#report = report
    this.#root = this.#group(document, '')
  }

  #group(raw: Json, path: string): WrittenGroup {
    const members = new Map<string, WrittenToken | WrittenGroup>()
    const isRoot = path === ''
    for (const [name, member] of Object.entries(raw)) {
      const at = `${path}/${segmentOf(name)}`
      if (name.startsWith('$') && name !== '$root') {
        const isKnown = groupMembers.includes(name) || (isRoot && name === '$schema')
        if (!isKnown || (isRoot && (name === '$extends' || name === '$ref')))
          this.#report({ path: at, message: 'is not a member here', expected: 'a name that does not begin with "$"' })
        continue
      }
      const read = this.#member(name, member, at)
      if (read) members.set(name, read)
    }
    const extending = isRoot ? null : this.#extending(raw, path)
    return { kind: 'group', path, raw, ...this.#common(raw, path), extends: extending, members }
  }

  #member(name: string, raw: unknown, path: string): WrittenToken | WrittenGroup | null {
    if (name === '' || /[{}.]/.test(name)) {
      this.#report({ path, message: 'is no name of a token or group', expected: 'a name without "{", "}" and "."' })
      return null
    }
    if (!isJsonObject(raw)) {
      const expected = 'an object: a token has its value in $value, a group has tokens'
      this.#report({ path, message: 'is neither a token nor a group', expected })
      return null
    }
    if (Object.hasOwn(raw, '$value') || this.#isAlias(raw)) return this.#token(raw, path)
    if (name !== '$root') return this.#group(raw, path)
    this.#report({ path, message: 'is a group', expected: 'a token: $root has a $value' })
    return null
  }

  /** Whether an object that only refers elsewhere stands for a token; one that refers to a group is a group. */
  #isAlias(raw: Json): boolean {
    const { $ref } = raw
    const hasMembers = Object.keys(raw).some((name) => !name.startsWith('$') || name === '$root')
    if ($ref === undefined || hasMembers || Object.hasOwn(raw, '$extends')) return false
    if (typeof $ref !== 'string') return true
    let target: unknown = raw
    for (let turn = 0; turn < depthLimit; turn += 1) {
      if (!isJsonObject(target) || Object.hasOwn(target, '$value') || typeof target['$ref'] !== 'string') break
      target = namesOf(target['$ref']).reduce(memberOf, this.#document as unknown)
    }
    return !isJsonObject(target) || Object.hasOwn(target, '$value') || Object.hasOwn(target, '$ref')
  }

  #token(raw: Json, path: string): WrittenToken {
    for (const name of Object.keys(raw)) {
      if (tokenMembers.includes(name)) continue
      const message = name.startsWith('$') ? 'is not a member here' : 'stands inside of a token'
      this.#report({ path: `${path}/${segmentOf(name)}`, message, expected: `one of ${tokenMembers.join(', ')}` })
    }
    if (Object.hasOwn(raw, '$value') && Object.hasOwn(raw, '$ref'))
      this.#report({ path: `${path}/$ref`, message: 'stands beside a $value', expected: 'one of the two' })
    return { kind: 'token', path, raw, ...this.#common(raw, path) }
  }

  #common(raw: Json, path: string): { type: SaidType; deprecated: Deprecation } {
    const { $type, $description, $deprecated, $extensions } = raw
    const type = $type === undefined ? null : (tokenTypes.find((known) => known === $type) ?? 'unknown')
    if (type === 'unknown') {
      const expected = `one of ${tokenTypes.join(', ')}`
      this.#report({ path: `${path}/$type`, message: 'is not a type of token', expected })
    }
    if ($description !== undefined && typeof $description !== 'string')
      this.#report({ path: `${path}/$description`, message: 'is not text', expected: 'text' })
    if ($extensions !== undefined && !isJsonObject($extensions))
      this.#report({ path: `${path}/$extensions`, message: 'is not an object', expected: 'an object' })
    if ($deprecated === undefined || typeof $deprecated === 'boolean' || typeof $deprecated === 'string')
      return { type, deprecated: $deprecated }
    const message = 'is neither true, false nor text'
    this.#report({ path: `${path}/$deprecated`, message, expected: 'true, false or the reason' })
    return { type, deprecated: undefined }
  }

  #extending(raw: Json, path: string): WrittenGroup['extends'] {
    const name = Object.hasOwn(raw, '$extends') ? '$extends' : '$ref'
    const text = raw[name]
    if (text === undefined) return null
    const at = `${path}/${name}`
    const isReference = typeof text === 'string' && (isPointer(text) || (name === '$extends' && isBraced(text)))
    if (isReference) return { text, path: at }
    const expected = name === '$ref' ? 'text like #/group' : 'text like {group} or #/group'
    this.#report({ path: at, message: 'is not a reference to a group', expected })
    return null
  }

  /** @returns what the names lead to from the root, by what groups have themselves or inherit. */
  follow(names: readonly string[]): FoundInGroups | null {
    let found: FoundInGroups = { kind: 'group', view: this.#rootView() }
    for (const [index, name] of names.entries()) {
      if (found.kind === 'token') return null
      const next = this.#find(found.view, name, names.slice(0, index))
      if (!next) return null
      found = next
    }
    return found
  }

  /** Every token, in the order of the document, what is inherited last. */
  tokens(): PlacedToken[] {
    const all: PlacedToken[] = []
    let seen = 0
    const walk = (view: GroupView, path: readonly string[], around: ReadonlySet<WrittenGroup>): void => {
      const [own, ...under] = view
      if (own && under.some(({ group }) => around.has(group))) {
        this.#reportCircle([own.group])
        return
      }
      const within = new Set([...around, ...view.map(({ group }) => group)])
      for (const name of new Set(view.flatMap(({ group }) => [...group.members.keys()]))) {
        const found = this.#find(view, name, path)
        seen += 1
        if (seen > tokenLimit) {
          const message = `holds more than ${tokenLimit} tokens and groups`
          this.#report({ path: '', message, expected: `at most ${tokenLimit}` })
          return
        }
        if (found?.kind === 'token') all.push(found.token)
        else if (path.length >= depthLimit) {
          this.#report({ path: own?.group.path ?? '', message: 'lies too deep', expected: `${depthLimit} levels` })
          return
        } else if (found) walk(found.view, [...path, name], within)
      }
    }
    walk(this.#rootView(), [], new Set())
    return all
  }

  #rootView(): GroupView {
    return [{ group: this.#root, type: this.#root.type, deprecated: this.#root.deprecated }]
  }

  #find(view: GroupView, name: string, path: readonly string[]): FoundInGroups | null {
    const layers: Layer[] = []
    for (const { group, type, deprecated } of view) {
      const member = group.members.get(name)
      // What is nearer replaces as a whole: a token under a group of its name is not seen.
      if (!member || (member.kind === 'token' && layers.length > 0)) continue
      if (member.kind === 'group') layers.push({ group: member, type, deprecated }, ...this.#layersOf(member))
      else {
        const own = { path: member.path, raw: member.raw, type: member.type }
        const isDeprecated = member.deprecated ?? deprecated ?? false
        const full = [...path, name].join('.')
        return { kind: 'token', token: { name: full, ...own, groupType: type, deprecated: isDeprecated } }
      }
    }
    return layers.length === 0 ? null : { kind: 'group', view: settled(layers) }
  }

  /** What a group extends, and what that extends. */
  #layersOf(group: WrittenGroup): GroupView {
    const { extends: reference } = group
    if (!reference) return []
    const known = this.#extended.get(group)
    if (known) return known
    const open = this.#open.indexOf(group)
    if (open >= 0) {
      this.#reportCircle(this.#open.slice(open))
      return []
    }
    if (this.#open.length >= depthLimit) {
      const message = `leads through more than ${depthLimit} groups`
      this.#report({ path: reference.path, message, expected: `at most ${depthLimit}` })
      return []
    }
    this.#open.push(group)
    const found = this.follow(namesOf(reference.text))
    this.#open.pop()
    if (found?.kind !== 'group') {
      const message = found ? `refers to a token: ${reference.text}` : `refers to nothing: ${reference.text}`
      this.#report({ path: reference.path, message, expected: 'a reference to a group of this file' })
    }
    const view = found?.kind === 'group' ? found.view : []
    this.#extended.set(group, view)
    return view
  }

  #reportCircle(groups: readonly WrittenGroup[]): void {
    const names = groups.map(({ path }) => dotted(path))
    const message =
      groups.length > 1 ? `extends itself: ${[...names, names[0]].join(' → ')}` : 'extends a group that it stands in'
    for (const group of groups)
      this.#report({ path: group.extends?.path ?? group.path, message, expected: 'a reference to another group' })
  }
}

/** What a layer does not say, those under it say, and then the groups around it. */
function settled(layers: readonly Layer[]): GroupView {
  let said: Pick<Layer, 'type' | 'deprecated'> = { type: null, deprecated: undefined }
  return layers
    .toReversed()
    .map((layer) => {
      said = { type: layer.group.type ?? said.type, deprecated: layer.group.deprecated ?? said.deprecated }
      const { group } = layer
      return { group, type: said.type ?? layer.type, deprecated: said.deprecated ?? layer.deprecated }
    })
    .toReversed()
}

/** {a.b}: a reference to a whole token or group. */
export const isBraced = (text: string): boolean => /^\{[^{}]+\}$/.test(text)
/** #/a/b: a reference to anything in this document. */
export const isPointer = (text: string): boolean => text.startsWith('#/')

/** The names that a reference is made of. */
export const namesOf = (reference: string): string[] =>
  isBraced(reference) ? reference.slice(1, -1).split('.') : reference.slice(2).split('/').map(unescaped)

/** A member of an object, an item of an array; undefined where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

const segmentOf = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** A pointer in a fragment may be percent-encoded; a lone "%" is one. */
function unescaped(text: string): string {
  const plain = /%(?![0-9a-fA-F]{2})/.test(text) ? text : decoded(text)
  return plain.replaceAll('~1', '/').replaceAll('~0', '~')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const dotted = (path: string) => path.split('/').slice(1).map(unescaped).join('.')

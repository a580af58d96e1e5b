/** Design tokens of a file after the DTCG format, 2025.10: read whole, every fault named, every reference followed. Pure. */
import {
  depthLimit,
  isBraced,
  isJsonObject,
  isPointer,
  memberOf,
  namesOf,
  type PlacedToken,
  TokenGroups,
} from '#shared/design-system/token-groups'
import { type Token, type TokenSet, tokenSetOf } from '#shared/design-system/token-set'
import { partTypes, readValue, type TokenType, tokenTypes, valueFaults } from '#shared/design-system/token-values'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { type Issue, issueLimit } from '#shared/kernel/errors'

/** Of one file, as canonical JSON. */
const byteLimit = 1024 * 1024
/** Values that references may bring in anew. */
const stepLimit = 1_000_000

/**
 * Reads a file of design tokens. Types are those that the file says, never what a value looks like; a token that its group
 * extends keeps the type that it has at home.
 * @param document the file's JSON.
 * @returns the tokens, or all that is wrong with the file, at most 100 faults; paths are JSON pointers into it.
 * Source: https://www.designtokens.org/TR/2025.10/format/ and /color/
 */
export function readTokens(document: unknown): { tokens: TokenSet } | { issues: Issue[] } {
  if (!isJsonObject(document)) return { issues: [{ path: '', message: 'is not an object', expected: 'an object' }] }
  if (isDeeperThan(document, depthLimit)) {
    const message = `is nested more than ${depthLimit} deep`
    return { issues: [{ path: '', message, expected: `at most ${depthLimit} levels` }] }
  }
  const text = canonicalText(document)
  if (text === null) return { issues: [{ path: '', message: 'is not well-formed', expected: 'JSON in Unicode' }] }
  if (Buffer.byteLength(text) > byteLimit) {
    const message = `has more than ${byteLimit} bytes`
    return { issues: [{ path: '', message, expected: `at most ${byteLimit} bytes` }] }
  }
  const reading = new TokenReading(document)
  const tokens = reading.tokens()
  const issues = reading.issues()
  return issues.length > 0 ? { issues } : { tokens: tokenSetOf(tokens, sha256Hex(text)) }
}

function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

function canonicalText(document: unknown): string | null {
  try {
    return canonicalJson(document)
  } catch {
    return null
  }
}

/** A token whose references are followed; its parts are plain JSON. null where something is wrong with it. */
type Settled = { type: TokenType; plain: unknown; through: readonly string[] } | null

/** What a reference leads to: a whole token, or any value of the document. */
type TokenTarget = { kind: 'token'; token: Settled; name: string }
type ValueTarget = { kind: 'value'; value: unknown }
type Target = TokenTarget | ValueTarget

/** Where a value stands: which type is wanted there, null for what is no token's value. */
type Wanted = { type: TokenType | null /** One of a list: a token of a list of one will do. */; isItem: boolean }

const aColor = { colorSpace: 'srgb', components: [0, 0, 0] }
const aLength = { value: 0, unit: 'px' }
const aTime = { value: 0, unit: 'ms' }

// Stands in where a value is not known, so that what is around it is looked at nevertheless.
const samples: Record<TokenType, unknown> = {
  color: aColor,
  dimension: aLength,
  fontFamily: 'x',
  fontWeight: 400,
  duration: aTime,
  cubicBezier: [0, 0, 1, 1],
  number: 0,
  strokeStyle: 'solid',
  border: { color: aColor, width: aLength, style: 'solid' },
  transition: { duration: aTime, delay: aTime, timingFunction: [0, 0, 1, 1] },
  shadow: { color: aColor, offsetX: aLength, offsetY: aLength, blur: aLength, spread: aLength },
  gradient: [{ color: aColor, position: 0 }],
  typography: { fontFamily: 'x', fontSize: aLength, fontWeight: 400, letterSpacing: aLength, lineHeight: 1 },
}

const sampleOf = ({ type, isItem }: Wanted): unknown => {
  const sample = type && samples[type]
  return isItem && Array.isArray(sample) ? sample[0] : sample
}

/** One reading of one document. */
class TokenReading {
  readonly #document: Readonly<Record<string, unknown>>
  readonly #faults = new Map<string, Issue>()
  readonly #groups: TokenGroups
  readonly #placed: ReadonlyMap<string, PlacedToken>
  readonly #settled = new Map<string, Settled>()
  readonly #open: string[] = []
  /** Of the value that is being read: whether all of it is known. */
  #isWhole = true
  #steps = 0

  constructor(document: Readonly<Record<string, unknown>>) {
    this.#document = document
    this.#groups = new TokenGroups(document, (issue) => this.#report(issue))
    this.#placed = new Map(this.#groups.tokens().map((token) => [token.name, token]))
  }

  /** The first of each path, in the order of the document's reading. */
  issues(): Issue[] {
    return [...this.#faults.values()].slice(0, issueLimit)
  }

  /** Those in which nothing is wrong. */
  tokens(): Token[] {
    return [...this.#placed.values()].flatMap((placed) => {
      const settled = this.#settle(placed)
      if (!settled || this.#faults.size > 0) return []
      const { name, path, deprecated, raw } = placed
      const { type, plain, through } = settled
      const description = typeof raw['$description'] === 'string' ? raw['$description'] : null
      return [tokenOfType({ name, path, through, deprecated, description }, type, plain)]
    })
  }

  #report(issue: Issue): void {
    if (!this.#faults.has(issue.path)) this.#faults.set(issue.path, issue)
  }

  #settle(placed: PlacedToken): Settled {
    const known = this.#settled.get(placed.name)
    if (known !== undefined) return known
    const open = this.#open.indexOf(placed.name)
    if (open >= 0 || this.#open.length >= depthLimit) {
      this.#reportChain(open >= 0 ? this.#open.slice(open) : null, placed)
      return null
    }
    this.#open.push(placed.name)
    const wasWhole = this.#isWhole
    this.#isWhole = true
    const settled = this.#read(placed)
    const isWhole = this.#isWhole
    this.#isWhole = wasWhole
    this.#open.pop()
    const result = isWhole ? settled : null
    this.#settled.set(placed.name, result)
    return result
  }

  #reportChain(circle: readonly string[] | null, placed: PlacedToken): void {
    const names = circle ?? [placed.name]
    const message = circle
      ? `refers to itself: ${[...circle, circle[0]].join(' → ')}`
      : `leads through more than ${depthLimit} references`
    for (const name of names) {
      const token = this.#placed.get(name)
      if (token) this.#report({ path: valuePath(token), message, expected: 'a value, or a reference that ends in one' })
    }
  }

  #read(placed: PlacedToken): Settled {
    const { path, raw, type: said, groupType } = placed
    const written = Object.hasOwn(raw, '$value') ? raw['$value'] : { $ref: raw['$ref'] }
    const at = valuePath(placed)
    const target = this.#referred(written, at)
    if (target === null) return null
    if (target?.kind === 'token') {
      const { token, name } = target
      if (said === 'unknown' || !token) return null
      if (said !== null && said !== token.type) {
        const message = `is ${said}, and the token that is referred to is ${token.type}`
        this.#report({ path: `${path}/$type`, message, expected: token.type })
        return null
      }
      return { type: token.type, plain: token.plain, through: [name, ...token.through] }
    }
    const type = said ?? groupType
    if (type === 'unknown') return null
    if (type === null) {
      const expected = `$type here or in a group around it: one of ${tokenTypes.join(', ')}`
      this.#report({ path, message: 'has no type', expected })
      return null
    }
    const plain = this.#plain(target ? target.value : written, { type, isItem: false }, at)
    const faults = valueFaults(type, plain, at)
    for (const fault of faults) if (!this.#faults.has(`${fault.path}/$ref`)) this.#report(fault)
    return faults.length > 0 ? null : { type, plain, through: [] }
  }

  /** A value with what its references lead to in their places. */
  #plain(value: unknown, wanted: Wanted, path: string, turn = 0): unknown {
    this.#steps += 1
    const isTooMuch = this.#steps > stepLimit
    if (isTooMuch)
      this.#report({ path: '', message: 'refers to too much, too often', expected: `at most ${stepLimit} values` })
    else if (turn > depthLimit) this.#reportEndless(path)
    else {
      const target = this.#referred(value, path, wanted.type !== null)
      if (target === undefined) return this.#parts(value, wanted, path)
      if (target?.kind === 'value') return this.#plain(target.value, wanted, path, turn + 1)
      const plain = target?.token ? this.#fitting(target, wanted, path) : undefined
      if (plain !== undefined) return plain
    }
    this.#isWhole = false
    return sampleOf(wanted)
  }

  #reportEndless(path: string): void {
    const message = `leads through more than ${depthLimit} references, or back to itself`
    this.#report({ path, message, expected: 'a reference that ends in a value' })
  }

  /** A token's value where one of a type is wanted. @returns undefined where it does not fit. */
  #fitting({ token, name }: TokenTarget, { type, isItem }: Wanted, path: string): unknown {
    if (!token) return undefined
    if (type !== null && token.type !== type) {
      this.#report({
        path,
        message: `refers to a token of type ${token.type}: ${name}`,
        expected: `one of type ${type}`,
      })
      return undefined
    }
    if (!isItem || !Array.isArray(token.plain)) return token.plain
    if (token.plain.length === 1) return token.plain[0]
    const message = `refers to ${token.plain.length} at once: ${name}`
    this.#report({ path, message, expected: 'a token that holds one' })
    return undefined
  }

  #parts(value: unknown, { type, isItem }: Wanted, path: string): unknown {
    if (Array.isArray(value)) {
      const item: Wanted =
        !isItem && (type === 'shadow' || type === 'gradient' || type === 'fontFamily')
          ? { type, isItem: true }
          : { type: null, isItem: false }
      return value.map((each, index) => this.#plain(each, item, `${path}/${index}`))
    }
    if (!isJsonObject(value)) return value
    const types = (type && partTypes[type]) ?? {}
    const isStroke = type === 'strokeStyle' && Array.isArray(value['dashArray'])
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const at = `${path}/${name}`
        if (isStroke && name === 'dashArray' && Array.isArray(each))
          return [
            name,
            each.map((dash, index) => this.#plain(dash, { type: 'dimension', isItem: false }, `${at}/${index}`)),
          ]
        return [
          name,
          this.#plain(each, { type: (Object.hasOwn(types, name) && types[name]) || null, isItem: false }, at),
        ]
      }),
    )
  }

  /**
   * What a reference leads to: a token, or any value of the document.
   * @returns undefined where no reference stands, null where it leads nowhere, which is reported.
   */
  #referred(value: unknown, path: string, isTokenWanted = true): Target | null | undefined {
    if (typeof value === 'string' && isTokenWanted && isBraced(value)) return this.#tokenAt(value, path)
    if (!isJsonObject(value) || !Object.hasOwn(value, '$ref')) return undefined
    const { $ref } = value
    const at = path.endsWith('/$ref') ? path : `${path}/$ref`
    if (typeof $ref !== 'string' || !isPointer($ref)) {
      const isElsewhere = typeof $ref === 'string' && !$ref.startsWith('#')
      const message = isElsewhere ? 'refers to another document' : 'is not a reference'
      this.#report({ path: at, message, expected: 'text like #/group/token or #/group/token/$value/hex' })
      return null
    }
    return this.#pointed($ref, at, 0)
  }

  #tokenAt(reference: string, path: string): TokenTarget | null {
    const name = reference.slice(1, -1)
    const placed = this.#placed.get(name)
    if (placed) return { kind: 'token', token: this.#settle(placed), name }
    const isGroup = this.#groups.follow(namesOf(reference))?.kind === 'group'
    const root = isGroup && this.#placed.has(`${name}.$root`) ? `; its own token is {${name}.$root}` : ''
    const message = isGroup ? `refers to a group: ${reference}${root}` : `refers to nothing: ${reference}`
    this.#report({ path, message, expected: 'a reference to a token of this file' })
    return null
  }

  #pointed(pointer: string, path: string, turn: number): Target | null {
    const names = namesOf(pointer)
    if (turn > depthLimit) {
      this.#reportEndless(path)
      return null
    }
    const lost = () => {
      this.#report({ path, message: `refers to nothing: ${pointer}`, expected: 'a place in this document' })
      return null
    }
    for (let length = names.length; length > 0; length -= 1) {
      const found = this.#groups.follow(names.slice(0, length))
      if (!found) continue
      const rest = names.slice(length)
      if (found.kind === 'group') {
        if (rest.length === 0) {
          this.#report({
            path,
            message: `refers to a group: ${pointer}`,
            expected: 'a reference to a token or a value',
          })
          return null
        }
        const own = found.view.map(({ group }) => memberOf(group.raw, rest[0] ?? '')).find((each) => each !== undefined)
        return this.#within(own, rest.slice(1), path, turn) ?? lost()
      }
      const { token } = found
      const placed = this.#placed.get(token.name)
      const isWhole = rest.length === 0 || (rest.length === 1 && rest[0] === '$value')
      if (isWhole && placed) return { kind: 'token', token: this.#settle(placed), name: token.name }
      const { $ref, ...said } = token.raw
      const written = Object.hasOwn(said, '$value') ? said : { ...said, $value: { $ref } }
      return this.#within(written, rest, path, turn) ?? lost()
    }
    return this.#within(this.#document, names, path, turn) ?? lost()
  }

  /** What lies in a value, through the references on the way. */
  #within(value: unknown, names: readonly string[], path: string, turn: number): ValueTarget | null {
    let at = value
    for (const name of names) {
      at = memberOf(this.#unfolded(at, path, turn), name)
      if (at === undefined) return null
    }
    return at === undefined ? null : { kind: 'value', value: at }
  }

  #unfolded(value: unknown, path: string, turn: number): unknown {
    const braced = typeof value === 'string' && isBraced(value) ? this.#tokenAt(value, path) : undefined
    if (braced !== undefined) return braced?.token?.plain
    if (!isJsonObject(value) || typeof value['$ref'] !== 'string' || !isPointer(value['$ref'])) return value
    const target = this.#pointed(value['$ref'], path, turn + 1)
    return target?.kind === 'token' ? target.token?.plain : this.#unfolded(target?.value, path, turn + 1)
  }
}

/** A cast: TypeScript does not see that a value read by a type's reader is of that type. */
const tokenOfType = (about: Omit<Token, 'type' | 'value'>, type: TokenType, plain: unknown) =>
  ({ ...about, type, value: readValue(type, plain) }) as Token

const valuePath = ({ path, raw }: PlacedToken) => `${path}/${Object.hasOwn(raw, '$value') ? '$value' : '$ref'}`

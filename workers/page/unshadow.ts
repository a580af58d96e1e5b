/**
 * Scripts that read past the names on a page.
 *
 * `<input name=nodeType>` hides the DOM property of that name of its form, and any id becomes a global where none is, in
 * every script world; what `<img name=body>` does to the document is done in the page's own world alone. Nothing on the
 * page is touched: a script is rewritten so that each object it takes a property of goes through `own$`, which answers for
 * a form with a view made of its prototypes' properties, for a window with one without the page's names, and for all else
 * with the object itself.
 */
import { type AnyNode, type MemberExpression, type Node, type Pattern, parse } from 'acorn'

const known = new Map<string, string>()
/** Those of functions that are sent again and again; whole engines are kept by whoever holds them. */
const longestKept = 50_000

/**
 * The same script, reading past names. Where it runs, `ownPropertiesScript` must have run before.
 * @param as whether the text is a script, or one expression: a function.
 */
export function unshadowed(source: string, as: 'script' | 'expression' = 'script'): string {
  const found = known.get(source)
  if (found !== undefined) return found
  const script = as === 'script' ? source : `(${source})`
  const { edits, globals } = plan(parse(script, { ecmaVersion: 'latest', sourceType: 'script' }), script)
  const text = applied(script, edits)
  const pins = `pinGlobals$(${JSON.stringify(globals)})`
  const rewritten = as === 'script' ? `${pins};\n${text}` : `(${pins}, ${text})`
  if (source.length <= longestKept) known.set(source, rewritten)
  return rewritten
}

/** Puts `own$` and `pinGlobals$` into a world, once. */
export const ownPropertiesScript = (): string => `(${installOwnProperties})();`

type Edit = { at: number; text: string; order: number }

function plan(tree: Node, source: string): { edits: Edit[]; globals: string[] } {
  const edits: Edit[] = []
  const declared = new Set<string>()
  const mentioned = new Set<string>()

  const wrap = (node: Node) => {
    const isList = node.type === 'SequenceExpression'
    const gap = /[\w$]/.test(source[node.start - 1] ?? '') ? ' ' : ''
    edits.push({ at: node.start, text: `${gap}own$(${isList ? '(' : ''}`, order: 0 })
    edits.push({ at: node.end, text: isList ? '))' : ')', order: 0 })
  }

  const declare = (pattern: Pattern | null | undefined): void => {
    if (!pattern) return
    if (pattern.type === 'Identifier') declared.add(pattern.name)
    else if (pattern.type === 'AssignmentPattern') declare(pattern.left)
    else if (pattern.type === 'RestElement') declare(pattern.argument)
    else if (pattern.type === 'ArrayPattern') pattern.elements.forEach(declare)
    else if (pattern.type === 'ObjectPattern')
      for (const each of pattern.properties) declare(each.type === 'Property' ? each.value : each.argument)
  }

  const visit = (node: AnyNode, parent: AnyNode | null, role: string): void => {
    switch (node.type) {
      case 'Identifier':
        if (isReference(parent, role)) mentioned.add(node.name)
        break
      case 'MemberExpression':
        if (
          isPlain(node.object) ||
          (node.computed && isNumber(node.property)) ||
          node.property.type === 'PrivateIdentifier' ||
          isCallOfBuiltIn(node, parent, role)
        )
          break
        wrap(node.object)
        // A call within a chain ends it, so what followed it asks once more whether something is there.
        if (!node.optional && isOptionalChain(node.object))
          edits.push({ at: node.object.end, text: node.computed ? '?.' : '?', order: 1 })
        break
      case 'NewExpression':
        if (node.callee.type === 'MemberExpression') {
          edits.push({ at: node.callee.start, text: '(', order: -1 }, { at: node.callee.end, text: ')', order: 2 })
        }
        break
      case 'BinaryExpression':
        if (node.operator === 'in') wrap(node.right)
        break
      case 'VariableDeclarator':
        declare(node.id)
        if (node.id.type === 'ObjectPattern' && node.init) wrap(node.init)
        break
      case 'AssignmentExpression':
        if (node.left.type === 'ObjectPattern') wrap(node.right)
        break
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        declare(node.id)
        node.params.forEach(declare)
        break
      case 'ClassDeclaration':
      case 'ClassExpression':
        declare(node.id)
        break
      case 'CatchClause':
        declare(node.param)
        break
    }
    for (const [name, value] of Object.entries(node)) {
      if (Array.isArray(value)) for (const each of value) isNode(each) && visit(each, node, name)
      else if (isNode(value)) visit(value, node, name)
    }
  }
  visit(tree as AnyNode, null, '')
  return { edits, globals: [...mentioned].filter((name) => !declared.has(name) && name !== 'arguments').sort() }
}

/** What acorn calls a node is an object with a type. */
const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

function isReference(parent: AnyNode | null, role: string): boolean {
  if (!parent) return true
  if (role === 'property') return parent.type !== 'MemberExpression' || parent.computed
  if (role === 'key') return 'computed' in parent && parent.computed
  return role !== 'label'
}

const plainTypes = new Set([
  'ThisExpression',
  'Super',
  'Literal',
  'TemplateLiteral',
  'ArrayExpression',
  'ObjectExpression',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'MetaProperty',
])
const plainGlobals = new Set([
  'arguments',
  'Object',
  'Array',
  'Math',
  'JSON',
  'Number',
  'String',
  'Symbol',
  'Promise',
  'Reflect',
])

/** What is no form and no window for sure. */
const isPlain = (node: AnyNode): boolean =>
  plainTypes.has(node.type) ||
  (node.type === 'Identifier' && plainGlobals.has(node.name)) ||
  (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && isBuiltIn(node.callee, textMethods))

const builtIns = [Array, String, RegExp, Map, Set, WeakMap, WeakSet, Function, Promise, Number]
/** Methods that nothing but values of the language have: no form, whose properties a name could hide, and no window. */
export const builtInMethods: ReadonlySet<string> = new Set(
  builtIns
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    // What everything has, and what nodes have as well.
    .filter(
      (name) => !Object.hasOwn(Object.prototype, name) && name !== 'normalize' && name !== 'length' && name !== 'name',
    ),
)
/** Of them those that come to a text, a list of texts or a number, whatever they are called on. */
const textMethods = new Set([
  'charAt',
  'charCodeAt',
  'join',
  'replace',
  'replaceAll',
  'split',
  'toLowerCase',
  'toUpperCase',
  'trim',
])

/** `list.push(one)`: whatever has such a method to be called is no form and no window. */
const isCallOfBuiltIn = (node: MemberExpression, parent: AnyNode | null, role: string): boolean =>
  isBuiltIn(node, builtInMethods) && parent?.type === 'CallExpression' && role === 'callee' && !parent.optional

const isBuiltIn = ({ computed, optional, property }: MemberExpression, methods: ReadonlySet<string>): boolean =>
  !computed && !optional && property.type === 'Identifier' && methods.has(property.name)

const isNumber = (node: AnyNode): boolean =>
  (node.type === 'Literal' && typeof node.value === 'number') || node.type === 'UpdateExpression'

function isOptionalChain(node: AnyNode): boolean {
  for (let at = node; ; ) {
    if (at.type !== 'MemberExpression' && at.type !== 'CallExpression') return false
    if (at.optional) return true
    at = at.type === 'MemberExpression' ? at.object : at.callee
  }
}

function applied(source: string, edits: Edit[]): string {
  edits.sort((a, b) => a.at - b.at || a.order - b.order)
  const parts: string[] = []
  let from = 0
  for (const { at, text } of edits) {
    parts.push(source.slice(from, at), text)
    from = at
  }
  return parts.join('') + source.slice(from)
}

/** Runs in the page, in our world of it, whose prototypes the page's scripts cannot change. */
function installOwnProperties(): void {
  type Reader = (this: unknown, ...args: unknown[]) => unknown
  if (Object.hasOwn(globalThis, 'own$')) return
  const mark = Symbol.for('assay: view')
  const kept = Symbol('view')
  const real = Symbol('real')
  const { apply } = Reflect

  /** Calls on a view are meant for what it is a view of. */
  const forReal = (act: Reader): Reader =>
    function (this: unknown, ...args) {
      const self = typeof this === 'object' && this !== null && Object.hasOwn(this, real) ? this : null
      return apply(act, self ? (self as { [real]: unknown })[real] : this, args)
    }

  /** An object that has a prototype chain's properties, read from the prototypes for what it is a view of. */
  function mirrorOf(prototype: object): object {
    const mirror = {}
    const chain: object[] = []
    for (let at = prototype; at !== Object.prototype; at = Object.getPrototypeOf(at)) chain.unshift(at)
    for (const at of chain) {
      for (const name of Reflect.ownKeys(at)) {
        const found = Object.getOwnPropertyDescriptor(at, name)
        if (!found || name === mark) continue
        const { get, set, value } = found
        const isMethod = typeof value === 'function' && name !== 'constructor'
        Object.defineProperty(mirror, name, {
          configurable: true,
          enumerable: found.enumerable ?? false,
          ...(get && { get: forReal(get) }),
          ...(set && { set: forReal(set) }),
          ...(!get && !set && { value: isMethod ? forReal(value) : value, writable: true }),
        })
      }
    }
    return mirror
  }

  function install(prototype: object, viewOf: (object: object) => object): void {
    Object.defineProperty(prototype, mark, {
      get(this: { [kept]?: object }) {
        if (this === prototype) return undefined
        if (!Object.hasOwn(this, kept)) Object.defineProperty(this, kept, { value: viewOf(this) })
        return this[kept]
      },
    })
  }

  let mirror: object | undefined
  install(HTMLFormElement.prototype, (form) => {
    mirror ??= mirrorOf(HTMLFormElement.prototype)
    return Object.create(mirror, { [real]: { value: form } })
  })

  const inherited = (name: PropertyKey) =>
    Object.hasOwn(EventTarget.prototype, name) ? EventTarget.prototype : Object.prototype
  // A window has its properties of its own, and only behind them the page's names.
  install(Window.prototype, (window) => {
    const bound = new WeakMap<Reader, Reader>()
    const read = (name: PropertyKey) =>
      Reflect.get(Object.hasOwn(window, name) ? window : inherited(name), name, window)
    return new Proxy(Object.create(null), {
      has: (_target, name) => Object.hasOwn(window, name) || name in EventTarget.prototype,
      get(_target, name) {
        const value = read(name)
        if (typeof value !== 'function' || Object.hasOwn(value, 'prototype')) return value
        const known = bound.get(value) ?? new Proxy(value, { apply: (act, _self, args) => apply(act, window, args) })
        bound.set(value, known)
        return known
      },
      set(_target, name, value) {
        return Object.hasOwn(window, name)
          ? Reflect.set(window, name, value)
          : Reflect.defineProperty(window, name, { value, writable: true, configurable: true, enumerable: true })
      },
      deleteProperty: (_target, name) => Reflect.deleteProperty(window, name),
    })
  })

  /** Constructors of this world whose objects have no view. */
  const viewless = new Set<unknown>()
  const viewOrSelf = (object: { [mark]?: object }) => {
    const view = object[mark]
    if (view !== undefined) return view
    const made = object.constructor
    if (made instanceof Function && !(mark in Object(made.prototype))) viewless.add(made)
    return object
  }
  const own = (object: { [mark]?: object } | null | undefined) => {
    if (typeof object !== 'object' || object === null) return object
    try {
      // Asked of almost everything, so by the quickest way. A control named so makes it an element, which is none of these.
      const made = object.constructor
      return made === Object || made === Array || viewless.has(made) ? object : viewOrSelf(object)
    } catch {
      // A window of another origin, of which nothing but what it lets everybody see can be read.
      return object
    }
  }
  /** Globals that a script asks for and that are not there: else a name on the page would be one. */
  const pin = (names: string[]) => {
    for (const name of names) {
      if (Object.hasOwn(globalThis, name)) continue
      const value = Reflect.get(inherited(name), name, globalThis)
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
    }
  }
  Object.defineProperty(globalThis, 'own$', { value: own })
  Object.defineProperty(globalThis, 'pinGlobals$', { value: pin })
}

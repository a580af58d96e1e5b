/** Types of TypeScript as data: what the queries of db/queries claim to give and what their functions are called with, asked of the compiler. */

import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import {
  isNoSubstitutionTemplateLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'
import {
  API,
  type Checker,
  type Program,
  type Signature,
  SignatureKind,
  type Type,
  type Symbol as TypedSymbol,
  TypeFlags,
} from 'typescript/unstable/async'

export type Shape =
  | { is: 'text' | 'number' | 'boolean' | 'date' | 'bytes' | 'null' | 'undefined' | 'anything' | 'handle' | 'function' }
  | { is: 'literal'; value: string | number | boolean }
  | { is: 'list'; of: Shape }
  | { is: 'record'; members: Record<string, Shape> }
  | { is: 'either'; of: Shape[] }

/** A template in a file: a statement, or a part of one. */
export type Template = {
  file: string
  /** The name of what it stands in. */
  within: string
  /** Both, with the line. */
  place: string
  /** Its texts, as it is known again by. */
  key: string
  /** What its rows are said to be; undefined where nothing is said. */
  claims: Shape | undefined
}
/** An exported function that is handed a connection. */
export type QueryFunction = { module: string; name: string; parameters: { name: string; shape: Shape }[] }

export const keyOf = (texts: readonly string[]): string => texts.join('\u0000')

const deepest = 7

export async function readQueries(files: readonly string[]): Promise<{
  templates: Template[]
  functions: QueryFunction[]
}> {
  const api = new API({ cwd: process.cwd() })
  try {
    const snapshot = await api.updateSnapshot({ openProjects: ['tsconfig.json'] })
    const project = snapshot.getProjects()[0]
    if (!project) throw new Error('the compiler has no project')
    const reader = new ShapeReader(project.checker)
    const templates: Template[] = []
    const functions: QueryFunction[] = []
    for (const file of files) {
      const source = await sourceOf(project.program, file)
      templates.push(...(await templatesIn(file, source, project.checker, reader)))
      functions.push(...(await functionsIn(file, source, project.checker, reader)))
    }
    return { templates, functions }
  } finally {
    await api.close()
  }
}

async function sourceOf(program: Program, file: string): Promise<SourceFile> {
  const source = await program.getSourceFile(file)
  if (!source) throw new Error(`the compiler knows no ${file}`)
  return source
}

async function templatesIn(file: string, source: SourceFile, checker: Checker, reader: ShapeReader) {
  const found: Template[] = []
  for (const { node, within } of taggedIn(source)) {
    if (!isTaggedTemplateExpression(node)) continue
    const { template } = node
    const texts = isNoSubstitutionTemplateLiteral(template)
      ? [template.text]
      : isTemplateExpression(template)
        ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
        : []
    if (texts.every((text) => text.trim() === '')) continue
    const line = source.text.slice(0, node.getStart(source)).split('\n').length
    const type = await checker.getTypeAtLocation(node)
    found.push({
      file,
      within,
      place: `${file}:${line} ${within}`,
      key: keyOf(texts),
      claims: type && (await claimOf(type, checker, reader)),
    })
  }
  return found
}

/** Every tagged template, with the name of the outermost declaration that it stands in. */
function taggedIn(source: SourceFile): { node: Node; within: string }[] {
  const found: { node: Node; within: string }[] = []
  const walk = (node: Node, within: string) => {
    if (node.kind === SyntaxKind.TaggedTemplateExpression) found.push({ node, within })
    node.forEachChild((child) => {
      walk(child, within)
    })
  }
  for (const statement of source.statements) {
    const [, name = ''] = /(?:function\*?|const) (\w+)/.exec(statement.getText(source)) ?? []
    walk(statement, name)
  }
  return found
}

/** What postgres.js says of rows of which nobody says anything, as in a `ReturnType<Tx>`. */
const anyRow = 'object | undefined'

/** Of `PendingQuery<Row[]>` the row; undefined where it is postgres.js's own, which may be anything. */
async function claimOf(type: Type, checker: Checker, reader: ShapeReader): Promise<Shape | undefined> {
  const [rows] = type.isTypeReference() ? await checker.getTypeArguments(type) : []
  if (!rows || !(await checker.isArrayLikeType(rows)) || !rows.isTypeReference()) return undefined
  const [row] = await checker.getTypeArguments(rows)
  if (!row || (await row.getSymbol())?.name === 'Row' || (await checker.typeToString(row)) === anyRow) return undefined
  return reader.read(row)
}

async function functionsIn(file: string, source: SourceFile, checker: Checker, reader: ShapeReader) {
  const found: QueryFunction[] = []
  const module = await checker.getSymbolAtLocation(source)
  for (const symbol of module ? await checker.getExportsOfModule(module) : []) {
    const type = await checker.getTypeOfSymbol(symbol)
    const [signature] = type ? await checker.getSignaturesOfType(type, SignatureKind.Call) : []
    if (!signature || (await isPartMaker(signature, checker, reader))) continue
    const parameters: QueryFunction['parameters'] = []
    for (const parameter of await signature.getParameters())
      parameters.push({ name: parameter.name, shape: await reader.ofSymbol(parameter) })
    if (parameters.some(({ shape }) => shape.is === 'handle'))
      found.push({ module: file, name: symbol.name, parameters })
  }
  return found
}

/** Whether what it gives is a piece of a statement, which others send. */
async function isPartMaker(signature: Signature, checker: Checker, reader: ShapeReader): Promise<boolean> {
  const made = await checker.getReturnTypeOfSignature(signature)
  return (
    (await made?.getSymbol())?.name === 'PendingQuery' && made !== undefined && !(await claimOf(made, checker, reader))
  )
}

class ShapeReader {
  private readonly checker: Checker
  private readonly known = new Map<number, Shape>()

  constructor(checker: Checker) {
    this.checker = checker
  }

  async ofSymbol(symbol: TypedSymbol, depth = 0): Promise<Shape> {
    const type = await this.checker.getTypeOfSymbol(symbol)
    return type ? this.read(type, depth) : { is: 'anything' }
  }

  async read(type: Type, depth = 0): Promise<Shape> {
    const known = this.known.get(type.id)
    if (known) return known
    const shape = await this.shapeOf(type, depth)
    if (depth < deepest - 2) this.known.set(type.id, shape)
    return shape
  }

  private async shapeOf(type: Type, depth: number): Promise<Shape> {
    const { flags } = type
    if (depth > deepest || flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never)) return { is: 'anything' }
    if (type.isLiteralType()) {
      const { value } = type
      return typeof value === 'bigint' ? { is: 'number' } : { is: 'literal', value }
    }
    if (flags & TypeFlags.StringLike) return { is: 'text' }
    if (flags & TypeFlags.NumberLike) return { is: 'number' }
    if (flags & TypeFlags.BooleanLike) return { is: 'boolean' }
    if (flags & TypeFlags.Null) return { is: 'null' }
    if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return { is: 'undefined' }
    if (type.isUnionType()) return this.ofUnion(await type.getTypes(), depth)
    if (type.isIntersectionType())
      for (const part of await type.getTypes())
        if ((await part.getSymbol())?.name === 'Uint8Array') return { is: 'bytes' }
    return this.ofObject(type, depth)
  }

  private async ofUnion(types: readonly Type[], depth: number): Promise<Shape> {
    const of: Shape[] = []
    for (const type of types) of.push(await this.read(type, depth + 1))
    return of.some(({ is }) => is === 'handle') ? { is: 'handle' } : { is: 'either', of }
  }

  private async ofObject(type: Type, depth: number): Promise<Shape> {
    const name = (await type.getSymbol())?.name ?? ''
    if (name === 'Date') return { is: 'date' }
    if (name === 'Uint8Array' || name === 'Buffer') return { is: 'bytes' }
    if (name === 'Map' || name === 'Set' || name === 'ReadonlyMap' || name === 'ReadonlySet') return { is: 'anything' }
    if (await this.checker.getPropertyOfType(type, 'unsafe')) return { is: 'handle' }
    if ((await this.checker.isArrayLikeType(type)) && type.isTypeReference()) {
      const [of] = await this.checker.getTypeArguments(type)
      return { is: 'list', of: of ? await this.read(of, depth + 1) : { is: 'anything' } }
    }
    if ((await this.checker.getSignaturesOfType(type, SignatureKind.Call)).length > 0) return { is: 'function' }
    const members: Record<string, Shape> = {}
    for (const member of await this.checker.getPropertiesOfType(type))
      members[member.name] = await this.ofSymbol(member, depth + 1)
    return { is: 'record', members }
  }
}

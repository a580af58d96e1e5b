/** Rules in the part of CEL that we take: typed, without whole numbers, without anything that could differ between engines. */
import { type ASTNode, Environment, type ParseResult } from '@marcbachmann/cel-js'
import type { InputType } from '#shared/contracts/actions'

/** A rule or a message that was found sound. */
export type Rule = {
  evaluate: (input: Record<string, unknown>) => unknown
  ast: ASTNode
  /** The facts it is made from. */
  uses: readonly string[]
}

/** Parts of one expression at most, each element of a list counted: with no loops, that is also what it can cost. */
const partsAllowed = 128
const celTypes = { number: 'double', string: 'string', boolean: 'bool' } as const satisfies Record<InputType, string>

export type ReadRule = (
  source: string,
  expected: 'bool' | 'string',
) => { rule: Rule; fault?: undefined } | { fault: string; rule?: undefined }

/** @param types every fact there is. */
export function openRules(types: Readonly<Record<string, InputType>>): ReadRule {
  const environment = new Environment({ limits: { maxAstNodes: partsAllowed, maxDepth: 32, maxListElements: 64 } })
  for (const [name, type] of Object.entries(types)) environment.registerVariable(name, celTypes[type])
  return (source, expected) => {
    let parsed: ParseResult
    try {
      parsed = environment.parse(source)
    } catch (error) {
      return { fault: `is not CEL that we take: ${firstLine(error)}` }
    }
    const uses = new Set<string>()
    const foreign = foreignPart(parsed.ast, uses)
    if (foreign) return { fault: foreign }
    const unknown = [...uses].filter((name) => !Object.hasOwn(types, name))
    if (unknown.length > 0) return { fault: `names what is no input: ${unknown.join(', ')}` }
    const checked = parsed.check()
    if (!checked.valid) return { fault: `does not fit together: ${firstLine(checked.error)}` }
    if (checked.type !== expected) return { fault: `gives a ${checked.type}, not a ${expected}` }
    const badOrder = orderOfTexts(parsed.ast, types)
    if (badOrder) return { fault: badOrder }
    return { rule: { evaluate: parsed, ast: parsed.ast, uses: [...uses] } }
  }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

const binary = ['==', '!=', '<', '<=', '>', '>=', '&&', '||', '+', '-', '*', '/'] as const
const isBinary = (node: ASTNode): node is Extract<ASTNode, { op: (typeof binary)[number] }> =>
  (binary as readonly string[]).includes(node.op)
const textMethods = ['startsWith', 'endsWith', 'contains']

/** The first construct that is outside our part of CEL, in words. Notes the names it meets. */
function foreignPart(node: ASTNode, uses: Set<string>): string | undefined {
  const ofAll = (nodes: readonly ASTNode[]): string | undefined => {
    for (const each of nodes) {
      const found = foreignPart(each, uses)
      if (found) return found
    }
    return undefined
  }
  if (isBinary(node)) return ofAll(node.args)
  switch (node.op) {
    case 'id':
      uses.add(node.args)
      return undefined
    case 'value':
      if (typeof node.args === 'bigint') return `has the whole number ${node.args}: write ${node.args}.0`
      return ['number', 'string', 'boolean'].includes(typeof node.args)
        ? undefined
        : `has a literal of a type we do not take`
    case '!_':
    case '-_':
      return foreignPart(node.args, uses)
    case '?:':
      return ofAll(node.args)
    case 'in': {
      const [needle, list] = node.args
      if (list.op !== 'list') return 'looks into something else than a list that stands there'
      return ofAll([needle, ...list.args])
    }
    case 'rcall': {
      const [method, receiver, args] = node.args
      if (!textMethods.includes(method)) return `calls ${method}(), which is none of ${textMethods.join(', ')}`
      return ofAll([receiver, ...args])
    }
    case 'call':
      return `calls ${node.args[0]}(): rules call no functions`
    default:
      return `has a construct that we do not take: ${node.op}`
  }
}

/** Engines order texts by different units, so only numbers have an order here. */
function orderOfTexts(node: ASTNode, types: Readonly<Record<string, InputType>>): string | undefined {
  const [isOrder, left] = isBinary(node) ? [/^[<>]/.test(node.op), node.args[0]] : [false, undefined]
  if (isOrder && left && typeOf(left, types) !== 'number') return `orders with ${node.op} what is no number`
  for (const child of childrenOf(node)) {
    const found = orderOfTexts(child, types)
    if (found) return found
  }
  return undefined
}

function typeOf(node: ASTNode, types: Readonly<Record<string, InputType>>): InputType {
  if (node.op === 'id') return types[node.args] ?? 'boolean'
  if (node.op === 'value')
    return typeof node.args === 'number' || typeof node.args === 'string' ? (typeof node.args as InputType) : 'boolean'
  if (node.op === '-_' || node.op === '-' || node.op === '*' || node.op === '/') return 'number'
  if (node.op === '+') return typeOf(node.args[0], types)
  return node.op === '?:' ? typeOf(node.args[1], types) : 'boolean'
}

export function childrenOf(node: ASTNode): readonly ASTNode[] {
  if (isBinary(node)) return node.args
  if (node.op === '!_' || node.op === '-_') return [node.args]
  if (node.op === '?:' || node.op === 'list') return node.args
  if (node.op === 'in') return node.args
  return node.op === 'rcall' ? [node.args[1], ...node.args[2]] : []
}

/** Who evaluates: in package.json too, which a test compares. */
export const engine = { name: '@marcbachmann/cel-js', version: '8.0.0' } as const

/** Checks values against their schemas and names every fault at once. */
import { KindGuard, type NumberOptions, type TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { ValueErrorType } from '@sinclair/typebox/errors'
import '#shared/kernel/schema/formats'
import { type Issue, issueLimit } from '#shared/kernel/errors'

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>()

function checkOf(schema: TSchema): TypeCheck<TSchema> {
  const known = compiled.get(schema)
  if (known) return known
  const check = TypeCompiler.Compile(schema)
  compiled.set(schema, check)
  return check
}

/** Every fault of a value, at most 100; none when it fits. `path` is a JSON pointer after `prefix`. */
export function faultsOf(schema: TSchema, value: unknown, prefix = ''): Issue[] {
  const check = checkOf(schema)
  if (check.Check(value)) return []
  const byPath = new Map<string, Issue>()
  for (const error of check.Errors(value)) {
    const path = prefix + error.path
    if (byPath.has(path)) continue
    const ofVariant = variantFaults(error.schema, error.value, path)
    if (ofVariant) {
      for (const fault of ofVariant.slice(0, issueLimit - byPath.size)) byPath.set(fault.path, fault)
      continue
    }
    const isExtra = error.type === ValueErrorType.ObjectAdditionalProperties
    byPath.set(path, {
      path,
      message: isExtra
        ? 'is not a member here'
        : error.value === undefined
          ? 'is missing'
          : `is not ${expectedOf(error.schema)}`,
      expected: isExtra ? 'no such member' : expectedOf(error.schema),
    })
    if (byPath.size >= issueLimit) break
  }
  return [...byPath.values()]
}

/** Of a union whose objects are told apart by one word: the faults of the one that is meant. */
function variantFaults(schema: TSchema, value: unknown, path: string): Issue[] | undefined {
  if (!KindGuard.IsUnion(schema) || typeof value !== 'object' || value === null) return undefined
  const words = schema.anyOf.map((option) =>
    KindGuard.IsObject(option)
      ? Object.entries(option.properties).find(([, one]) => KindGuard.IsLiteral(one))
      : undefined,
  )
  const name = words[0]?.[0]
  if (name === undefined || words.some((word) => word?.[0] !== name)) return undefined
  const said: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
  const variant = schema.anyOf.find((_, at) => words[at]?.[1]['const'] === said)
  if (variant) return faultsOf(variant, value, path)
  const expected = `one of ${words.map((word) => word?.[1]['const']).join(', ')}`
  const message = said === undefined ? 'is missing' : `is not ${expected}`
  return [{ path: `${path}/${name}`, message, expected }]
}

/** What would fit a schema, in words. */
export function expectedOf(schema: TSchema): string {
  if (schema.title !== undefined) return schema.title
  if (KindGuard.IsUnion(schema))
    return `one of ${schema.anyOf.map((option) => option['const'] ?? expectedOf(option)).join(', ')}`
  if (KindGuard.IsLiteral(schema)) return String(schema.const)
  if (KindGuard.IsInteger(schema) || KindGuard.IsNumber(schema)) {
    return `${KindGuard.IsInteger(schema) ? 'a whole number' : 'a number'}${rangeOf(schema)}`
  }
  if (KindGuard.IsBoolean(schema)) return 'true or false'
  if (KindGuard.IsString(schema)) {
    if (schema.format) return `a ${schema.format}`
    // Both, where both are asked: what is too long may well be like the pattern.
    const text = `text${countOf(schema.minLength, schema.maxLength, ' characters')}`
    return schema.pattern ? `${text} like ${schema.pattern}` : text
  }
  if (KindGuard.IsArray(schema)) {
    return `an array${countOf(schema.minItems, schema.maxItems)}${schema.uniqueItems ? ', without repetitions' : ''}`
  }
  return `an object${countOf(schema['minProperties'], schema['maxProperties'], ' members')}`
}

function rangeOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: NumberOptions): string {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (minimum !== undefined && most !== undefined) return ` from ${minimum} to ${most}`
  const bounds = [
    minimum === undefined ? '' : ` from ${minimum}`,
    exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`,
    most === undefined ? '' : ` of at most ${most}`,
    exclusiveMaximum === undefined ? '' : ` below ${exclusiveMaximum}`,
  ]
  return bounds.filter((bound) => bound !== '').join(' and')
}

function countOf(least = 0, most: number | undefined, what = ''): string {
  if (most === undefined) return least > 0 ? ` of at least ${least}${what}` : ''
  if (least === most) return ` of ${most}${what}`
  return least > 0 ? ` of ${least} to ${most}${what}` : ` of at most ${most}${what}`
}

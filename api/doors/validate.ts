/** Checks queries and bodies against their schemas and names every fault at once. */
import { KindGuard, type TObject, type TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { ValueErrorType } from '@sinclair/typebox/errors'
import '#shared/contracts/formats'
import { textFault } from '#api/doors/body'
import { type Issue, issueLimit } from '#shared/errors'

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

/** What would fit a schema, in words. */
function expectedOf(schema: TSchema): string {
  if (KindGuard.IsUnion(schema))
    return `one of ${schema.anyOf.map((option) => option['const'] ?? expectedOf(option)).join(', ')}`
  if (KindGuard.IsLiteral(schema)) return String(schema.const)
  if (KindGuard.IsInteger(schema) || KindGuard.IsNumber(schema)) {
    const what = KindGuard.IsInteger(schema) ? 'a whole number' : 'a number'
    const { minimum, maximum } = schema
    if (minimum !== undefined && maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER)
      return `${what} from ${minimum} to ${maximum}`
    if (minimum !== undefined) return `${what} from ${minimum}`
    return what
  }
  if (KindGuard.IsBoolean(schema)) return 'true or false'
  if (KindGuard.IsString(schema)) {
    if (schema.format) return `a ${schema.format}`
    if (schema.pattern) return `text like ${schema.pattern}`
    return schema.maxLength === undefined ? 'text' : `text of at most ${schema.maxLength} characters`
  }
  if (KindGuard.IsArray(schema)) return 'an array'
  return 'an object'
}

/** A query string as the typed value its schema describes, defaults filled in; or every fault of it. */
export function readQuery(
  schema: TObject,
  search: URLSearchParams,
): { value: Record<string, unknown>; issues: Issue[] } {
  const issues: Issue[] = []
  const value: Record<string, unknown> = {}
  for (const name of new Set(search.keys())) {
    const member = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    const [text = '', ...more] = search.getAll(name)
    const fault = textFault(text)
    if (!member) issues.push({ path: `?${name}`, message: 'is not a parameter here', expected: 'no such parameter' })
    else if (more.length > 0)
      issues.push({ path: `?${name}`, message: 'is given more than once', expected: 'one value' })
    else if (fault) issues.push({ path: `?${name}`, message: fault, expected: 'well-formed text without NUL' })
    else value[name] = fromText(member, text)
  }
  for (const [name, member] of Object.entries(schema.properties)) {
    if (!search.has(name) && member['default'] !== undefined) value[name] = member['default']
  }
  const told = new Set(issues.map(({ path }) => path))
  for (const issue of faultsOf(schema, value)) {
    const path = `?${issue.path.slice(1)}`
    if (!told.has(path)) issues.push({ ...issue, path })
  }
  return { value, issues }
}

/** The value a text stands for, or the text itself, which the schema then refuses. */
function fromText(schema: TSchema, text: string): unknown {
  if ((KindGuard.IsInteger(schema) || KindGuard.IsNumber(schema)) && /^-?\d{1,16}$/.test(text)) return Number(text)
  if (KindGuard.IsBoolean(schema) && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

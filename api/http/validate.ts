/** Reads queries by their schemas and names every fault at once. */
import { KindGuard, type TObject, type TSchema } from '@sinclair/typebox'
import { textFault } from '#api/http/body'
import type { Issue } from '#shared/kernel/errors'
import { faultsOf } from '#shared/kernel/schema/faults'

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

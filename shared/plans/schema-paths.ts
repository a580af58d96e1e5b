/** What schemas say of values that are not there yet: whether a pointer leads anywhere, whether all but references fits. Pure. */
import { KindGuard, type TArray, type TObject, type TSchema } from '@sinclair/typebox'
import { holdersIn, isReference, partsOf, pointerPart } from '#shared/agents/references'
import type { Issue } from '#shared/kernel/errors'
import { expectedOf, faultsOf } from '#shared/kernel/schema/faults'

/** Whether what a schema describes can have something at a JSON pointer. An object has the members that are named, no others. */
export function canHave(schema: TSchema, pointer: string): boolean {
  let found = [schema]
  for (const part of partsOf(pointer)) found = found.flatMap((each) => membersOf(each, part))
  return found.length > 0
}

/** What may stand at one part of a pointer; none where nothing can. */
function membersOf(schema: TSchema, part: string): TSchema[] {
  if (KindGuard.IsUnion(schema)) return schema.anyOf.flatMap((option) => membersOf(option, part))
  if (KindGuard.IsIntersect(schema)) return schema.allOf.flatMap((each) => membersOf(each, part))
  if (KindGuard.IsObject(schema)) return memberOf(schema, part)
  if (KindGuard.IsRecord(schema))
    return Object.entries(schema.patternProperties).flatMap(([key, member]) =>
      new RegExp(key).test(part) ? [member] : [],
    )
  if (KindGuard.IsArray(schema) || KindGuard.IsTuple(schema)) {
    if (!/^(?:0|[1-9]\d*)$/.test(part)) return []
    if (KindGuard.IsTuple(schema)) return (schema.items ?? []).slice(Number(part)).slice(0, 1)
    return Number(part) < (schema.maxItems ?? Number.POSITIVE_INFINITY) ? [schema.items] : []
  }
  return isOpen(schema) ? [schema] : []
}

function memberOf({ properties, additionalProperties }: TObject, part: string): TSchema[] {
  const member = Object.hasOwn(properties, part) ? properties[part] : undefined
  if (member) return [member]
  return typeof additionalProperties === 'object' ? [additionalProperties] : []
}

/** Says nothing of what it describes, or says it elsewhere. */
const isOpen = (schema: TSchema) =>
  KindGuard.IsUnknown(schema) || KindGuard.IsAny(schema) || KindGuard.IsThis(schema) || KindGuard.IsRef(schema)

/** Every fault of a value whose references may become anything. `path` is a JSON pointer after `prefix`. */
export function faultsBesideReferences(schema: TSchema, value: unknown, prefix = ''): Issue[] {
  const holders = holdersIn(value)
  if (holders.size === 0 && !isReference(value)) return faultsOf(schema, value, prefix)

  function faults(of: TSchema, part: unknown, at: string): Issue[] {
    if (isReference(part) || isOpen(of)) return []
    if (!holders.has(part)) return faultsOf(of, part, prefix + at)
    if (KindGuard.IsUnion(of)) return faultsOfUnion(of.anyOf, of, part, at)
    if (KindGuard.IsIntersect(of)) return of.allOf.flatMap((each) => faults(each, part, at))
    if (KindGuard.IsArray(of) && Array.isArray(part))
      return [
        ...lengthFaults(of, part, prefix + at),
        ...part.flatMap((item, index) => faults(of.items, item, `${at}/${index}`)),
      ]
    if (isMembers(part) && (KindGuard.IsObject(of) || KindGuard.IsRecord(of))) {
      const members = Object.entries(part).flatMap(([key, member]) => {
        const [schemaOfMember] = membersOf(of, key)
        const place = `${at}/${pointerPart(key)}`
        if (schemaOfMember) return faults(schemaOfMember, member, place)
        return of.additionalProperties === false ? [extra(prefix + place)] : []
      })
      return [...missing(of, part, prefix + at), ...members]
    }
    return faultsOf(of, part, prefix + at)
  }

  function faultsOfUnion(options: readonly TSchema[], of: TSchema, part: unknown, at: string): Issue[] {
    if (options.some((option) => faults(option, part, at).length === 0)) return []
    return [{ path: prefix + at, message: `is not ${expectedOf(of)}`, expected: expectedOf(of) }]
  }

  return faults(schema, value, '')
}

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const extra = (path: string): Issue => ({ path, message: 'is not a member here', expected: 'no such member' })

const missing = (of: TSchema, part: Members, path: string): Issue[] =>
  (KindGuard.IsObject(of) ? (of.required ?? []) : [])
    .filter((name) => !Object.hasOwn(part, name))
    .map((name) => {
      const member = of['properties'][name]
      return { path: `${path}/${pointerPart(name)}`, message: 'is missing', expected: expectedOf(member) }
    })

function lengthFaults({ minItems = 0, maxItems }: TArray, { length }: readonly unknown[], path: string): Issue[] {
  if (length >= minItems && length <= (maxItems ?? length)) return []
  const expected = maxItems === undefined ? `at least ${minItems} items` : `${minItems} to ${maxItems} items`
  return [{ path, message: `has ${length} items`, expected }]
}

/** TypeBox schemas as JSON Schema 2020-12: tuples, words and free names as that draft has them, named schemas once each. */
import type { TSchema } from '@sinclair/typebox'

type Json = Record<string, unknown>

/** Schemas that stand by their names: those that are called something, and those with an `$id`, which refer to themselves. */
export type NamedSchemas = {
  /** What a reference begins with: `#/components/schemas/`, or what it is in another document. */
  base: string
  /** @returns what a schema is called, undefined for one that stands where it is used. */
  nameOf: (schema: Json) => string | undefined
  byName: Record<string, unknown>
}

/**
 * A schema in plain JSON. What of it has a name is put into `named` and referred to.
 * @throws Error when two different schemas have one name.
 */
export function jsonSchemaOf(schema: TSchema, named: NamedSchemas): unknown {
  return converted(schema, named, [])
}

/** A schema that stands alone: what refers to itself is under its `$defs`. */
export function standaloneSchemaOf(schema: TSchema): Json {
  const named: NamedSchemas = { base: '#/$defs/', nameOf: () => undefined, byName: {} }
  const own = jsonSchemaOf(schema, named) as Json
  return Object.keys(named.byName).length > 0 ? { ...own, $defs: named.byName } : own
}

/** @param within ids of the schemas around, which may be referred to by id alone. */
function converted(value: unknown, named: NamedSchemas, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => converted(item, named, within))
  if (typeof value !== 'object' || value === null) return value
  const { $id: id, ...schema } = value as Json
  if (typeof schema['$ref'] === 'string' && within.includes(schema['$ref'])) return reference(schema['$ref'], named)
  const name = typeof id === 'string' ? id : named.nameOf(value as Json)
  const plain = withoutMemberRef(withFreeNames(withWords(withPrefixItems(schema))))
  if (name === undefined) return membersOf(plain, named, within)
  const one = membersOf(plain, named, [...within, name])
  const known = named.byName[name]
  if (known !== undefined && !Bun.deepEquals(known, one)) throw new Error(`two different schemas are named ${name}`)
  named.byName[name] = one
  return reference(name, named)
}

const reference = (name: string, { base }: NamedSchemas) => ({ $ref: base + name })

// Values, not schemas, whatever they look like.
const values = ['default', 'const', 'enum', 'required']

const membersOf = (schema: Json, named: NamedSchemas, within: readonly string[]): Json =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, values.includes(key) ? member : converted(member, named, within)]),
  )

/** TypeBox writes tuples as draft 7 had them. */
function withPrefixItems(schema: Json): Json {
  if (schema['type'] !== 'array' || !Array.isArray(schema['items'])) return schema
  const { items, additionalItems: _, ...rest } = schema
  return { ...rest, prefixItems: items }
}

/** A choice of words is an enum: generators make one type of it. */
function withWords(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const words = anyOf.map((option: Json) => (option['type'] === 'string' ? option['const'] : undefined))
  return words.includes(undefined) ? schema : { ...rest, type: 'string', enum: words }
}

/** Members of any name. */
function withFreeNames(schema: Json): Json {
  const { patternProperties, additionalProperties: _, ...rest } = schema
  const [[pattern, member] = [], ...others] = Object.entries((patternProperties ?? {}) as Json)
  return pattern === '^(.*)$' && others.length === 0 ? { ...rest, additionalProperties: member } : schema
}

/** A member called $ref, said as a pattern: tools take the word for a reference of theirs wherever it stands. */
function withoutMemberRef(schema: Json): Json {
  const { $ref: member, ...properties } = (schema['properties'] ?? {}) as Json
  if (typeof member !== 'object' || member === null) return schema
  return { ...schema, properties, patternProperties: { ...(schema['patternProperties'] ?? {}), '^\\$ref$': member } }
}

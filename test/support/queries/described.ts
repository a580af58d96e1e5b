/** What Postgres says of a statement without running it, and whether rows that are claimed of it fit. */
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Sql } from '#db/client'
import { readAllTables } from '#test/support/all-tables'
import { type Catalogue, type Nullability, nullabilityOf, readCatalogue } from '#test/support/queries/nullability'
import type { Shape } from '#test/support/queries/shapes'

export type DescribedColumn = {
  name: string
  /** Postgres's name of its type, of an array's members. */
  type: string
  isList: boolean
  nullability: Nullability
  /** Of a column of a table of ours: the words that it may hold, if the table says which. */
  words: readonly string[] | undefined
  isOurs: boolean
}

type Names = { name: string; member: string | undefined }

export class Describer {
  private readonly sql: Sql
  private readonly catalogue: Catalogue
  private readonly types: ReadonlyMap<number, Names>
  private readonly places: ReadonlyMap<string, string>
  private readonly words: Words

  private constructor(
    sql: Sql,
    catalogue: Catalogue,
    types: ReadonlyMap<number, Names>,
    places: ReadonlyMap<string, string>,
    words: Words,
  ) {
    this.sql = sql
    this.catalogue = catalogue
    this.types = types
    this.places = places
    this.words = words
  }

  static async open(sql: Sql): Promise<Describer> {
    const types = await sql<{ id: number; name: string; member: string | null }[]>`
      select oid::bigint as id, format_type(oid, null) as name,
        case when typcategory = 'A' then format_type(typelem, null) end as member from pg_type`
    const places = await sql<{ id: string; place: string }[]>`
      select attrelid || '.' || attnum as id, c.relname || '.' || a.attname as place
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0`
    return new Describer(
      sql,
      await readCatalogue(sql),
      new Map(types.map(({ id, name, member }) => [id, { name, member: member ?? undefined }])),
      new Map(places.map(({ id, place }) => [id, place])),
      await readWords(),
    )
  }

  /** The columns that a statement gives; of several of one name the last, as the driver has it. @throws what Postgres says of it. */
  async columnsOf(text: string, parameters: readonly unknown[]): Promise<DescribedColumn[]> {
    // Sound: what parameters may be is asked of Postgres, which says so.
    const { columns, types } = await this.sql.unsafe(text, parameters as never[]).describe()
    if (columns.length === 0) return []
    const nullability = await this.nullabilityIn(text, types)
    const described = columns.map(({ name, type, table, number }, at): DescribedColumn => {
      const { name: typeName = '', member = undefined } = this.types.get(type) ?? {}
      const place = this.places.get(`${table}.${number}`)
      return {
        name,
        type: member ?? typeName,
        isList: member !== undefined,
        nullability: nullability[at] ?? 'unknown',
        words: place === undefined ? undefined : this.words.get(place),
        isOurs: place !== undefined && this.words.has(place),
      }
    })
    return [...new Map(described.map((column) => [column.name, column])).values()]
  }

  /** Postgres keeps the tree of a function's body: so it is asked to read the statement as one. */
  private async nullabilityIn(text: string, types: readonly number[]): Promise<Nullability[]> {
    const parameters = types.map((type) => this.types.get(type)?.name ?? 'text')
    const bodies = await this.sql.begin(async (tx) => {
      await tx.unsafe(
        `create function pg_temp.described(${parameters.join(', ')}) returns void language sql begin atomic ${text}; end`,
      )
      const rows = await tx<{ body: string }[]>`
        select prosqlbody::text as body from pg_proc
        where proname = 'described' and pronamespace = pg_my_temp_schema()`
      await tx`drop function pg_temp.described`
      return rows
    })
    return nullabilityOf(bodies[0]?.body ?? '', this.catalogue)
  }
}

type Words = ReadonlyMap<string, readonly string[] | undefined>

/** Every column of ours, with the words that its table lets it hold. */
const readWords = async (): Promise<Words> =>
  new Map(
    (await readAllTables()).flatMap((table) => {
      const { name, columns } = getTableConfig(table)
      return columns.map((column) => [
        `${name}.${column.name}`,
        column.enumValues?.length ? column.enumValues : undefined,
      ])
    }),
  )

/** What is wrong with a claim. @param isPlain whether the driver is as it comes: it gives a bigint as text. */
export function misfitsOf(
  claim: Shape,
  columns: readonly DescribedColumn[],
  { isPlain = false, known = [] }: { isPlain?: boolean; known?: readonly string[] } = {},
): string[] {
  if (claim.is === 'either') {
    const each = claim.of.map((one) => misfitsOf(one, columns, { isPlain, known }))
    return each.find((misfits) => misfits.length === 0) ?? each[0] ?? []
  }
  if (claim.is !== 'record') return [`claims no row of columns but ${claim.is}`]
  const given = new Map(columns.map((column) => [column.name, column]))
  return [
    ...Object.keys(claim.members).flatMap((name) =>
      given.has(name) ? [] : [`claims ${name}, which it does not give`],
    ),
    ...columns.flatMap((column) => {
      const claimed = claim.members[column.name]
      if (!claimed) return [`gives ${column.name}, which it does not claim`]
      const told = known.includes(column.name) ? { ...column, nullability: 'unknown' as const } : column
      return misfitsOfColumn(claimed, told, isPlain).map((why) => `${column.name} ${why}`)
    }),
  ]
}

function misfitsOfColumn(claimed: Shape, column: DescribedColumn, isPlain: boolean): string[] {
  const choices = choicesOf(claimed)
  const mayBeNull = choices.some(({ is }) => is === 'null' || is === 'anything')
  const faults: string[] = []
  if (column.nullability === 'maybe' && !mayBeNull) faults.push('may be null, which is not claimed')
  if (column.nullability === 'never' && choices.some(({ is }) => is === 'null'))
    faults.push('is claimed to be null at times, and never is')
  const kind = kindOf(column.type, isPlain)
  const wrong = choices.find((choice) => choice.is !== 'null' && !isOfKind(choice, kind, column.isList))
  if (wrong) faults.push(`is ${column.type}${column.isList ? '[]' : ''}, and claimed to be ${wrong.is}`)
  const words = choices.flatMap((choice) => (choice.is === 'literal' ? [choice.value] : []))
  const held = column.words ?? []
  if (
    column.isOurs &&
    kind === 'text' &&
    words.length > 0 &&
    !(held.length > 0 && held.every((word) => words.includes(word)))
  )
    faults.push(`is claimed to be one of ${words.join(', ')}, and may be ${held.join(', ') || 'any text'}`)
  return faults
}

const choicesOf = (shape: Shape): Shape[] => (shape.is === 'either' ? shape.of.flatMap(choicesOf) : [shape])

const kinds: Readonly<Record<string, 'number' | 'boolean' | 'bytes' | 'date' | 'json'>> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  oid: 'number',
  boolean: 'boolean',
  bytea: 'bytes',
  'timestamp with time zone': 'date',
  json: 'json',
  jsonb: 'json',
}
type Kind = (typeof kinds)[string] | 'text'

const kindOf = (type: string, isPlain: boolean): Kind =>
  isPlain && type === 'bigint' ? 'text' : (kinds[type] ?? 'text')

function isOfKind(shape: Shape, kind: Kind, isList: boolean): boolean {
  if (isList) return shape.is === 'list' && choicesOf(shape.of).every((member) => isOfKind(member, kind, false))
  if (kind === 'json') return ['anything', 'record', 'list'].includes(shape.is)
  if (shape.is === 'literal') return typeof shape.value === (kind === 'text' ? 'string' : kind)
  return shape.is === kind
}

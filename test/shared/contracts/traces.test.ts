/** The wire's trace and the table's columns agree. */
import { expect, test } from 'bun:test'
import { getTableColumns } from 'drizzle-orm'
import { traces } from '#db/tables/traces'
import { Trace, TraceInput } from '#shared/contracts/traces'

type Columns = typeof traces.$inferInsert
/** Fields whose column cannot hold what the wire allows; `never` when there is none. */
type Misfits = {
  [K in keyof TraceInput]-?: K extends keyof Columns
    ? NonNullable<TraceInput[K]> extends NonNullable<Columns[K]>
      ? never
      : K
    : K
}[keyof TraceInput]

test('every field of the wire has a column, and the compiler agrees that it holds the field’s type', () => {
  // Does not compile when a field is misfitted.
  const misfits: Misfits[] = []

  const columns = Object.keys(getTableColumns(traces))

  expect(misfits).toEqual([])
  expect(
    Object.keys({ ...TraceInput.properties, ...Trace.properties }).filter((field) => !columns.includes(field)),
  ).toEqual([])
})

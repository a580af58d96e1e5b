/** The columns that tables are made of, typed as the driver gives them, and how rows of several tables are told. */
import { sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** The bytes of a file. */
export const fileBytes = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => 'bytea' })

/** Bytes that are a document's text, packed. The mark is in the types alone. */
export type Packed<Document> = Uint8Array<ArrayBuffer> & { readonly packed?: Document }
export const packed = <Document>() => customType<{ data: Packed<Document> }>({ dataType: () => 'bytea' })()

/** The number of a transaction, as text: it may be greater than a number can tell. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** A time as exact as nodes say it. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })
/** A time as exact as Postgres knows it. */
export const instant = () => timestamp({ withTimezone: true })

/** The database's clock, in whole milliseconds. */
export const clockMs = sql`date_trunc('milliseconds', clock_timestamp())`
export const now = sql`now()`

/** A row with these as text: bytes in lower-case hex, as `encode(…, 'hex')` gives them, and times in ISO 8601. */
export type AsText<Row, Names extends keyof Row> = {
  [Name in keyof Row]: Name extends Names ? string | Extract<Row[Name], null> : Row[Name]
}
/** A row that a left join may not have found. */
export type OrNulls<Row> = { [Name in keyof Row]: Row[Name] | null }

/** Parts of statements. */
import type { Reader, Tx } from '#db/client'

/** Parts of a statement with commas between them. */
export const list = (sql: Reader, parts: readonly ReturnType<Tx>[]) =>
  parts.reduce((joined, part) => sql`${joined}, ${part}`)

/** Counts that end somewhere: what is counted while somebody waits is bounded, however much there is. */
import type { Reader } from '#db/client'

/** Nobody counts further. */
export const countedAtMost = 20_000
/** The same in words. */
export const countedWords = countedAtMost.toLocaleString('en')

/** How many rows a select has, up to `countedAtMost`, as an expression. @param rows the select, which may have a limit of its own. */
export const countFound = (sql: Reader, rows: ReturnType<Reader>) => sql`
  (select count(*)::int from (${rows} limit ${countedAtMost}) counted)`

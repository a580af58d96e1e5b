/** Counts that end somewhere: what is counted while somebody waits is bounded, however much there is. */
import type { Reader } from '#db/client'
import { countedAtMost } from '#db/documents/counted'

/** How many rows a select has, up to `countedAtMost`, as an expression. @param rows the select, which may have a limit of its own. */
export const countFound = (sql: Reader, rows: ReturnType<Reader>) => sql`
  (select count(*)::int from (${rows} limit ${countedAtMost}) counted)`

/** Rows that stand though a node says that what they hold was erased: somebody has put them back. */
import type { Reader, Tx } from '#db/client'

/** The node of such a row, in hex; null of every other. */
export type SaidErased = { erased_node: string | null }

/** @param node the row's, in hex, as SQL. */
export const erasedNode = (sql: Reader, node: string): ReturnType<Tx> => sql`
  (select ${sql.unsafe(node)} from edg_nodes e where e.stream = 'erasure:' || ${sql.unsafe(node)} and e.pos = 0)`

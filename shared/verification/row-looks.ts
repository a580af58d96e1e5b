/** Looks through tables for rows that are not what their nodes say, a page at a time: for full verification, and in turn for ever. */
import type { Reader } from '#db/client'
import { type EdgePlace, edgesOfNothing, pageWithoutNodes } from '#db/queries/integrity'
import { type StatePrefix, statePrefixes } from '#db/queries/state-tables'
import { stateFault } from '#shared/verification/state-rows'

/** A row that is wrong, by its table and key, and the node that says so where there is one. */
export type RowFault = {
  table: string
  key: string
  /** Whose the row is; null of what is nobody's. Undefined: the node says it. */
  org?: string | null
  node: string | null
  stream: string | null
  pos: number | null
  /** The node's place in the order of insertion. */
  ins: number | null
  fault: string
}

export type RowLook = {
  /** Once among all; how far it has come is kept under it. */
  name: string
  /** Whether the store does the work: who takes a share of the time takes it of the store's. */
  isOfStore?: boolean
  /** Whether who goes through all nodes has asked the same: of each row with its node, and of rows without one another look tells. */
  isOfNodes?: boolean
  /**
   * Looks at so many rows at most, behind the one that was the last before.
   * @returns the last one now; undefined where there is none behind it. `unheld`: why something could not be held to anything.
   */
  page: (
    sql: Reader,
    after: string | undefined,
    limit: number,
  ) => Promise<{ faults: RowFault[]; last: string | undefined; rows: number; unheld?: string }>
}

/** Rows of state that no node stands behind. */
const withoutNodes = (prefix: StatePrefix): RowLook => ({
  name: `rows of ${prefix}`,
  async page(sql, after, limit) {
    const { rows, last, looked } = await pageWithoutNodes(sql, prefix, after, limit)
    const faults = rows.map((row) => ({
      table: prefix.replace(':', ''),
      org: row.org,
      key: row.stream.slice(prefix.length),
      node: null,
      stream: row.stream,
      pos: null,
      ins: null,
      fault: stateFault(row) ?? `the row of ${row.stream} has no node`,
    }))
    return { faults, last, rows: looked }
  },
})

/** Nodes are walked with their edges: what leads from no node is met by no such walk. */
const edgesWithoutNodes: RowLook = {
  name: 'edges',
  async page(sql, after, limit) {
    const from: EdgePlace | undefined = after === undefined ? undefined : JSON.parse(after)
    const { rows, last, looked } = await edgesOfNothing(sql, from, limit)
    const faults = rows.map(({ child, ord }) => ({
      ...{ table: 'edg_edges', key: `${child}/${ord}`, org: null, node: null, stream: null, pos: null, ins: null },
      fault: `edge ${ord} of ${child} leads from a node that is not there`,
    }))
    return { faults, last: last && JSON.stringify(last), rows: looked }
  },
}

export const rowLooks: readonly RowLook[] = [...statePrefixes.map(withoutNodes), edgesWithoutNodes]

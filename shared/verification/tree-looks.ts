/** Looks over trees of systems: each is of all the traces that its system had, and of none that was hidden while it was made. */
import { surelySettled, type TreeWindow, treeWindows } from '#db/queries/tree-windows'
import { madeOfAtMost, tracesOfTree } from '#shared/jobs/generate-tree'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

/** Few are of systems; of each all traces are counted. */
const treesAtOnce = 500

const windows: RowLook = {
  name: 'what trees of systems are of',
  async page(sql, after, limit) {
    const rows = Math.min(limit, treesAtOnce)
    const { windows: trees, last } = await treeWindows(sql, after, { limit: rows, most: madeOfAtMost })
    const faults: RowFault[] = []
    for (const tree of trees) {
      const said = tracesOfTree(tree.body)
      if (said === undefined || tree.settled <= said) continue
      const had = await surelySettled(sql, tree.job_id, madeOfAtMost)
      if (had > said) faults.push(faultOf(tree, said, had))
    }
    return { faults, last, rows }
  },
}

const faultOf = ({ job_id, org_id, system_source, node_id }: TreeWindow, said: number, had: number): RowFault => ({
  ...{ table: 'trees', key: job_id, org: org_id, node: node_id, stream: `tree:${job_id}`, pos: 0, ins: null },
  fault: `the tree of ${system_source} is of ${said} traces, and ${had} had come in long before`,
})

export const treeLooks: readonly RowLook[] = [windows]

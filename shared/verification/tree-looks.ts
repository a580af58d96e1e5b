/** Looks over trees of systems and comparisons of two: each is of all the traces that its systems had, and of none that was hidden while it was made. */
import type { Reader } from '#db/client'
import {
  type AnnotationsUpTo,
  type ComparedColumn,
  comparedSizes,
  surelyAnnotated,
  surelySettled,
  type TreeWindow,
  treesWithoutAnnotations,
  treeWindows,
} from '#db/queries/tree-windows'
import {
  annotationsOfAtMost,
  type ComparedCount,
  madeOfAtMost,
  saidOfTree,
  tracesOfComparison,
} from '#shared/jobs/generate-tree'
import { comparisonSnapshotOf } from '#shared/jobs/tree-snapshots'
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
      const fault = await (tree.compared_with === null ? faultInTree(sql, tree) : faultInComparison(sql, tree))
      if (fault) faults.push(fault)
    }
    return { faults, last, rows }
  },
}

async function faultInTree(sql: Reader, tree: TreeWindow): Promise<RowFault | undefined> {
  const said = saidOfTree(tree.body)
  if (said === undefined) return undefined
  const { traces, annotations } = said
  return (
    (await faultBeside(sql, tree, 'system_source', { traces, asked: {} })) ??
    // Of more traces the newest alone were looked at; what people said of others then does not count.
    (annotations === undefined || traces >= madeOfAtMost ? undefined : faultOfPeople(sql, tree, annotations))
  )
}

async function faultOfPeople(sql: Reader, tree: TreeWindow, said: number): Promise<RowFault | undefined> {
  const had = await surelyAnnotated(sql, tree.job_id, annotationsOfAtMost)
  const { job_id: key, org_id: org, node_id: node, system_source: system } = tree
  const fault = `the tree of ${system} is of ${said} annotations, and ${had} had come in long before`
  return had > said
    ? { ...{ table: 'trees', key, org, node, stream: `tree:${key}`, pos: 0, ins: null }, fault }
    : undefined
}

/** What people say of traces is few: each is held to the trees that were made since. */
const people: RowLook = {
  name: 'what trees of traces are of',
  async page(sql, after, limit) {
    const from: AnnotationsUpTo | undefined = after === undefined ? undefined : JSON.parse(after)
    const { trees, last, rows } = await treesWithoutAnnotations(sql, from, Math.min(limit, annotationsAtOnce))
    const faults = trees.map(({ annotation_id, trace_id, org_id: org, job_id: key, node_id: node, ins }) => ({
      ...{ table: 'trees', key, org, node, stream: `tree:${key}`, pos: 0, ins },
      fault: `the tree of ${trace_id} is not of annotation ${annotation_id}, which had come in long before`,
    }))
    return { faults, last: last && JSON.stringify(last), rows }
  },
}
const annotationsAtOnce = 2000

async function faultInComparison(sql: Reader, tree: TreeWindow): Promise<RowFault | undefined> {
  const said = tracesOfComparison(tree.body)
  // Of any time it is of no more traces than of all.
  if (!said || (tree.settled <= said[0].traces && tree.settled_with <= said[1].traces)) return undefined
  const isSaid = said.every(({ asked }) => asked !== undefined)
  if (!isSaid && !(await isOfWholeSystems(sql, tree, [said[0].traces, said[1].traces]))) return undefined
  return (
    (await faultBeside(sql, tree, 'system_source', said[0])) ?? (await faultBeside(sql, tree, 'compared_with', said[1]))
  )
}

/** So many annotations of a system are tried at most. */
const annotationsTried = 30

/**
 * Whether a comparison that does not say so was asked for without moments: its snapshot is that of both systems as large as it says that
 * they were, with some number of annotations.
 */
async function isOfWholeSystems(sql: Reader, tree: TreeWindow, said: readonly [number, number]): Promise<boolean> {
  const { org_id: orgId, system_source: a, compared_with: b, profile, snapshot } = tree
  const [nowA, nowB] = await comparedSizes(sql, tree.job_id)
  if (!nowA || !nowB || b === null) return false
  const upTo = (annotations: number) => Array.from({ length: Math.min(annotations, annotationsTried) + 1 }, (_, n) => n)
  return sizesOf(said[0], nowA.traces).some((one) =>
    sizesOf(said[1], nowB.traces).some((other) =>
      upTo(nowA.annotations).some((annotationsOfA) =>
        upTo(nowB.annotations).some((annotationsOfB) => {
          const sides = [
            { systemSource: a, traces: one, annotations: annotationsOfA },
            { systemSource: b, traces: other, annotations: annotationsOfB },
          ] as const
          return comparisonSnapshotOf({ orgId, sides, profile }) === snapshot
        }),
      ),
    ),
  )
}

/** As what counted them was hidden too, or was not and nothing came since. */
const sizesOf = (said: number, now: number) => [...new Set([said, now])]

async function faultBeside(
  sql: Reader,
  tree: TreeWindow,
  of: ComparedColumn,
  { traces, asked }: ComparedCount,
): Promise<RowFault | undefined> {
  if ((of === 'system_source' ? tree.settled : tree.settled_with) <= traces) return undefined
  const had = await surelySettled(sql, tree.job_id, { of, most: madeOfAtMost, ...asked })
  return had > traces ? faultOf(tree, tree[of] ?? '', traces, had) : undefined
}

const faultOf = (
  { job_id, org_id, node_id, ...tree }: TreeWindow,
  system: string,
  said: number,
  had: number,
): RowFault => ({
  ...{ table: 'trees', key: job_id, org: org_id, node: node_id, stream: `tree:${job_id}`, pos: 0, ins: null },
  fault: `the ${tree.compared_with === null ? 'tree' : 'comparison'} of ${system} is of ${said} traces, and ${had} had come in long before`,
})

export const treeLooks: readonly RowLook[] = [windows, people]

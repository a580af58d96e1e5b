/** Comparing two systems, or two times of one. */

import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint } from '#api/http/endpoint'
import { callForSnapshot, presentMade, treePresenter } from '#api/traces/generate'
import type { TreeOfJob } from '#api/traces/pictures/file'
import { countAnnotationsOfSystem } from '#db/queries/annotations'
import { systemSizes } from '#db/queries/traces'
import { type ComparisonQuery, servedProfiles } from '#shared/contracts/trees'
import { waitMsOf } from '#shared/jobs/contract'
import { type ComparedSide, generateTree } from '#shared/jobs/generate-tree'
import { comparisonSnapshotOf } from '#shared/jobs/tree-snapshots'
import { invalidRequest } from '#shared/kernel/errors/request'
import { systemNotFound } from '#shared/kernel/errors/traces'
import { systemRoutes } from '#shared/routes/systems'

export function compareEndpoints(
  room: Pick<AppContext, 'read' | 'governance' | 'signer' | 'queue' | 'crews' | 'config'>,
): Endpoint[] {
  const limitMs = waitMsOf(room.config, generateTree)
  const present = treePresenter(room)
  const presentAs = (tree: TreeOfJob) => presentMade(tree, room)
  return [
    bind(systemRoutes.compareSystems, async (call) => {
      const { orgId } = callerOf(call)
      const [a, b] = sidesOf(call.query)
      const [sizes, ...annotations] = await room.read((sql) =>
        Promise.all([
          systemSizes(
            sql,
            [a, b].map(({ systemSource }) => ({ orgId, systemSource })),
          ),
          ...[a, b].map(({ systemSource }) => countAnnotationsOfSystem(sql, orgId, systemSource)),
        ]),
      )
      for (const [at, { systemSource }] of [a, b].entries()) if (!sizes[at]) throw systemNotFound(systemSource)
      const { profile: id } = call.query
      const profile = `${id}@${servedProfiles[id]}`
      const sized = (side: ComparedSide, at: 0 | 1) => ({
        ...side,
        traces: sizes[at] ?? 0,
        annotations: annotations[at] ?? 0,
      })
      const sides = [sized(a, 0), sized(b, 1)] as const
      const snapshot = comparisonSnapshotOf({ orgId, sides, profile })
      const payload = { of: 'comparison' as const, a, b, profile, snapshot }
      return callForSnapshot(call, { ...room, limitMs, present }, { snapshot, payload, presentAs })
    }),
  ]
}

/** @throws INVALID_REQUEST where both are the same: one system, unless two times of it are told apart. */
function sidesOf({ a, b, a_from, a_to, b_from, b_to }: ComparisonQuery): [ComparedSide, ComparedSide] {
  const isParted = (to: string | undefined, from: string | undefined) =>
    to !== undefined && from !== undefined && Date.parse(to) <= Date.parse(from)
  if (a === b && !isParted(a_to, b_from) && !isParted(b_to, a_from))
    throw invalidRequest([
      {
        path: '?b',
        message: 'names the same traces as a, or some of them',
        expected: 'another system, or moments that part them: a_to no later than b_from, or b_to than a_from',
      },
    ])
  return [sideOf(a, a_from, a_to), sideOf(b, b_from, b_to)]
}

const sideOf = (systemSource: string, from: string | undefined, to: string | undefined): ComparedSide => ({
  systemSource,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})

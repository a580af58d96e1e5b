/** What is said of many verifications at once, what is taken back of it, and what a merged branch takes along. */
import type { AppContext } from '#api/http/context'
import { bind, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { mergeBranch } from '#shared/designs/merge-branch'
import { approveMany, rejectMany } from '#shared/designs/review-many'
import { takeBackIssues } from '#shared/designs/take-back'
import { designRoutes } from '#shared/routes/designs'

export const manyEndpoints = (room: AppContext): Endpoint[] => [
  bind(designRoutes.approveMany, async (call) => json(200, await approveMany(verbContext(room, call, 'D'), call.body))),
  bind(designRoutes.rejectMany, async (call) => json(200, await rejectMany(verbContext(room, call, 'D'), call.body))),
  bind(designRoutes.takeBackIssues, async (call) =>
    json(200, await takeBackIssues(verbContext(room, call, 'D'), call.params.pageId, call.body)),
  ),
  bind(designRoutes.mergeBranch, async (call) => json(200, await mergeBranch(verbContext(room, call, 'D'), call.body))),
]

/** Made trees, met again by the job that made them: as they were answered, as a page, as a picture. */

import type { AppContext } from '#api/http/context'
import { bind, callerOf, type Endpoint } from '#api/http/endpoint'
import { complianceOf } from '#api/traces/compliance'
import { treeFile } from '#api/traces/pictures/file'
import { isReleasedOfTask } from '#shared/agents/released'
import { findProvenTree } from '#shared/evidence/sealed/trees'
import { jobNotFound } from '#shared/kernel/errors/jobs'
import { isUuid } from '#shared/kernel/schema/formats'
import { reviewHeader } from '#shared/routes/headers'
import { treeRoutes } from '#shared/routes/trees'

export const treesEndpoints = (room: Pick<AppContext, 'read' | 'governance' | 'signer' | 'config'>): Endpoint[] => [
  bind(treeRoutes.getTree, async (call) => {
    const jobId = call.params.job_id
    const row = isUuid(jobId) ? await findProvenTree(room, callerOf(call).orgId, jobId) : undefined
    // A comparison is no tree.
    if (!row || row.compared_with !== null) throw jobNotFound(jobId)
    const isOfTask = await room.read((sql) => isReleasedOfTask(sql, room.signer, jobId))
    // What a task told was released before.
    const review = isOfTask || row.human_review === null ? {} : { [reviewHeader]: row.human_review }
    const file = await treeFile(call, { ...row, generated_at: row.generated_at.toISOString() }, room, isOfTask)
    return {
      ...file,
      headers: { ...file.headers, ...review },
      nodeId: row.node_id,
      compliance: await complianceOf(row, room),
    }
  }),
]

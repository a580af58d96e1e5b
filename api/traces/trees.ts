/** Made trees, met again by the job that made them: as they were answered, as a page, as a picture. */

import { Type as t } from '@sinclair/typebox'
import type { AppContext } from '#api/http/context'
import { type Answer, callerOf, type Endpoint, endpoint } from '#api/http/endpoint'
import { complianceOf } from '#api/traces/compliance'
import { reviewHeader, reviewHeaders } from '#api/traces/generate'
import { treeExamples, treeFile, treeHeaders } from '#api/traces/pictures/file'
import { systemTreeExample } from '#api/traces/system-tree-example'
import { findTrees } from '#db/queries/trees'
import { isReleasedOfTask } from '#shared/agents/released'
import { GenerateResponse, SystemTreeResponse, TreeQuery } from '#shared/contracts/trees'
import { jobNotFound } from '#shared/kernel/errors/jobs'
import { isUuid } from '#shared/kernel/schema/formats'

export const treesEndpoints = (room: Pick<AppContext, 'read' | 'governance' | 'config'>): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/trees/:job_id',
    operationId: 'getTree',
    summary: 'A measurement tree that was made, as JSON, as a page or as a picture',
    description:
      'Any tree of the organisation, as long as its trace is not erased, and not one that a task still holds for a person. X-Job-Id of the call that made it names it. html is one file to read and to print, without script: verdict, score and interval, what drives it, what would lift it, what is missing, what changed since the last tree of the system, the six levels with their intervals as bars. svg is the same as a picture.',
    auth: 'key',
    params: { job_id: 'The job that made it.' },
    query: TreeQuery,
    responses: {
      200: {
        description: 'The tree as it was answered.',
        schema: t.Union([GenerateResponse, SystemTreeResponse]),
        example: systemTreeExample,
        headers: { ...treeHeaders, ...reviewHeaders },
        alsoAs: treeExamples,
      },
      304: { description: 'Not changed: If-None-Match holds its ETag.', headers: { ...treeHeaders, ...reviewHeaders } },
    },
    errors: ['JOB_NOT_FOUND', 'STATE_CONFLICT'],
    async handler(call): Promise<Answer> {
      const jobId = call.params['job_id'] ?? ''
      const row = isUuid(jobId) ? (await room.read((sql) => findTrees(sql, [jobId])))[0] : undefined
      if (!row || row.org_id !== callerOf(call).orgId) throw jobNotFound(jobId)
      const isOfTask = await room.read((sql) => isReleasedOfTask(sql, jobId))
      // What a task told was released before.
      const review = isOfTask || row.human_review === null ? {} : { [reviewHeader]: row.human_review }
      const file = await treeFile(call, { ...row, generated_at: row.generated_at.toISOString() }, room, isOfTask)
      return {
        ...file,
        headers: { ...file.headers, ...review },
        nodeId: row.node_id,
        compliance: await complianceOf(row, room),
      }
    },
  }),
]

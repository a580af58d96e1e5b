/** Made trees, met again by the job that made them: as they were answered, or as a picture. */

import { Type as t } from '@sinclair/typebox'
import { type Answer, callerOf, type Endpoint, endpoint } from '#api/doors/endpoint'
import type { Room } from '#api/room'
import { complianceOf } from '#api/traces/compliance'
import { reviewHeader, reviewHeaders } from '#api/traces/generate'
import { systemTreeExample } from '#api/traces/system-tree-example'
import { treePicture } from '#api/traces/tree-picture'
import { findTrees, type TreeRow, unpackTree } from '#db/queries/trees'
import { isReleasedOfTask } from '#shared/agents/released'
import { withoutSecrets } from '#shared/agents/secrets'
import { isUuid } from '#shared/contracts/formats'
import { GenerateResponse, SystemTreeResponse, TreeQuery } from '#shared/contracts/trees'
import { jobNotFound } from '#shared/errors'
import { treeAnswer } from '#shared/jobs/generate-tree'

export const treesEndpoints = ({ read, governance }: Pick<Room, 'read' | 'governance'>): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/trees/:job_id',
    operationId: 'getTree',
    summary: 'A measurement tree that was made, as JSON or as a picture',
    description:
      'Any tree of the organisation, as long as its trace is not erased, and not one that a task still holds for a person. X-Job-Id of the call that made it names it. svg: a line per node with its score, its interval and what it rests on.',
    auth: 'key',
    params: { job_id: 'The job that made it.' },
    query: TreeQuery,
    responses: {
      200: {
        description: 'The tree as it was answered.',
        schema: t.Union([GenerateResponse, SystemTreeResponse]),
        example: systemTreeExample,
        headers: { 'Cache-Control': 'private, no-cache', ...reviewHeaders },
        alsoAs: { 'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg">…</svg>\n' },
      },
    },
    errors: ['JOB_NOT_FOUND', 'STATE_CONFLICT'],
    async handler(call): Promise<Answer> {
      const jobId = call.params['job_id'] ?? ''
      const row = isUuid(jobId) ? (await read((sql) => findTrees(sql, [jobId])))[0] : undefined
      if (!row || row.org_id !== callerOf(call).orgId) throw jobNotFound(jobId)
      const isOfTask = await read((sql) => isReleasedOfTask(sql, jobId))
      // What a task told was released before.
      const review = isOfTask || row.human_review === null ? {} : { [reviewHeader]: row.human_review }
      const headers = { 'Cache-Control': 'private, no-cache', ...review }
      const raw =
        call.query.format === 'svg'
          ? { content: picture(row, isOfTask), type: 'image/svg+xml' }
          : { content: answered(row, isOfTask), type: 'application/json; charset=utf-8' }
      return {
        status: 200,
        raw,
        headers,
        nodeId: row.node_id,
        compliance: await complianceOf(row, { read, governance }),
      }
    },
  }),
]

/** A task's is told without what looks like a secret, as the task itself tells it. */
function answered(row: TreeRow, isOfTask: boolean): string {
  const answer = treeAnswer({ ...row, generated_at: row.generated_at.toISOString() })
  return isOfTask ? JSON.stringify(withoutSecrets(JSON.parse(answer)).value) : answer
}

function picture(row: TreeRow, isOfTask: boolean): string {
  const made = JSON.parse(unpackTree(row.body))
  const tree = isOfTask ? withoutSecrets(made).value : made
  return row.trace_id === null
    ? treePicture({ of: 'system', tree }, `System ${row.system_source}`)
    : treePicture({ of: 'trace', tree }, `Trace ${row.trace_id} of ${row.system_source}`)
}

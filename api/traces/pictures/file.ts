/** A made tree in the form that was asked for: as it was answered, as a page, as a picture. */
import { createHash } from 'node:crypto'
import { preferredOf } from '#api/http/accept'
import type { AppContext } from '#api/http/context'
import type { BareAnswer, Call, RawAnswer } from '#api/http/endpoint'
import { isKnown } from '#api/http/etag'
import type { Earlier } from '#api/traces/pictures/changes'
import { treePage } from '#api/traces/pictures/page'
import { treeStyle } from '#api/traces/pictures/page-style'
import { pictureStyle, treePicture } from '#api/traces/pictures/picture'
import { storyOf } from '#api/traces/pictures/story'
import { findEarlierTree, type TreeRow, unpackTree } from '#db/queries/trees'
import type { TreeFormat } from '#shared/contracts/trees'
import { provenTree } from '#shared/evidence/sealed/trees'
import { type MadeTree, treeAnswer } from '#shared/jobs/generate-tree'
import { withoutSecrets } from '#shared/kernel/secrets'
import { versions } from '#shared/kernel/version'

const types = { json: 'application/json; charset=utf-8', html: 'text/html; charset=utf-8', svg: 'image/svg+xml' }
const offered = ['application/json', 'text/html', 'image/svg+xml'] as const
const formats = { 'application/json': 'json', 'text/html': 'html', 'image/svg+xml': 'svg' } as const

/** What is asked for by name goes before what Accept would rather have. */
export const treeFormatOf = ({ request, query }: Call<{ format?: TreeFormat }>): TreeFormat =>
  query.format ?? formats[preferredOf(request, offered)]

/** Of html and svg: only the styles that are in them, nothing from anywhere. */
const policyOf = (style: string): string =>
  `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const policies = { html: policyOf(treeStyle), svg: policyOf(pictureStyle) }

export type TreeOfJob = MadeTree & { job_id: string }

/**
 * @param isOfTask then it is told without what looks like a secret, as the task itself tells it.
 * @returns 304 where the caller has it. A tree never changes; what it is shown beside may, and how it is shown.
 */
export async function treeFile(
  call: Call<{ format?: TreeFormat }>,
  row: TreeOfJob,
  { read, config, signer }: Pick<AppContext, 'read' | 'config' | 'signer'>,
  isOfTask: boolean,
): Promise<RawAnswer | BareAnswer<304>> {
  const format = treeFormatOf(call)
  const made = format === 'json' ? undefined : JSON.parse(unpackTree(row.body))
  const earlier = made
    ? provenTree(signer, await read((sql) => findEarlierTree(sql, ...besideOf(row, made))))
    : undefined
  const etag = `"${[row.job_id, format, versions.api, ...(earlier ? [earlier.job_id] : [])].join('-')}"`
  const headers: Record<string, string> = {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept',
    ...(format === 'json' ? {} : fileHeadersOf(format, row)),
  }
  if (isKnown(call.request, etag)) return { status: 304, headers }
  const content = made ? drawn(row, made, earlier, format, config.basePaths.A, isOfTask) : answered(row, isOfTask)
  return { status: 200, raw: { content, type: types[format] }, headers }
}

const fileHeadersOf = (format: 'html' | 'svg', row: TreeOfJob): Record<string, string> => ({
  'Content-Disposition': `inline; filename="tree-${row.job_id}.${format}"`,
  'Content-Security-Policy': policies[format],
})

function answered(row: TreeOfJob, isOfTask: boolean): string {
  const answer = treeAnswer(row)
  return isOfTask ? JSON.stringify(withoutSecrets(JSON.parse(answer)).value) : answer
}

/** Of a system's tree the one before, of a trace's the last of its system that was there when it was made. */
function besideOf(
  row: TreeOfJob,
  tree: { level_1?: { summary?: { profile?: string } } },
): [of: { orgId: string; systemSource: string; profileId: string }, before: { generatedAt: string; jobId: string }] {
  const [profileId = ''] = (tree.level_1?.summary?.profile ?? '').split('@')
  return [
    { orgId: row.org_id, systemSource: row.system_source, profileId },
    { generatedAt: row.generated_at, jobId: row.job_id },
  ]
}

function drawn(
  row: TreeOfJob,
  made: unknown,
  before: TreeRow | undefined,
  format: 'html' | 'svg' | 'json',
  base: string,
  isOfTask: boolean,
): string {
  // Whatever it lacks that this version knows is shown as not there.
  const tree = (isOfTask ? withoutSecrets(made).value : made) as never
  const earlier: Earlier | undefined = before && {
    jobId: before.job_id,
    generatedAt: before.generated_at.toISOString(),
    profile: before.profile,
    tree: JSON.parse(unpackTree(before.body)),
  }
  const story = storyOf(row.trace_id === null ? { of: 'system', tree } : { of: 'trace', tree }, {
    jobId: row.job_id,
    nodeId: row.node_id,
    traceId: row.trace_id,
    systemSource: row.system_source,
    generatedAt: row.generated_at,
    base,
    earlier,
  })
  return format === 'svg' ? treePicture(story) : treePage(story)
}

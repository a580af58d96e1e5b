/** The component library: its list, a component whole, imports, and scans of its stories. */
import type { AppContext } from '#api/http/context'
import { componentCursor, readComponentCursor } from '#api/http/cursor'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import {
  type ComponentRow,
  countComponents,
  findComponents,
  type ListedComponentRow,
  listComponents,
  type StoryRow,
  storiesOf,
} from '#db/queries/components'
import { importComponents } from '#shared/components/import-components'
import { freshSince, scanStories } from '#shared/components/scan-stories'
import { storyUrl } from '#shared/components/story-url'
import type { Component, ComponentSummary } from '#shared/contracts/components'
import { defaultBranch } from '#shared/contracts/designs'
import { requireProvenListed, requireProvenWhole, requireWholeLibraries } from '#shared/evidence/sealed/components'
import { componentNotFound } from '#shared/kernel/errors/components'
import { invalidRequest } from '#shared/kernel/errors/request'
import { componentRoutes } from '#shared/routes/components'

export function componentsEndpoints(room: AppContext): Endpoint[] {
  const { read, readAtOnce, config, signer } = room
  const base = config.basePaths.D

  return [
    bind(componentRoutes.listComponents, async (call) => {
      const { limit, cursor, accessible, ...asked } = call.query
      const after = readComponentCursor(cursor)
      const { orgId } = callerOf(call)
      const filter = {
        orgId,
        q: asked.q,
        category: asked.category,
        library: asked.library,
        isAccessible: accessible,
        freshSince: freshSince(config, new Date()),
        branch: defaultBranch,
      }
      const [rows, total] = await readAtOnce(async (sql) => [
        await listComponents(sql, filter, { after, limit: limit + 1 }),
        await countComponents(sql, filter),
      ])
      const shown = rows.slice(0, limit)
      await read((sql) => requireProvenListed(sql, signer, orgId, shown))
      const last = rows.length > limit ? shown.at(-1) : undefined
      const body = { components: shown.map(presentSummary), total }
      return json(200, body, last ? { Link: nextLink(base, call.query, componentCursor(last)) } : {})
    }),
    bind(componentRoutes.getComponent, async (call) => {
      const { orgId } = callerOf(call)
      const { id } = call.params
      const { library } = call.query
      const since = freshSince(config, new Date())
      const asked = { orgId, id, library, freshSince: since, branch: defaultBranch }
      const rows = await read((sql) => findComponents(sql, asked))
      const [row, ...others] = rows
      if (!row) {
        await read((sql) => requireWholeLibraries(sql, signer, { orgId, library }))
        throw componentNotFound(id)
      }
      if (others.length > 0) throw severalLibraries(id, rows)
      const place = { org_id: orgId, library: row.library, component_id: id }
      const stories = await read((sql) => storiesOf(sql, place, since))
      const told = { stories: stories.map(({ story_id }) => story_id), branch: defaultBranch }
      await read((sql) => requireProvenWhole(sql, signer, place, told))
      return json(200, presentComponent(row, stories))
    }),
    bind(componentRoutes.importComponents, async (call) => {
      const { answer, nodeId } = await importComponents(verbContext(room, call, 'D'), call.body, new Date())
      return { ...json(200, answer), nodeId }
    }),
    bind(componentRoutes.scanComponents, async (call) => {
      const started = await scanStories(verbContext(room, call, 'D'), call.body, new Date())
      if (started.runId === null) return json(200, started)
      return json(202, started, { Location: `${base}/api/scan-runs/${started.runId}` })
    }),
  ]
}

const presentSummary = (row: ListedComponentRow): ComponentSummary => ({
  id: row.id,
  name: row.name,
  category: row.category,
  usage: row.usage,
  lastModified: row.last_modified,
  accessible: row.status === 'pass',
})

const presentComponent = (row: ComponentRow, stories: readonly StoryRow[]): Component => ({
  ...presentSummary(row),
  library: row.library,
  source: row.source,
  usageSource: row.usage_source,
  usageAsOf: row.usage_as_of?.toISOString() ?? null,
  accessibilityStatus: row.status,
  lastScanId: newestScan(stories),
  stories: stories.map((story) => presentStory(story, row.base_url)),
  deprecated: row.is_deprecated,
  tagName: row.tag_name,
  classPrefix: row.class_prefix,
  paths: row.paths,
})

const presentStory = (
  { story_id, name, verdict, last_scan, scanned_at, violations }: StoryRow,
  baseUrl: string | null,
): Component['stories'][number] => ({
  id: story_id,
  name,
  url: baseUrl === null ? null : storyUrl(baseUrl, story_id),
  status: verdict,
  scanId: last_scan,
  scannedAt: scanned_at?.toISOString() ?? null,
  violations,
})

const newestScan = (stories: readonly StoryRow[]): string | null =>
  stories.toSorted((a, b) => Number(b.scanned_at ?? 0) - Number(a.scanned_at ?? 0))[0]?.last_scan ?? null

function nextLink(base: string, query: Readonly<Record<string, unknown>>, cursor: string): string {
  const given = Object.entries({ ...query, cursor }).filter(([, value]) => value !== undefined)
  return `<${base}/api/components?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}>; rel="next"`
}

const severalLibraries = (id: string, rows: readonly ComponentRow[]) =>
  invalidRequest([
    {
      path: '?library',
      message: `is needed: several libraries have a component ${id}`,
      expected: `one of ${rows.map(({ library }) => library).join(', ')}`,
    },
  ])

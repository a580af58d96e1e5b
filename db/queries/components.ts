/** component_libraries, components, their stories and sightings: as they are listed, and as an import finds and leaves them. */

import type { Reader, Sql, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import type { AsText, OrNulls } from '#db/tables/columns'
import type {
  componentLibraries,
  componentSightings,
  componentStories,
  components,
  scanSightings,
} from '#db/tables/components'

type Component = typeof components.$inferSelect
type Story = typeof componentStories.$inferSelect
type Library = typeof componentLibraries.$inferSelect

/** What a story's newest scan says of it, and of a component what all of its stories do together. */
export type AccessibilityStatus = 'pass' | 'fail' | 'unknown' | 'stale'

/** Of a story `s` of a component `c` of a library `l`: the newest scan of it that came to a verdict. */
const lastScan = (sql: Reader) => sql`
  left join lateral (
    select job_id, created_at, compliance, issue_count from scans
    where job_id in (s.scan_id, s.scan_before) order by (job_id = s.scan_id) desc limit 1) k on true`

/** A scan that is older than the component as it is, than its place, or than that time, says nothing of it any more. */
const verdict = (sql: Reader, freshSince: string) => sql`
  case when k.job_id is null then 'unknown'
    when k.created_at < greatest(c.changed_at, l.base_since, ${freshSince}::timestamptz) then 'stale'
    when k.compliance = 'pass' and k.issue_count = 0 then 'pass' else 'fail' end`

/** What all stories of a component come to. One that has none was never looked at. */
const judged = (sql: Reader, freshSince: string) => sql`
  cross join lateral (
    select case when count(*) = 0 then 'unknown'
      when bool_or(v.verdict = 'fail') then 'fail'
      when bool_or(v.verdict = 'unknown') then 'unknown'
      when bool_or(v.verdict = 'stale') then 'stale' else 'pass' end as status
    from (
      select ${verdict(sql, freshSince)} as verdict from component_stories s ${lastScan(sql)}
      where s.org_id = c.org_id and s.library = c.library and s.component_id = c.component_id) v) told`

const itsLibrary = (sql: Reader) => sql`
  join component_libraries l on l.org_id = c.org_id and l.library = c.library`

/** A usage report counts before what was seen: it was sent for this. */
const usageColumns = (sql: Reader) => sql`
  coalesce(c.reported_usage, seen.instances, 0) as usage,
  case when c.reported_usage is not null then 'report' when seen.instances is not null then seen.source else 'none' end
    as usage_source,
  case when c.reported_usage is not null then l.usage_as_of else seen.seen_at end as usage_as_of`

/** What the newest scans of an organisation's pages saw of each component; before a statement that says `seenInUse`. */
const inScans = (sql: Reader, orgId: string) => sql`
  with in_scans as materialized (
    select k.library, k.component_id, least(sum(k.instances), 2147483647)::int as instances, max(s.seen_at) as seen_at
    from scan_sightings s cross join lateral jsonb_to_recordset(s.components) as k(
      -- A number, however it is written: what differs by that alone is the same to its seal.
      library text collate "C", component_id text collate "C", instances numeric)
    where s.org_id = ${orgId} group by k.library, k.component_id)`

/**
 * Each page counts once, however many sizes of it are baselines of that branch: as the one that shows most. Which baseline is
 * of which address nobody has said: the greater of what all baselines and what all scans show counts.
 */
const seenInUse = (sql: Reader, branch: string) => sql`
  cross join lateral (
    select greatest(a.instances, i.instances) as instances,
      case when coalesce(i.instances, 0) > coalesce(a.instances, 0) then 'scans' else 'baselines' end as source,
      case when coalesce(i.instances, 0) > coalesce(a.instances, 0) then i.seen_at else a.seen_at end as seen_at
    from (
      select sum(p.instances)::int as instances, max(p.seen_at) as seen_at
      from (
        select max(g.instances) as instances, max(coalesce(b.decided_at, b.created_at)) as seen_at
        from component_sightings g
        join design_baselines b on b.org_id = g.org_id and b.artifact = g.artifact and b.status = 'active'
          and b.branch = ${branch}
        where g.org_id = c.org_id and g.library = c.library and g.component_id = c.component_id
        group by b.page_id) p) a
    left join in_scans i on i.library = c.library and i.component_id = c.component_id) seen`

export type ComponentPlace = { name: string; id: string; library: string }
export type ComponentFilter = {
  orgId: string
  q: string | undefined
  category: string | undefined
  library: string | undefined
  isAccessible: boolean | undefined
  /** Scans before it are too old to say anything. */
  freshSince: string
  /** Whose baselines are counted. */
  branch: string
}

const filtered = (sql: Reader, { orgId, q, category, library, isAccessible }: ComponentFilter) => sql`
  where c.org_id = ${orgId} and c.removed_at is null
    ${
      q === undefined
        ? sql``
        : sql`and position(lower(${q}::text collate "C") in lower(c.name) || chr(1) || lower(c.component_id)) > 0`
    }
    ${category === undefined ? sql`` : sql`and c.category = ${category}`}
    ${library === undefined ? sql`` : sql`and c.library = ${library}`}
    ${isAccessible === undefined ? sql`` : sql`and (told.status = 'pass') = ${isAccessible}::boolean`}`

export type ListedComponentRow = Pick<Component, 'name' | 'category' | 'library' | 'last_modified'> & {
  id: string
  usage: number
  status: AccessibilityStatus
}

/** By name, then by id, byte by byte. */
export async function listComponents(
  sql: Reader,
  filter: ComponentFilter,
  { after, limit }: { after: ComponentPlace | undefined; limit: number },
): Promise<ListedComponentRow[]> {
  return sql<ListedComponentRow[]>`${inScans(sql, filter.orgId)}
    select c.component_id as id, c.name, c.category, c.library, to_char(c.last_modified, 'YYYY-MM-DD') as last_modified,
      coalesce(c.reported_usage, seen.instances, 0) as usage, told.status
    from components c ${itsLibrary(sql)} ${seenInUse(sql, filter.branch)} ${judged(sql, filter.freshSince)}
    ${filtered(sql, filter)}
      ${after ? sql`and (c.name, c.component_id, c.library) > (${after.name}, ${after.id}, ${after.library})` : sql``}
    order by c.name, c.component_id, c.library limit ${limit}`
}

/** How many there are that fit. */
export async function countComponents(sql: Reader, filter: ComponentFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total
    from components c
    ${filter.isAccessible === undefined ? sql`` : sql`${itsLibrary(sql)} ${judged(sql, filter.freshSince)}`}
    ${filtered(sql, filter)}`
  return row?.total ?? 0
}

export type ComponentRow = ListedComponentRow &
  Pick<Component, 'source' | 'tag_name' | 'class_prefix' | 'is_deprecated' | 'paths'> &
  Pick<Library, 'base_url'> & {
    usage_source: 'report' | 'baselines' | 'scans' | 'none'
    usage_as_of: Date | null
  }

/** The component of that id, of one library or of each that has one. */
export async function findComponents(
  sql: Reader,
  {
    orgId,
    id,
    library,
    freshSince,
    branch,
  }: Pick<ComponentFilter, 'orgId' | 'library' | 'freshSince' | 'branch'> & { id: string },
): Promise<ComponentRow[]> {
  return sql<ComponentRow[]>`${inScans(sql, orgId)}
    select c.component_id as id, c.name, c.category, c.library, to_char(c.last_modified, 'YYYY-MM-DD') as last_modified,
      c.source, c.tag_name, c.class_prefix, c.is_deprecated, c.paths, l.base_url, told.status, ${usageColumns(sql)}
    from components c ${itsLibrary(sql)} ${seenInUse(sql, branch)} ${judged(sql, freshSince)}
    where c.org_id = ${orgId} and c.component_id = ${id} and c.removed_at is null
      ${library === undefined ? sql`` : sql`and c.library = ${library}`}
    order by c.library limit 100`
}

type ComponentKey = Pick<Component, 'org_id' | 'library' | 'component_id'>

export type StoryRow = Pick<Story, 'story_id' | 'name'> & {
  verdict: AccessibilityStatus
  last_scan: string | null
  scanned_at: Date | null
  violations: number | null
}

/** The stories of a component with what the newest scan of each says. */
export async function storiesOf(
  sql: Reader,
  { org_id, library, component_id }: ComponentKey,
  freshSince: string,
): Promise<StoryRow[]> {
  return sql<StoryRow[]>`
    select s.story_id, s.name, ${verdict(sql, freshSince)} as verdict, k.job_id as last_scan, k.created_at as scanned_at,
      k.issue_count as violations
    from component_stories s join components c using (org_id, library, component_id) ${itsLibrary(sql)} ${lastScan(sql)}
    where s.org_id = ${org_id} and s.library = ${library} and s.component_id = ${component_id}
    order by s.story_id`
}

export type StoryPlace = Pick<Story, 'component_id' | 'story_id'>

/** The stories of a library that no fresh scan speaks of, or all, but those whose scan is under way; the longest unscanned first. */
export async function storiesToScan(
  sql: Reader,
  asked: { orgId: string; library: string; isAll: boolean; freshSince: string; limit: number },
): Promise<StoryPlace[]> {
  return sql<StoryPlace[]>`
    select s.component_id, s.story_id
    from component_stories s join components c using (org_id, library, component_id) ${itsLibrary(sql)} ${lastScan(sql)}
    where s.org_id = ${asked.orgId} and s.library = ${asked.library} and c.removed_at is null
      and (${asked.isAll}::boolean or ${verdict(sql, asked.freshSince)} in ('unknown', 'stale'))
      and not exists (select 1 from scan_run_pages p where p.job_id = s.scan_id and p.state = 'queued')
    order by k.created_at nulls first, s.component_id, s.story_id limit ${asked.limit}`
}

/**
 * Says which pages of a run are these stories. What the scan before came to stands until the new one has come to something.
 * @returns how many of them are there still.
 */
export async function nameScansOfStories(
  tx: Tx,
  { orgId, library, runId }: { orgId: string; library: string; runId: string },
  stories: readonly (StoryPlace & { url: string })[],
): Promise<number> {
  const { count } = await tx`
    update component_stories s set scan_id = p.job_id,
      scan_before = case when exists (select 1 from scans where job_id = s.scan_id) then s.scan_id else s.scan_before end
    from json_to_recordset(${JSON.stringify(stories)}::json) as r(component_id text, story_id text, url text)
    join scan_run_pages p on p.run_id = ${runId} and p.url_digest = sha256(convert_to(r.url, 'UTF8'))
    where s.org_id = ${orgId} and s.library = ${library} and s.component_id = r.component_id and s.story_id = r.story_id`
  return count
}

/** All that an organisation's registry has: what a page may be made of. */
export async function listKnownComponents(sql: Reader, orgId: string, limit: number): Promise<Component[]> {
  return sql<Component[]>`
    select ${componentColumns(sql)} from components t where t.org_id = ${orgId} and t.removed_at is null
    order by t.name, t.component_id, t.library limit ${limit}`
}

export type SightingToStore = Pick<typeof componentSightings.$inferSelect, 'library' | 'component_id' | 'instances'>

/** Says what was seen on an artifact, which is kept in this transaction or before; what was seen on it before stays where nothing new is said. */
export async function saveSightings(
  tx: Tx,
  orgId: string,
  artifact: string,
  sightings: readonly SightingToStore[],
): Promise<void> {
  if (sightings.length === 0) return
  await tx`
    insert into component_sightings (org_id, artifact, library, component_id, instances)
    select ${orgId}, ${artifact}, library, component_id, instances
    from json_to_recordset(${JSON.stringify(sightings)}::json) as r(library text, component_id text, instances int)
    on conflict (org_id, artifact, library, component_id) do update set instances = excluded.instances`
  await countSeen(tx, [{ org_id: orgId, digest: artifact }])
}

export type StoredScanSighting = typeof scanSightings.$inferSelect
export type ScanSightingToStore = AsText<Omit<StoredScanSighting, 'seal'>, 'seen_at'>

/** Says what scans that are kept saw on their pages, one of a page; what a newer scan saw there stays. */
export async function saveScanSightings(tx: Tx, seen: readonly ScanSightingToStore[]): Promise<void> {
  if (seen.length === 0) return
  await tx`
    insert into scan_sightings as t (org_id, page, scan_id, url, seen_at, components)
    select org_id, page, scan_id, url, seen_at, components
    from json_to_recordset(${JSON.stringify(seen)}::json) as r(
      org_id text, page text, scan_id uuid, url text, seen_at timestamptz, components jsonb)
    order by org_id, page
    on conflict (org_id, page) do update set scan_id = excluded.scan_id, url = excluded.url, seen_at = excluded.seen_at,
      components = excluded.components
    where t.seen_at <= excluded.seen_at`
}

/** The pages on which the newest scan saw a component. */
export async function scannedPages(sql: Reader, { org_id, library, component_id }: ComponentKey): Promise<string[]> {
  const rows = await sql<{ page: string }[]>`
    select page from scan_sightings
    where org_id = ${org_id} and components @> ${JSON.stringify([{ library, component_id }])}::text::jsonb`
  return rows.map(({ page }) => page)
}

/** Where an organisation's stories are shown. */
export async function storyPlaces(sql: Reader, orgId: string): Promise<string[]> {
  const rows = await sql<{ base_url: string }[]>`
    select base_url from component_libraries where org_id = ${orgId} and base_url is not null order by library`
  return rows.map(({ base_url }) => base_url)
}

export type LibraryRow = AsText<Library, 'head'>
export type StoredComponent = Component
export type StoredStory = Story
export type StoredSighting = typeof componentSightings.$inferSelect

/** Of the table `t`. */
export const libraryColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.org_id, t.library, t.base_url, t.base_since, t.usage_counts, t.usage_as_of, encode(t.head, 'hex') as head, t.parts_sha256,
  t.seal`
export const componentColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.org_id, t.library, t.component_id, t.name, t.category, t.source, t.tag_name, t.class_prefix, t.is_deprecated, t.paths,
  t.content_digest, to_char(t.last_modified, 'YYYY-MM-DD') as last_modified, t.changed_at, t.removed_at, t.reported_usage, t.seal`

export async function findLibrary(sql: Reader, orgId: string, library: string): Promise<LibraryRow | undefined> {
  const [row] = await sql<LibraryRow[]>`
    select ${libraryColumns(sql)} from component_libraries t where t.org_id = ${orgId} and t.library = ${library}`
  return row
}

/** Of all that the library `l` has, by its seals. */
const partsDigest = (sql: Reader) => sql`
  sha256(convert_to(
    coalesce((
      select string_agg(concat_ws(E'\n', c.component_id, coalesce(encode(c.seal, 'hex'), '-')), E'\n' order by c.component_id)
      from components c where c.org_id = l.org_id and c.library = l.library), '') || E'\n\n' || coalesce((
      select string_agg(concat_ws(E'\n', s.component_id, s.story_id, coalesce(encode(s.seal, 'hex'), '-')), E'\n'
        order by s.component_id, s.story_id)
      from component_stories s where s.org_id = l.org_id and s.library = l.library), ''), 'UTF8'))`

/** Says of a library, which is locked, what all that it has comes to. */
export async function digestLibrary(tx: Tx, orgId: string, library: string): Promise<void> {
  await tx`
    update component_libraries l set parts_sha256 = ${partsDigest(tx)} where org_id = ${orgId} and library = ${library}`
}

/** The same of so many libraries behind one; each is held first, so that nobody changes what it has meanwhile. */
export async function digestLibraries(
  sql: Sql,
  [orgId = '', library = '']: readonly string[] = [],
  limit: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    const rows = await tx<Pick<Library, 'org_id' | 'library'>[]>`
      select org_id, library from component_libraries where (org_id, library) > (${orgId}, ${library})
      order by org_id, library limit ${limit} for update`
    const [orgs, names] = [rows.map(({ org_id }) => org_id), rows.map((row) => row.library)]
    await tx`
      update component_libraries l set parts_sha256 = ${partsDigest(tx)}
      where (org_id, library) in (select * from unnest(${orgs}::text[], ${names}::text[]))
        and parts_sha256 is distinct from ${partsDigest(tx)}`
  })
}

/** A library that is not what it says, or is not there although it has components. */
export type StrayLibrary = Pick<Library, 'org_id' | 'library'> & { is_there: boolean }

/** Of an organisation's libraries, or of so many behind one, those that do not have what they say. */
export async function strayLibraries(
  sql: Reader,
  of: { orgId: string; library: string | undefined } | { after: readonly string[] },
  limit: number,
): Promise<{ rows: StrayLibrary[]; last: readonly string[] | undefined }> {
  const rows = await sql<(StrayLibrary & { is_stray: boolean })[]>`
    with page as materialized (
      select org_id, library, bool_or(is_there) as is_there from (
        select org_id, library, true as is_there from component_libraries
        union all select org_id, library, false from (select distinct org_id, library from components) c) every_one
      where ${
        'orgId' in of
          ? sql`org_id = ${of.orgId} and (${of.library ?? null}::text is null or library = ${of.library ?? null})`
          : sql`(org_id, library) > (${of.after[0] ?? ''}, ${of.after[1] ?? ''})`
      }
      group by org_id, library order by org_id, library limit ${limit})
    select p.org_id, p.library, p.is_there,
      not p.is_there or coalesce((
        select l.parts_sha256 is not null and l.parts_sha256 <> ${partsDigest(sql)} from component_libraries l
        where l.org_id = p.org_id and l.library = p.library), false) as is_stray
    from page p order by p.org_id, p.library`
  const end = rows.length < limit ? undefined : rows.at(-1)
  return {
    rows: rows.filter(({ is_stray }) => is_stray).map(({ is_stray: _, ...row }) => row),
    last: end && [end.org_id, end.library],
  }
}

/** An import to a library, as its node says it. */
export type ImportNode = {
  org_id: string
  library: string
  node: string
  stream: string
  pos: number
  is_missed: boolean
  /** Its library is there as an earlier import left it. */
  is_undone: boolean
}

/** So many imports behind one, those that have their place in the log, and whether the library of each is missed, or was before it what it is. */
export async function importsBehind(sql: Reader, after: string, limit: number): Promise<ImportNode[]> {
  return sql<ImportNode[]>`
    select n.org_id, coalesce(n.body::json #>> '{result,library}', '') as library, encode(n.id, 'hex') as node, n.stream, n.pos,
      exists (select from edg_leaves e where e.node_id = n.id) and not exists (
        select from component_libraries l where l.org_id = n.org_id and l.library = n.body::json #>> '{result,library}') as is_missed,
      exists (
        select from component_libraries l left join edg_nodes h on h.id = l.head
        where l.org_id = n.org_id and l.library = n.body::json #>> '{result,library}' and coalesce(h.ins, 0) < n.ins) as is_undone
    from edg_nodes n where n.kind = 'components.imported' and n.stream > ${after} order by n.stream limit ${limit}`
}

type LibraryPlace = Pick<Library, 'org_id' | 'library'>

/** A library whose stories are said to have been scanned last by something else than the newest scan of them. */
export type UnscannedLibrary = LibraryPlace & {
  /** That ordered it. */
  node: string
  stream: string
  pos: number
}

/**
 * Among so many libraries behind one, those whose stories are as they were before they were scanned last: the newest run that was
 * ordered of them since their newest import is of none of them. All stories of a run are named at once, and runs are ordered one by one.
 */
export async function unscannedLibraries(
  sql: Reader,
  [orgId = '', library = '']: readonly string[],
  limit: number,
): Promise<{ rows: UnscannedLibrary[]; last: readonly string[] | undefined }> {
  const rows = await sql<(LibraryPlace & OrNulls<Omit<UnscannedLibrary, keyof LibraryPlace>>)[]>`
    with page as materialized (
      select org_id, library, head from component_libraries where (org_id, library) > (${orgId}, ${library})
      order by org_id, library limit ${limit})
    select l.org_id, l.library, case when r.run_id is not null and not exists (
        select from scan_run_pages p
        join component_stories s on s.org_id = l.org_id and s.library = l.library and s.scan_id = p.job_id
        where p.run_id = r.run_id)
      then r.node end as node, r.stream, r.pos
    from page l left join lateral (
      select t.run_id, encode(n.id, 'hex') as node, n.stream, n.pos
      from scan_runs t join edg_nodes n on n.stream = 'run:' || t.run_id and n.kind = 'run.submitted'
      where t.org_id = l.org_id and t.request ->> 'storiesOf' = l.library and not t.is_departing
        and n.ins > coalesce((select ins from edg_nodes where id = l.head), 0)
      order by n.ins desc limit 1) r on true
    order by l.org_id, l.library`
  const end = rows.length < limit ? undefined : rows.at(-1)
  return {
    rows: rows.flatMap(({ node, stream, pos, ...row }) =>
      node === null || stream === null || pos === null ? [] : [{ ...row, node, stream, pos }],
    ),
    last: end && [end.org_id, end.library],
  }
}

/** The first of these libraries to which an import has followed that the row does not name: an import rests on the one before it. */
export async function undoneLibrary(
  sql: Reader,
  orgId: string,
  libraries: readonly string[],
): Promise<{ head: string | null } | undefined> {
  const [row] = await sql<{ head: string | null }[]>`
    select encode(l.head, 'hex') as head from component_libraries l
    where l.org_id = ${orgId} and l.library = any(${libraries as string[]}::text[]) and exists (
      select from edg_edges e join edg_nodes n on n.id = e.child where e.parent = l.head and n.kind = 'components.imported')
    limit 1`
  return row
}

/** Artifacts on which other components were seen than they say, among so many behind one. */
export async function straySightings(
  sql: Reader,
  [orgId = '', digest = '']: readonly string[],
  limit: number,
): Promise<{ rows: { org_id: string; digest: string }[]; last: readonly string[] | undefined }> {
  const rows = await sql<{ org_id: string; digest: string; is_stray: boolean }[]>`
    select a.org_id, a.digest, a.sightings <> (
      select count(*) from component_sightings g where g.org_id = a.org_id and g.artifact = a.digest) as is_stray
    from page_artifacts a where (a.org_id, a.digest) > (${orgId}, ${digest}) order by a.org_id, a.digest limit ${limit}`
  const end = rows.length < limit ? undefined : rows.at(-1)
  return {
    rows: rows.filter(({ is_stray }) => is_stray).map(({ is_stray: _, ...row }) => row),
    last: end && [end.org_id, end.digest],
  }
}

/** Says of so many artifacts behind one how many components were seen on each. */
export async function countSightings(
  sql: Sql,
  [orgId = '', digest = '']: readonly string[] = [],
  limit: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    const rows = await tx<{ org_id: string; digest: string }[]>`
      select org_id, digest from page_artifacts where (org_id, digest) > (${orgId}, ${digest})
      order by org_id, digest limit ${limit} for update`
    await countSeen(tx, rows)
  })
}

const countSeen = (tx: Tx, artifacts: readonly { org_id: string; digest: string }[]) => tx`
  update page_artifacts a set sightings = n.sightings
  from unnest(${artifacts.map(({ org_id }) => org_id)}::text[], ${artifacts.map(({ digest }) => digest)}::text[])
    as u(org_id, digest)
  cross join lateral (
    select count(*)::int as sightings from component_sightings g where g.org_id = u.org_id and g.artifact = u.digest) n
  where a.org_id = u.org_id and a.digest = u.digest and a.sightings <> n.sightings`

/** The artifacts of baselines in force of a branch on which a component was seen. */
export async function sightedArtifacts(
  sql: Reader,
  { org_id, library, component_id }: ComponentKey,
  branch: string,
): Promise<string[]> {
  const rows = await sql<{ artifact: string }[]>`
    select distinct g.artifact from component_sightings g
    join design_baselines b on b.org_id = g.org_id and b.artifact = g.artifact and b.status = 'active' and b.branch = ${branch}
    where g.org_id = ${org_id} and g.library = ${library} and g.component_id = ${component_id}`
  return rows.map(({ artifact }) => artifact)
}

/** The keys of a component's stories. */
export async function storyKeys(
  sql: Reader,
  { orgId, library }: LibraryKey,
  componentIds: readonly string[],
): Promise<Pick<Story, 'component_id' | 'story_id'>[]> {
  return sql<Pick<Story, 'component_id' | 'story_id'>[]>`
    select component_id, story_id from component_stories
    where org_id = ${orgId} and library = ${library} and component_id = any(${componentIds as string[]}::text[])`
}

/** The library, made where it is not there, and locked until the end of the transaction. */
export async function lockLibrary(tx: Tx, orgId: string, library: string): Promise<LibraryRow> {
  const [row] = await tx<LibraryRow[]>`
    insert into component_libraries as t (org_id, library) values (${orgId}, ${library})
    on conflict (org_id, library) do update set library = excluded.library
    returning ${libraryColumns(tx)}`
  if (!row) throw new Error(`library ${library} did not come back`)
  return row
}

export async function countLibraries(sql: Reader, orgId: string): Promise<number> {
  const [row] = await sql<{ libraries: number }[]>`
    select count(*)::int as libraries from component_libraries where org_id = ${orgId}`
  return row?.libraries ?? 0
}

/** Writes what a library says of itself; it must be locked. */
export async function setLibrary(
  tx: Tx,
  { org_id, library, ...row }: AsText<Omit<Library, 'head' | 'parts_sha256' | 'seal'>, 'base_since' | 'usage_as_of'>,
): Promise<void> {
  await tx`
    update component_libraries set base_url = ${row.base_url}, base_since = ${row.base_since}::text::timestamptz,
      usage_counts = ${row.usage_counts === null ? null : JSON.stringify(row.usage_counts)}::text::json,
      usage_as_of = ${row.usage_as_of}::text::timestamptz
    where org_id = ${org_id} and library = ${library}`
}

export type RegisteredRow = Pick<Component, 'name' | 'source' | 'last_modified' | 'reported_usage'> & {
  id: string
  content_digest: string
  is_removed: boolean
}

/** All that a library ever had, what was taken away too. */
export async function registeredComponents(sql: Reader, orgId: string, library: string): Promise<RegisteredRow[]> {
  return sql<RegisteredRow[]>`
    select component_id as id, name, source, encode(content_digest, 'hex') as content_digest,
      to_char(last_modified, 'YYYY-MM-DD') as last_modified, reported_usage, removed_at is not null as is_removed
    from components where org_id = ${orgId} and library = ${library} order by component_id`
}

export type ComponentToStore = Pick<
  Component,
  'component_id' | 'name' | 'category' | 'source' | 'tag_name' | 'class_prefix' | 'is_deprecated' | 'last_modified'
> & {
  paths: readonly string[]
  /** Hex. */
  content_digest: string
}
type LibraryKey = { orgId: string; library: string }

/** Writes components as they are from that time on, new ones and others, with all of their stories. */
export async function saveComponents(
  tx: Tx,
  { orgId, library, at }: LibraryKey & { at: string },
  saved: readonly ComponentToStore[],
  stories: readonly Pick<Story, 'component_id' | 'story_id' | 'name'>[],
): Promise<void> {
  if (saved.length === 0) return
  const records = saved.map((row) => ({ ...row, content_digest: hexBytes(row.content_digest) }))
  await tx`
    insert into components (org_id, library, component_id, name, category, source, tag_name, class_prefix, is_deprecated,
      paths, content_digest, last_modified, changed_at)
    select ${orgId}, ${library}, component_id, name, category, source, tag_name, class_prefix, is_deprecated, paths,
      content_digest, last_modified, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      component_id text, name text, category text, source text, tag_name text, class_prefix text, is_deprecated boolean,
      paths text[], content_digest bytea, last_modified date)
    on conflict (org_id, library, component_id) do update set name = excluded.name, category = excluded.category,
      source = excluded.source, tag_name = excluded.tag_name, class_prefix = excluded.class_prefix,
      is_deprecated = excluded.is_deprecated, paths = excluded.paths, content_digest = excluded.content_digest,
      last_modified = excluded.last_modified, changed_at = excluded.changed_at, removed_at = null`
  const ids = saved.map(({ component_id }) => component_id)
  await tx`
    with told as (
      select * from json_to_recordset(${JSON.stringify(stories)}::json) as r(component_id text, story_id text, name text)),
    gone as (
      delete from component_stories s
      where s.org_id = ${orgId} and s.library = ${library} and s.component_id = any(${ids}::text[])
        and not exists (select 1 from told t where t.component_id = s.component_id and t.story_id = s.story_id))
    insert into component_stories (org_id, library, component_id, story_id, name)
    select ${orgId}, ${library}, component_id, story_id, name from told
    on conflict (org_id, library, component_id, story_id) do update set name = excluded.name`
}

/** Says which node a library was imported with last. */
export async function nameImport(tx: Tx, { orgId, library }: LibraryKey, nodeId: string): Promise<void> {
  await tx`
    update component_libraries set head = ${hexBytes(nodeId)}::text::bytea where org_id = ${orgId} and library = ${library}`
}

/** Takes components away: they are kept, and listed no more. */
export async function removeComponents(
  tx: Tx,
  { orgId, library, at }: LibraryKey & { at: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx`
    update components set removed_at = ${at}::timestamptz
    where org_id = ${orgId} and library = ${library} and component_id = any(${ids as string[]}::text[])`
}

/** Says how often each was found in use by the library's report; null where that does not say. */
export async function setReportedUsage(
  tx: Tx,
  { orgId, library }: LibraryKey,
  usages: readonly Pick<Component, 'component_id' | 'reported_usage'>[],
): Promise<void> {
  if (usages.length === 0) return
  await tx`
    update components c set reported_usage = r.reported_usage
    from json_to_recordset(${JSON.stringify(usages)}::json) as r(component_id text, reported_usage int)
    where c.org_id = ${orgId} and c.library = ${library} and c.component_id = r.component_id`
}

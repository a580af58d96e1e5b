/** What results' rows are held to: their nodes, and what totals count. */
import type { Reader } from '#db/client'

/** The node, in hex, that one of these streams begins with, of an organisation, if no node says that what it is about was erased. */
export async function nodeOfStreams(
  sql: Reader,
  orgId: string | null,
  streams: readonly string[],
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select encode(n.id, 'hex') as id from edg_nodes n
    where n.stream = any(${streams as string[]}::text[]) and n.pos = 0 and (${orgId}::text is null or n.org_id = ${orgId}) and not exists (
      select from edg_nodes e where e.stream = 'erasure:' || encode(n.id, 'hex') and e.pos = 0)
    limit 1`
  return row?.id
}

/** Tables of results: the key of each, the node that a row names, and what the stream of that may be called. */
const resultTables = {
  // What somebody has put there may be no hash.
  traces: {
    key: (sql: Reader) => sql`t.trace_id`,
    node: (sql: Reader) =>
      sql`case when t.attribution_token ~ '^[0-9a-f]{64}$' then decode(t.attribution_token, 'hex') end`,
    streams: ['trace:'],
    type: 'text',
  },
  trees: { key: byJob, node: byNode, streams: ['tree:'], type: 'uuid' },
  scans: { key: byJob, node: byNode, streams: ['scan:'], type: 'uuid' },
  design_verifications: { key: byJob, node: byNode, streams: ['design:'], type: 'uuid' },
  analyses: { key: byJob, node: byNode, streams: ['semiotic:', 'analysis:', 'attunement:'], type: 'uuid' },
  briefings: { key: byJob, node: byNode, streams: ['briefing:', 'signals:', 'meeting:'], type: 'uuid' },
} as const
export type ResultTable = keyof typeof resultTables
// Sound: they are the record's own names.
export const resultTableNames = Object.keys(resultTables) as ResultTable[]

function byJob(sql: Reader) {
  return sql`t.job_id`
}
function byNode(sql: Reader) {
  return sql`t.node_id`
}

/** A row behind which no node of its own stands. */
export type StrayResult = { key: string; org_id: string; stream: string }

/** Looks at so many rows behind a key. @returns the last key; undefined where there is none behind it. */
export async function strayResults(
  sql: Reader,
  table: ResultTable,
  after: string | undefined,
  limit: number,
): Promise<{ rows: StrayResult[]; last: string | undefined; looked: number }> {
  const { key, node, streams, type } = resultTables[table]
  const begin = after === undefined ? sql`true` : sql`${key(sql)} > ${after}::text::${sql.unsafe(type)}`
  const [page] = await sql<{ rows: StrayResult[] | null; last: string | null; looked: number }[]>`
    with page as materialized (
      select ${key(sql)} as key, t.org_id, ${node(sql)} as node from ${sql(table)} t
      where ${begin} order by ${key(sql)} limit ${limit}),
    stray as (
      select p.key::text, p.org_id, ${streams[0]}::text || p.key as stream from page p
      left join lateral (select n.stream from edg_nodes n where n.id = p.node limit 1) n on true
      where n.stream is null
        or not n.stream = any(array(select s || p.key::text from unnest(${streams as unknown as string[]}::text[]) s))
      limit 100)
    select (select json_agg(stray) from stray) as rows, (select max(key::text) from page) as last,
      (select count(*)::int from page) as looked`
  const looked = page?.looked ?? 0
  return { rows: page?.rows ?? [], last: looked < limit ? undefined : (page?.last ?? undefined), looked }
}

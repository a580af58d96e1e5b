/** parameter_sets, parameter_versions: what an organisation's parameters are, and every version of them. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { AsText, OrNulls } from '#db/tables/columns'
import type { parameterSets, parameterVersions } from '#db/tables/parameters'

type ParameterSet = typeof parameterSets.$inferSelect
type ParameterVersion = typeof parameterVersions.$inferSelect

/** What is kept, beside the newest node of its stream; either may be missing. */
export type HeldRow = OrNulls<
  AsText<Pick<ParameterSet, 'org_id' | 'document' | 'changed_at' | 'head' | 'version'>, 'head'> & {
    newest: string
    said: string
    pos: number
    height: number
    signature: Uint8Array
    kid: string
  }
>

/** What holds for an organisation, with the node that says so; undefined where nothing was calibrated. */
export async function findHeld(sql: Reader, setId: string): Promise<HeldRow | undefined> {
  const [row] = await sql<HeldRow[]>`
    select s.org_id, s.document, s.changed_at, encode(s.head, 'hex') as head, s.version,
      encode(n.id, 'hex') as newest, n.body as said, n.pos, n.height, n.signature, n.kid
    from (select 1) one
    left join parameter_sets s on s.set_id = ${setId}
    left join lateral (
      select id, body, pos, height, signature, kid from edg_nodes where stream = 'parameters:' || ${setId}::text order by pos desc limit 1) n on true
    where s.set_id is not null or n.id is not null`
  return row
}

/** Whoever changes an organisation's parameters holds these. */
export async function lockParameters(tx: Tx, orgId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('assay parameters of ' || ${orgId}, 0))`
}

export type VersionRow = AsText<ParameterVersion, 'node_id'> & {
  /** The node of it; null where that is not there. */
  said: string | null
  /** The stream of what it came of, and the first version that took it back, as nodes say. */
  said_job: string | null
  said_taken_back_by: number | null
}

const versionColumns = (sql: Reader) => sql`
  v.org_id, v.version, v.before_values, v.document, v.job_id, v.key_id, v.takes_back, v.taken_back_by, v.changed_at,
  encode(v.node_id, 'hex') as node_id, n.body as said,
  (select p.stream from json_array_elements(n.body::json -> 'parents') x
    join edg_nodes p on p.id = decode(x ->> 'hash', 'hex') where x ->> 'rel' = 'input' limit 1) as said_job,
  (select l.pos + 1 from edg_nodes l where l.stream = n.stream and l.pos >= v.version
    and l.body::json -> 'result' ->> 'takes_back' = v.version::text order by l.pos limit 1) as said_taken_back_by`

export async function findParameterVersion(
  sql: Reader,
  orgId: string,
  version: number,
): Promise<VersionRow | undefined> {
  const [row] = await sql<VersionRow[]>`
    select ${versionColumns(sql)} from parameter_versions v left join edg_nodes n on n.id = v.node_id
    where v.org_id = ${orgId} and v.version = ${version}`
  return row
}

/** An organisation's versions, newest first, those before one of them. */
export async function listParameterVersions(
  sql: Reader,
  orgId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<VersionRow[]> {
  return sql<VersionRow[]>`
    select ${versionColumns(sql)} from parameter_versions v left join edg_nodes n on n.id = v.node_id
    where v.org_id = ${orgId} ${before === undefined ? sql`` : sql`and v.version < ${before}`}
    order by v.version desc limit ${limit}`
}

export type PlacedVersion = VersionRow & { stream: string | null; pos: number | null; ins: number | null }

/** Versions behind one, along the table's key. */
export const versionsBehind = (
  sql: Reader,
  after: { org_id: string; version: number } | undefined,
  limit: number,
): Promise<PlacedVersion[]> => sql<PlacedVersion[]>`
  select ${versionColumns(sql)}, n.stream, n.pos, n.ins::float8 as ins
  from parameter_versions v left join edg_nodes n on n.id = v.node_id
  where ${after ? sql`(v.org_id, v.version) > (${after.org_id}, ${after.version}::int)` : sql`true`}
  order by v.org_id, v.version limit ${limit}`

/** Organisations of whose versions some lack, or are too many: what holds is the newest of them. */
export const organisationsLackingVersions = (sql: Reader): Promise<{ org_id: string }[]> => sql<{ org_id: string }[]>`
  select s.org_id from parameter_sets s
  where s.version + 1 <> (select count(*) from parameter_versions v where v.org_id = s.org_id) order by 1`

export type VersionToStore = AsText<Omit<ParameterVersion, 'taken_back_by' | 'node_id' | 'version'>, 'changed_at'> & {
  set_id: string
}

/** Puts parameters in force with the node that says so and their version, in the organisation's lock. */
export async function putParameters(tx: Tx, row: VersionToStore, node: NodeToAppend): Promise<void> {
  const version = node.body.pos + 1
  const head = hexBytes(node.id)
  await appendNodes(tx, [node])
  await tx`
    insert into parameter_sets (set_id, org_id, status, document, changed_at, head, version)
    values (${row.set_id}, ${row.org_id}, 'in_force', ${row.document}, ${row.changed_at}, ${head}::text::bytea,
      ${node.body.pos})
    on conflict (set_id) do update set document = excluded.document, changed_at = excluded.changed_at,
      head = excluded.head, version = excluded.version`
  await tx`
    insert into parameter_versions (org_id, version, before_values, document, job_id, key_id, takes_back, changed_at, node_id)
    values (${row.org_id}, ${version}, ${row.before_values}, ${row.document}, ${row.job_id}, ${row.key_id},
      ${row.takes_back}, ${row.changed_at}, ${head}::text::bytea)`
  await tx`
    update parameter_versions set taken_back_by = ${version}
    where org_id = ${row.org_id} and version = ${row.takes_back} and taken_back_by is null`
}

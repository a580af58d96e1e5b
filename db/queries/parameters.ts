/** parameter_sets, parameter_versions: what an organisation's parameters are, and every version of them. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { AsText } from '#db/tables/columns'
import type { parameterSets, parameterVersions } from '#db/tables/parameters'

type ParameterSet = typeof parameterSets.$inferSelect
type ParameterVersion = typeof parameterVersions.$inferSelect

export type HeldRow = AsText<Pick<ParameterSet, 'set_id' | 'document' | 'changed_at' | 'head' | 'version'>, 'head'> & {
  /** The newest node of its stream, if that is the one it names; else null. */
  said: string | null
  height: number | null
}

/** What holds for an organisation, with the node that says so; undefined where nothing was calibrated. */
export async function findHeld(sql: Reader, orgId: string): Promise<HeldRow | undefined> {
  const [row] = await sql<HeldRow[]>`
    select s.set_id, s.document, s.changed_at, encode(s.head, 'hex') as head, s.version, n.body as said, n.height
    from parameter_sets s
    left join lateral (
      select id, body, height from edg_nodes where stream = 'parameters:' || s.set_id order by pos desc limit 1) n on n.id = s.head
    where s.org_id = ${orgId}`
  return row
}

/** Whoever changes an organisation's parameters holds these. */
export async function lockParameters(tx: Tx, orgId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('assay parameters of ' || ${orgId}, 0))`
}

export type VersionRow = AsText<ParameterVersion, 'node_id'> & {
  /** The node of it; null where that is not there. */
  said: string | null
}

const versionColumns = (sql: Reader) => sql`
  v.org_id, v.version, v.before_values, v.document, v.job_id, v.key_id, v.takes_back, v.taken_back_by, v.changed_at,
  encode(v.node_id, 'hex') as node_id, n.body as said`

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

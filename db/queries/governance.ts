/** constitutions, violations: what is in force, what breaks it, and each change of either with its evidence node. */

import { plannedAnew, type Reader, type Tx } from '#db/client'
import { tiers } from '#db/documents/states'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend, nodeCtes } from '#db/queries/nodes'
import type { AsText } from '#db/tables/columns'
import type { constitutions, countsOfArticles, textsOfConstitutions } from '#db/tables/constitutions'
import type { edgNodes } from '#db/tables/evidence'
import type { violations } from '#db/tables/violations'

type Violation = typeof violations.$inferSelect
export type ViolationRow = AsText<Violation, 'head'>
export type ViolationStatus = Violation['status']

export type ViolationToOpen = Pick<
  ViolationRow,
  | 'id'
  | 'org_id'
  | 'fingerprint'
  | 'article'
  | 'title'
  | 'tier'
  | 'subject_type'
  | 'subject_id'
  | 'agent'
  | 'task_id'
  | 'message'
  | 'evidence'
  | 'constitution'
  | 'rule_input_digest'
  | 'blocks'
> &
  AsText<Pick<Violation, 'due_at' | 'detected_at'>, 'due_at' | 'detected_at'> & {
    node: NodeToAppend
    seal: Uint8Array
    /** Of what is counted of it where this opens it. */
    counted_seal: Uint8Array
    /** What it stands or falls with, where the statement says so. */
    cause?: string | undefined
    /** How often it was seen, where it stands for more than once. */
    times?: number
  }

export type OpenedViolation = Pick<ViolationRow, 'id' | 'org_id' | 'fingerprint' | 'head'>
/** Newly opened; where several drafts opened it, what is counted of it is not sealed yet. */
type NewViolation = OpenedViolation & { is_counted: boolean }

/**
 * The parts of a statement that open violations, but for those of which one with the same fingerprint is not resolved: `opened` has a
 * row of each. Of one that several drafts open what is counted is not sealed. @param only which of the `drafts` count, as a condition.
 */
export const violationCtes = (sql: Tx, violations: readonly ViolationToOpen[], only = sql`true`) => sql`
    drafts as materialized (
      select * from json_to_recordset(${JSON.stringify(violations.map(violationRecord))}::json) as d(
        id text, org_id text, fingerprint text, article text, title text, tier text, subject_type text,
        subject_id text, agent text, task_id text, message text, evidence text[], constitution text,
        rule_input_digest text, blocks text[], due_at timestamptz, detected_at timestamptz, node_id bytea, seal bytea,
        counted_seal bytea, cause text, times int)
    ), seen as materialized (
      select distinct on (fingerprint, org_id) drafts.*,
        sum(coalesce(drafts.times, 1)) over (partition by fingerprint, org_id) as seen_times
      from drafts where ${only} order by fingerprint, org_id
    ), opened as (
      insert into violations as v (id, org_id, status, head, version, fingerprint, article, title, tier, subject_type,
        subject_id, agent, task_id, message, evidence, constitution, rule_input_digest, blocks, due_at, detected_at,
        last_seen_at, occurrences, seal, counted_seal)
      select id, org_id, 'open', node_id, 0, fingerprint, article, title, tier, subject_type, subject_id, agent,
        task_id, message, evidence, constitution, rule_input_digest, blocks, due_at, detected_at, detected_at, seen_times, seal,
        case when seen_times = coalesce(times, 1) then counted_seal end
      -- In the order in which everybody takes several violations.
      from seen order by fingerprint, org_id
      on conflict (org_id, fingerprint) where status <> 'resolved' do nothing
      returning id, org_id, fingerprint, encode(head, 'hex') as head, counted_seal is not null as is_counted
    ), ${nodeCtes(
      sql,
      violations.map(({ id, node }) => ({ node, cause: id })),
      { name: 'opening', only: sql`cause in (select id from opened)` },
    )}`

const violationRecord = ({ node, seal, counted_seal, ...row }: ViolationToOpen) => ({
  ...row,
  node_id: hexBytes(node.id),
  seal: hexBytes(seal),
  counted_seal: hexBytes(counted_seal),
})

/** @returns those that were opened: others are there already. */
export async function openViolations(sql: Tx, violations: readonly ViolationToOpen[]): Promise<NewViolation[]> {
  if (violations.length === 0) return []
  return sql<NewViolation[]>`
    with ${violationCtes(sql, violations)} select * from opened`
}

/**
 * Those of these that are not resolved, held until the transaction ends, in the order in which everybody takes several. Each fingerprint
 * is of its own organisation, so both are looked for in one walk along their index.
 */
export async function lockUnresolved(
  tx: Tx,
  some: readonly Pick<ViolationRow, 'org_id' | 'fingerprint'>[],
): Promise<ViolationRow[]> {
  return plannedAnew(tx<ViolationRow[]>`
    select *, encode(head, 'hex') as head from violations
    where status <> 'resolved' and org_id = any(${[...new Set(some.map(({ org_id }) => org_id))]}::text[])
      and fingerprint = any(${[...new Set(some.map(({ fingerprint }) => fingerprint))]}::text[])
    order by fingerprint, org_id for update`)
}

/** The violation, held until the transaction ends. */
export async function lockViolation(tx: Tx, id: string): Promise<ViolationRow | undefined> {
  const [row] = await tx<ViolationRow[]>`
    select *, encode(head, 'hex') as head from violations where id = ${id} for update`
  return row
}

/** Writes what is counted of violations that are held. */
export async function writeCounts(
  tx: Tx,
  rows: readonly Pick<ViolationRow, 'id' | 'occurrences' | 'passes' | 'last_seen_at' | 'evidence' | 'counted_seal'>[],
): Promise<void> {
  if (rows.length === 0) return
  const records = rows.map(({ id, occurrences, passes, last_seen_at, evidence, counted_seal }) => ({
    ...{ id, occurrences, passes, last_seen_at, evidence },
    counted_seal: counted_seal && hexBytes(counted_seal),
  }))
  await tx`
    update violations v set occurrences = r.occurrences, passes = r.passes, last_seen_at = r.last_seen_at,
      evidence = r.evidence, counted_seal = r.counted_seal
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      id text, occurrences bigint, passes int, last_seen_at timestamptz, evidence text[], counted_seal bytea)
    where v.id = r.id`
}

export type ViolationMove = Pick<
  ViolationRow,
  'id' | 'status' | 'acknowledged' | 'waiver' | 'waived_until' | 'resolution'
> & {
  /** The version it is moved on from. */
  from: number
  node: NodeToAppend
  seal: Uint8Array
  /** Passes from then on. */
  passes: number
  counted_seal: Uint8Array | null
}

/** Moves a violation on together with its node. False when somebody else did in between. */
export async function moveViolation(sql: Tx, move: ViolationMove): Promise<boolean> {
  const { node } = move
  const rows = await sql`
    with moved as (
      update violations set status = ${move.status}, head = ${hexBytes(node.id)}::text::bytea, version = version + 1,
        passes = ${move.passes},
        acknowledged = ${sqlJson(move.acknowledged)}::text::json, waiver = ${sqlJson(move.waiver)}::text::json,
        waived_until = ${move.waived_until?.toISOString() ?? null}::timestamptz,
        resolution = ${sqlJson(move.resolution)}::text::json, seal = ${hexBytes(move.seal)}::text::bytea,
        counted_seal = ${move.counted_seal && hexBytes(move.counted_seal)}::text::bytea
      where id = ${move.id} and version = ${move.from} returning id
    ), ${nodeCtes(sql, [{ node }], { only: sql`exists (select 1 from moved)` })}
    select id from moved`
  return rows.length > 0
}

const sqlJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** How high each of these nodes stands; those that are not there are left out. */
export async function heightsOf(
  sql: Reader,
  hashes: readonly string[],
): Promise<{ id: string; height: number; timestamp: string }[]> {
  if (hashes.length === 0) return []
  return sql<{ id: string; height: number; timestamp: string }[]>`
    select encode(id, 'hex') as id, height, body::json ->> 'timestamp' as timestamp
    from edg_nodes where id = any(${hashes.map(hexBytes)}::text[]::bytea[])`
}

/** The text of a node. */
export async function nodeText(sql: Reader, hash: string): Promise<string | undefined> {
  const [row] = await sql<
    Pick<typeof edgNodes.$inferSelect, 'body'>[]
  >`select body from edg_nodes where id = ${hexBytes(hash)}::text::bytea`
  return row?.body
}

/**
 * Those of these that are open or acknowledged, the gravest first; a tier that nobody knows is as grave as can be. Each fingerprint is
 * of its own organisation, so both are looked for in one walk along their index.
 */
export async function activeAmong(
  sql: Reader,
  some: readonly { orgId: string; fingerprint: string }[],
  limit = 100,
): Promise<ViolationRow[]> {
  return sql<ViolationRow[]>`
    select *, encode(head, 'hex') as head from violations
    where status in ('open', 'acknowledged') and status <> 'resolved'
      and org_id = any(${[...new Set(some.map(({ orgId }) => orgId))]}::text[])
      and fingerprint = any(${some.map(({ fingerprint }) => fingerprint)}::text[])
    order by tier <> all(${[...tiers]}::text[]) desc, tier desc, detected_at desc, id limit ${limit}`
}

type ConstitutionText = typeof textsOfConstitutions.$inferSelect
export type ConstitutionRow = Pick<ConstitutionText, 'hash' | 'body'> &
  Pick<typeof constitutions.$inferSelect, 'version'> & {
    /** The node that put it in force, and its text; null where that is not there. */
    head: string
    said: string | null
  }

/** The constitution in force. Its node is the newest of its stream, or none. */
export async function findConstitutionInForce(sql: Reader): Promise<ConstitutionRow | undefined> {
  const [row] = await sql<ConstitutionRow[]>`
    select c.hash, coalesce(t.body, '') as body, encode(c.head, 'hex') as head, c.version, n.body as said
    from constitutions c left join constitution_texts t using (hash) left join lateral (
      select id, body from edg_nodes where stream = 'constitution' order by pos desc limit 1) n on n.id = c.head
    where c.id = 'constitution'`
  return row
}

/** A constitution that is, or was, in force, with the node that first put it in force. */
export async function findConstitution(sql: Reader, hash: string): Promise<ConstitutionRow | undefined> {
  const [row] = await sql<ConstitutionRow[]>`
    select t.hash, t.body, encode(t.node_id, 'hex') as head, coalesce(n.pos, -1) as version, n.body as said
    from constitution_texts t left join edg_nodes n on n.id = t.node_id
    where t.hash = ${hash}`
  return row
}

export type StrayText = { hash: string; node: string | null; pos: number | null; ins: number | null }

/** Constitutions of which something else is kept than the node says that enacted them first; those too that are gone. */
export const strayConstitutions = (sql: Reader): Promise<StrayText[]> => sql<StrayText[]>`
  with said as (
    select distinct on (body::json -> 'result' ->> 'constitution') id, pos, ins::float8 as ins,
      (body::json ->> 'timestamp')::timestamptz as at, body::json -> 'result' as result
    from edg_nodes where stream = 'constitution' and kind = 'constitution.enacted'
    order by body::json -> 'result' ->> 'constitution', pos)
  select coalesce(t.hash, s.result ->> 'constitution', '') as hash, encode(s.id, 'hex') as node, s.pos, s.ins
  from constitution_texts t full join said s on s.result ->> 'constitution' = t.hash
  where s.id is distinct from t.node_id or encode(sha256(convert_to(t.body, 'UTF8')), 'hex') <> t.hash
    or t.signatures::text is distinct from s.result ->> 'signatures' or abs(extract(epoch from t.enacted_at - s.at)) > 60
  order by 1`

/** Whoever enacts waits for whoever enacts already, until the end of the transaction. */
export async function lockConstitution(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('assay constitution'))`
}

/** Puts a constitution in force. Its text may have been in force before. */
export async function insertEnactment(
  tx: Tx,
  {
    hash,
    text,
    signatures,
    at,
    node,
  }: { hash: string; text: string; signatures: number; at: string; node: NodeToAppend },
): Promise<void> {
  await appendNodes(tx, [node])
  await tx`
    insert into constitution_texts (hash, body, signatures, enacted_at, node_id)
    values (${hash}, ${text}, ${signatures}, ${at}, ${hexBytes(node.id)}::text::bytea)
    on conflict (hash) do nothing`
  await tx`
    insert into constitutions (id, org_id, status, head, version, hash)
    values ('constitution', ${node.orgId}, 'enacted', ${hexBytes(node.id)}::text::bytea, ${node.body.pos}, ${hash})
    on conflict (id) do update set head = excluded.head, version = excluded.version, hash = excluded.hash`
}

export type ArticleCountRow = typeof countsOfArticles.$inferSelect
export type CountedArticle = Pick<ArticleCountRow, 'article' | 'evaluations' | 'failures' | 'errors'>

/** The hour that counts are added to in this transaction. */
export async function thisHour(tx: Tx): Promise<Date> {
  const [row] = await tx<{ hour: Date }[]>`select date_trunc('hour', now()) as hour`
  if (!row) throw new Error('the store does not say what time it is')
  return row.hour
}

/** Adds to this hour's counts of articles. */
export async function addArticleCounts(tx: Tx, shard: number, counts: readonly CountedArticle[]): Promise<void> {
  await tx`
    insert into article_counts as c (article, hour, shard, evaluations, failures, errors, last_at)
    select article, date_trunc('hour', now()), ${shard}::smallint, evaluations, failures, errors, now()
    from json_to_recordset(${JSON.stringify(counts)}::json) as r(
      article text, evaluations bigint, failures bigint, errors bigint)
    order by article
    on conflict (article, hour, shard) do update set evaluations = c.evaluations + excluded.evaluations,
      failures = c.failures + excluded.failures, errors = c.errors + excluded.errors, last_at = excluded.last_at`
}

/** Of the table `t`. An hour that is none is nothing: a moment is read to the millisecond, and the key is exacter. */
export const articleCountColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.article, case when t.hour = date_trunc('hour', t.hour) then t.hour end as hour, t.shard, t.evaluations, t.failures, t.errors,
  t.last_at, t.seal`

/** What articles came to, hour by hour, as long as it is told. */
export async function articleCountsOf(sql: Reader): Promise<ArticleCountRow[]> {
  return sql<ArticleCountRow[]>`
    select * from (
      select ${articleCountColumns(sql)} from article_counts t
      where hour > now() - interval '24 hours') c
    where c.hour is not null`
}

/** Has counts be no less than these. */
export async function raiseArticleCounts(tx: Tx, counts: readonly ArticleCountRow[]): Promise<void> {
  await tx`
    insert into article_counts as c (article, hour, shard, evaluations, failures, errors, last_at)
    select * from json_to_recordset(${JSON.stringify(counts)}::json) as r(
      article text, hour timestamptz, shard smallint, evaluations bigint, failures bigint, errors bigint, last_at timestamptz)
    order by article, hour, shard
    on conflict (article, hour, shard) do update set evaluations = greatest(c.evaluations, excluded.evaluations),
      failures = greatest(c.failures, excluded.failures), errors = greatest(c.errors, excluded.errors),
      last_at = greatest(c.last_at, excluded.last_at)`
}

/** The violation, if it is of one of these organisations. */
export async function findViolation(
  sql: Reader,
  id: string,
  orgIds: readonly string[],
): Promise<ViolationRow | undefined> {
  const [row] = await sql<ViolationRow[]>`
    select *, encode(head, 'hex') as head from violations
    where id = ${id} and org_id = any(${orgIds as string[]}::text[])`
  return row
}

export type ActiveCount = Pick<ViolationRow, 'article' | 'tier'> & {
  active: number
  oldest_due_at: Date | null
}

/** What is open or acknowledged in these organisations, by article. */
export async function activeViolations(sql: Reader, orgIds: readonly string[]): Promise<ActiveCount[]> {
  return sql<ActiveCount[]>`
    select article, tier, count(*) as active, min(due_at) as oldest_due_at
    from violations
    where org_id = any(${orgIds as string[]}::text[]) and status in ('open', 'acknowledged')
    group by article, tier`
}

export type ArticleCounts = Pick<
  typeof countsOfArticles.$inferSelect,
  'article' | 'evaluations' | 'failures' | 'last_at'
> & {
  /** In the last two hours that were begun. */
  recent_failures: number
  recent_errors: number
}

/** What articles came to in the last 24 hours. */
export async function articleCounts(sql: Reader): Promise<ArticleCounts[]> {
  return sql<ArticleCounts[]>`
    select article, sum(evaluations)::bigint as evaluations, sum(failures)::bigint as failures,
      coalesce(sum(failures) filter (where hour > now() - interval '2 hours'), 0)::bigint as recent_failures,
      coalesce(sum(errors) filter (where hour > now() - interval '2 hours'), 0)::bigint as recent_errors,
      max(last_at) as last_at
    from article_counts where hour > now() - interval '24 hours' group by article`
}

/** Nodes from `before` backwards; the body only of an organisation's own that carry a decision. */
export async function decisionsBefore(
  sql: Reader,
  orgId: string | undefined,
  before: number,
  limit: number,
): Promise<{ id: string; ins: number; body: string | null }[]> {
  return sql<{ id: string; ins: number; body: string | null }[]>`
    select encode(id, 'hex') as id, ins,
      case when ${orgId === undefined ? sql`true` : sql`org_id = ${orgId}`} and body like '%"governance":{%' then body end as body
    from edg_nodes where ins < ${before} order by ins desc limit ${limit}`
}

/** signal_feedback: what people say of signals, in the one order that ranking learns in. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { Aged, AgedRow } from '#db/queries/payloads'
import type { signalFeedback } from '#db/tables/briefings'
import type { AsText } from '#db/tables/columns'

type Feedback = typeof signalFeedback.$inferSelect
/** As it is stored; ids in hex. */
export type StoredFeedback = AsText<Feedback, 'item_id' | 'signal_id' | 'head'>
export type FeedbackRow = StoredFeedback & {
  /** Whether a node follows the one that its row names. */
  is_overtaken: boolean
}

/** Of the table `t`. */
export const feedbackColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.feedback_id, t.org_id, encode(t.item_id, 'hex') as item_id, encode(t.signal_id, 'hex') as signal_id, t.connection_id,
  t.verdict, t.status, t.features, t.payload_salt, t.until, t.at, t.key_id, t.taken_back_at, encode(t.head, 'hex') as head,
  t.version, t.seal`
const columns = (sql: Reader) => sql`
  ${feedbackColumns(sql)}, exists (
    select from edg_nodes m where m.stream = 'feedback:' || t.feedback_id and m.pos = t.version + 1) as is_overtaken`

/** Whoever gives feedback, or takes it back, in an organisation holds this. */
export async function lockFeedback(tx: Tx, orgId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('assay feedback of ' || ${orgId}, 0))`
}

export async function findFeedback(sql: Reader, orgId: string, feedbackId: string): Promise<FeedbackRow | undefined> {
  const [row] = await sql<FeedbackRow[]>`
    select ${columns(sql)} from signal_feedback t where t.org_id = ${orgId} and t.feedback_id = ${feedbackId}`
  return row
}

/** An organisation's that is in force, in the order in which it was given. */
export async function feedbackOf(sql: Reader, orgId: string): Promise<FeedbackRow[]> {
  return sql<FeedbackRow[]>`
    select ${columns(sql)} from signal_feedback t where t.org_id = ${orgId} and t.status = 'in_force' order by t.at`
}

/** What changes with every feedback of an organisation: how often there was any, and when there was last. */
export async function feedbackMark(sql: Reader, orgId: string): Promise<{ mark: string; last: Date | null }> {
  const [row] = await sql<{ mark: string; last: Date | null }[]>`
    select count(*) || '/' || coalesce(sum(version), 0) || '/' || count(*) filter (where features = '') as mark,
      max(greatest(at, coalesce(taken_back_at, at))) as last
    from signal_feedback where org_id = ${orgId}`
  return row ?? { mark: '0/0/0', last: null }
}

/** How often an organisation has given feedback that is kept. */
export async function countFeedback(sql: Reader, orgId: string): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from signal_feedback where org_id = ${orgId}`
  return row?.total ?? 0
}

/** The time of the newest feedback of an organisation. */
export async function newestFeedbackAt(sql: Reader, orgId: string): Promise<Date | undefined> {
  const [row] = await sql<Pick<Feedback, 'at'>[]>`
    select at from signal_feedback where org_id = ${orgId} order by at desc limit 1`
  return row?.at
}

export type FeedbackToStore = AsText<
  Omit<Feedback, 'head' | 'version' | 'status' | 'taken_back_at' | 'seal'>,
  'item_id' | 'signal_id' | 'until' | 'at'
>

/** With its node, in the organisation's lock. */
export async function insertFeedback(tx: Tx, row: FeedbackToStore, node: NodeToAppend): Promise<void> {
  await appendNodes(tx, [node])
  await tx`
    insert into signal_feedback (feedback_id, org_id, item_id, signal_id, connection_id, verdict, status, features, payload_salt,
      until, at, key_id, head, version)
    values (${row.feedback_id}, ${row.org_id}, decode(${row.item_id}, 'hex'), decode(${row.signal_id}, 'hex'),
      ${row.connection_id}, ${row.verdict}, 'in_force', ${row.features}, ${hexBytes(row.payload_salt)}::text::bytea,
      ${row.until}, ${row.at}, ${row.key_id}, ${hexBytes(node.id)}::text::bytea, ${node.body.pos})`
}

/** With the node that says so, in the organisation's lock. */
export async function takeFeedbackBack(tx: Tx, feedbackId: string, at: string, node: NodeToAppend): Promise<void> {
  await appendNodes(tx, [node])
  await tx`
    update signal_feedback set status = 'taken_back', taken_back_at = ${at},
      head = ${hexBytes(node.id)}::text::bytea, version = ${node.body.pos}
    where feedback_id = ${feedbackId}`
}

/** What it was learned by, and its salt; the row stays. @returns whether there was something to take. */
export async function blankFeedback(tx: Tx, feedbackId: string): Promise<boolean> {
  const { count } = await tx`
    update signal_feedback set features = '', payload_salt = '' where feedback_id = ${feedbackId} and payload_salt <> ''`
  return count > 0
}

/** All feedback on some items of which something is still learned. @param itemIds hex */
export async function feedbackOn(
  sql: Reader,
  { orgId, itemIds }: { orgId: string; itemIds: readonly string[] },
): Promise<{ feedback_id: string; node: string }[]> {
  return sql<{ feedback_id: string; node: string }[]>`
    select f.feedback_id, encode(n.id, 'hex') as node
    from signal_feedback f join edg_nodes n on n.stream = 'feedback:' || f.feedback_id and n.pos = 0
    where f.org_id = ${orgId} and f.payload_salt <> ''
      and f.item_id = any(array(select decode(id, 'hex') from unnest(${itemIds as string[]}::text[]) as i(id)))`
}

/** By when it was given; due is what still says what was learned by. `node` is the one that it was given by. */
export async function agedFeedback(sql: Reader, { orgId, before, after, limit }: Aged): Promise<AgedRow[]> {
  return sql<AgedRow[]>`
    select f.at::text as at, f.feedback_id::text as id, encode(n.id, 'hex') as node, f.payload_salt <> '' as is_due
    from signal_feedback f join edg_nodes n on n.stream = 'feedback:' || f.feedback_id and n.pos = 0
    where f.org_id = ${orgId} and f.at < ${before}
      and (f.at, f.feedback_id) > (${after?.[0] ?? '-infinity'}::text::timestamptz, ${after?.[1] || firstFeedback}::text::uuid)
    order by f.at, f.feedback_id limit ${limit}`
}

const firstFeedback = '00000000-0000-0000-0000-000000000000'

/** What feedback's nodes digest, as it is kept. */
export const feedbackPayloads = (
  sql: Reader,
  feedbackIds: readonly string[],
): Promise<AsText<Pick<Feedback, 'feedback_id' | 'features' | 'payload_salt'>, never>[]> => sql`
  select feedback_id, features, payload_salt from signal_feedback
  where feedback_id = any(${feedbackIds as string[]}::uuid[]) and payload_salt <> ''`

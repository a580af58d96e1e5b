/** scan_answers: what people answered to the questions that scans leave open. */
import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { AsText } from '#db/tables/columns'
import type { scanAnswers } from '#db/tables/scans'

type Answer = typeof scanAnswers.$inferSelect
export type AnswerRow = AsText<Answer, 'head'> & {
  /** Whether a node follows the one that its row names. */
  is_overtaken: boolean
}

const answerColumns = (sql: Reader) => sql`
  answer_id, org_id, thing, scan_id, url, type, element, fingerprint, holds_for, choice, means, severity, note,
  answered_by, key_id, answered_at, withdrawn_by, withdrawn_at, encode(head, 'hex') as head, version, seal, exists (
    select 1 from edg_nodes where stream = 'answer:' || answer_id and pos = scan_answers.version + 1) as is_overtaken`

export type AnswerToStore = Omit<Answer, 'withdrawn_by' | 'withdrawn_at' | 'head' | 'version'>

/** Writes an answer with the node that says so. False where one of its thing stands, or the same was written before. */
export async function insertAnswer(tx: Tx, answer: AnswerToStore, node: NodeToAppend): Promise<boolean> {
  const rows = await tx`
    insert into scan_answers (answer_id, org_id, thing, scan_id, url, type, element, fingerprint, holds_for, choice, means,
      severity, note, answered_by, key_id, answered_at, head, version, seal)
    values (${answer.answer_id}, ${answer.org_id}, ${answer.thing}, ${answer.scan_id}, ${answer.url}, ${answer.type},
      ${answer.element}, ${answer.fingerprint}, ${answer.holds_for}, ${answer.choice}, ${answer.means}, ${answer.severity},
      ${answer.note}, ${answer.answered_by}, ${answer.key_id}, ${answer.answered_at}, ${hexBytes(node.id)}::text::bytea, 0,
      ${hexBytes(answer.seal)}::text::bytea)
    on conflict do nothing returning 1`
  if (rows.length === 0) return false
  await appendNodes(tx, [node])
  return true
}

export async function findAnswer(sql: Reader, orgId: string, answerId: string): Promise<AnswerRow | undefined> {
  const [row] = await sql<AnswerRow[]>`
    select ${answerColumns(sql)} from scan_answers where answer_id = ${answerId} and org_id = ${orgId}`
  return row
}

/** An answer, locked until the end of the transaction. */
export async function lockAnswer(tx: Tx, orgId: string, answerId: string): Promise<AnswerRow | undefined> {
  const [row] = await tx<AnswerRow[]>`
    select ${answerColumns(tx)} from scan_answers where answer_id = ${answerId} and org_id = ${orgId} for update`
  return row
}

/** What stands of a thing, locked until the end of the transaction. */
export async function lockStanding(tx: Tx, orgId: string, thing: string): Promise<AnswerRow | undefined> {
  const [row] = await tx<AnswerRow[]>`
    select ${answerColumns(tx)} from scan_answers
    where org_id = ${orgId} and thing = ${thing} and withdrawn_at is null for update`
  return row
}

/** What stands of these things, however many answers an organisation has. */
export async function standingOf(sql: Reader, orgId: string, things: readonly string[]): Promise<AnswerRow[]> {
  if (things.length === 0) return []
  return sql<AnswerRow[]>`
    select ${answerColumns(sql)} from scan_answers
    where org_id = ${orgId} and thing = any(${things as string[]}::text[]) and withdrawn_at is null`
}

/** The newest answer about a thing, whether or not it was taken back. */
export async function newestOfThing(sql: Reader, orgId: string, thing: string): Promise<AnswerRow | undefined> {
  const [row] = await sql<AnswerRow[]>`
    select ${answerColumns(sql)} from scan_answers where org_id = ${orgId} and thing = ${thing}
    order by answered_at desc, withdrawn_at is null desc, answer_id limit 1`
  return row
}

/** Of each of these places the newest answer, whatever stood there then and whether or not it was taken back. */
export async function newestOfPlaces(
  sql: Reader,
  orgId: string,
  fingerprints: readonly string[],
): Promise<AnswerRow[]> {
  if (fingerprints.length === 0) return []
  return sql<AnswerRow[]>`
    select distinct on (fingerprint) ${answerColumns(sql)} from scan_answers
    where org_id = ${orgId} and fingerprint = any(${fingerprints as string[]}::text[])
    order by fingerprint, answered_at desc, answer_id desc`
}

export type AnswerPlace = { createdAt: string; id: string }

/** An organisation's answers, newest first, of one address or of all; taken back ones too, or those that stand alone. */
export async function listAnswers(
  sql: Reader,
  {
    orgId,
    url,
    isStanding,
    before,
    limit,
  }: {
    orgId: string
    url: string | undefined
    isStanding: boolean
    before: AnswerPlace | undefined
    limit: number
  },
): Promise<AnswerRow[]> {
  return sql<AnswerRow[]>`
    select ${answerColumns(sql)} from scan_answers
    where org_id = ${orgId}
      ${url === undefined ? sql`` : sql`and md5(url) = md5(${url}) and url = ${url}`}
      ${isStanding ? sql`and withdrawn_at is null` : sql``}
      ${before ? sql`and (answered_at, answer_id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)` : sql``}
    order by answered_at desc, answer_id desc limit ${limit}`
}

/** Takes a locked answer back, with the node that says so. */
export async function withdrawAnswer(
  tx: Tx,
  answerId: string,
  { node, at, by, seal }: { node: NodeToAppend; at: Date; by: string; seal: Uint8Array },
): Promise<AnswerRow | undefined> {
  await appendNodes(tx, [node])
  const [row] = await tx<AnswerRow[]>`
    update scan_answers set withdrawn_by = ${by}, withdrawn_at = ${at}, head = ${hexBytes(node.id)}::text::bytea,
      version = ${node.body.pos}, seal = ${hexBytes(seal)}::text::bytea
    where answer_id = ${answerId} returning ${answerColumns(tx)}`
  return row
}

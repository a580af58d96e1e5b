/** What people say of signals: taken in with its node, at once what ranking goes by; and taken back. */
import { randomBytes } from 'node:crypto'
import type { Reader, Tx, Writer } from '#db/client'
import {
  countFeedback,
  type FeedbackRow,
  feedbackOf,
  findFeedback,
  lockFeedback,
  newestFeedbackAt,
} from '#db/queries/feedback'
import { streamHead } from '#db/queries/log'
import { weightChanges } from '#shared/briefing/learn'
import type { FeedbackAnswer, FeedbackRequest } from '#shared/contracts/briefings'
import type { GovernanceRecord } from '#shared/contracts/decision'
import { requestOf } from '#shared/evidence/actor'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { headOfRow, type SignedNode } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { endFeedback, requireProvenFeedback, storeFeedback } from '#shared/evidence/sealed/feedback'
import type { Signer } from '#shared/evidence/signing'
import { newIdFor, type VerbContext } from '#shared/evidence/verb-context'
import { weightsOf } from '#shared/feedback/learned'
import { type FoundSignal, findSignal } from '#shared/feedback/signal-item'
import { denied } from '#shared/governance/denial'
import type { Governance } from '#shared/governance/governance'
import { canonicalJson } from '#shared/kernel/canonical'
import { feedbackNotFound, signalNotFound, tooMuchFeedback } from '#shared/kernel/errors/briefings'
import { invalidRequest } from '#shared/kernel/errors/request'
import { isUuid } from '#shared/kernel/schema/formats'

const agent = 'assay-api'

/** Of one organisation: more of it would take longer to learn than a briefing may take. */
const mostFeedback = 20_000

type Tools = { signer: Signer; governance: Pick<Governance, 'decide'> }
type Context = VerbContext<Tools>
type Said = Extract<FeedbackRequest, { verdict: unknown }>

/** What came of it, and the node that says so. */
export type GivenFeedback = { answer: FeedbackAnswer; node: string }

/**
 * Takes feedback in, or takes one back; the same request meets what it has made before.
 * @throws SIGNAL_NOT_FOUND also for one of another organisation, FEEDBACK_NOT_FOUND, INVALID_REQUEST, STATE_CONFLICT where there
 * is too much of it, EVIDENCE_MISMATCH where what was given is not as it was written, NO_WORKER while the ledger does not know feedback, GOVERNANCE_DENIED with a node.
 */
export async function giveFeedback(
  ctx: Context,
  { signalId, request }: { signalId: string; request: FeedbackRequest },
): Promise<GivenFeedback> {
  // One of the release before would take the node of a kind that it does not know for a broken one.
  await requireKnownToLedger(ctx.read, 'briefings')
  return 'take_back' in request ? takeBack(ctx, signalId, request.take_back) : give(ctx, signalId, request)
}

async function give(ctx: Context, signalId: string, said: Said): Promise<GivenFeedback> {
  const { actor, tools } = ctx
  const { orgId } = actor
  const now = new Date()
  const until = untilOf(said, now)
  const found = await ctx.read((sql) => findSignal(sql, tools.signer, orgId, signalId))
  if (!found) throw signalNotFound(signalId)
  const feedbackId = newIdFor(actor, 'feedback')
  const writer = ctx.writing({ kind: 'feedback', id: feedbackId })
  const governance = await permit(ctx, writer, feedbackId, { verdict: said.verdict, takes_back: false })
  return writer.begin(async (tx) => {
    await lockFeedback(tx, orgId)
    const before = requireProvenFeedback(tools.signer, await feedbackOf(tx, orgId))
    const known = await findFeedback(tx, orgId, feedbackId)
    if (known) requireProvenFeedback(tools.signer, [known])
    if (known) return { answer: answerOf(known, before, before), node: await headOf(tx, feedbackId) }
    if ((await countFeedback(tx, orgId)) >= mostFeedback) throw tooMuchFeedback(mostFeedback)
    const row = {
      ...rowOf(found, said, until),
      feedback_id: feedbackId,
      org_id: orgId,
      signal_id: signalId,
      at: afterLast(now, await newestFeedbackAt(tx, orgId)),
    }
    const node = nodeOf(row, { tools, governance, request: requestOf(actor) })
    const stored = { ...row, at: row.at.toISOString(), until, key_id: actor.keyId }
    await storeFeedback(tx, tools.signer, stored, node)
    return { answer: answerOf(row, before, [...before, row]), node: node.id }
  })
}

/** What is kept of it. */
function rowOf({ item, features }: FoundSignal, { verdict }: Said, until: string | null) {
  return {
    item_id: item.id,
    connection_id: item.connection_id,
    verdict,
    status: 'in_force' as const,
    features: canonicalJson(features),
    payload_salt: randomBytes(16),
    until: until === null ? null : new Date(until),
  }
}

async function takeBack(ctx: Context, signalId: string, feedbackId: string): Promise<GivenFeedback> {
  const { actor, tools } = ctx
  const { orgId } = actor
  const there = isUuid(feedbackId) ? await ctx.read((sql) => findFeedback(sql, orgId, feedbackId)) : undefined
  if (there) requireProvenFeedback(tools.signer, [there])
  if (there?.signal_id !== signalId) throw feedbackNotFound(feedbackId)
  const writer = ctx.writing({ kind: 'feedback', id: feedbackId })
  const governance = await permit(ctx, writer, feedbackId, { verdict: there.verdict, takes_back: true })
  return writer.begin(async (tx) => {
    await lockFeedback(tx, orgId)
    const before = requireProvenFeedback(tools.signer, await feedbackOf(tx, orgId))
    const row = before.find(({ feedback_id }) => feedback_id === feedbackId)
    if (!row)
      return {
        answer: answerOf({ ...there, status: 'taken_back' }, before, before),
        node: await headOf(tx, feedbackId),
      }
    const last = await streamHead(tx, `feedback:${feedbackId}`)
    const taken = { ...row, status: 'taken_back' as const }
    const request = requestOf(actor)
    const node = nodeOf(taken, { tools, governance, request, after: last && headOfRow(last) })
    await endFeedback(tx, tools.signer, feedbackId, node)
    const after = before.filter((each) => each !== row)
    return { answer: answerOf(taken, before, after), node: node.id }
  })
}

async function headOf(sql: Reader | Tx, feedbackId: string): Promise<string> {
  const head = await streamHead(sql, `feedback:${feedbackId}`)
  if (!head) throw new Error(`feedback ${feedbackId} has no node`)
  return headOfRow(head).id
}

/** @throws INVALID_REQUEST where the time is missing, has passed, or stands beside another verdict. */
function untilOf({ verdict, until }: Said, now: Date): string | null {
  const expected = 'a time to come beside snoozed, and beside nothing else'
  const fault = (message: string) => invalidRequest([{ path: '/until', message, expected }])
  if (verdict !== 'snoozed') {
    if (until !== undefined) throw fault(`is not for ${verdict}`)
    return null
  }
  if (until === undefined) throw fault('is missing')
  if (Date.parse(until) <= now.getTime()) throw fault('has passed')
  return new Date(until).toISOString()
}

/** Whatever clocks say, one follows the other. */
const afterLast = (now: Date, last: Date | undefined): Date =>
  last && now.getTime() <= last.getTime() ? new Date(last.getTime() + 1) : now

type Row = Pick<
  FeedbackRow,
  'feedback_id' | 'org_id' | 'item_id' | 'signal_id' | 'verdict' | 'status' | 'features' | 'until' | 'at'
>

function answerOf(row: Row, before: readonly Row[], after: readonly Row[]): FeedbackAnswer {
  return {
    feedback_id: row.feedback_id,
    signal_id: row.signal_id,
    verdict: row.verdict,
    until: row.until?.toISOString() ?? null,
    taken_back: row.status === 'taken_back',
    changed: before === after ? [] : weightChanges(weightsOf(before), weightsOf(after)),
    version: after.length,
  }
}

type Saying = {
  tools: Pick<Tools, 'signer'>
  governance: GovernanceRecord
  request: ReturnType<typeof requestOf>
  after?: ReturnType<typeof headOfRow> | undefined
}

/** The first of its stream has what is learned by for its payload. */
function nodeOf(
  row: Row & Pick<FeedbackRow, 'payload_salt'>,
  { tools, governance, request, after }: Saying,
): SignedNode {
  return nodeOfKind(tools.signer, {
    kind: 'feedback.given',
    id: row.feedback_id,
    orgId: row.org_id,
    agent,
    at: after ? new Date() : row.at,
    after,
    ...(after ? {} : { payload: { salt: row.payload_salt, text: row.features } }),
    result: { state: row.status, ...factsOf(row) },
    governance,
    request,
  })
}

/** What its node says of it, and verification holds its row to. */
const factsOf = ({ org_id, item_id, signal_id, verdict, until, at }: Row) => ({
  org: org_id,
  item: item_id,
  signal: signal_id,
  verdict,
  until: until?.toISOString() ?? '',
  given_at: at.toISOString(),
})

async function permit(
  { actor, tools }: Context,
  writer: Writer,
  feedbackId: string,
  facts: { verdict: string; takes_back: boolean },
): Promise<GovernanceRecord> {
  const record = tools.governance.decide('feedback.give', 'pre', facts)
  if (record.decision === 'allow') return record
  const subject = { type: 'feedback', id: feedbackId }
  throw await denied(writer, tools.signer, { orgId: actor.orgId, agent, subject, record, request: requestOf(actor) })
}

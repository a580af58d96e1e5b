/** The life of answers to questions of scans: given and taken back by people, each with the node that says so, both or neither. */
import type { Tx, Writer } from '#db/client'
import {
  type AnswerRow,
  findAnswer,
  insertAnswer,
  lockAnswer,
  lockStanding,
  newestOfThing,
  standingOf,
  withdrawAnswer as writeWithdrawn,
} from '#db/queries/answers'
import { streamHead } from '#db/queries/log'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { AnswerRequest } from '#shared/contracts/questions'
import { requestOf } from '#shared/evidence/actor'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { headOfRow } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { actorsOf } from '#shared/evidence/proven-keys'
import { requireAnswers, sealedAnswers } from '#shared/evidence/sealed/answers'
import { sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { newIdFor, type VerbContext } from '#shared/evidence/verb-context'
import { denied } from '#shared/governance/denial'
import type { Governance } from '#shared/governance/governance'
import { invalidRequest, scopeRequired } from '#shared/kernel/errors/request'
import { answeredOtherwise, answerNotFound } from '#shared/kernel/errors/scans'
import { isUuid } from '#shared/kernel/schema/formats'
import { type OpenQuestion, requireQuestion, requireScan } from '#shared/scans/open-questions'

const agent = 'assay-api'
/** As much of a selector as an answer keeps. */
const elementKept = 500

type Tools = { signer: Signer; governance: Pick<Governance, 'decide'> }
type Context = VerbContext<Tools>
/** Whose word it is, and by which decision. */
type Saying = { by: string; governance: GovernanceRecord }

/** The answer that stands then. @property isOwn false where another request has answered the same before */
export type GivenAnswer = { row: AnswerRow; isOwn: boolean }

/**
 * Answers a question of a scan. Of answers given at once one wins: who said the same is shown that one, who said otherwise is refused.
 * An answer that it cannot be told gives way to one that tells.
 * @throws SCAN_NOT_FOUND, QUESTION_NOT_FOUND, INVALID_REQUEST for a choice that it does not have, SCOPE_REQUIRED for a key of nobody,
 * STATE_CONFLICT where somebody answered otherwise, GOVERNANCE_DENIED with a node, NO_WORKER while the ledger does not know answers.
 */
export async function answerQuestion(
  ctx: Context,
  { scanId, fingerprint, request }: { scanId: string; fingerprint: string; request: AnswerRequest },
): Promise<GivenAnswer> {
  const { actor, tools } = ctx
  const { orgId } = actor
  await requireKnownToLedger(ctx.read, 'answers')
  const { report } = await requireScan({ read: ctx.read, signer: tools.signer }, orgId, scanId)
  const question = requireQuestion(report, fingerprint)
  const given = question.question.choices.find(({ choice }) => choice === request.choice)
  if (!given) throw invalidRequest([noSuchChoice(question)])
  const by = await requirePerson(ctx)
  const answerId = newIdFor(actor, 'answer')
  const writer = ctx.writing({ kind: 'answer', id: answerId })
  const facts = { means: given.means, holds_for: question.reach, takes_back: false }
  const governance = await permit(ctx, writer, answerId, facts)
  const { severity, means, choice } = given
  const { issue, thing, reach } = question
  const asked = {
    ...{ answer_id: answerId, org_id: orgId, thing, scan_id: report.scanId, url: report.url, type: issue.type },
    ...{ element: issue.element.slice(0, elementKept).toWellFormed(), fingerprint, holds_for: reach },
    ...{ choice, means, severity, note: request.note ?? '', answered_by: by, key_id: actor.keyId },
  }
  return writer.begin(async (tx) => {
    // The same request sent again meets what it made, also where that was taken back since.
    const made = await findAnswer(tx, orgId, answerId)
    if (made) return provenIn(tools.signer, made, true)
    const standing = await lockStanding(tx, orgId, thing)
    if (standing) {
      requireAnswers(tools.signer, [standing])
      if (standing.choice === choice) return { row: standing, isOwn: false }
      if (standing.means !== 'unknown') throw answeredOtherwise(standing)
      await withdraw(tx, ctx, standing, { by, governance })
    }
    if (await insert(tx, ctx, asked, governance)) {
      const row = await findAnswer(tx, orgId, answerId)
      if (!row) throw new Error('the answer did not come back')
      return provenIn(tools.signer, row, true)
    }
    const [winner] = await standingOf(tx, orgId, [thing])
    if (!winner) throw new Error('an answer stood in the way and is gone')
    if (winner.choice !== choice) throw answeredOtherwise(winner)
    return provenIn(tools.signer, winner, false)
  })
}

/**
 * Takes an answer back; scans from then on ask again. One that was taken back before stays so.
 * @throws ANSWER_NOT_FOUND, SCOPE_REQUIRED for a key of nobody, GOVERNANCE_DENIED with a node.
 */
export async function withdrawAnswer(ctx: Context, answerId: string): Promise<AnswerRow> {
  const { actor, tools } = ctx
  const { orgId } = actor
  await requireKnownToLedger(ctx.read, 'answers')
  const found = isUuid(answerId) ? await ctx.read((sql) => findAnswer(sql, orgId, answerId)) : undefined
  if (!found) throw answerNotFound(answerId)
  requireAnswers(tools.signer, [found])
  if (found.withdrawn_at) return found
  const by = await requirePerson(ctx)
  const writer = ctx.writing({ kind: 'answer', id: answerId })
  const facts = { means: found.means, holds_for: found.holds_for, takes_back: true }
  const governance = await permit(ctx, writer, answerId, facts)
  const ended = await writer.begin(async (tx) => {
    const row = await lockAnswer(tx, orgId, answerId)
    if (!row || row.withdrawn_at) return row
    requireAnswers(tools.signer, [row])
    return withdraw(tx, ctx, row, { by, governance })
  })
  if (!ended) throw answerNotFound(answerId)
  return ended
}

/** Takes back what was answered last to a question of a scan; once more changes nothing. @throws also SCAN_NOT_FOUND, QUESTION_NOT_FOUND */
export async function withdrawAnswerOf(
  ctx: Context,
  { scanId, fingerprint }: { scanId: string; fingerprint: string },
): Promise<AnswerRow> {
  const { orgId } = ctx.actor
  const { report } = await requireScan({ read: ctx.read, signer: ctx.tools.signer }, orgId, scanId)
  const { thing } = requireQuestion(report, fingerprint)
  const newest = await ctx.read((sql) => newestOfThing(sql, orgId, thing))
  if (!newest) throw answerNotFound(fingerprint)
  return withdrawAnswer(ctx, newest.answer_id)
}

function provenIn(signer: Signer, row: AnswerRow, isOwn: boolean): GivenAnswer {
  requireAnswers(signer, [row])
  return { row, isOwn }
}

/** Whose word it is. A key that was issued for nobody is a program's: no agent and no model answers in anybody's name. */
async function requirePerson({ actor, read, tools }: Context): Promise<string> {
  const by = (await read((sql) => actorsOf(sql, tools.signer, [actor.keyId]))).get(actor.keyId)
  if (by === undefined || by.startsWith('key_'))
    throw scopeRequired('an actor: questions are answered by people, with a key that was issued for one (--actor)')
  return by
}

const noSuchChoice = ({ question }: OpenQuestion) => ({
  path: '/choice',
  message: 'is none that the question has',
  expected: `one of ${question.choices.map(({ choice }) => choice).join(', ')}`,
})

type Said = Omit<
  AnswerRow,
  'head' | 'version' | 'seal' | 'is_overtaken' | 'answered_at' | 'withdrawn_by' | 'withdrawn_at'
>

async function insert(tx: Tx, { actor, tools }: Context, said: Said, governance: GovernanceRecord): Promise<boolean> {
  // The scan that asked, by its own node.
  const scan = await streamHead(tx, `scan:${said.scan_id}`)
  const at = new Date()
  const stored = { ...said, answered_at: at, withdrawn_by: null, withdrawn_at: null }
  const node = nodeOfKind(tools.signer, {
    kind: 'question.answered',
    id: said.answer_id,
    orgId: said.org_id,
    agent,
    at,
    inputs: scan ? [{ hash: headOfRow(scan).id, height: scan.height }] : [],
    result: { state: 'standing', ...factsOf(stored) },
    governance,
    request: requestOf(actor),
  })
  const seal = sealOf(tools.signer, sealedAnswers, { ...stored, head: node.id, version: 0 })
  return insertAnswer(tx, { ...stored, seal }, node)
}

/** Of a locked row that stands. */
async function withdraw(tx: Tx, { actor, tools }: Context, row: AnswerRow, { by, governance }: Saying) {
  const { answer_id: answerId } = row
  const last = await streamHead(tx, `answer:${answerId}`)
  const at = new Date()
  const withdrawn = { ...row, withdrawn_by: by, withdrawn_at: at }
  const node = nodeOfKind(tools.signer, {
    kind: 'question.withdrawn',
    id: answerId,
    orgId: row.org_id,
    agent,
    at,
    after: last && headOfRow(last),
    result: { state: 'withdrawn', ...factsOf(withdrawn) },
    governance,
    request: requestOf(actor),
  })
  const seal = sealOf(tools.signer, sealedAnswers, { ...withdrawn, head: node.id, version: node.body.pos })
  return writeWithdrawn(tx, answerId, { node, at, by, seal })
}

async function permit(
  { actor, tools }: Context,
  writer: Writer,
  answerId: string,
  facts: { means: string; holds_for: string; takes_back: boolean },
): Promise<GovernanceRecord> {
  const record = tools.governance.decide('question.answer', 'pre', facts)
  if (record.decision === 'allow') return record
  const subject = { type: 'answer', id: answerId }
  throw await denied(writer, tools.signer, { orgId: actor.orgId, agent, subject, record, request: requestOf(actor) })
}

/** What its node says of an answer, and verification holds its row to. */
const factsOf = (answer: Omit<AnswerRow, 'head' | 'version' | 'seal' | 'is_overtaken'>) => ({
  org: answer.org_id,
  thing: answer.thing,
  scan: answer.scan_id,
  url: answer.url,
  type: answer.type,
  element: answer.element,
  fingerprint: answer.fingerprint,
  holds_for: answer.holds_for,
  choice: answer.choice,
  means: answer.means,
  severity: answer.severity ?? '',
  note: answer.note,
  answered_by: answer.answered_by,
  key: answer.key_id,
  answered_at: answer.answered_at.toISOString(),
  withdrawn_by: answer.withdrawn_by ?? '',
  withdrawn_at: answer.withdrawn_at?.toISOString() ?? '',
})

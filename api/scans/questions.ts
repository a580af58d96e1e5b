/** What scans leave to people: the questions, a picture of each element, what was answered. */
import type { AppContext } from '#api/http/context'
import { placeCursor, readPlaceCursor } from '#api/http/cursor'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { isKnown } from '#api/http/etag'
import { verbContext } from '#api/http/verb-context'
import { cutAround, PictureCuts } from '#api/scans/picture-cut'
import { provenPicture } from '#api/scans/proven-picture'
import type { ScanReport } from '#db/documents/scan-report'
import { type AnswerRow, listAnswers } from '#db/queries/answers'
import type { QuestionAnswer, ScanQuestion } from '#shared/contracts/questions'
import { requireAnswers } from '#shared/evidence/sealed/answers'
import { questionNotFound } from '#shared/kernel/errors/scans'
import { versions } from '#shared/kernel/version'
import { questionRoutes } from '#shared/routes/questions'
import { answerQuestion, withdrawAnswer, withdrawAnswerOf } from '#shared/scans/answer-life'
import {
  type AnsweredQuestion,
  questionsOf,
  requireQuestion,
  requireScan,
  withAnswers,
} from '#shared/scans/open-questions'

export function questionsEndpoints(room: AppContext): Endpoint[] {
  const { read, config } = room
  const cuts = new PictureCuts()
  return [
    bind(questionRoutes.listQuestions, async (call) => {
      const { orgId } = callerOf(call)
      const { report } = await requireScan(room, orgId, call.params.scanId)
      const questions = await withAnswers(room, orgId, questionsOf(report))
      return json(200, {
        scanId: report.scanId,
        url: report.url,
        open: questions.filter(({ answer }) => answer === undefined || answer.means === 'unknown').length,
        questions: questions.map((question) => presentQuestion(question, report, config.basePaths.D)),
      })
    }),
    bind(questionRoutes.getQuestionPicture, async (call) => {
      const { scanId, fingerprint } = call.params
      const { row, report } = await requireScan(room, callerOf(call).orgId, scanId)
      const { box } = requireQuestion(report, fingerprint).issue
      const etag = `"${row.job_id}-${fingerprint}-${versions.api}"`
      const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
      const { screenshot } = report
      if (!screenshot || !box || !cutAround(box, screenshot)) throw questionNotFound(scanId, fingerprint)
      if (isKnown(call.request, etag)) return { status: 304, headers }
      const found = await provenPicture(read, row)
      const cut = found && (await cuts.of(found.picture, screenshot, box))
      if (!cut) throw questionNotFound(scanId, fingerprint)
      return { status: 200, raw: { content: new Blob([new Uint8Array(cut)]), type: 'image/webp' }, headers }
    }),
    bind(questionRoutes.answerQuestion, async (call) => {
      const { row, isOwn } = await answerQuestion(verbContext(room, call, 'D'), { ...call.params, request: call.body })
      return { ...json(isOwn ? 201 : 200, presentAnswer(row)), nodeId: row.head }
    }),
    bind(questionRoutes.withdrawAnswerOf, async (call) => {
      const row = await withdrawAnswerOf(verbContext(room, call, 'D'), call.params)
      return { ...json(200, presentAnswer(row)), nodeId: row.head }
    }),
    bind(questionRoutes.withdrawAnswer, async (call) => {
      const row = await withdrawAnswer(verbContext(room, call, 'D'), call.params.answerId)
      return { ...json(200, presentAnswer(row)), nodeId: row.head }
    }),
    bind(questionRoutes.listAnswers, async (call) => {
      const { url, standing, limit, cursor } = call.query
      const rows = await read((sql) =>
        listAnswers(sql, {
          orgId: callerOf(call).orgId,
          // As scans keep addresses: as URL serialises them.
          url: url === undefined ? undefined : (URL.parse(url)?.href ?? url),
          isStanding: standing,
          before: readPlaceCursor(cursor),
          limit: limit + 1,
        }),
      )
      requireAnswers(room.signer, rows)
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return json(200, {
        answers: shown.map(presentAnswer),
        nextCursor: last ? placeCursor({ createdAt: last.answered_at.toISOString(), id: last.answer_id }) : null,
      })
    }),
  ]
}

function presentQuestion(asked: AnsweredQuestion, { scanId, screenshot }: ScanReport, base: string): ScanQuestion {
  const { issue, question, reach, alike, answer, earlier } = asked
  const { fingerprint, box } = issue
  const isSeen = screenshot !== null && box !== null && cutAround(box, screenshot) !== undefined
  return {
    fingerprint,
    type: issue.type,
    criteria: issue.criteria,
    message: issue.message,
    element: issue.element,
    html: issue.html,
    location: issue.location,
    frame: issue.frame,
    box,
    picture: isSeen ? `${base}/api/scans/${scanId}/questions/${fingerprint}/picture` : null,
    asks: question.asks,
    choices: [...question.choices],
    holdsFor: reach,
    alike,
    answer: answer ? presentAnswer(answer) : null,
    earlier: earlier ? presentAnswer(earlier) : null,
  }
}

const presentAnswer = (row: AnswerRow): QuestionAnswer => ({
  answerId: row.answer_id,
  scanId: row.scan_id,
  url: row.url,
  type: row.type,
  element: row.element,
  fingerprint: row.fingerprint,
  holdsFor: row.holds_for,
  choice: row.choice,
  means: row.means,
  severity: row.severity,
  note: row.note,
  answeredBy: row.answered_by,
  answeredAt: row.answered_at.toISOString(),
  withdrawnBy: row.withdrawn_by,
  withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  node: row.head,
})

/** Has the operator's model look at a page for what no rule can tell. What it points to is for a person, whatever it says. */
import { type Static, Type as t } from '@sinclair/typebox'
import type { EngineRun } from '#db/documents/scan-report'
import type { Standard } from '#shared/accessibility/standards'
import { isDeeperThan, type ModelReply, openTextModel, type TextModel } from '#shared/egress/language-model'
import type { Config, JudgeSettings } from '#shared/kernel/config'
import { faultsOf } from '#shared/kernel/schema/faults'
import type { JudgedPart } from '#workers/scan-page/checks/in-page/judged-parts'
import { pageFindings } from '#workers/scan-page/checks/tools'
import type { Finding } from '#workers/scan-page/finding'
import { type JudgedFault, judgedFaults } from '#workers/scan-page/judge/faults'
import { pictureInstructions, textInstructions } from '#workers/scan-page/judge/prompts'

/** A part of a page, with its picture where it is one that the model is shown. */
export type JudgedItem = JudgedPart & { picture?: Uint8Array }

export type PageJudge = {
  model: string
  seesPictures: boolean
  /** Never throws: what failed is said in its run. */
  ask: (items: readonly JudgedItem[], standard: Standard, signal: AbortSignal) => Promise<PageJudgement>
}

export type PageJudgement = { findings: Finding[]; run: EngineRun }

const picturesOfCall = 4
const charactersOfCall = 12_000
const tokensOfAnswer = 1500
const depthLimit = 8

const Answer = t.Object(
  {
    findings: t.Array(
      t.Object(
        { id: t.String({ maxLength: 10 }), fault: t.String({ maxLength: 40 }) },
        { additionalProperties: false },
      ),
      { maxItems: 200 },
    ),
  },
  { additionalProperties: false },
)

/** None where the operator named no model. */
export const openJudge = (settings: Config['judge']): PageJudge | undefined =>
  settings && judgeWith(openTextModel(settings), settings)

const judgeWith = (model: TextModel, { seesPictures, callsPerPage, pageMs }: JudgeSettings): PageJudge => ({
  model: model.name,
  seesPictures,
  async ask(items, standard, signal) {
    const startedAt = performance.now()
    const late = AbortSignal.timeout(pageMs)
    const asked = new Set(standard.criteria.map(({ id }) => id))
    const faults = judgedFaults.filter(({ criteria }) => criteria.some((criterion) => asked.has(criterion)))
    const calls = callsOf(items.filter(({ kind }) => faults.some(({ of }) => of === kind)))
    const findings: Finding[] = []
    const troubles: string[] = []
    for (const call of calls.slice(0, callsPerPage)) {
      try {
        const { found, trouble } = read(
          await model.ask(questionOf(call), AbortSignal.any([signal, late])),
          call,
          faults,
        )
        findings.push(
          ...pageFindings(
            found.map(({ part, fault }) => foundOf(part, fault, model.name)),
            standard,
          ),
        )
        if (trouble !== null) troubles.push(trouble)
      } catch (error) {
        if (!signal.aborted && !late.aborted) throw error
        troubles.push(`its ${pageMs} ms for a page were over`)
        break
      }
    }
    const unasked = calls.slice(callsPerPage).reduce((sum, call) => sum + call.length, 0)
    if (unasked > 0)
      troubles.push(`it was not asked about ${unasked} parts: ${callsPerPage} questions are its limit for a page`)
    const state = troubles.length === 0 ? 'ran' : late.aborted || unasked > 0 ? 'out of time' : 'failed'
    return {
      findings,
      run: {
        name: 'judge',
        version: model.name,
        state,
        ms: performance.now() - startedAt,
        reason: troubles.length === 0 ? null : [...new Set(troubles)].join('; '),
      },
    }
  },
})

/** The items of one question. */
type Call = readonly JudgedItem[]

/** Words together, as many as fit in a question; pictures a few at a time. */
function callsOf(items: readonly JudgedItem[]): Call[] {
  const calls: JudgedItem[][] = []
  let room = 0
  for (const item of items.filter(({ kind }) => kind !== 'picture')) {
    const length = item.text.length + item.context.length
    if (room < length || calls.length === 0) {
      calls.push([])
      room = charactersOfCall
    }
    calls.at(-1)?.push(item)
    room -= length
  }
  const pictured = items.filter(({ picture }) => picture !== undefined)
  for (let from = 0; from < pictured.length; from += picturesOfCall)
    calls.push(pictured.slice(from, from + picturesOfCall))
  return calls
}

function questionOf(call: Call): Parameters<TextModel['ask']>[0] {
  const pictures = call.flatMap(({ picture }) => picture ?? [])
  return {
    instructions: pictures.length > 0 ? pictureInstructions : textInstructions,
    prompt: JSON.stringify({
      parts: call.map(({ kind, text, context }, at) => ({ id: idOf(at), kind, text, context })),
    }),
    pictures,
    maxOutputTokens: tokensOfAnswer,
  }
}

const idOf = (at: number): string => `p${at + 1}`

type Judged = { part: JudgedItem; fault: JudgedFault }

/** What names no part that was asked about, or no fault of its kind, counts for nothing; of a part, the first fault counts. */
function read(
  reply: ModelReply,
  call: Call,
  faults: readonly JudgedFault[],
): { found: Judged[]; trouble: string | null } {
  if (!reply.ok) return { found: [], trouble: `${reply.reason}: the model ${reply.message}` }
  const answer = answerIn(reply.text)
  if (answer === null) return { found: [], trouble: 'malformed: the model answered what does not fit' }
  const found = new Map<JudgedItem, Judged>()
  let strange = 0
  for (const { id, fault: named } of answer.findings) {
    const part = call.find((_, at) => idOf(at) === id)
    const fault = part && faults.find(({ of, fault }) => of === part.kind && fault === named)
    if (!part || !fault) strange += 1
    else if (!found.has(part)) found.set(part, { part, fault })
  }
  const trouble =
    strange === 0 ? null : `${strange} of ${answer.findings.length} of its findings name nothing that was asked`
  return { found: [...found.values()], trouble }
}

function answerIn(text: string): Static<typeof Answer> | null {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return null
  }
  if (isDeeperThan(answer, depthLimit) || faultsOf(Answer, answer).length > 0) return null
  // Sound: it was checked to be one.
  return answer as Static<typeof Answer>
}

const foundOf = (
  { place, text }: JudgedItem,
  { rule, impact, criteria, remedy, words }: JudgedFault,
  model: string,
) => ({
  rule,
  verdict: 'review' as const,
  impact,
  criteria: [...criteria],
  place,
  confidence: 'low' as const,
  message: `“${text.slice(0, longestQuote)}”: ${words}, says the model ${model}.`,
  recommendation: remedy,
})

const longestQuote = 80

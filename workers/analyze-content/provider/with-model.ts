/** Answers with the operator's model where it can be trusted, and as the embedded engine did where not. */
import type { TSchema } from '@sinclair/typebox'
import { Alignment } from '#db/documents/alignment'
import { type Engine, Meaning } from '#db/documents/meaning'
import type { AnalyzeRequest, DecodeRequest } from '#shared/contracts/content'
import { isDeeperThan, type TextModel } from '#shared/egress/language-model'
import { faultsOf } from '#shared/kernel/schema/faults'
import { alignmentFaults } from '#workers/analyze-content/harmony/verify-alignment'
import { decodedOf, ModelReading, modelExtractions } from '#workers/analyze-content/provider/decoded'
import { judgedOf, ModelFindings } from '#workers/analyze-content/provider/judged'
import type { Dropped } from '#workers/analyze-content/provider/model-spans'
import { type AnalysisPrompt, decodingPrompt, judgingPrompt } from '#workers/analyze-content/provider/prompts'

/** What a model is asked about at most, in UTF-16 units. */
const modelContentLimit = 100_000
const depthLimit = 16

/**
 * @param model undefined where the operator configured none
 * @param embedded what the embedded engine answered
 * @throws what `signal` was aborted with, and nothing else: all that fails is said in `engine.fallback`
 */
export async function decodeWithModel(
  model: TextModel | undefined,
  { content }: DecodeRequest,
  embedded: Meaning,
  signal: AbortSignal,
): Promise<Meaning> {
  const extract = modelExtractions.filter((each) => embedded[each] !== null)
  const answer = await answerOf(model, content, decodingPrompt(content, extract), ModelReading, signal)
  if ('fallback' in answer) return fallenBack(embedded, answer.fallback)
  const { meaning, dropped } = decodedOf(content, embedded, answer.value)
  const decoded = { ...withDropped(meaning, dropped), engine: engineOf(embedded.engine, answer.model) }
  return faultsOf(Meaning, decoded).length > 0 ? fallenBack(embedded, 'its answer does not fit') : decoded
}

/** As `decodeWithModel`; a model points to places, and every point that it costs is our own. */
export async function analyzeWithModel(
  model: TextModel | undefined,
  { content }: AnalyzeRequest,
  embedded: Alignment,
  signal: AbortSignal,
): Promise<Alignment> {
  const answer = await answerOf(model, content, judgingPrompt(content), ModelFindings, signal)
  if ('fallback' in answer) return fallenBack(embedded, answer.fallback)
  const { alignment, dropped } = judgedOf(content, embedded, answer.value)
  const { coverage, ...rest } = withDropped(alignment, dropped)
  const judged: Alignment = {
    ...rest,
    coverage: {
      ...coverage,
      skipped: [
        ...coverage.skipped,
        { what: 'fairness_check of the model', because: 'only the embedded engine was asked again' },
      ],
    },
    engine: engineOf(embedded.engine, answer.model),
  }
  const doesNotFit = faultsOf(Alignment, judged).length > 0 || alignmentFaults(judged, content).length > 0
  return doesNotFit ? fallenBack(embedded, 'its answer does not fit') : judged
}

type Answered<Schema extends TSchema> = { value: Schema['static']; model: string } | { fallback: string }

async function answerOf<Schema extends TSchema>(
  model: TextModel | undefined,
  content: string,
  asked: AnalysisPrompt,
  schema: Schema,
  signal: AbortSignal,
): Promise<Answered<Schema>> {
  if (!model) return { fallback: 'no model is configured' }
  if (content.length > modelContentLimit)
    return { fallback: `a model is asked about ${modelContentLimit} characters at most` }
  const reply = await model.ask(asked, signal)
  if (!reply.ok) return { fallback: `${reply.reason}: the model ${reply.message}` }
  const value = jsonOf(reply.text)
  if (value === undefined || isDeeperThan(value, depthLimit))
    return { fallback: 'malformed: the model answered no JSON that can be read' }
  const faults = faultsOf(schema, value)
  // Neither places nor values are told: names of members are the model's own words.
  if (faults.length > 0)
    return { fallback: `malformed: the model answered what does not fit, in ${faults.length} places` }
  // Sound: it was checked to be one.
  return { value: value as Schema['static'], model: model.name }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fallenBack = <Answer extends { engine: Engine }>(embedded: Answer, fallback: string): Answer => ({
  ...embedded,
  engine: { ...embedded.engine, fallback },
})

/** Its rules and lists are the embedded engine's: the model is asked beside it. */
const engineOf = (embedded: Engine, model: string): Engine => ({ ...embedded, id: model, fallback: null })

function withDropped<Answer extends Pick<Meaning, 'coverage'>>(answer: Answer, { named, nowhere }: Dropped): Answer {
  if (nowhere === 0) return answer
  const because = `${nowhere} of ${named} that it named do not stand in the content word for word`
  const { coverage } = answer
  return {
    ...answer,
    coverage: { ...coverage, skipped: [...coverage.skipped, { what: 'findings of the model', because }] },
  }
}

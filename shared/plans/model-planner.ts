/** Lets a model make steps of a goal, and trusts nothing that it answers. */
import { Type as t } from '@sinclair/typebox'
import type { LanguageModel } from 'ai'
import { planLimits, StepRequest } from '#shared/contracts/tasks'
import type { Config } from '#shared/kernel/config'
import { ServiceError } from '#shared/kernel/errors'
import { agentFailed } from '#shared/kernel/errors/agents'
import { invalidRequest } from '#shared/kernel/errors/request'
import { faultsOf } from '#shared/kernel/schema/faults'
import { promptFor } from '#shared/plans/prompt'
import { goalIssues, goalRefused, judged, type Planner } from '#shared/plans/proposal'
import { foreignIn } from '#shared/plans/untrusted-plan'

const Answer = t.Object(
  { steps: t.Array(StepRequest, { maxItems: planLimits.plannedSteps }) },
  { additionalProperties: false },
)

const answerBytes = 1_048_576
const depthLimit = 32

/** A model that speaks OpenAI's protocol, at an address of the operator's own choice. */
export function openModelPlanner({ url, model, apiKey, timeoutMs }: NonNullable<Config['planner']>): Planner {
  const open = async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const provider = createOpenAICompatible({
      name: 'planner',
      baseURL: url,
      ...(apiKey === undefined ? {} : { apiKey }),
      fetch: Object.assign(boundedFetch, { preconnect: () => undefined }),
    })
    return provider(model)
  }
  return modelPlanner({ open, name: model, timeoutMs })
}

type Asking = { open: () => Promise<Exclude<LanguageModel, string>>; name: string; timeoutMs: number }

/** @param open the model, asked for when there is a goal: what it takes to speak to one is large. */
export function modelPlanner({ open, name, timeoutMs }: Asking): Planner {
  return {
    async propose(goal, { traceId }, signal) {
      const { instructions, prompt, digest } = promptFor(goal, traceId)
      const late = AbortSignal.timeout(timeoutMs)
      const text = await answerOf(await open(), { instructions, prompt }, AbortSignal.any([signal, late])).catch(
        (error: unknown) => {
          signal.throwIfAborted()
          throw late.aborted ? failed('timeout', `did not answer within ${timeoutMs} ms`) : error
        },
      )
      const steps = stepsIn(text, goal)
      return judged({ steps, plannedBy: { planner: 'model', model: name, promptDigest: digest } })
    },
  }
}

const failed = (...[reason, message]: [Parameters<typeof agentFailed>[1], string]) =>
  agentFailed('orchestrator', reason, `the model that plans ${message}`)

/** The model's words. @throws AGENT_FAILED, INVALID_REQUEST when it broke off. */
async function answerOf(
  model: Exclude<LanguageModel, string>,
  asked: { instructions: string; prompt: string },
  abortSignal: AbortSignal,
): Promise<string> {
  const { APICallError, generateText, NoObjectGeneratedError, Output } = await import('ai')
  try {
    const answer = generateText({ model, ...asked, abortSignal, maxRetries: 0, output: Output.json() })
    const { text, finishReason } = await Promise.race([answer, aborted(abortSignal)])
    if (finishReason !== 'stop') throw unfit(`it ended with ${finishReason}`)
    return text
  } catch (error) {
    if (error instanceof ServiceError || abortSignal.aborted) throw error
    if (NoObjectGeneratedError.isInstance(error)) throw unfit('it is no JSON')
    // The error itself may hold what the operator keeps to himself: addresses, and what was answered.
    if (!APICallError.isInstance(error)) throw failed('malformed', 'answered in another protocol')
    const { statusCode } = error
    if (statusCode === undefined) throw failed('unreachable', 'could not be reached')
    if (statusCode < 300) throw failed('malformed', 'answered in another protocol')
    throw failed(statusCode < 400 ? 'redirect' : 'http_status', `answered HTTP ${statusCode}`)
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

const unfit = (why: string) => goalRefused(`was answered by the model with what is no plan: ${why}`, 'another goal')

/** @throws INVALID_REQUEST with the path /goal for what is no plan, or not this goal's. */
function stepsIn(text: string, goal: string): StepRequest[] {
  const answer: unknown = JSON.parse(text)
  if (isDeeperThan(answer, depthLimit)) throw unfit(`it is nested more than ${depthLimit} deep`)
  const issues = goalIssues(faultsOf(Answer, answer))
  if (issues.length > 0) throw invalidRequest(issues, `the goal ${issues[0]?.message}`)
  // Sound: it was checked to be one.
  const { steps } = answer as typeof Answer.static
  if (steps.length === 0) throw goalRefused('asks for what no agent here does, says the model', 'another goal')
  const [foreign] = foreignIn(steps, goal)
  if (foreign !== undefined) throw unfit(foreign)
  return steps
}

function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/** No redirects, so that the key goes nowhere else, and no more of an answer than a plan can need. */
async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    const { status, headers } = response
    const body = await bodyOf(response)
    return new Response(status === 204 || status === 304 ? null : body, {
      status,
      headers: { 'content-type': headers.get('content-type') ?? '' },
    })
  } catch (error) {
    if (error instanceof ServiceError || init?.signal?.aborted) throw error
    throw failed('unreachable', 'could not be reached')
  }
}

async function bodyOf({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > answerBytes) throw failed('too_large', `answered more than ${answerBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

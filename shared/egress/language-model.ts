/** Asks a model that speaks OpenAI's protocol, at an address of the operator's own choice. It has no tools, and is told nothing twice. */
import type { LanguageModel } from 'ai'
import type { ModelSettings } from '#shared/kernel/config'

/** Why a model gave no answer. `no_json` and `broken_off` are of what it said, the others of how it was reached. */
export type ModelFailure =
  | 'timeout'
  | 'unreachable'
  | 'redirect'
  | 'http_status'
  | 'too_large'
  | 'malformed'
  | 'broken_off'
  | 'no_json'
/** `message` says what it did, as "answered HTTP 500": no address, no key, nothing that was answered. */
export type ModelReply = { ok: true; text: string } | { ok: false; reason: ModelFailure; message: string }

export type ModelQuestion = {
  instructions: string
  prompt: string
  /** PNGs, shown after the prompt in their order; for a model that takes pictures. */
  pictures?: readonly Uint8Array[]
  /** Tokens that it may answer with; as many as it likes where nothing is said. */
  maxOutputTokens?: number
}

export type TextModel = {
  name: string
  /** JSON in text, or why there is none. @throws what `signal` was aborted with, and nothing else. */
  ask: (asked: ModelQuestion, signal: AbortSignal) => Promise<ModelReply>
}

type Open = () => Promise<Exclude<LanguageModel, string>>

const answerBytes = 1_048_576

export function openTextModel(settings: ModelSettings): TextModel {
  const { url, model, apiKey, timeoutMs } = settings
  const open: Open = async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const provider = createOpenAICompatible({
      name: 'operator',
      baseURL: url,
      ...(apiKey === undefined ? {} : { apiKey }),
      fetch: Object.assign(boundedFetch, { preconnect: () => undefined }),
    })
    return provider(model)
  }
  return textModel({ open, name: model, timeoutMs })
}

/** @param open the model, asked for when there is a question: what it takes to speak to one is large. */
export const textModel = ({ open, name, timeoutMs }: { open: Open; name: string; timeoutMs: number }): TextModel => ({
  name,
  ask: async (asked, signal) => {
    const late = AbortSignal.timeout(timeoutMs)
    try {
      return await replyOf(await open(), asked, AbortSignal.any([signal, late]))
    } catch (error) {
      signal.throwIfAborted()
      if (late.aborted) return { ok: false, reason: 'timeout', message: `did not answer within ${timeoutMs} ms` }
      throw error
    }
  },
})

async function replyOf(
  model: Exclude<LanguageModel, string>,
  { instructions, prompt, pictures = [], maxOutputTokens }: ModelQuestion,
  abortSignal: AbortSignal,
): Promise<ModelReply> {
  const { APICallError, generateText, NoObjectGeneratedError, Output } = await import('ai')
  try {
    const answer = generateText({
      model,
      instructions,
      ...(pictures.length === 0
        ? { prompt }
        : { messages: [{ role: 'user', content: illustrated(prompt, pictures) }] }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      abortSignal,
      maxRetries: 0,
      output: Output.json(),
    })
    const { text, finishReason } = await Promise.race([answer, aborted(abortSignal)])
    return finishReason === 'stop' ? { ok: true, text } : brokenOff(finishReason)
  } catch (error) {
    if (abortSignal.aborted) throw error
    const failure = failureOf(error)
    if (failure) return failure
    if (NoObjectGeneratedError.isInstance(error)) {
      const { finishReason = 'stop' } = error
      if (finishReason !== 'stop') return brokenOff(finishReason)
      return { ok: false, reason: 'no_json', message: 'answered no JSON' }
    }
    const foreign: ModelReply = { ok: false, reason: 'malformed', message: 'answered in another protocol' }
    // The error itself may hold what the operator keeps to himself: addresses, and what was answered.
    if (!APICallError.isInstance(error)) return foreign
    const { statusCode } = error
    if (statusCode === undefined) return unreachable
    if (statusCode < 300) return foreign
    return { ok: false, reason: statusCode < 400 ? 'redirect' : 'http_status', message: `answered HTTP ${statusCode}` }
  }
}

const illustrated = (text: string, pictures: readonly Uint8Array[]) => [
  { type: 'text' as const, text },
  ...pictures.map((data) => ({ type: 'file' as const, mediaType: 'image/png', data })),
]

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

const brokenOff = (finishReason: string): ModelReply => ({
  ok: false,
  reason: 'broken_off',
  message: `ended with ${finishReason}`,
})

const unreachable: ModelReply = { ok: false, reason: 'unreachable', message: 'could not be reached' }

/** An error that carries a reply through the library, which hands on what its fetch throws. */
const carrying = (reply: ModelReply) => Object.assign(new Error('the model gave no answer'), { reply })
const failureOf = (error: unknown): ModelReply | undefined =>
  error instanceof Error && 'reply' in error ? (error as ReturnType<typeof carrying>).reply : undefined

/** No redirects, so that the key goes nowhere else, and no more of an answer than one can need. */
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
    if (failureOf(error) || init?.signal?.aborted) throw error
    throw carrying(unreachable)
  }
}

async function bodyOf({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > answerBytes)
      throw carrying({ ok: false, reason: 'too_large', message: `answered more than ${answerBytes} bytes` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Looks level by level: no answer is nested so deep that looking at it fails. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

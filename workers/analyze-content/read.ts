/** Reads texts for whoever asked: what a thread of the worker does. It has the models; nothing else imports it. Pure. */
import { decode } from '#workers/analyze-content/decode'
import { type ReaderCall, type TextReading, textReadingOf } from '#workers/analyze-content/reading'

export type ReaderAnswer = { reading: TextReading }

export function answer({ content, task: { request, at } }: ReaderCall): ReaderAnswer {
  const meaning = decode(request, new Date(at))
  const fallback = request.provider === 'llm' ? 'this release asks no language model' : null
  return { reading: textReadingOf(content, { ...meaning, engine: { ...meaning.engine, fallback } }) }
}

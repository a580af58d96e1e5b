/** Reads texts for whoever asked: what a thread of the worker does. It has the models; nothing else imports it. Pure. */
import { decode } from '#workers/analyze-content/decode'
import { analyze } from '#workers/analyze-content/harmony/analyze'
import {
  type ReaderCall,
  type ReadingDraft,
  type ReadingTask,
  type TextReading,
  textReadingOf,
} from '#workers/analyze-content/reading'

export type ReaderAnswer = { draft: ReadingDraft } | { reading: TextReading }

export function answer(call: ReaderCall): ReaderAnswer {
  const draft = call.to === 'finish' ? call.draft : draftOf(call.task)
  return call.to === 'draft' ? { draft } : { reading: textReadingOf(call.content, draft) }
}

function draftOf(task: ReadingTask): ReadingDraft {
  const at = new Date(task.at)
  return task.of === 'decode' ? decode(task.request, at) : analyze(task.request, at, task.settings)
}

/** What is asked of the threads that read texts, and what is made of what they found: the text of the answer. Pure. */
import type { Alignment } from '#db/documents/alignment'
import type { Engine, Meaning } from '#db/documents/meaning'
import { packAnalysis } from '#db/queries/analyses'
import type { HarmonySettings } from '#shared/calibration/parameters'
import type { AnalyzeRequest, DecodeRequest } from '#shared/contracts/content'
import type { FoundSecret } from '#shared/kernel/secrets'
import { wellFormed } from '#shared/kernel/well-formed'
import { withoutSecretsOf } from '#workers/analyze-content/secret-spans'

/** @param at ISO 8601: what a text's "tomorrow" is counted from, unless its request says. */
export type ReadingTask =
  | { of: 'decode'; request: DecodeRequest; at: string }
  | { of: 'analyze'; request: AnalyzeRequest; at: string; settings: HarmonySettings }

/** What a task comes to before anything is taken out of it. */
export type DraftOf<Task extends ReadingTask> = Task extends { of: 'decode' } ? Meaning : Alignment
export type ReadingDraft = DraftOf<ReadingTask>

/** What a thread is to do: read a text to the end; draft what it says; or make of a draft, whoever had a hand in it, what is kept. */
export type ReaderCall =
  | { to: 'read' | 'draft'; content: string; task: ReadingTask }
  | { to: 'finish'; content: string; draft: ReadingDraft }

/** A document about a text, as it is kept and answered. */
export type TextReading = {
  /** JSON. */
  text: string
  packed: Uint8Array<ArrayBuffer>
  /** What looked like a secret and was taken out. */
  found: FoundSecret[]
  engine: Engine
}

/** What is kept of a document about a content. */
export function textReadingOf(content: string, draft: ReadingDraft): TextReading {
  const { value, found } = withoutSecretsOf(content, wellFormed(draft))
  const text = JSON.stringify(value)
  return { text, packed: packAnalysis(text), found, engine: value.engine }
}

/** How well what is new in an answer is told from what it quotes, beside the best npm library: by the mails that are answered. */
import EmailReplyParser from 'email-reply-parser'
import { readText } from '#shared/language/read-text'
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'

/** Of lines of answers: which share of the quoted was kept as new, and which share of the new was lost. */
export type NewTextFigures = { quotedLines: number; newLines: number; quotedKept: number; newLost: number }

/** Shorter lines may stand in both. */
const longEnough = 20
const bare = (line: string) => line.replace(/^[>|:\s]+/, '').trim()

/** Lines of answers, each with whether its characters stand in the mail that is answered. */
function* answeredLines(mails: readonly SourceMail[]): Generator<{ text: string; lines: Map<string, boolean> }> {
  const known = new Map(mails.flatMap((mail) => (mail.messageId === null ? [] : [[mail.messageId, mail] as const])))
  for (const { text, inReplyTo, references } of mails) {
    const parent = known.get(inReplyTo ?? references.at(-1) ?? '')
    if (parent === undefined) continue
    const old = new Set(parent.text.split('\n').map(bare))
    const lines = new Map<string, boolean>()
    for (const line of text.split('\n')) {
      // What an answer quotes of mails before the one that it answers cannot be judged.
      if (/^\s*[>|]\s*[>|]/.test(line)) continue
      const said = bare(line)
      if (said.length >= longEnough) lines.set(said, !old.has(said))
    }
    yield { text, lines }
  }
}

export function newTextFigures(mails: readonly SourceMail[], newIn: (text: string) => string): NewTextFigures {
  const figures: NewTextFigures = { quotedLines: 0, newLines: 0, quotedKept: 0, newLost: 0 }
  for (const { text, lines } of answeredLines(mails)) {
    const kept = new Set(newIn(text).split('\n').map(bare))
    for (const [line, isNew] of lines) {
      if (isNew) {
        figures.newLines += 1
        if (!kept.has(line)) figures.newLost += 1
      } else {
        figures.quotedLines += 1
        if (kept.has(line)) figures.quotedKept += 1
      }
    }
  }
  return figures
}

const own = new Set(['heading', 'paragraph', 'list_item', 'code', 'greeting'])

export const newByReading = (text: string): string =>
  readText({ content: text })
    .segments.filter(({ type, depth }) => own.has(type) && depth === 0)
    .map(({ start, end }) => text.slice(start, end))
    .join('\n')

export const newByLibrary = (text: string): string => new EmailReplyParser().parseReply(text)

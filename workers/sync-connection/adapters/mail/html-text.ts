/** HTML as text: lines as they are drawn, quotes marked, and apart from it what no reader sees. Pure. */
import { decodeHTML } from 'entities/decode'
import { wellFormed } from '#shared/kernel/well-formed'
import { readHtml } from '#shared/language/html'
import { hideInvisible } from '#shared/language/invisible'
import type { TextSegment } from '#shared/language/text'
import { segmentsOf, textOfUnits, unreadText } from '#shared/language/unread-text'
import {
  cutText,
  hiddenCharacters,
  type ReadableText,
  tidyLines,
  withoutJoiners,
} from '#workers/sync-connection/adapters/mail/plain-text'

const deepestMark = 5
/** Of one hidden part as much is looked at. */
const longestHidden = 5000

/** What a page is called, and what no reader of mails shows. */
const title = /<title\b[^<>]{0,200}>([^<]{0,5000})<\/title\s{0,9}>/gi

/** Time and memory are linear in its length. Both texts are at most `sourceTextLimit`. */
export function readableHtml(html: string): ReadableText {
  const titles: string[] = []
  const shown = html.replace(title, (_, words: string) => {
    titles.push(wordsOfMarkup(wellFormed(words)))
    return ' '
  })
  const draft = unreadText(wellFormed(shown))
  hideInvisible(draft)
  readHtml(draft, { start: 0, end: draft.content.length })
  const drawn = textOfUnits(draft.units)
  let text = ''
  let before: TextSegment | undefined
  for (const segment of segmentsOf(draft)) {
    const lines = linesOf(drawn, segment)
    if (lines.length === 0) continue
    text += `${before === undefined ? '' : gapBetween(before, segment)}${lines.map((line) => marked(line, segment)).join('\n')}`
    before = segment
  }
  const elements = draft.hidden
    .filter(({ how }) => how !== 'characters')
    .map(({ start, end }) => wordsOfMarkup(draft.content.slice(start, Math.min(end, start + longestHidden))))
    .filter((words) => words !== '')
  return {
    text: cutText(tidyLines(text.replaceAll('\ufffd', ''))),
    hidden: cutText([...titles, ...elements, hiddenCharacters(draft)].filter((part) => part !== '').join('\n')),
  }
}

function linesOf(drawn: string, { type, start, end }: TextSegment): string[] {
  if (type === 'markup') return []
  const lines = withoutJoiners(drawn.slice(start, end)).split('\n')
  const isCode = type === 'code'
  const tidy = lines.map((line) => (isCode ? line.trimEnd() : line.replace(/[ \t\f\r\u00a0]+/g, ' ').trim()))
  return tidy.some((line) => line !== '') ? tidy : []
}

/** Items of a list and lines of a quote stand together, paragraphs apart. */
function gapBetween(one: TextSegment, next: TextSegment): string {
  const isRow = one.type === next.type && (one.type === 'list_item' || one.type === 'quote')
  return isRow ? '\n' : '\n\n'
}

function marked(line: string, { type, depth }: TextSegment): string {
  if (type === 'quote') return `${'>'.repeat(Math.min(Math.max(depth, 1), deepestMark))} ${line}`
  return type === 'list_item' ? `- ${line}` : line
}

/** Without its tags, references resolved, in one line. */
const wordsOfMarkup = (markup: string): string =>
  decodeHTML(markup.replace(/<!--|-->|<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

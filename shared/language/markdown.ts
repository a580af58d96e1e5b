/** Markdown inside its lines: emphasis, links, code marks and tags are blanked, so that prose is left. One pass. */

import { resolveReferences } from '#shared/language/references'
import type { Range } from '#shared/language/text'
import { blank, hide, join, type UnreadText } from '#shared/language/unread-text'

/** A label that is open, and how often brackets may nest before the outer are left as they are. */
type Label = { at: number; isImage: boolean }
const mostLabels = 50

/** Where the next of something stands, looked for once: `after` never goes back. */
function nextOf(content: string, text: string, end: number): (after: number) => number {
  let found = -1
  return (after) => {
    if (found < after) {
      const next = content.indexOf(text, after)
      found = next < 0 || next >= end ? Number.POSITIVE_INFINITY : next
    }
    return found
  }
}

export function blankInline(draft: UnreadText, { start, end }: Range): void {
  const { content } = draft
  const labels: Label[] = []
  const nextTagEnd = nextOf(content, '>', end)
  const nextCommentEnd = nextOf(content, '-->', end)
  for (let at = start; at < end; at++) {
    switch (content[at]) {
      case '\\':
        if (at + 1 < end && /[!-/:-@[-`{-~]/.test(content[at + 1] ?? '')) {
          join(draft, at, at + 1)
          at++
        }
        break
      case '*':
      case '_':
      case '~':
        at = blankEmphasis(draft, at, start, end)
        break
      case '`':
        at = blankTicks(draft, at, end)
        break
      case '[':
        if (labels.length === mostLabels) labels.shift()
        labels.push({ at, isImage: content[at - 1] === '!' })
        break
      case ']':
        at = closeLabel(draft, labels, at, end)
        break
      case '<':
        at = blankTag(draft, at, end, nextTagEnd, nextCommentEnd)
        break
    }
  }
  resolveReferences(draft, start, end)
}

const isSpaceOrBorder = (text: string | undefined) => text === undefined || /[\s\u00a0]/.test(text)
const isWordUnit = (text: string | undefined) => text !== undefined && /[\p{L}\p{N}]/u.test(text)

/** A row of marks touching a word on one side is emphasis; one between spaces is not, nor one inside a name_with_them. */
function blankEmphasis(draft: UnreadText, at: number, start: number, end: number): number {
  const { content } = draft
  const mark = content[at]
  let last = at
  while (last + 1 < end && content[last + 1] === mark) last++
  const before = at > start ? content[at - 1] : undefined
  const after = last + 1 < end ? content[last + 1] : undefined
  const length = last + 1 - at
  const isAlone = isSpaceOrBorder(before) && isSpaceOrBorder(after)
  const isInside = isWordUnit(before) && isWordUnit(after)
  if (length <= 3 && !isAlone && !isInside && !(mark === '~' && length !== 2)) join(draft, at, last + 1)
  return last
}

/** Code between ticks is read as words: the ticks alone go. */
function blankTicks(draft: UnreadText, at: number, end: number): number {
  let last = at
  while (last + 1 < end && draft.content[last + 1] === '`') last++
  blank(draft, at, last + 1)
  return last
}

const isTargetEnd = (unit: string) => unit === ')' || unit === '<' || unit === '[' || unit === ']' || unit === '\n'
const longestTitle = 200

/** "[words](target)": the words stay. What a target may hold ends before the next bracket, so none is read twice. */
function closeLabel(draft: UnreadText, labels: Label[], at: number, end: number): number {
  const label = labels.pop()
  if (label === undefined) return at
  const { content } = draft
  const opener = content[at + 1]
  if (opener !== '(' && opener !== '[') return at
  let last = at + 2
  let inner = 0
  const limit = Math.min(end, at + 2000)
  for (; last < limit; last++) {
    const unit = content[last] ?? ''
    if (unit === '(') inner++
    else if (unit === ')' && inner > 0) inner--
    else if (isTargetEnd(unit) || (unit === ' ' && !/["'(]/.test(content[last + 1] ?? ''))) break
    else if (unit === ' ') {
      const closer = content[last + 1] === '(' ? ')' : (content[last + 1] ?? '')
      const length = content.slice(last + 2, Math.min(last + 2 + longestTitle, limit)).indexOf(closer)
      if (length < 0) break
      last += 2 + length
    }
  }
  if (last >= end || content[last] !== (opener === '(' ? ')' : ']')) return at
  blank(draft, label.isImage ? label.at - 1 : label.at, label.at + 1)
  blank(draft, at, last + 1)
  return last
}

const tag = /<(?:\/?[A-Za-z][A-Za-z0-9-]{0,30}(?:\s[^<>]{0,1000})?\/?|![A-Za-z][^<>]{0,200})>/y
const autolink = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]{1,2000}|[^\s<>@]{1,64}@[^\s<>@]{1,255})>/iy

function blankTag(
  draft: UnreadText,
  at: number,
  end: number,
  nextTagEnd: (after: number) => number,
  nextCommentEnd: (after: number) => number,
): number {
  const { content } = draft
  if (content.startsWith('<!--', at)) {
    const last = nextCommentEnd(at + 4)
    if (last >= end) return at
    hide(draft, { start: at, end: last + 3 }, 'comment')
    blank(draft, at, last + 3)
    return last + 2
  }
  const last = nextTagEnd(at)
  if (last >= end || last - at > 2100) return at
  autolink.lastIndex = at
  if (autolink.test(content)) {
    blank(draft, at, at + 1)
    blank(draft, last, last + 1)
    return last
  }
  tag.lastIndex = at
  if (!tag.test(content)) return at
  if (/^<br\b/i.test(content.slice(at, at + 4))) {
    blank(draft, at, last + 1)
    draft.units[at] = 0xa
  } else join(draft, at, last + 1)
  return last
}

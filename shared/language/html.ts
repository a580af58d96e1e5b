/** HTML as its reader sees it: tags are blanked, elements begin segments, references are resolved, hidden parts are noted. */
import { type Token, Tokenizer, TokenizerMode } from 'parse5'
import { type Appearance, appearanceWithin, blankPage, isConcealing } from '#shared/language/concealment'
import { resolveReferences } from '#shared/language/references'
import type { Range, SegmentType } from '#shared/language/text'
import { beginSegment, blank, deepest, hide, join, note, type UnreadText } from '#shared/language/unread-text'

type Element = {
  name: string
  type: SegmentType
  depth: number
  appearance: Appearance
  isHidden: boolean
  keepsLines: boolean
}

/** Where reading stands between two tokens. */
type Page = {
  draft: UnreadText
  /** Where the read range starts in the content: the tokenizer counts from there. */
  offset: number
  end: number
  open: Element[]
  /** Where the segment begins that the next text is in; -1: it goes on in the one it is in. */
  breakAt: number
  hiddenFrom: number
  /** A segment of what is hidden is open: it ends with the element. */
  isInMarkup: boolean
}

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'title', 'caption', 'legend', 'summary'])
const items = new Set(['li', 'dt', 'dd', 'option'])
const blocks = new Set(
  (
    'address article aside blockquote body button center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html label legend li main menu nav ol optgroup option p pre ' +
    'search section select summary table tbody td textarea tfoot th thead title tr ul caption'
  ).split(' '),
)
/** Elements that nobody reads, whatever stands in them. */
const unread = new Set('script style template noscript iframe noembed noframes object svg math datalist'.split(' '))
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Opening one of these ends an open one of the same name. */
const closesItself = new Set(['p', 'li', 'dt', 'dd', 'td', 'th', 'tr', 'option'])
const rawText: Record<string, keyof typeof TokenizerMode> = {
  script: 'SCRIPT_DATA',
  style: 'RAWTEXT',
  xmp: 'RAWTEXT',
  iframe: 'RAWTEXT',
  noembed: 'RAWTEXT',
  noframes: 'RAWTEXT',
  textarea: 'RCDATA',
  title: 'RCDATA',
}

/** How far back an end tag looks for what it ends: without a bound, wrongly nested tags take time by their square. */
const lookBack = 64
const mostOpen = 10_000

/** Reads a range of the content as HTML. Linear in its length, whatever it says. */
export function readHtml(draft: UnreadText, range: Range, depth = 0): void {
  const body: Element = {
    name: '',
    type: 'paragraph',
    depth,
    appearance: blankPage,
    isHidden: false,
    keepsLines: false,
  }
  const page: Page = {
    draft,
    offset: range.start,
    end: range.end,
    open: [body],
    breakAt: range.start,
    hiddenFrom: -1,
    isInMarkup: false,
  }
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (token) => {
        const mode = rawText[token.tagName]
        if (mode !== undefined) tokenizer.state = TokenizerMode[mode]
        openElement(page, token)
      },
      onEndTag: (token) => closeElement(page, token),
      onComment: (token) => readComment(page, token),
      onDoctype: (token) => readComment(page, token),
      onCharacter: (token) => readCharacters(page, token),
      onWhitespaceCharacter: (token) => readCharacters(page, token),
      onNullCharacter: () => undefined,
      onEof: () => undefined,
    },
  )
  tokenizer.write(draft.content.slice(range.start, range.end), true)
  if (page.hiddenFrom >= 0) hide(draft, { start: page.hiddenFrom, end: range.end }, 'element')
}

/** The body is never closed, so there is one. */
const topOf = (page: Page): Element => page.open.at(-1) as Element

function rangeOf(page: Page, token: { location: Token.Location | null }): Range {
  const { startOffset = 0, endOffset = 0 } = token.location ?? {}
  return { start: page.offset + startOffset, end: Math.min(page.offset + endOffset, page.end) }
}

function openElement(page: Page, token: Token.TagToken): void {
  const { draft } = page
  const range = rangeOf(page, token)
  const name = token.tagName
  blankTag(page, range, name)
  if (blocks.has(name)) breakAt(page, range.start)
  if (empty.has(name)) {
    // Written into the tag's first unit, so that a line ends there for whoever looks for sentences.
    if (name === 'br' && !topOf(page).isHidden) draft.units[range.start] = 0xa
    return
  }
  if (closesItself.has(name) && topOf(page).name === name) leave(page, page.open.length - 1, range.start)
  if (page.open.length >= mostOpen) {
    note(draft, `elements nested more than ${mostOpen} deep`, 'they are read as part of what they stand in')
    return
  }
  const parent = topOf(page)
  const isQuote = name === 'blockquote' || (name === 'div' && /\bgmail_quote\b/.test(attribute(token, 'class')))
  const own = token.attrs.length === 0 ? parent.appearance : appearanceOf(token, parent)
  const appearance = unread.has(name) ? { ...own, isGone: true } : own
  const isHidden = isConcealing(appearance)
  page.open.push({
    name,
    type: typeOf(name, isQuote, parent),
    depth: Math.min(parent.depth + (isQuote ? 1 : 0), deepest + 1),
    appearance,
    isHidden,
    keepsLines: parent.keepsLines || name === 'pre' || name === 'textarea',
  })
  if (isHidden && !parent.isHidden) page.hiddenFrom = range.start
  if (!isHidden && parent.isHidden) showFrom(page, range.start, parent.name)
}

const appearanceOf = (token: Token.TagToken, parent: Element): Appearance =>
  appearanceWithin(parent.appearance, {
    tagName: token.tagName,
    attribute: (asked) => attribute(token, asked),
    has: (asked) => token.attrs.some((each) => each.name === asked),
  })

/** What was hidden ends here. What styles and scripts say is for no reader, hidden or not. */
function showFrom(page: Page, at: number, name: string): void {
  if (name !== 'style' && name !== 'script') hide(page.draft, { start: page.hiddenFrom, end: at }, 'element')
  page.hiddenFrom = -1
  if (page.isInMarkup) page.breakAt = at
  page.isInMarkup = false
}

/** Ends an element and those that are still open in it. */
function leave(page: Page, index: number, at: number): void {
  const { isHidden } = topOf(page)
  const name = page.open[index]?.name ?? ''
  page.open.length = index
  if (isHidden && !topOf(page).isHidden) showFrom(page, at, name)
  else if (!isHidden && topOf(page).isHidden) page.hiddenFrom = at
}

function typeOf(name: string, isQuote: boolean, parent: Element): SegmentType {
  if (name === 'pre' || parent.type === 'code') return 'code'
  if (isQuote) return 'quote'
  if (headings.has(name)) return 'heading'
  if (parent.type === 'quote') return 'quote'
  if (items.has(name)) return 'list_item'
  return blocks.has(name) && parent.type !== 'list_item' ? 'paragraph' : parent.type
}

function closeElement(page: Page, token: Token.TagToken): void {
  const range = rangeOf(page, token)
  const name = token.tagName
  blankTag(page, range, name)
  const { open } = page
  const lowest = Math.max(1, open.length - lookBack)
  for (let index = open.length - 1; index >= lowest; index--) {
    if (open[index]?.name !== name) continue
    leave(page, index, range.end)
    break
  }
  if (blocks.has(name)) breakAt(page, range.end)
}

/** The first of several breaks counts: what has no text of its own begins no segment. */
function breakAt(page: Page, at: number): void {
  if (page.breakAt < 0 && !page.isInMarkup) page.breakAt = at
}

function readComment(page: Page, token: Token.CommentToken | Token.DoctypeToken): void {
  const range = rangeOf(page, token)
  blank(page.draft, range.start, range.end)
  if ('data' in token && token.data.trim() !== '' && !topOf(page).isHidden) hide(page.draft, range, 'comment')
}

function readCharacters(page: Page, token: Token.CharacterToken): void {
  const { draft } = page
  const range = rangeOf(page, token)
  const { isHidden, keepsLines, type, depth } = topOf(page)
  if (isHidden) {
    // Scripts and the like are a segment of their own where they stand between blocks, and spaces in a sentence.
    if (page.breakAt >= 0 && token.chars.trim() !== '') {
      beginSegment(draft, 'markup', page.breakAt, depth)
      page.breakAt = -1
      page.isInMarkup = true
    }
    blank(draft, range.start, range.end)
    return
  }
  if (page.breakAt >= 0 && token.chars.trim() !== '') {
    beginSegment(draft, type, page.breakAt, depth)
    page.breakAt = -1
  }
  resolveReferences(draft, range.start, range.end)
  if (!keepsLines) blankLines(draft, range)
}

/** In HTML a line's end in the source is a space. */
function blankLines(draft: UnreadText, { start, end }: Range): void {
  for (let at = start; at < end; at++) {
    const unit = draft.units[at]
    if (unit === 0xa || unit === 0xd) draft.units[at] = 0x20
  }
}

/** A word goes on across an inline tag; a cell, an item, a line does not. */
function blankTag(page: Page, { start, end }: Range, name: string): void {
  if (blocks.has(name) || empty.has(name)) blank(page.draft, start, end)
  else join(page.draft, start, end)
}

const attribute = (token: Token.TagToken, name: string) =>
  token.attrs.find((each) => each.name === name)?.value.slice(0, 2000) ?? ''

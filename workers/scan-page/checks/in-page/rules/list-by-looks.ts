/** Lists that are made of signs and line breaks. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'

const signs = '•·‣⁃◦▪▫●○■□►▸▹▶✓✔✗✘☑☐➔➜➤→⇒★☆✦✱※❖◆◇♦'
const bullet = new RegExp(
  `^\\s*(?:[${signs}]|(?![©®™])\\p{Extended_Pictographic}[\\u{1F3FB}-\\u{1F3FF}]?\\uFE0F?|[»›>]\\s)\\s*\\S`,
  'u',
)
const dash = /^\s*[-–—*+~]\s+\S/
const marker = /^\s*\(?(\d{1,2}|[a-h])[.)]\s+\S/i
const blocks = 'p, div, ul, ol, dl, table, h1, h2, h3, h4, h5, h6, input, select, textarea, button, video'
const elsewhere = 'pre, code, ul, ol, [role="list"], [role="listbox"], [role="menu"], [role="listitem"], nav, svg'

export const listByLooks: StaticCheck = {
  rule: 'list-by-looks',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Use <ul> or <ol> with an <li> for each item.',
  find: (elements) => {
    const told = new Set<Element>()
    const marked = markedByStyle(elements)
    for (const holder of pick(elements, 'p, div, td, dd, section, article, main, blockquote, form, body')) {
      const { children } = holder
      if (children.length < 3 && (children.length < 2 || children[0]?.localName !== 'br')) continue
      if (closest(holder, elsewhere)) continue
      const lines = broken(holder)
      if (lines.length >= 3 && isList(lines)) told.add(holder)
      const first = firstOfRun(holder, marked)
      if (first) told.add(first)
    }
    return [...told]
      .filter((element) => isExposed(element) && isSeen(element))
      .map((element) => ({
        element,
        confidence: 'high',
        message:
          'Lines that begin with a sign or a number stand for a list, which is told to nobody who does not see it.',
      }))
  },
}

/** The longest run counts: a title may stand over the items. */
function isList(lines: readonly string[]): boolean {
  return (
    [bullet, dash].some((sign) => lines.filter((line) => sign.test(line)).length >= Math.max(3, lines.length - 1)) ||
    isCounted(lines) ||
    isCounted(lines.slice(1))
  )
}

const isCounted = (lines: readonly string[]) =>
  lines.length >= 3 && lines.every((line, index) => placeIn(line) === index + 1)

/** 2 of "2." and of "b)"; NaN where nothing counts. */
function placeIn(line: string): number {
  const [, count = ''] = marker.exec(line) ?? []
  return /^[a-h]$/i.test(count) ? count.toLowerCase().charCodeAt(0) - 96 : Number(count || Number.NaN)
}

/** Its lines, where it holds words and line breaks. */
function broken(holder: Element): string[] {
  if (![...holder.children].some((child) => child.localName === 'br')) return []
  const lines = ['']
  for (const node of holder.childNodes) {
    if (node instanceof HTMLBRElement) lines.push('')
    else lines.push(`${lines.pop() ?? ''}${isDrawnBullet(node) ? '•' : (node.textContent ?? '')}`)
  }
  return lines.map(squeeze).filter((line) => line !== '')
}

const largestBullet = 24

/** A picture as small as a sign. */
const isDrawnBullet = (node: Node | null): boolean =>
  node instanceof HTMLImageElement && node.width > 0 && node.width <= largestBullet && node.height <= largestBullet

/** The first of three paragraphs or boxes on end that begin with a sign, or are counted. */
function firstOfRun(holder: Element, marked: ReadonlySet<Element>): Element | null {
  let run: Element[] = []
  let sign = ''
  for (const child of holder.children) {
    const drawn = drawnSign(child)
    if (drawn !== sign) run = []
    sign = drawn
    const text =
      child.childElementCount <= mostParts && child.matches('p, div') && !child.querySelector(blocks)
        ? (child.textContent ?? '')
        : ''
    const isShort = text.trim() !== '' && text.length <= longestItem
    const isNext = isShort && placeIn(text) === run.length + 1
    // Lines of a dialogue begin with a dash as well, and are sentences.
    const isDashed = isShort && dash.test(text) && !/[.!?…"”“»]\s*$/.test(text)
    const isSigned = bullet.test(text) || (isShort && (marked.has(child) || drawn !== ''))
    run = isSigned || isNext || isDashed ? [...run, child] : []
    if (run.length >= 3) return run[0] ?? null
  }
  return null
}

/** The small drawing that a line begins with, which comes again before each item of a list. */
function drawnSign(child: Element): string {
  const text = squeeze(child.textContent ?? '')
  if (text.length < 3 || text.length > longestItem || !child.matches('p, div, span') || child.querySelector(blocks))
    return ''
  const first = firstWithin(child)
  const inner =
    first instanceof HTMLSpanElement && squeeze(first.textContent ?? '') === '' ? (firstWithin(first) ?? first) : first
  if (isDrawnBullet(inner)) return 'picture'
  if (!(inner instanceof Element) || !inner.matches('svg, i') || squeeze(inner.textContent ?? '') !== '') return ''
  const { width, height } = inner.getBoundingClientRect()
  if (width === 0 || width > largestBullet || height > largestBullet) return ''
  return inner.localName === 'svg' ? inner.innerHTML : (inner.getAttribute('class') ?? '')
}

function firstWithin(element: Element): ChildNode | null {
  const first = [...element.childNodes].find(
    (node) => squeeze(node.textContent ?? '') !== '' || node instanceof Element,
  )
  return first ?? null
}

/** Paragraphs and boxes before which a style sheet sets a sign, or which it calls list items. */
function markedByStyle(elements: readonly Element[]): ReadonlySet<Element> {
  const sign = new RegExp(`^"\\s*[${signs}–-]\\s*"$`, 'u')
  return new Set(
    readStyleRules(elements).flatMap(({ selector, style, isConditional }) => {
      if (isConditional) return []
      if (style.display === 'list-item') return fitting(elements, selector)
      if (!sign.test(style.content) || !/::?before/.test(selector)) return []
      return fitting(elements, selector.replaceAll(/::?before/g, ''))
    }),
  )
}

/** Of one item: its sign, and words in bold or a link. */
const mostParts = 4

/** Numbered paragraphs of a law or contract are longer. */
const longestItem = 160

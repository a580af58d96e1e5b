/** Puts differences into words: what is wrong with both values, and what to do, with a line of CSS where one does it. Pure. */
import { deltaE00, parseColor } from '#shared/design-system/colors'
import type { TreeDifference } from '#workers/compare-design/trees/difference'
import { isElement, type Part } from '#workers/compare-design/trees/parts'
import { standsIn } from '#workers/compare-design/trees/structure-changes'
import { isColorName } from '#workers/compare-design/trees/values'

/** The tokens that have to do with a change: of the value that was left, and of the one that came. */
export type TokenHints = { left: string | null; came: string | null; nearest: { name: string; css: string } | null }

export function violationOf(difference: TreeDifference, elements: number): string {
  return `${sentenceOf(difference)}${elements > 1 && difference.type !== 'element-moved' ? ` The same on ${elements - 1} more.` : ''}`
}

function sentenceOf(difference: TreeDifference): string {
  const { type, part, property, before, after, detail, isGone } = difference
  const name = nameOf(part)
  const place = `in ${nameOf(standsIn(part))}`
  switch (type) {
    case 'style-change':
      return `${property} of ${name} is ${after} instead of ${before}${distanceOf(difference)}.${detail === '' ? '' : ` ${detail}`}`
    case 'text-change':
      return textSentence(difference)
    case 'attribute-change':
      return `${attributeSentence(difference)}${detail === '' ? '' : ` ${detail}`}`
    case 'element-added':
      return detail === 'around'
        ? `${name} was put around what lies ${place}, and is seen.`
        : `${name} is new ${place}.`
    case 'element-removed':
      return detail === 'around'
        ? `${name}, which lay around what is ${place}, is gone.`
        : `${name} is gone; it was ${place}.`
    case 'element-moved':
      if (detail === 'place') return `${name} is at place ${after} instead of ${before} ${place}.`
      if (detail === 'order') return `${difference.elements} elements in ${name} are in another order.`
      return `${name} is ${place} now; it was in ${nameOf(part.partner ? standsIn(part.partner) : null)}.`
    case 'element-replaced':
      return `What was ${withArticle(before)} is ${withArticle(after)} now: ${name}.`
    case 'layout-shift':
      return property
        ? `${name} is ${after} ${property === 'width' ? 'wide' : 'high'} instead of ${before}, and no other change explains it.`
        : `${name} lies ${detail} of where it was, and no other change explains it.`
    case 'overflow':
      return detail === 'beyond' ? `The text of ${name} sticks out of it.` : `The text of ${name} is cut off.`
    case 'overlap':
      return `${name} lies on what is beside it${isGone ? '' : ` ${place}`}.`
  }
}

/** @param selector in the tree that it is named in. */
export function recommendationOf(difference: TreeDifference, selector: string, tokens: TokenHints): string {
  const { type, property, before, after, detail } = difference
  const last = selector.split(' >>> ').at(-1) ?? selector
  switch (type) {
    case 'style-change': {
      const token = tokens.left === null ? '' : ` (token ${tokens.left})`
      const nearest = tokens.nearest
        ? ` The nearest token to the new value is ${tokens.nearest.name}: ${property}: ${tokens.nearest.css};`
        : ''
      const came = tokens.came === null ? nearest : ` The new value is the token ${tokens.came}.`
      return `Go back with ${last} { ${property}: ${before}; }${token}, or approve the new value.${came}`
    }
    case 'text-change':
      return 'Go back to the former text, or approve the new one.'
    case 'attribute-change':
      return before === null
        ? `Take ${property} away from ${last}, or approve it.`
        : `Set ${property} of ${last} back${before === '' ? '' : ` to ${quoted(before)}`}, or approve it as it is.`
    case 'element-added':
      return `Take ${last} away, or approve it.`
    case 'element-removed':
      return `Bring ${last} back, or approve that it is gone.`
    case 'element-moved':
      return `Put ${last} back where it was, or approve the new order.`
    case 'element-replaced':
      return `Make ${last} ${withArticle(before)} again, or approve ${withArticle(after)}.`
    case 'layout-shift':
      return property
        ? `See what sets the ${property} of ${last}; ${property}: ${before}; holds it. Or approve the new layout.`
        : `See what moved ${last} ${detail}, or approve the new layout.`
    case 'overflow':
      return detail === 'beyond'
        ? `Give ${last} room for its text, or let it break: overflow-wrap: anywhere;`
        : `Give ${last} room for its text: min-width: max-content; or let it grow: overflow: visible;`
    case 'overlap':
      return `Give ${last} a place of its own: look at its margins, its position and the size of what is beside it.`
  }
}

function attributeSentence({ part, property, before, after }: TreeDifference): string {
  const name = nameOf(part)
  const said = (value: string | null) => (value === null || value === '' ? '' : `: ${quoted(value)}`)
  if (before === null) return `${name} has ${property} now${said(after)}.`
  if (after === null) return `${name} has no ${property} any more${said(before)}.`
  return `${property} of ${name} is ${quoted(after)} instead of ${quoted(before)}.`
}

function textSentence({ part, before, after }: TreeDifference): string {
  const name = nameOf(part.name === '#text' ? part.parent : part, false)
  if (before === '') return `${name} says ${quoted(after)} now.`
  if (after === '') return `${name} no longer says ${quoted(before)}.`
  const [one, other] = aroundChange(before ?? '', after ?? '')
  return `The text of ${name} is “${other}” instead of “${one}”.`
}

/** Of two long texts the piece where they part. */
function aroundChange(before: string, after: string): [string, string] {
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++
  const from = Math.max(0, start - 40)
  const piece = (text: string) =>
    text.length <= 120
      ? text
      : `${from > 0 ? '…' : ''}${text.slice(from, from + 100)}${from + 100 < text.length ? '…' : ''}`
  return [piece(before), piece(after)]
}

function distanceOf({ property, before, after }: TreeDifference): string {
  if (property === null || !(isColorName(property) || property === 'border-color')) return ''
  const one = parseColor(before ?? '')
  const other = parseColor(after ?? '')
  if (!one || !other) return ''
  const alphas = one.alpha === other.alpha ? '' : `, opacity ${number(other.alpha)} instead of ${number(one.alpha)}`
  return ` (CIEDE2000 ${deltaE00(one, other).toFixed(2)}${alphas})`
}

const number = (value: number) => `${Math.round(value * 1000) / 1000}`

const quoted = (text: string | null) => `“${clipped(text ?? '', 120)}”`

export const clipped = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

const withArticle = (name: string | null) =>
  `${/^(?:[aeio]|h\d|li|s[mv])/.test(name ?? '') && !/^h\d|^li/.test(name ?? '') ? 'an' : 'a'} ${name}`

/** An element as a person would point at it: button “Buy now”. */
function nameOf(part: Part | null, withText = true): string {
  if (!part || part.index < 0) return 'the page'
  if (part.name === '#text') return nameOf(part.parent)
  if (part.name.startsWith('::')) return `${part.name} of ${nameOf(part.parent)}`
  if (part.name === '#shadow-root' || part.name === '#document') return nameOf(part.parent)
  if (part.name === 'body' || part.name === 'html') return part.name
  const label = ['aria-label', 'alt', 'placeholder']
    .map((name) => part.attributes.get(name) ?? '')
    .find((own) => own !== '')
  const said = label ?? (withText ? firstText(part) : '')
  return said === '' ? part.name : `${part.name} “${clipped(said.replace(/\s+/g, ' '), 40)}”`
}

function firstText(part: Part): string {
  let left = 40
  const waiting = [part]
  for (let next = waiting.pop(); next && left > 0; next = waiting.pop(), left--) {
    if (next.text !== '' && isElement(part)) return next.text
    // Of thousands no more than are looked at: this is asked for each thing that is told of them.
    for (const child of next.children.slice(0, left).toReversed()) waiting.push(child)
  }
  return ''
}

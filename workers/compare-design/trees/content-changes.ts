/** What an element says and shows that changed: texts, and attributes that a person sees the effect of. Pure. */
import type { DesignSeverity } from '#db/documents/design-report'
import { isSameAddress } from '#workers/compare-design/trees/addresses'
import { differenceOf, type TreeDifference } from '#workers/compare-design/trees/difference'
import { isElement, type Part } from '#workers/compare-design/trees/parts'

const addresses = new Set(['src', 'href', 'xlink:href', 'poster', 'data'])
const merelySaid = new Set(['title', 'aria-label', 'placeholder', 'value', 'label', 'start'])

/** Of a part of the new tree that was in the old one too, and is rendered in both. */
export function contentChangesOf(after: Part): TreeDifference[] {
  const before = after.partner
  if (!before?.isRendered || !after.isRendered) return []
  if (after.name === '#text') return textChangesOf(before, after)
  if (!isElement(after) || before.shown === after.shown) return []
  return attributeChangesOf(before, after)
}

const cutOtherwise = new WeakMap<Part, boolean>()

/** Whether a text's element says what it said: only where elements part its texts is another place. */
export function isCutOtherwise(text: Part): boolean {
  const { parent } = text
  if (text.name !== '#text' || !parent?.partner || parent.children.length < 2) return false
  const known = cutOtherwise.get(parent)
  if (known !== undefined) return known
  const saidBy = (part: Part) =>
    part.children.map((child) => (child.name === '#text' ? child.text.replace(/\s/g, '') : '')).join('')
  const isSame = saidBy(parent) === saidBy(parent.partner)
  cutOtherwise.set(parent, isSame)
  return isSame
}

function textChangesOf(before: Part, after: Part): TreeDifference[] {
  return before.text === after.text
    ? []
    : [differenceOf('text-change', after, { severity: 'minor', before: before.text, after: after.text })]
}

/** A text that came or went in an element that stayed. */
export function loneTextChange(text: Part, isGone: boolean): TreeDifference {
  const said = { before: isGone ? text.text : '', after: isGone ? '' : text.text }
  return differenceOf('text-change', text, { severity: 'minor', isGone, ...said })
}

function attributeChangesOf(before: Part, after: Part): TreeDifference[] {
  const one = new Map(before.shown)
  const other = new Map(after.shown)
  const changed = [...new Set([...one.keys(), ...other.keys()])].sort().filter((name) => {
    const was = one.get(name)
    const is = other.get(name)
    if (was === is) return false
    return !(addresses.has(name) && was !== undefined && is !== undefined && isSameAddress(was, is))
  })
  // The picture of another size of the same picture is no news beside the picture itself.
  const told = changed.filter((name) => name !== 'srcset' || !changed.includes('src'))
  const isSecret = /^password$/i.test(after.attributes.get('type') ?? '')
  const shown = (part: Part, name: string) => {
    const value = part.attributes.get(name) ?? new Map(part.shown).get(name) ?? null
    return value !== null && isSecret && name === 'value' ? '…' : value
  }
  return told.map((name) =>
    differenceOf('attribute-change', after, {
      severity: severityOf(name),
      property: name,
      before: shown(before, name),
      after: shown(after, name),
    }),
  )
}

const severityOf = (name: string): DesignSeverity => (merelySaid.has(name) ? 'minor' : 'moderate')

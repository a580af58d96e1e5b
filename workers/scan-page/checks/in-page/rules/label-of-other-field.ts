/** Labels that are tied to another field than the one they stand at. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  type Field,
  isExposed,
  isField,
  isShown,
  nameOf,
  pick,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'

export const labelOfOtherField: StaticCheck = {
  rule: 'label-of-other-field',
  criteria: ['1.3.1', '4.1.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let the label’s for name the id of the field that it stands at.',
  find: (elements) => [
    ...crossed(elements),
    ...pick(elements, 'label[for]').flatMap((element) => {
      if (!(element instanceof HTMLLabelElement)) return []
      const { control } = element
      const beside = element.nextElementSibling
      if (!control || !beside || !isField(beside) || beside === control || !isExposed(beside)) return []
      // The field beside it is left without a name, while the other one has two labels: the ids were mixed up.
      if (!isField(control) || (control.labels?.length ?? 0) < 2 || nameOf(beside) !== '' || !isShown(beside)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `The label ${quote(spokenText(element, 100))} stands at a field without a name, but names ${quote(element.htmlFor)}, which has a label already.`,
        },
      ]
    }),
  ],
}

/** Two labels, each right before the field that the other one names. */
function crossed(elements: readonly Element[]): Hit[] {
  const fields = pick(elements, 'input, select, textarea').filter(isField)
  const placed = pick(elements, 'label[for]').flatMap((label) => {
    const control = label instanceof HTMLLabelElement ? label.control : null
    const beside = control && fieldAt(label, control, fields)
    if (!control || !beside || beside === control || !isShown(beside) || !isExposed(beside)) return []
    return /^(?:checkbox|radio)$/.test(beside.type) ? [] : [{ label, beside, control }]
  })
  return placed.flatMap(({ label, beside, control }, at) => {
    const other = placed.findIndex((each) => each.beside === control && each.control === beside)
    if (other < at) return []
    return [
      {
        element: label,
        confidence: 'high' as const,
        message: `The label ${quote(spokenText(label, 100))} and that of the field it names stand each at the other’s field.`,
      },
    ]
  })
}

const gapPx = 48
/** Labels of several lengths stand before fields of one column. */
const gapInLinePx = 160
const offPx = 6

/** The field right after a label, or the one that stands right below it or at the end of its line. */
function fieldAt(label: Element, control: Element, fields: readonly Field[]): Field | undefined {
  const after = label.nextElementSibling
  if (after && isField(after)) return after
  if (label.contains(control)) return undefined
  const box = label.getBoundingClientRect()
  const [nearest] = fields
    .flatMap((field) => {
      const { left, top, bottom } = field.getBoundingClientRect()
      const isBelow = Math.abs(left - box.left) <= offPx && top >= box.bottom - offPx && top - box.bottom <= gapPx
      const isBehind =
        left >= box.right - offPx && left - box.right <= gapInLinePx && top < box.bottom && bottom > box.top
      return isBelow || isBehind ? [{ field, gap: isBelow ? top - box.bottom : left - box.right }] : []
    })
    .toSorted((a, b) => a.gap - b.gap)
  return nearest?.field
}

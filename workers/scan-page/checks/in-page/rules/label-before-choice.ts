/** Buttons to choose by, in a line, whose labels stand before them: each label is as near to the button before it as to its own. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { extentOf, type Field, isSeen, labelsOf, nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const labelBeforeChoice: StaticCheck = {
  rule: 'label-before-choice',
  criteria: ['3.3.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put the label of a radio button or check box behind it, or leave more room between one choice and the next.',
  find(elements) {
    const choices = readFields(elements).filter((field) => /^(?:radio|checkbox)$/.test(field.type) && isSeen(field))
    const rows = Map.groupBy(choices, (field) =>
      field.closest('fieldset, [role="group"], [role="radiogroup"], form, p, div'),
    )
    return [...rows.values()].flatMap((row): Hit[] => {
      const placed = row.flatMap(placeOf)
      if (placed.length < fewest || placed.length < row.length) return []
      const isUnclear = placed.every((each, at) => {
        const next = placed[at + 1]
        if (!next) return true
        return Math.abs(next.top - each.top) <= sameLinePx && next.from - each.end <= each.gap * nearer + slackPx
      })
      const [first] = row
      return isUnclear && first
        ? [
            {
              element: first,
              message: `${placed.length} choices stand in a line, each behind its label (${quote(nameOf(first))} …) and as near to the label of the next.`,
            },
          ]
        : []
    })
  },
}

const fewest = 3
const sameLinePx = 12
const nearer = 1.5
const slackPx = 8
const farthestPx = 40

type Placed = { from: number; end: number; gap: number; top: number }

/** Where its label begins and where it ends; none where the label stands elsewhere than right before it. */
function placeOf(field: Field): Placed[] {
  const [label, ...others] = labelsOf(field)
  if (!label || others.length > 0 || label.contains(field)) return []
  const [words, box] = [label.getBoundingClientRect(), field.getBoundingClientRect()]
  const [said, chosen] = [extentOf(words), extentOf(box)]
  const gap = chosen.start - said.end
  const isInLine = words.top < box.bottom && box.top < words.bottom
  if (!isSeen(label) || !isInLine || gap < -1 || gap > farthestPx) return []
  return [{ from: said.start, end: chosen.end, gap, top: box.top }]
}

/** Buttons of a row of which one is marked as the chosen one by its looks alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, parentOf, pick, quote, rowOf } from '#workers/scan-page/checks/in-page/dom'

const called =
  /^(?:is[-_])?(?:active|selected|chosen|current|checked)$|(?:--|__|[-_])(?:active|selected|chosen|current|checked)$/i
const told =
  '[aria-pressed], [aria-selected], [aria-checked], [aria-current], [aria-expanded], [aria-disabled], [role="tab"], [role="radio"], [role="option"]'
const fewest = 3

export const chosenNotTold: StaticCheck = {
  rule: 'chosen-not-told',
  criteria: ['4.1.2', '1.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Say it with aria-pressed="true", or make them radio buttons or tabs.',
  find(elements) {
    const buttons = pick(elements, 'button, [role="button"]').filter((each) => isExposed(each) && isSeen(each))
    return [...Map.groupBy(buttons, rowOf).values()].flatMap((row) => {
      if (row.length < fewest || row.some((each) => each.matches(told) || each.matches(':disabled'))) return []
      const [chosen, ...others] = row.filter((each) =>
        [each, parentOf(each)].some(
          (at) => at?.matches('button, [role="button"], li') && [...at.classList].some((name) => called.test(name)),
        ),
      )
      if (!chosen || others.length > 0) return []
      const look = lookOf(chosen)
      const rest = row.filter((each) => each !== chosen).map(lookOf)
      // All others look alike: it is not one of several kinds of buttons.
      if (rest.includes(look) || new Set(rest).size > 1) return []
      if (/selected|chosen|active|gewählt|choisi|elegid|scelt|gekozen|wybran|valgt|vald/i.test(nameOf(chosen)))
        return []
      return [
        {
          element: chosen,
          confidence: 'medium' as const,
          message: `That ${quote(nameOf(chosen))} is the chosen one of ${row.length} buttons, its looks alone say.`,
        },
      ]
    })
  },
}

function lookOf(button: Element): string {
  const { color, backgroundColor, fontWeight, borderTopColor, borderTopWidth, borderBottomColor, boxShadow } =
    getComputedStyle(button)
  return [color, backgroundColor, fontWeight, borderTopColor, borderTopWidth, borderBottomColor, boxShadow].join()
}

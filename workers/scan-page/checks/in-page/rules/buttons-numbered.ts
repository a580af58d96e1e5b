/** Buttons of a row that are called by numbers alone, with nothing around that says what they choose. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, nameOf, pick, rowOf } from '#workers/scan-page/checks/in-page/dom'

const fewest = 3
const told =
  'nav, [role="navigation"], fieldset, [role="group"][aria-label], [role="group"][aria-labelledby], [role="toolbar"], [role="tablist"][aria-label], [role="tablist"][aria-labelledby], [role="grid"], table, [role="radiogroup"]'

export const buttonsNumbered: StaticCheck = {
  rule: 'buttons-numbered',
  criteria: ['2.4.6', '4.1.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Say in the name of each what it shows, e.g. “Picture 2 of 5”, and give the row a name.',
  find(elements) {
    const numbered = pick(elements, 'button, [role="button"], [role="tab"]').filter(
      (each) => /^\d{1,2}$/.test(nameOf(each)) && isSeen(each) && isExposed(each) && !closest(each, told),
    )
    return [...Map.groupBy(numbered, (each) => rowOf(each)).values()].flatMap((row) => {
      const [first] = row
      const numbers = row.map((each) => Number(nameOf(each)))
      // Keys of a calculator stand in another order.
      if (!first || row.length < fewest || numbers.some((number, at) => number !== at + (numbers[0] ?? 0))) return []
      if (numbers[0] !== 1 || numbers.length > mostSlides) return []
      return [
        {
          element: first,
          confidence: 'medium' as const,
          message: `${row.length} buttons of a row are called “1” to “${row.length}”, and nothing says what they show.`,
        },
      ]
    })
  },
}

const mostSlides = 8

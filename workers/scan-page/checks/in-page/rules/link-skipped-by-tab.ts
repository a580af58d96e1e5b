/** Links and buttons in the page that the Tab key is told to leave out. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  closest,
  isExposed,
  isSeen,
  isStop,
  nameOf,
  pick,
  quote,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'

/** Among these, arrow keys go from one to the next. */
const composites =
  '[role="menu"], [role="menubar"], [role="tablist"], [role="toolbar"], [role="listbox"], [role="grid"], [role="treegrid"], [role="tree"], [role="radiogroup"], [role="combobox"], [role="feed"], [role="row"]'
const part =
  '[role="menuitem"], [role="tab"], [role="option"], [role="treeitem"], [role="radio"], [role="gridcell"], [role="menuitemradio"], [role="menuitemcheckbox"]'
/** Around a field they repeat what its keys do. */
const ofField = 'input, select, [role="combobox"], [role="spinbutton"]'

export const linkSkippedByTab: StaticCheck = {
  rule: 'link-skipped-by-tab',
  criteria: ['2.1.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Take tabindex="-1" away, so that the Tab key reaches it.',
  find(elements) {
    const skipped = pick(elements, 'a[href][tabindex="-1"], button[tabindex="-1"]').filter(
      (each) =>
        isSeen(each) && isExposed(each) && nameOf(each) !== '' && !each.matches(part) && !each.matches(':disabled'),
    )
    if (skipped.length === 0) return []
    const places = new Set(
      pick(elements, 'a[href]')
        .filter(isStop)
        .map((link) => link.getAttribute('href')),
    )
    const names = new Set(pick(elements, 'a[href], button').filter(isStop).map(nameOf))
    return skipped.flatMap((element) => {
      if (closest(element, composites) || places.has(element.getAttribute('href') ?? '\0')) return []
      if (names.has(nameOf(element))) return []
      const around = ancestorsOf(element).slice(0, 2)
      if (
        element.localName === 'button' &&
        around.some((each) => [...each.querySelectorAll(ofField)].some((field) => isBeside(field, element)))
      )
        return []
      // One of a row that can be reached: the others are, by arrow keys.
      if (
        around.some((each) =>
          [...each.children].some((other) => other.matches('[tabindex="0"]') || other.querySelector('[tabindex="0"]')),
        )
      )
        return []
      return [
        {
          element,
          // Nothing else brings out what it says that it does.
          tier: element.matches(opening) ? ('practice' as const) : ('warning' as const),
          confidence: 'medium' as const,
          message: `${tagOf(element)} ${quote(nameOf(element))} is seen and can be clicked, and the Tab key leaves it out (tabindex="-1").`,
        },
      ]
    })
  },
}

const opening = 'button:is([aria-expanded], [aria-controls], [aria-haspopup])'
const besidePx = 80

function isBeside(field: Element, button: Element): boolean {
  if (field.matches('input:is([type="checkbox"], [type="radio"], [type="hidden"])') || !isSeen(field)) return false
  const [one, other] = [field.getBoundingClientRect(), button.getBoundingClientRect()]
  const gap = (from: number, to: number, start: number, end: number) => Math.max(0, start - to, from - end)
  return (
    gap(one.left, one.right, other.left, other.right) < besidePx &&
    gap(one.top, one.bottom, other.top, other.bottom) < besidePx / 2
  )
}

/** Rows of tabs of which nothing is the panel. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'

const fewestTabs = 2

export const tabsWithoutPanel: StaticCheck = {
  rule: 'tabs-without-panel',
  criteria: ['1.3.1', '4.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy:
    'Give each part that a tab shows role="tabpanel" and the tab’s name, and point from the tab at it with aria-controls.',
  find(elements) {
    if (pick(elements, '[role="tabpanel"]').length > 0) return []
    return pick(elements, '[role="tablist"]').flatMap((list) => {
      const tabs = pick(elements, '[role="tab"]').filter((tab) => closest(tab, '[role="tablist"]') === list)
      if (tabs.length < fewestTabs || !isExposed(list) || !isSeen(list)) return []
      // What a tab names may get its role later, and elements of the page's own keep it to themselves.
      if (tabs.some((tab) => tab.matches('[aria-controls], a[href]:not([href^="#"])') || tab.localName.includes('-')))
        return []
      return [
        {
          element: list,
          confidence: 'high' as const,
          message: `${quote(nameOf(list) || 'This row')} has ${tabs.length} tabs, and nothing on the page is the panel of any.`,
        },
      ]
    })
  },
}

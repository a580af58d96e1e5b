/** Lists of tabs that tell nobody which one is chosen. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick } from '#workers/scan-page/checks/in-page/dom'

const tellsState = '[aria-selected="true"], [aria-selected="false"], [aria-current], [aria-pressed], [aria-expanded]'

export const tabsWithoutSelected: StaticCheck = {
  rule: 'tabs-without-selected',
  criteria: ['4.1.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Set aria-selected="true" on the tab that is chosen and "false" on the others, whenever that changes.',
  find: (elements) =>
    pick(elements, '[role="tablist"]').flatMap((list) => {
      if (!isExposed(list) || !isSeen(list)) return []
      const tabs = pick(elements, '[role="tab"]').filter((tab) => closest(tab, '[role="tablist"]') === list)
      // Elements of the page's own tell their state by what scripts alone can read.
      if (tabs.some((tab) => tab.localName.includes('-'))) return []
      if (tabs.length < 2 || tabs.some((tab) => tab.matches(tellsState) || !isSeen(tab))) return []
      return [
        {
          element: list,
          confidence: 'high' as const,
          message: `None of these ${tabs.length} tabs has aria-selected: which one is chosen is only to be seen.`,
        },
      ]
    }),
}

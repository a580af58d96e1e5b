/** Parts that are marked as navigation and lead nowhere. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, spokenText, wordsOf } from '#workers/scan-page/checks/in-page/dom'

const fewestWords = 8
const leading =
  'a, button, input, select, summary, iframe, [role="link"], [role="button"], [role="tab"], [role="menuitem"], [role="treeitem"], [tabindex], [onclick]'

export const navigationWithoutLinks: StaticCheck = {
  rule: 'navigation-without-links',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Use <section> or <aside> for what is read, and <nav> for links alone.',
  find: (elements) =>
    pick(elements, 'nav, [role="navigation"]').flatMap((navigation) => {
      const inside = [...navigation.querySelectorAll('*')]
      if (inside.some((each) => each.matches(leading) || each.localName.includes('-') || each.shadowRoot)) return []
      const text = spokenText(navigation, 200)
      if (wordsOf(text).length < fewestWords || !isExposed(navigation) || !isSeen(navigation)) return []
      return [
        {
          element: navigation,
          confidence: 'high' as const,
          message: `${quote(text)} is marked as navigation, and nothing in it leads anywhere.`,
        },
      ]
    }),
}

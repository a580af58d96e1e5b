/** Help that is in the title of a sign which the keyboard does not reach. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isFocusable,
  isIcon,
  isSeen,
  pick,
  quote,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'

const shortest = 12
const sign = /^(?:[?!iℹⓘ🛈❓❔⚠]|\(\?\)|\[\?\]|\(i\)|\u{2139}\u{fe0f}?|⚠\u{fe0f}?)$/u

export const helpInTitleAlone: StaticCheck = {
  rule: 'help-in-title-alone',
  criteria: ['2.1.1', '1.4.13', '1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Write the help beside what it is about, or let a button show it.',
  find: (elements) =>
    pick(elements, 'span[title], i[title], em[title], sup[title], b[title], svg[title], div[title]').flatMap(
      (element) => {
        const title = squeeze(element.getAttribute('title') ?? '')
        const text = squeeze(element.textContent ?? '')
        if (title.length < shortest || !/\s/.test(title) || !isSeen(element) || !isExposed(element)) return []
        const isSign = sign.test(text) || (text === '' && isDrawn(element)) || (text !== '' && isIcon(element))
        if (!isSign || isFocusable(element) || closest(element, 'a[href], button, summary, [tabindex], label'))
          return []
        if (element.matches('[role="img"][aria-label]') || element.querySelector('a, button, input')) return []
        return [
          {
            element,
            confidence: 'high' as const,
            message: `${quote(title)} stands in the title of a sign alone: it comes up under the mouse, and with no key and no finger.`,
          },
        ]
      },
    ),
}

/** By a class for icons: an empty box of a colour says nothing by itself. */
const isDrawn = (element: Element): boolean =>
  /(?:^|[\s_-])(?:icon|fa|fas|far|bi|glyphicon|help|info|tooltip|hint)(?:$|[\s_-])/i.test(
    element.getAttribute('class') ?? '',
  )

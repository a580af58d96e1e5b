/** Headings within buttons, where they are none. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

export const headingInControl: StaticCheck = {
  rule: 'heading-in-control',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put the button into the heading: <h3><button>…</button></h3>.',
  find: (elements) =>
    pick(
      elements,
      ['button', '[role="button"]', '[role="tab"]', '[role="checkbox"]', '[role="switch"]', '[role="radio"]']
        .flatMap((control) => ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((heading) => `${control} ${heading}`))
        .join(),
    ).flatMap((heading) => {
      if (!isExposed(heading) || !isSeen(heading) || heading.closest('[role="presentation"], [role="none"]')) return []
      return [
        {
          element: heading,
          message: `The heading ${quote(spokenText(heading, 60))} stands in a control, whose content is told as a name alone: it is no heading for readers.`,
        },
      ]
    }),
}

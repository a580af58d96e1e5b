/** Dialogs of HTML's own that are open and have no name. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, namedBy, pick, quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const dialogWithoutName: StaticCheck = {
  rule: 'dialog-without-name',
  criteria: ['4.1.2'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Point from the dialog with aria-labelledby at its heading, or name it with aria-label.',
  // Of those that are made into dialogs by a role, engines tell.
  find: (elements) =>
    pick(elements, 'dialog[open]:not([role])').flatMap((dialog) => {
      if (!isExposed(dialog) || !isSeen(dialog)) return []
      const told = ['aria-label', 'title'].map((name) => squeeze(dialog.getAttribute(name) ?? '')).join('')
      const named = namedBy(dialog, 'aria-labelledby')
        .map((each) => squeeze(each.textContent ?? ''))
        .join('')
      if (told !== '' || named !== '') return []
      return [
        {
          element: dialog,
          confidence: 'high' as const,
          message: `This dialog, ${quote(spokenText(dialog, 80))}, has no name: that it is a dialog is all that is said when it opens.`,
        },
      ]
    }),
}

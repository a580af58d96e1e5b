/** Windows that a page opens without being asked. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'

export const windowOpenedOnLoad: StaticCheck = {
  rule: 'window-opened-on-load',
  criteria: ['3.2.5'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Open a window only when a link or button is pressed that says so.',
  find: () => {
    const act = document.body?.getAttribute('onload') ?? ''
    if (!/window\.open\(|(?:^|[^.\w])open\(['"]/.test(act)) return []
    return [
      {
        element: document.body,
        confidence: 'high',
        message: `The page opens a window when it has loaded: ${quote(act, 80)}.`,
      },
    ]
  },
}

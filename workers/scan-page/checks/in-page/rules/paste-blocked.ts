/** Fields that one logs in by and that take nothing from the clipboard. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isShown, nameOf, pick, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'

export const pasteBlocked: StaticCheck = {
  rule: 'paste-blocked',
  criteria: ['3.3.8', '3.3.9'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let users paste: passwords and codes come from password managers and messages.',
  find: (elements) =>
    pick(elements, 'input[onpaste]').flatMap((element) => {
      const act = element.getAttribute('onpaste') ?? ''
      if (!/return\s+false|preventDefault/.test(act) || !isShown(element)) return []
      const isLogin =
        element.matches('[type="password"], [autocomplete*="one-time-code"], [autocomplete*="username"]') ||
        /\b(?:password|passcode|pin|code|user ?name|log ?in)\b/i.test(nameOf(element))
      return [
        {
          element,
          tier: isLogin ? ('error' as const) : ('warning' as const),
          confidence: isLogin ? ('high' as const) : ('low' as const),
          message: `Nothing can be pasted into the ${tagOf(element)} ${quote(nameOf(element))}.`,
        },
      ]
    }),
}

/** Links whose address is a script: they lead nowhere, and cannot be opened elsewhere. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, nameOf, pick, quote, tagOf, writtenRole } from '#workers/scan-page/checks/in-page/dom'

export const linkScriptAddress: StaticCheck = {
  rule: 'link-script-address',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Use a <button> for what acts on this page; give a link the address that it leads to.',
  find: (elements) =>
    pick(elements, 'a[href], area[href]').flatMap((element) => {
      if (!/^\s*javascript:/i.test(element.getAttribute('href') ?? '')) return []
      if (!isExposed(element) || !/^(?:link)?$/.test(writtenRole(element))) return []
      return [{ element, message: `The ${tagOf(element)} ${quote(nameOf(element))} is a link to a script.` }]
    }),
}

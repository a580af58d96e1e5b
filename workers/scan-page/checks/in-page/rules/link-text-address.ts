/** Links that are called by a long address. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, quote } from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'

const address = /^(?:https?:\/\/|www\.)[^\s/]+\/\S*$/i
const shortest = 30

export const linkTextAddress: StaticCheck = {
  rule: 'link-text-address',
  criteria: ['2.4.9'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Let words name the target; where the address itself matters, in print, put it beside them.',
  find: (elements) =>
    readLinks(elements).flatMap(({ element, name }) => {
      if (!address.test(name) || name.length < shortest || closest(element, 'pre, code, cite, address')) return []
      return [{ element, message: `The link is called by its address, ${quote(name)}, which is read sign by sign.` }]
    }),
}

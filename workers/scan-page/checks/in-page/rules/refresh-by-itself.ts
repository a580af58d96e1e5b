/** Pages that load themselves anew, or lead elsewhere, after a time that a `<meta>` sets. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { pick } from '#workers/scan-page/checks/in-page/dom'

/** Twenty hours: the longest limit of time that 2.2.1 asks for. */
const longestS = 72_000

export const refreshByItself: StaticCheck = {
  rule: 'refresh-by-itself',
  criteria: ['2.2.1', '2.2.4', '3.2.5'],
  tier: 'error',
  impact: 'critical',
  remedy: 'Remove the <meta http-equiv="refresh">: let a button load what is new, or a server redirect at once.',
  find(elements) {
    // The first one that can be read counts.
    for (const element of pick(elements, 'meta[http-equiv="refresh" i][content]')) {
      // https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps
      const [, digits, rest] = /^\s*(\d+)[\d.]*(.*)$/s.exec(element.getAttribute('content') ?? '') ?? []
      if (digits === undefined || !/^(?:$|[\s;,])/.test(rest ?? '')) continue
      const seconds = Number(digits)
      if (seconds === 0 || seconds > longestS) return []
      const isElsewhere = /url\s*=/i.test(rest ?? '')
      const message = `The page ${isElsewhere ? 'leads elsewhere' : 'loads itself anew'} after ${seconds} s, and who reads it can neither stop that nor put it off.`
      return [{ element, confidence: 'high', message }]
    }
    return []
  },
}

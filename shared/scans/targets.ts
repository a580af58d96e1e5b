/** Which addresses a scan may be asked for: judged at the door, all at once, before anything is queued. */
import { type EgressAllow, judgeUrl, type UrlRefusal } from '#shared/kernel/addresses'
import { type Issue, issueLimit } from '#shared/kernel/errors'
import { addressesRefused } from '#shared/kernel/errors/addresses'
import { invalidRequest } from '#shared/kernel/errors/request'

type Given = { text: string; path: string }
type Refusal = { url: string; reason: string; issue: Issue }

const faults: Record<Exclude<UrlRefusal, 'not_a_url'>, { message: string; expected: string }> = {
  scheme: { message: 'only http and https are visited', expected: 'an http or https address' },
  credentials: { message: 'it carries a user name or password', expected: 'headers or cookies instead' },
  address: { message: 'its address is not a public one', expected: 'a public address' },
  port: { message: 'its port is not one of web servers', expected: 'port 80, 443, 8080 or 8443' },
}

/**
 * The addresses as URL serialises them, in order.
 * @param issues what else is wrong with the request, to be told along.
 * @throws INVALID_REQUEST naming every fault when something is malformed, ADDRESS_REFUSED when the addresses alone are at fault.
 */
export function readTargets(given: readonly Given[], allow: EgressAllow, issues: readonly Issue[] = []): string[] {
  const hrefs: string[] = []
  const malformed: Issue[] = [...issues]
  const refused: Refusal[] = []
  for (const { text, path } of given) {
    const judged = judgeUrl(text, allow)
    if (judged.ok) hrefs.push(judged.url.href)
    else if (judged.reason === 'not_a_url')
      malformed.push({ path, message: 'is not a URL', expected: 'an http or https address' })
    else refused.push({ url: shown(text), reason: judged.reason, issue: { path, ...faults[judged.reason] } })
    if (malformed.length + refused.length >= issueLimit) break
  }
  if (malformed.length > 0) {
    const all = [...malformed, ...refused.map(({ issue }) => issue)].slice(0, issueLimit)
    throw invalidRequest(all)
  }
  if (refused.length > 0) throw addressesRefused(refused)
  return hrefs
}

/** Without the password it may carry. */
function shown(text: string): string {
  const url = URL.parse(text)
  if (!url || (url.username === '' && url.password === '')) return text
  url.username = ''
  url.password = ''
  return url.href
}

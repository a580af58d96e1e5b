/** What a scan is asked for beside its address: checked further than a schema can, and taken apart for the job. */
import { readStandard, standardNames } from '#shared/accessibility/standards'
import { ScanAccess, ScanLook } from '#shared/contracts/scans'
import type { Seal } from '#shared/kernel/encryption'
import type { Issue } from '#shared/kernel/errors'

type Asked = ScanLook & ScanAccess & { standard?: string }

export type ScanOptions = { standard: string; look: ScanLook; access: ScanAccess | undefined }

/** The options and every fault of them. */
export function readOptions(asked: Asked): { options: ScanOptions; issues: Issue[] } {
  const issues: Issue[] = []
  const standard = readStandard(asked.standard ?? 'WCAG 2.1 AA')
  if (!standard)
    issues.push({
      path: '/standard',
      message: 'is not a standard that pages are checked against',
      expected: `one of ${standardNames.join(', ')}`,
    })
  const access: ScanAccess = pick(asked, Object.keys(ScanAccess.properties))
  issues.push(...headerFaults(access.headers ?? {}), ...cookieFaults(access.cookies ?? []))
  return {
    options: {
      standard: standard?.name ?? '',
      look: pick(asked, Object.keys(ScanLook.properties)),
      access: Object.keys(access).length > 0 ? access : undefined,
    },
    issues,
  }
}

/** What opens a page, so that only a worker of this installation can read it, and only for this organisation. */
export const sealAccess = (seal: Seal, access: ScanAccess | undefined, orgId: string): string | null =>
  access ? seal.seal(JSON.stringify(access), orgId) : null

/** The members of these names, as they were checked at the door. */
const pick = (from: Asked, names: readonly string[]): Partial<Asked> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

// They steer the connection, not the page, or have a field of their own.
const refusedHeaders = new Set([
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const refusedPrefixes = ['proxy-', 'sec-', 'access-control-']

function headerFaults(headers: Record<string, string>): Issue[] {
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const path = `/headers/${name.replaceAll('~', '~0')}`
    const word = name.toLowerCase()
    if (refusedHeaders.has(word) || refusedPrefixes.some((prefix) => word.startsWith(prefix)))
      issues.push({
        path,
        message: 'is not for a client to set',
        expected: word === 'cookie' ? 'the field cookies' : 'another header',
      })
    else if (seen.has(word)) issues.push({ path, message: 'is given more than once', expected: 'one value' })
    seen.add(word)
    // RFC 9110 5.5: visible characters, spaces and tabs, of one byte each.
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      issues.push({ path, message: 'contains what a header may not', expected: 'one line of Latin-1 text' })
  }
  return issues
}

function cookieFaults(cookies: NonNullable<ScanAccess['cookies']>): Issue[] {
  return cookies.flatMap(({ name, value, domain, path }, index) => {
    const at = `/cookies/${index}`
    const found: Issue[] = []
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      found.push({
        path: `${at}/name`,
        message: 'is not a possible name of a cookie',
        expected: 'letters, digits and -_.',
      })
    if (!/^[\x20-\x3a\x3c-\x7e]*$/.test(value))
      found.push({
        path: `${at}/value`,
        message: 'contains what a cookie may not',
        expected: 'visible ASCII without ;',
      })
    if (domain !== undefined && !/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(domain))
      found.push({ path: `${at}/domain`, message: 'is not a host name', expected: 'a host name' })
    if (path !== undefined && !/^\/[\x20-\x3a\x3c-\x7e]*$/.test(path))
      found.push({ path: `${at}/path`, message: 'is not a path', expected: 'a path that starts with /' })
    return found
  })
}

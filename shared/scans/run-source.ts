/** Where a run's pages come from: judged as it is asked for, before anything is queued. */
import { Crawl, type RunRequest } from '#shared/contracts/scans'
import type { EgressAllow } from '#shared/kernel/addresses'
import type { Issue } from '#shared/kernel/errors'
import { readTargets } from '#shared/scans/targets'

/** Addresses as URL serialises them. */
export type RunSource =
  | { kind: 'urls'; urls: readonly string[] }
  | { kind: 'sitemap'; url: string }
  | { kind: 'crawl'; rules: Crawl }

type Asked = Pick<RunRequest, 'urls' | 'sitemap' | 'crawl'>

/**
 * @param issues what else is wrong with the request, to be told along.
 * @throws INVALID_REQUEST naming every fault when something is malformed, ADDRESS_REFUSED when the addresses alone are at fault.
 */
export function readSource({ urls, sitemap, crawl }: Asked, issues: Issue[], allow: EgressAllow): RunSource {
  const given = [urls, sitemap, crawl].filter((source) => source !== undefined).length
  if (given !== 1) {
    const message = given === 0 ? 'does not say what to scan' : 'says in more than one way what to scan'
    issues.push({ path: '', message, expected: 'exactly one of urls, sitemap and crawl' })
  }
  const hrefs = readTargets(
    [
      ...(urls ?? []).map((text, index) => ({ text, path: `/urls/${index}` })),
      ...(sitemap === undefined ? [] : [{ text: sitemap, path: '/sitemap' }]),
      ...(crawl === undefined ? [] : [{ text: crawl.start, path: '/crawl/start' }]),
    ],
    allow,
    issues,
  )
  const [first = ''] = hrefs
  if (urls) return { kind: 'urls', urls: [...new Set(hrefs)] }
  if (sitemap !== undefined) return { kind: 'sitemap', url: first }
  const start = new URL(first)
  // A crawl knows pages, not places in them.
  start.hash = ''
  const { maxDepth, maxPages } = Crawl.properties
  return {
    kind: 'crawl',
    rules: {
      ...crawl,
      start: start.href,
      maxDepth: crawl?.maxDepth ?? maxDepth.default,
      maxPages: crawl?.maxPages ?? maxPages.default,
    },
  }
}

/** The pages a run may come to; of a sitemap nobody knows until it was read. */
export function wantedPages(source: RunSource): number {
  if (source.kind === 'urls') return source.urls.length
  return source.kind === 'crawl' ? source.rules.maxPages : 1
}

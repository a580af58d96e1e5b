/** Which of a page's links a crawl follows: same origin, not refused by robots.txt or the client's own patterns. */
import type { Page } from 'puppeteer'
import robotsParser, { type Robot } from 'robots-parser'
import type { Crawl } from '#shared/contracts/scans'
import { cache } from '#shared/kernel/cache'
import { fitsWildcard } from '#shared/kernel/wildcard'
import { worldOf } from '#workers/page/isolated-world'

/** The name by which we look for ourselves in a robots.txt. */
export const robotName = 'AssayScan'

const linksTaken = 5000
const rulesKept = 1000
const rulesKeptMs = 10 * 60_000

// What a link of that name leads to is no page.
const fileEnding =
  /\.(?:7z|avi|bin|bmp|bz2|css|csv|dmg|docx?|eot|epub|exe|gif|gz|ico|iso|jpe?g|js|json|m4[av]|mov|mp[34]|mpe?g|msi|od[pst]|og[agv]|otf|pdf|png|pptx?|rar|rss|rtf|svg|tar|tgz|tiff?|ttf|txt|wav|web[mp]|woff2?|xlsx?|xml|zip)$/i

/** The addresses a page links to, as its document has them now. */
export function linksOf(page: Page): Promise<string[]> {
  return worldOf(page.mainFrame()).evaluate(
    (limit) =>
      [...document.querySelectorAll('a[href], area[href]')]
        .filter((link) => !link.hasAttribute('download'))
        .slice(0, limit)
        .map((link) => ('href' in link ? String(link.href) : '')),
    linksTaken,
  )
}

/** The links that belong to the crawl, each once, without fragments. Pure. */
export function crawlable(links: readonly string[], rules: Crawl): string[] {
  const { origin } = new URL(rules.start)
  const taken = new Set<string>()
  for (const link of links) {
    const url = URL.parse(link)
    if (!url || url.origin !== origin || url.username !== '' || url.password !== '') continue
    if (fileEnding.test(url.pathname) || url.href.length > 2048) continue
    url.hash = ''
    const fits = (pattern: string) =>
      fitsWildcard(pattern, url.href) || fitsWildcard(pattern, `${url.pathname}${url.search}`)
    if (rules.include && rules.include.length > 0 && !rules.include.some(fits)) continue
    if (rules.exclude?.some(fits)) continue
    taken.add(url.href)
  }
  return [...taken]
}

export type Robots = (url: string) => Promise<boolean>

/**
 * Whether robots.txt lets us visit an address. Each origin's is read once in ten minutes. As RFC 9309 has it, one that
 * is not there forbids nothing, and one that cannot be read forbids everything.
 * @param read the status and text of an address; throws when nothing answers.
 */
export function openRobots(read: (url: string) => Promise<{ status: number; text: string }>): Robots {
  const known = cache<Promise<Robot | 'all' | 'none'>>(rulesKept, rulesKeptMs)

  async function rulesOf(origin: string): Promise<Robot | 'all' | 'none'> {
    const address = `${origin}/robots.txt`
    try {
      const { status, text } = await read(address)
      if (status >= 500) return 'none'
      return status >= 400 ? 'all' : robotsParser(address, text)
    } catch {
      return 'none'
    }
  }

  function keptRulesOf(origin: string): Promise<Robot | 'all' | 'none'> {
    const kept = known.get(origin)
    if (kept) return kept
    const reading = rulesOf(origin)
    known.set(origin, reading)
    return reading
  }

  return async (url) => {
    const { origin } = new URL(url)
    const rules = await keptRulesOf(origin)
    if (rules === 'all' || rules === 'none') return rules === 'all'
    return rules.isAllowed(url, robotName) ?? true
  }
}

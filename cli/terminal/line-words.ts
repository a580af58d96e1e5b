/** The service names faults by their place in the request; here they get the words of the command line. Pure. */
import { isUnreachable, unreachable } from '#cli/terminal/exit'

/** The addresses of a file as they were sent, each with its line. */
export type Addresses = { file: string; lines: readonly number[] }

const options: Record<string, string> = {
  sitemap: '--sitemap',
  'crawl/start': '--crawl',
  'crawl/maxPages': '--max-pages',
  'crawl/maxDepth': '--max-depth',
  'crawl/include': '--include',
  'crawl/exclude': '--exclude',
  standard: '--standard',
  waitFor: '--wait-for',
  timeoutMs: '--timeout',
  headers: '--header',
  url: 'the address',
  pageId: 'the page',
  snapshot: 'the snapshot',
  branch: '--branch',
  viewport: '--viewport',
  mode: '--mode',
  'config/host': '--host',
  'config/port': '--port',
  'config/security': '--security',
  'config/user': '--user',
  'config/url': '--url',
  'config/base_url': '--base-url',
  'config/folders': '--folder',
  'config/calendars': '--calendar',
  'config/repositories': '--repository',
  'config/aliases': '--alias',
  'config/ca': '--ca',
  label: '--label',
  secret: 'the secret',
  date: '--date',
  tz: '--tz',
  window_hours: '--hours',
  sections: '--section',
  max_items: '--max-items',
  max_age: '--max-age',
  min_score: '--min-score',
  since: '--since',
  source: '--source',
  kind: '--kind',
}

// A path of the request, or of its query, stands alone; within an address something comes before it.
const pathPattern = new RegExp(
  `(?<![^\\s"'])[/?](?:urls(?:/(\\d+))?|(${Object.keys(options).join('|')})(?:/\\S+)?)(?=\\s|$)`,
  'g',
)

/** The same error, told in the words of whoever typed the line. */
export function inLineWords(error: unknown, addresses?: Addresses): unknown {
  if (!isUnreachable(error)) return error
  const message = error.message.replace(pathPattern, (path, index?: string, name?: string) => {
    if (name !== undefined) return options[name] ?? path
    if (addresses === undefined) return path
    const line = index === undefined ? undefined : addresses.lines[Number(index)]
    return line === undefined ? addresses.file : `line ${line} of ${addresses.file}`
  })
  return unreachable(message, error.code, error.details)
}

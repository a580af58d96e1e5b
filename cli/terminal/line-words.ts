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
}

// A path of the request stands alone; within an address something comes before it.
const pathPattern = new RegExp(
  `(?<![^\\s"'])/(?:urls(?:/(\\d+))?|(${Object.keys(options).join('|')})(?:/\\S+)?)(?=\\s|$)`,
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
  return unreachable(message, error.code)
}

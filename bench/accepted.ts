/**
 * What scans say of pages on which nothing is wrong: accepted patterns that naive checks get wrong.
 * `script/bench accepted [FOLDER] [--seen] [--opened] [--unseen] [--standard NAME]`: about two minutes. Without a folder, those of test/fixtures/accepted.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { acceptedFolder, acceptedPages } from '#bench/accepted/pages'
import { halves, isAsked } from '#bench/halves'
import { serveFolder } from '#bench/pages/list'
import { openScanner, type ScannedPage, standardNamed } from '#bench/pages/scanner'
import { loadNow, markdownTable } from '#bench/report'
import { isViolation, type ReportIssue } from '#db/documents/scan-report'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seen: { type: 'boolean', default: false },
    opened: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
    standard: { type: 'string', default: 'WCAG 2.2 AA' },
  },
})
const pagesAtOnce = 2

const folder = positionals[0] === undefined ? acceptedFolder : resolve(positionals[0])
const chosen = acceptedPages(folder).filter(({ half }) => isAsked(half, flags))
if (chosen.length === 0) {
  console.error(`no pages in ${folder}`)
  process.exit(1)
}
const server = serveFolder(folder)
// A browser of the product's own, with what scan-page does in it.
const scanner = await openScanner([server.port ?? 0], standardNamed(flags.standard))
const scanned = new Map<string, ScannedPage>()
const startedAt = performance.now()
const queue = chosen.values()
await Promise.all(
  Array.from({ length: pagesAtOnce }, async () => {
    for (const { name, path } of queue) scanned.set(name, await scanner.scan(`${server.url.origin}${path}`))
  }),
)
await scanner.close()
await server.stop(true)

console.log(
  `${chosen.length} pages against ${flags.standard} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, ${loadNow()}\n`,
)
const kinds: Record<string, (issue: ReportIssue) => boolean> = {
  errors: ({ severity }) => isViolation(severity),
  practice: ({ severity }) => severity === 'practice',
  warnings: ({ severity }) => severity === 'warning',
}
console.log(
  markdownTable(
    ['half', 'pages', 'errors (goal 0)', 'practice', 'warnings', 'warnings a page (goal 0.1)'],
    halves
      .map((name) => ({ name, of: chosen.filter(({ half }) => half === name) }))
      .filter(({ of }) => of.length > 0)
      .map(({ name, of }) => {
        const issues = of.flatMap((page) => scanned.get(page.name)?.issues ?? [])
        const counts = Object.values(kinds).map((is) => issues.filter(is).length)
        return [name, String(of.length), ...counts.map(String), ((counts[2] ?? 0) / of.length).toFixed(2)]
      }),
  ),
)
for (const { name, half } of chosen) {
  const issues = scanned.get(name)?.issues ?? []
  if (issues.length === 0) continue
  // What checks do not get right of the unseen half is counted, not told.
  if (half === 'unseen' && !flags.unseen) continue
  console.log(`\n## ${name}`)
  for (const { severity, type, criteria, element, engines, message } of issues)
    console.log(`- ${severity} ${type} ${criteria.join(' ')} (${engines.join(', ')}): ${element}: ${message}`)
}
process.exit(0)

/**
 * What scans call an error on real pages, and how many of those errors are right, as people have judged them.
 * `script/bench pages FOLDER [--seen] [--opened] [--unseen] [--json FILE] [--open] [--standard NAME]`: about eight minutes for all.
 * The folder holds the repositories of bench/pages/list.json, `owner/name` as `owner+name`, each at its commit; what lacks is said
 * with the command that brings it. `--open` lists the errors that nobody has judged, so that a person can.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { halves, isAsked } from '#bench/halves'
import { keyOf, readJudgements, type Verdict, verdicts } from '#bench/pages/judgements'
import { type RealPage, servePages } from '#bench/pages/list'
import { openScanner, type ScannedPage, standardNamed } from '#bench/pages/scanner'
import { loadNow, markdownTable, median } from '#bench/report'
import { isViolation, type ReportIssue } from '#db/documents/scan-report'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seen: { type: 'boolean', default: false },
    opened: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
    open: { type: 'boolean', default: false },
    json: { type: 'string' },
    standard: { type: 'string', default: 'WCAG 2.2 AA' },
  },
})
const pagesAtOnce = 2
const rightGoal = 97

const judgements = await readJudgements()
const served = await servePages(resolve(positionals[0] ?? '.'))
for (const command of served.missing) console.error(`not in the folder; to bring it: ${command}`)
const chosen = served.pages.filter(({ half }) => isAsked(half, flags))
if (chosen.length === 0) {
  console.error('no page to scan: name a folder that holds repositories of the list')
  process.exit(1)
}

type Judged = { issue: ReportIssue; verdict: Verdict | 'not judged' }
type Scanned = { page: RealPage; seen: ScannedPage; errors: Judged[] }
const scanned: Scanned[] = []
const failed: { page: RealPage; error: unknown }[] = []
// A browser of the product's own, with what scan-page does in it.
const scanner = await openScanner(served.ports, standardNamed(flags.standard))
const startedAt = performance.now()
const queue = chosen.values()
await Promise.all(Array.from({ length: pagesAtOnce }, () => work()))
await scanner.close()
await served.stop()
scanned.sort((a, b) => chosen.indexOf(a.page) - chosen.indexOf(b.page))
report((performance.now() - startedAt) / 1000)
if (flags.json) await Bun.write(flags.json, JSON.stringify(scanned.map(listed), null, 1))
process.exit(failed.length > 0 ? 1 : 0)

async function work(): Promise<void> {
  for (const page of queue) {
    try {
      const seen = await scanner.scan(page.url)
      const errors = seen.issues
        .filter(({ severity }) => isViolation(severity))
        .map((issue) => ({ issue, verdict: judgements.of(page.name, issue) ?? ('not judged' as const) }))
      scanned.push({ page, seen, errors })
    } catch (error) {
      failed.push({ page, error })
    }
  }
}

function listed({ page, seen, errors }: Scanned) {
  return {
    page: page.name,
    url: page.url,
    half: page.half,
    elements: seen.elements,
    ms: Math.round(seen.ms),
    unfinished: seen.runs.filter(({ state }) => state !== 'ran'),
    // What nobody judges: of each rule, how often, and what it says.
    unjudged: seen.issues
      .filter(({ severity }) => !isViolation(severity))
      .map(({ type, severity, engines, html, message }) => ({ type, severity, engines, html, message })),
    errors: errors.map(({ issue, verdict }) => ({
      key: keyOf(issue),
      verdict,
      severity: issue.severity,
      engines: issue.engines,
      criteria: issue.criteria,
      html: issue.html,
      message: issue.message,
      location: issue.location,
    })),
  }
}

function report(seconds: number): void {
  const sizes = scanned.map(({ seen }) => seen.elements)
  console.log(
    `${scanned.length} pages of ${new Set(scanned.map(({ page }) => page.repository)).size} repositories against ${flags.standard} in ${seconds.toFixed(0)} s, ${loadNow()}; median ${median(sizes)} elements, at most ${Math.max(...sizes)}\n`,
  )
  const parts = halves
    .map((name) => ({ name, of: scanned.filter(({ page }) => page.half === name) }))
    .filter(({ of }) => of.length > 0)
  console.log(
    markdownTable(
      [
        'half',
        'pages',
        'errors',
        ...verdicts,
        'not judged',
        `right of the judged (goal ${rightGoal} %)`,
        'practice',
        'warnings',
      ],
      parts.map(({ name, of }) => {
        const errors = of.flatMap((each) => each.errors)
        const count = (verdict: Judged['verdict']) => errors.filter((each) => each.verdict === verdict).length
        const judged = errors.length - count('not judged')
        const severe = (severity: ReportIssue['severity']) =>
          of.reduce((sum, { seen }) => sum + seen.issues.filter((issue) => issue.severity === severity).length, 0)
        return [
          name,
          String(of.length),
          String(errors.length),
          ...verdicts.map((verdict) => String(count(verdict))),
          String(count('not judged')),
          judged === 0 ? 'none judged' : `${((100 * count('right')) / judged).toFixed(1)} %`,
          String(severe('practice')),
          String(severe('warning')),
        ]
      }),
    ),
  )
  console.log('')
  for (const { page, error } of failed)
    console.log(`not scanned: ${page.name}: ${error instanceof Error ? error.message : error}`)
  for (const { page, seen } of scanned)
    for (const { name, state, reason } of seen.runs.filter((run) => run.state !== 'ran'))
      console.log(`${name} ${state}: ${page.name}: ${reason}`)
  if (flags.open) listOpen()
}

function listOpen(): void {
  for (const { page, errors } of scanned) {
    const open = errors.filter(({ verdict }) => verdict === 'not judged')
    if (open.length === 0) continue
    console.log(`\n## ${page.name}`)
    for (const { issue } of open)
      console.log(
        `- ${issue.type} (${issue.engines.join(', ')}) ${issue.criteria.join(' ')} at ${issue.location}: ${issue.element}\n  ${issue.html.slice(0, 300)}\n  ${issue.message}`,
      )
  }
}

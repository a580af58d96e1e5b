/** What the reports of a run say together, as HTML: the rules and pages that matter, the worst pages in detail. */

import { severityTag } from '#api/scanning/formats/html-page'
import { html, type Markup } from '#api/scanning/formats/markup'
import { type ReportIssue, type ScanReport, severities } from '#db/documents/scan-report'
import { countOf, verdictOf, violationsIn } from '#shared/accessibility/wording'

const pagesListed = 2000
const pagesInDetail = 50
const issuesInDetail = 20
const rulesListed = 25

type Page = Pick<ScanReport, 'url' | 'score' | 'compliance' | 'totals' | 'standard'> & { number: number }
type Detail = Page & { issues: ReportIssue[] }
type Rule = { type: string; severity: ReportIssue['severity']; pages: number; elements: number }

export type RunSum = {
  pages: Page[]
  details: Detail[]
  rules: Rule[]
  count: number
  failing: number
  scoreMean: number | null
  totals: ScanReport['totals']
}

/** Takes in one report after the other and keeps of each only what is shown. */
export function openRun(): { add: (report: ScanReport) => void; sum: () => RunSum } {
  const pages: Page[] = []
  let details: Detail[] = []
  const rules = new Map<string, Rule>()
  const totals = { critical: 0, serious: 0, moderate: 0, minor: 0, warning: 0, waived: 0 }
  let count = 0
  let failing = 0
  let scores = 0

  function addRules(report: ScanReport): void {
    for (const issues of Map.groupBy(report.issues, (issue) => issue.type).values()) {
      const [first] = issues
      if (!first) continue
      const rule = rules.get(first.type) ?? { type: first.type, severity: first.severity, pages: 0, elements: 0 }
      rule.pages++
      rule.elements += issues.length
      if (severities.indexOf(first.severity) < severities.indexOf(rule.severity)) rule.severity = first.severity
      rules.set(first.type, rule)
    }
  }

  return {
    add(report) {
      count++
      scores += report.score
      if (report.compliance === 'fail') failing++
      for (const severity of [...severities, 'waived'] as const) totals[severity] += report.totals[severity]
      addRules(report)
      const { url, score, compliance, standard } = report
      const page = { url, score, compliance, standard, totals: report.totals, number: count }
      pages.push(page)
      if (report.issues.length > 0) details.push({ ...page, issues: report.issues.slice(0, issuesInDetail) })
      // Sorted now and then, so that the list stays short without being sorted at every page.
      if (details.length > pagesInDetail * 2) details = details.sort(byScore).slice(0, pagesInDetail)
    },
    sum: () => ({
      pages: pages.sort(byScore).slice(0, pagesListed),
      details: details.sort(byScore).slice(0, pagesInDetail),
      rules: [...rules.values()].sort(byReach).slice(0, rulesListed),
      count,
      failing,
      scoreMean: count === 0 ? null : scores / count,
      totals,
    }),
  }
}

const byScore = (a: Page, b: Page): number => a.score - b.score || a.number - b.number

const byReach = (a: Rule, b: Rule): number =>
  Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
  b.pages - a.pages ||
  b.elements - a.elements ||
  (a.type < b.type ? -1 : 1)

export function* runReport(sum: RunSum): Generator<Markup> {
  yield runVerdict(sum)
  if (sum.count === 0) return
  if (sum.rules.length > 0) yield rulesSection(sum)
  yield pagesSection(sum)
  for (const page of sum.details) yield pageSection(page)
}

function runVerdict({ count, failing, scoreMean, totals }: RunSum): Markup {
  if (scoreMean === null) return html`<p>No page of this run has been scanned.</p>`
  const score = Math.round(scoreMean)
  const tone = score >= 90 ? 'good' : score >= 60 ? 'fair' : 'poor'
  return html`<p class="soft">${countOf(count, 'page')} scanned</p>
<div class="verdict">
<p class="score"><strong>${score}</strong> <span class="of">of 100, mean</span><span class="bar ${tone}" aria-hidden="true"><i style="width:${score}%"></i></span></p>
<div class="words">
<h2>${verdictOf(totals)}</h2>
<p class="soft small">${failing === 0 ? 'On no page was a violation found.' : `Violations were found on ${countOf(failing, 'page')} of ${count.toLocaleString('en')}.`} Automated checks see a part of what matters.</p>
<ul class="counts">${severities.filter((severity) => totals[severity] > 0).map((severity) => html`<li>${severityTag(severity)} ${totals[severity]}</li>`)}</ul>
</div>
</div>`
}

const rulesSection = ({ rules }: RunSum): Markup =>
  html`<h2>What is found most</h2>
<table><caption>The rules that are broken on most pages; mending a shared template mends them all at once.</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Severity</th><th scope="col" class="number">Pages</th><th scope="col" class="number">Elements</th></tr></thead>
<tbody>${rules.map(({ type, severity, pages, elements }) => html`<tr><th scope="row">${type}</th><td>${severityTag(severity)}</td><td class="number">${pages}</td><td class="number">${elements}</td></tr>`)}</tbody></table>`

function pagesSection({ pages, details, count }: RunSum): Markup {
  const inDetail = new Set(details.map((page) => page.number))
  return html`<h2 id="pages">Pages</h2>
<table><caption>The lowest scores first.${count > pages.length && ` The first ${pages.length.toLocaleString('en')} of ${count.toLocaleString('en')}.`}</caption>
<thead><tr><th scope="col">Page</th><th scope="col" class="number">Score</th><th scope="col" class="number">Violations</th><th scope="col" class="number">For a person</th></tr></thead>
<tbody>${pages.map(({ url, number, score, totals }) => html`<tr><th scope="row">${inDetail.has(number) ? html`<a href="#page-${number}">${url}</a>` : url}</th><td class="number">${score}</td><td class="number">${violationsIn(totals)}</td><td class="number">${totals.warning}</td></tr>`)}</tbody></table>`
}

function pageSection({ url, number, score, totals, issues }: Detail): Markup {
  const hidden = violationsIn(totals) + totals.warning - issues.length
  return html`<section class="page" aria-labelledby="page-${number}">
<h2 id="page-${number}">${url}</h2>
<p>Score ${score} of 100. ${verdictOf(totals)}.</p>
<div class="rule"><ul class="issues" style="margin-top:-1px">${issues.map(
    ({ severity, type, message, location, element }) =>
      html`<li><div><p class="line">${severityTag(severity)} <code>${type}</code></p><p>${message}</p><p class="facts"><span>At <code>${location}</code></span>Element <code>${element}</code></p></div></li>`,
  )}</ul></div>
<p class="small back">${hidden > 0 && html`And ${countOf(hidden, 'issue')} more on this page. `}<a href="#pages">Back to all pages, from page ${number}</a></p>
</section>`
}

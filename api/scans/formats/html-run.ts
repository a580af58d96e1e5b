/** What the reports of a run say together, as HTML: the rules and pages that matter, the worst pages in detail. */

import { severityTag } from '#api/pages/finding'
import { html, type Markup } from '#api/pages/markup'
import type { UnscannedPage } from '#api/scans/formats/about'
import { foundOf, unlistedOf } from '#api/scans/formats/found'
import { messageOf } from '#api/scans/formats/html-page'
import {
  type KindOfFinding,
  kindOf,
  kindsOfFinding,
  type ReportIssue,
  type ScanReport,
  severities,
} from '#db/documents/scan-report'
import { countOf, verdictWords, violationsIn } from '#shared/accessibility/wording'

const pagesListed = 2000
const pagesInDetail = 50
const issuesInDetail = 20
const rulesListed = 25
// As many as a run may have, and no more than a reader can use.
const unscannedListed = 500

type Page = Pick<ScanReport, 'url' | 'score' | 'compliance' | 'totals' | 'standard'> & { number: number }
type Detail = Page & { issues: ReportIssue[] }
/** Without a severity where no element of it is listed anywhere. */
type Rule = { type: string; severity: ReportIssue['severity'] | undefined; pages: number; elements: number }

export type RunSum = {
  pages: Page[]
  details: Detail[]
  rules: Rule[]
  count: number
  failing: number
  scoreMean: number | null
  totals: ScanReport['totals']
  unscanned: UnscannedPage[]
  unscannedCount: number
  /** The host, and how many more there are. */
  site: string
  /** The title of the page with the shortest address on that host: its front page, where that was scanned. */
  frontTitle: string
}

/** Takes in one report after the other and keeps of each only what is shown. */
export function openRun(): {
  add: (report: ScanReport) => void
  addUnscanned: (page: UnscannedPage) => void
  sum: () => RunSum
} {
  const pages: Page[] = []
  let details: Detail[] = []
  const rules = new Map<string, Rule>()
  const totals = { critical: 0, serious: 0, moderate: 0, minor: 0, practice: 0, warning: 0, waived: 0 }
  const unscanned: UnscannedPage[] = []
  const hosts = new Map<string, number>()
  const fronts = new Map<string, { url: string; title: string }>()
  let unscannedCount = 0
  let count = 0
  let failing = 0
  let scores = 0

  function addRule(type: string, elements: number, severity: Rule['severity']): void {
    const rule = rules.get(type) ?? { type, severity, pages: 0, elements: 0 }
    rule.pages++
    rule.elements += elements
    if (rankOf(severity) < rankOf(rule.severity)) rule.severity = severity
    rules.set(type, rule)
  }

  function addRules(report: ScanReport): void {
    for (const [type, issues] of Map.groupBy(report.issues, (issue) => issue.type)) {
      const listed = (kind: KindOfFinding) => issues.filter(({ severity }) => kindOf(severity) === kind).length
      addRule(
        type,
        sumOf((kind) => foundOf(report, type, kind, listed(kind))),
        issues[0]?.severity,
      )
    }
    for (const [type, count] of unlistedOf(report)) {
      const found = sumOf((kind) => count[kind])
      if (found > 0) addRule(type, found, undefined)
    }
  }

  function addHost(url: string): string {
    const host = URL.parse(url)?.host ?? ''
    hosts.set(host, (hosts.get(host) ?? 0) + 1)
    return host
  }

  return {
    add(report) {
      count++
      scores += report.score
      if (report.compliance === 'fail') failing++
      for (const severity of [...severities, 'waived'] as const) totals[severity] += report.totals[severity]
      addRules(report)
      const host = addHost(report.url)
      const front = fronts.get(host)
      if (!front || report.url.length < front.url.length)
        fronts.set(host, { url: report.url, title: report.page.title.trim() })
      const { url, score, compliance, standard } = report
      const page = { url, score, compliance, standard, totals: report.totals, number: count }
      pages.push(page)
      if (report.issues.length > 0) details.push({ ...page, issues: report.issues.slice(0, issuesInDetail) })
      // Sorted now and then, so that the list stays short without being sorted at every page.
      if (details.length > pagesInDetail * 2) details = details.sort(byScore).slice(0, pagesInDetail)
    },
    addUnscanned(page) {
      unscannedCount++
      addHost(page.url)
      if (unscanned.length < unscannedListed) unscanned.push(page)
    },
    sum: () => ({
      pages: pages.sort(byScore).slice(0, pagesListed),
      details: details.sort(byScore).slice(0, pagesInDetail),
      rules: [...rules.values()].sort(byReach).slice(0, rulesListed),
      count,
      failing,
      scoreMean: count === 0 ? null : scores / count,
      totals,
      unscanned,
      unscannedCount,
      ...siteOf(hosts, fronts),
    }),
  }
}

function siteOf(hosts: ReadonlyMap<string, number>, fronts: ReadonlyMap<string, { title: string }>) {
  const [first] = [...hosts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  const [host = ''] = first ?? []
  const more = hosts.size - 1
  const site = host !== '' && more > 0 ? `${host} and ${countOf(more, 'more host')}` : host
  return { site, frontTitle: fronts.get(host)?.title ?? '' }
}

const sumOf = (count: (kind: KindOfFinding) => number): number =>
  kindsOfFinding.reduce((sum, kind) => sum + count(kind), 0)

/** Those that no element is listed of come where most findings are: with the violations. */
const kindRankOf = (severity: Rule['severity']): number =>
  severity === undefined ? 0 : kindsOfFinding.indexOf(kindOf(severity))

const rankOf = (severity: Rule['severity']): number =>
  severity === undefined ? severities.length : severities.indexOf(severity)

const byScore = (a: Page, b: Page): number => a.score - b.score || a.number - b.number

const byReach = (a: Rule, b: Rule): number =>
  kindRankOf(a.severity) - kindRankOf(b.severity) ||
  b.pages - a.pages ||
  b.elements - a.elements ||
  (a.type < b.type ? -1 : 1)

export function* runReport(sum: RunSum): Generator<Markup> {
  yield runVerdict(sum)
  if (sum.unscannedCount > 0) yield unscannedSection(sum)
  if (sum.count === 0) return
  if (sum.rules.length > 0) yield rulesSection(sum)
  yield pagesSection(sum)
  for (const page of sum.details) yield pageSection(page)
}

function runVerdict({ count, failing, scoreMean, totals, unscannedCount }: RunSum): Markup {
  const missing =
    unscannedCount > 0 &&
    html` <strong>${countOf(unscannedCount, 'page was', 'pages were')} not scanned</strong>, and nothing here is about ${unscannedCount === 1 ? 'it' : 'them'}.`
  if (scoreMean === null) return html`<p>No page of this run has been scanned.${missing}</p>`
  const score = Math.round(scoreMean)
  const tone = score >= 90 ? 'good' : score >= 60 ? 'fair' : 'poor'
  return html`<p>${countOf(count, 'page')} scanned.${missing}</p>
<div class="verdict">
<p class="score"><strong>${score}</strong> <span class="of">of 100, mean</span><span class="bar ${tone}" aria-hidden="true"><i style="width:${score}%"></i></span></p>
<div class="words">
<h2>${verdictWords(totals)}</h2>
<p class="soft small">${failing === 0 ? 'On no page was a violation found.' : `Violations were found on ${countOf(failing, 'page')} of ${count.toLocaleString('en')}.`} Automated checks see a part of what matters.</p>
<ul class="counts">${severities.filter((severity) => totals[severity] > 0).map((severity) => html`<li>${severityTag(severity)} ${totals[severity]}</li>`)}</ul>
</div>
</div>`
}

const unscannedSection = ({ unscanned, unscannedCount }: RunSum): Markup =>
  html`<h2 id="unscanned">Pages that were not scanned</h2>
<table><caption>What they hold nobody has seen: neither the score nor the verdict counts them.${unscannedCount > unscanned.length && ` The first ${unscanned.length.toLocaleString('en')} of ${unscannedCount.toLocaleString('en')}.`}</caption>
<thead><tr><th scope="col">Page</th><th scope="col">Why</th></tr></thead>
<tbody>${unscanned.map(({ url, code, message }) => html`<tr><th scope="row">${url}</th><td><code>${code}</code> ${message}</td></tr>`)}</tbody></table>`

const rulesSection = ({ rules }: RunSum): Markup =>
  html`<h2>What is found most</h2>
<table><caption>The rules that are broken on most pages; mending a shared template mends them all at once.</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Severity</th><th scope="col" class="number">Pages</th><th scope="col" class="number">Elements</th></tr></thead>
<tbody>${rules.map(({ type, severity, pages, elements }) => html`<tr><th scope="row">${type}</th><td>${severity === undefined ? 'Not listed' : severityTag(severity)}</td><td class="number">${pages}</td><td class="number">${elements}</td></tr>`)}</tbody></table>`

function pagesSection({ pages, details, count }: RunSum): Markup {
  const inDetail = new Set(details.map((page) => page.number))
  return html`<h2 id="pages">Pages</h2>
<table><caption>The lowest scores first.${count > pages.length && ` The first ${pages.length.toLocaleString('en')} of ${count.toLocaleString('en')}.`}</caption>
<thead><tr><th scope="col">Page</th><th scope="col" class="number">Score</th><th scope="col" class="number">Violations</th><th scope="col" class="number">Poor practice</th><th scope="col" class="number">For a person</th></tr></thead>
<tbody>${pages.map(({ url, number, score, totals }) => html`<tr><th scope="row">${inDetail.has(number) ? html`<a href="#page-${number}">${url}</a>` : url}</th><td class="number">${score}</td><td class="number">${violationsIn(totals)}</td><td class="number">${totals.practice}</td><td class="number">${totals.warning}</td></tr>`)}</tbody></table>`
}

function pageSection({ url, number, score, totals, issues }: Detail): Markup {
  const hidden = violationsIn(totals) + totals.practice + totals.warning - issues.length
  return html`<section class="page" aria-labelledby="page-${number}">
<h2 id="page-${number}">${url}</h2>
<p>Score ${score} of 100. ${verdictWords(totals)}.</p>
<div class="rule"><ul class="issues" style="margin-top:-1px">${issues.map(
    ({ severity, type, message, recommendation, location, element, state }) =>
      html`<li><div><p class="line">${severityTag(severity)} <code>${type}</code></p>${messageOf(message)}${recommendation !== '' && recommendation !== message && html`<p class="soft">${recommendation}</p>`}<p class="facts"><span>At <code>${location}</code></span>${state && html`<span>Found ${state}</span>`}Element <code>${element}</code></p></div></li>`,
  )}</ul></div>
<p class="small back">${hidden > 0 && html`And ${countOf(hidden, 'issue')} more on this page. `}<a href="#pages">Back to all pages, from page ${number}</a></p>
</section>`
}

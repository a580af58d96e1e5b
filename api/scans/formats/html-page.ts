/** What a report says of one page, as HTML. */
import { severityTag, titleOf } from '#api/pages/finding'
import { html, type Markup } from '#api/pages/markup'
import { foundOf, unlistedOf } from '#api/scans/formats/found'
import { answeredNote, fineSection, questionNote } from '#api/scans/formats/html-answers'
import { webAddressOf } from '#api/scans/formats/place'
import {
  type Box,
  type CriterionOutcome,
  type KindOfFinding,
  kindOf,
  type ReportIssue,
  type ScanReport,
  severities,
  type WaivedIssue,
} from '#db/documents/scan-report'
import { criterionOf } from '#shared/accessibility/criteria'
import { countOf, splitWays, understandingOf, verdictWords, violationsIn } from '#shared/accessibility/wording'

type Screenshot = NonNullable<ScanReport['screenshot']>

/** Of one rule, so many elements are shown; the others are in the other formats. */
const shownPerRule = 50
/** So many issues have a piece of the picture of their own. */
const cropsShown = 200

/** Score and verdict, in figures and words. */
export function verdict(report: ScanReport): Markup {
  const { score, totals, standard, coverage } = report
  const tone = score >= 90 ? 'good' : score >= 60 ? 'fair' : 'poor'
  const present = severities.filter((severity) => totals[severity] > 0)
  return html`<div class="verdict">
<p class="score"><strong>${score}</strong> <span class="of">of 100</span><span class="bar ${tone}" aria-hidden="true"><i style="width:${score}%"></i></span></p>
<div class="words">
<h2>${verdictWords(totals)}</h2>
<p class="soft small">Measured against ${standard}. ${coverage.statement}</p>
${
  present.length > 0 &&
  html`<ul class="counts">${present.map((severity) => html`<li>${severityTag(severity)} ${totals[severity]}</li>`)}${totals.waived > 0 && html`<li class="soft small">Waived ${totals.waived}</li>`}</ul>`
}
</div>
</div>`
}

/** The sections of a page's report, one after the other. */
export function* pageReport(report: ScanReport, hasPicture: boolean): Generator<Markup> {
  const { totals, waived, fine = [], isTruncated } = report
  const screenshot = hasPicture ? report.screenshot : null
  const numbered = report.issues.map((issue, at) => ({ ...issue, number: at + 1 }))
  const of = (kind: KindOfFinding) => numbered.filter((issue) => kindOf(issue.severity) === kind)
  const [violations, practice, warnings] = [of('violations'), of('practice'), of('warnings')]
  const hasPractice = totals.practice > 0
  yield html`<nav class="contents" aria-label="Contents"><ul>
<li><a href="#violations">Violations</a></li>
${hasPractice && html`<li><a href="#practice">Poor practice</a></li>`}
<li><a href="#review">For a person</a></li>
${waived.length > 0 && html`<li><a href="#waived">Waived</a></li>`}
${fine.length > 0 && html`<li><a href="#fine">Looked at, and fine</a></li>`}
${screenshot && html`<li><a href="#picture">Picture</a></li>`}
<li><a href="#criteria">Criteria</a></li>
<li><a href="#making">How it was made</a></li>
</ul></nav>
<h2 id="violations">Violations</h2>
${violations.length === 0 && html`<p>No violation found by automated checks.</p>`}
${isTruncated && html`<p>More was found than is listed: ${countOf(violationsIn(totals), 'violation')}, ${totals.practice.toLocaleString('en')} against good practice and ${countOf(totals.warning, 'thing')} for a person in all.</p>`}`
  yield* ruleGroups(report, violations, screenshot)
  yield unlistedNote(report, 'violations')
  if (hasPractice) {
    yield html`<h2 id="practice">Poor practice</h2>
<p class="soft">Surely broken, though no success criterion asks for it. It counts neither for the score nor for the verdict.</p>`
    yield* ruleGroups(report, practice, screenshot)
    yield unlistedNote(report, 'practice')
  }
  yield html`<h2 id="review">For a person to look at</h2>
<p class="soft">${warnings.length === 0 ? 'The checks left nothing undecided. What they do not cover is listed under Criteria.' : 'A machine could not decide these. They take nothing from the score.'}</p>`
  yield* ruleGroups(report, warnings, screenshot)
  yield unlistedNote(report, 'warnings')
  if (waived.length > 0) yield waivedSection(waived)
  if (fine.length > 0) yield fineSection(fine)
  if (screenshot) yield pictureSection(numbered, screenshot)
  yield criteriaSection(report)
  yield makingSection(report)
}

type Numbered = ReportIssue & { number: number }

/** What the report had no place for, by rule. */
function unlistedNote(report: ScanReport, kind: KindOfFinding): Markup {
  const rules = unlistedOf(report).filter(([, count]) => count[kind] > 0)
  return html`${
    rules.length > 0 &&
    html`<p>Found as well, and not listed:</p>
<ul>${rules.map(([type, count]) => html`<li><code>${type}</code>, ${countOf(count[kind], 'element')}</li>`)}</ul>`
  }`
}

/** What is wrong; ways to mend it that were found are a list. */
export function messageOf(message: string, style = ''): Markup {
  const { said, ways } = splitWays(message)
  const paragraph = (text: string) => html`<p${style !== '' && html` class="${style}"`}>${text}</p>`
  if (ways.length < 2) return paragraph(message)
  return html`${said !== '' && paragraph(said)}${paragraph('Fix one of these:')}
<ul${style !== '' && html` class="${style}"`}>${ways.map((way) => html`<li>${way}</li>`)}</ul>`
}

function* ruleGroups(
  report: ScanReport,
  issues: readonly Numbered[],
  screenshot: Screenshot | null,
): Generator<Markup> {
  for (const group of Map.groupBy(issues, (issue) => issue.type).values()) {
    const [first] = group
    if (!first) continue
    const shown = group.slice(0, shownPerRule)
    const hidden = group.length - shown.length
    const found = foundOf(report, first.type, kindOf(first.severity), group.length)
    // What is the same for all is said once.
    const shared = {
      message: group.length > 1 && group.every((issue) => issue.message === first.message),
      recommendation: group.every((issue) => issue.recommendation === first.recommendation),
    }
    yield html`<section class="rule" aria-labelledby="rule-${first.number}">
${ruleHeader(report, first, found, shared)}
<ul class="issues">${shown.map((issue) => issueItem(issue, screenshot, shared))}</ul>
${hidden > 0 && html`<p class="soft small" style="padding:0 1.5rem 0.75rem">and ${countOf(hidden, 'element')} more, in the JSON and CSV reports.</p>`}
${found > group.length && html`<p class="soft small" style="padding:0 1.5rem 0.75rem">${countOf(found - group.length, 'element')} more ${found - group.length === 1 ? 'was' : 'were'} found than the report holds.</p>`}
</section>`
  }
}

type Shared = { message: boolean; recommendation: boolean }

function ruleHeader(report: ScanReport, first: Numbered, count: number, shared: Shared): Markup {
  const { type, severity, message, recommendation, helpUrl, criteria, number } = first
  const explained = criteria.flatMap((id) => criterionOf(id) ?? [])
  const help = explained.map(understandingOf).includes(helpUrl ?? '') ? undefined : webAddressOf(helpUrl)
  return html`<header>
<div class="line"><h3 id="rule-${number}">${titleOf(type)}</h3> ${severityTag(severity)} <span class="soft small">${countOf(count, 'element')}</span></div>
${shared.recommendation && recommendation !== '' && html`<p>${recommendation}</p>`}
${shared.message && message !== recommendation && messageOf(message, 'small soft')}
<p class="small soft"><code>${type}</code>${explained.map((criterion) => html` · <a href="${understandingOf(criterion)}" rel="noopener noreferrer">${criterion.id} ${criterion.name}</a>`)}${help !== undefined && html` · <a href="${help}" rel="noopener noreferrer">About the rule ${type}</a>`}</p>
${first.severity === 'warning' && questionNote(report, first)}
</header>`
}

function issueItem(issue: Numbered, screenshot: Screenshot | null, shared: Shared): Markup {
  const {
    number,
    message,
    recommendation,
    location,
    element,
    html: markup,
    frame,
    state,
    engines,
    confidence,
    box,
    answered,
  } = issue
  const isSeen = screenshot !== null && box !== null && isInside(box, screenshot)
  const hasCrop = isSeen && number <= cropsShown
  return html`<li id="issue-${number}"${hasCrop && html` class="seen"`}>
<div>
${!shared.message && messageOf(message)}
${!shared.recommendation && recommendation !== '' && html`<p class="soft">${recommendation}</p>`}
<p class="facts"><span>At <code>${location}</code></span>${state && html`<span>Found ${state}</span>`}<span>Found by ${engines.join(', ')}</span><span>Confidence ${confidence}</span>${isSeen && html`<a href="#box-${number}">Issue ${number} on the picture</a>`}</p>
<p class="facts">Element <code>${element}</code>${frame !== null && html` in the frame <code>${frame}</code>`}</p>
${answered && answeredNote(answered)}
${markup !== '' && html`<pre><code>${markup}</code></pre>`}
</div>
${hasCrop && cropOf(box, screenshot)}
</li>`
}

/** What can be framed: it is on the picture, and is not the whole of it. */
const isInside = (box: Box, { width, height }: Screenshot): boolean =>
  box.x < width &&
  box.y < height &&
  box.x + box.width > 0 &&
  box.y + box.height > 0 &&
  box.width * box.height < 0.8 * width * height

const cropWidth = 256

/** A piece of the picture around the element, no larger than life. */
function cropOf(box: Box, picture: Screenshot): Markup {
  const margin = 24
  const width = Math.min(picture.width, Math.max(box.width + 2 * margin, cropWidth))
  const scale = cropWidth / width
  const height = Math.min(picture.height, Math.max(box.height + 2 * margin, 64 / scale), 200 / scale)
  const x = clamp(box.x + box.width / 2 - width / 2, 0, picture.width - width)
  const y = clamp(box.y + Math.min(box.height / 2, height / 2 - margin) - height / 2, 0, picture.height - height)
  const px = (pixels: number) => Math.round(pixels * scale * 10) / 10
  return html`<span class="crop shot" aria-hidden="true" style="height:${px(height)}px;background-size:${px(picture.width)}px auto;background-position:${-px(x)}px ${-px(y)}px"><i style="left:${px(box.x - x) - 3}px;top:${px(box.y - y) - 3}px;width:${px(box.width) + 6}px;height:${px(box.height) + 6}px"></i></span>`
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))

function pictureSection(issues: readonly Numbered[], picture: Screenshot): Markup {
  const { width, height } = picture
  const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100_000) / 1000}%`
  const boxes = issues.flatMap(({ box, number, severity }) =>
    box && isInside(box, picture)
      ? html`<i id="box-${number}"${kindOf(severity) !== 'violations' && html` class="${kindOf(severity) === 'practice' ? 'minded' : 'maybe'}"`} style="left:${percent(box.x, width)};top:${percent(box.y, height)};width:${percent(box.width, width)};height:${percent(box.height, height)}"></i>`
      : [],
  )
  return html`<h2 id="picture">Picture</h2>
<p class="soft">The page as it was scanned. Violations are framed; what goes against good practice is framed with dots, what needs a person with dashes.</p>
<div class="scroll" role="region" aria-label="Picture of the page" tabindex="0"><div class="whole shot" role="img" aria-label="The scanned page, with frames around ${countOf(boxes.length, 'element')}" style="aspect-ratio:${width}/${height}">${boxes}</div></div>`
}

const waivedSection = (waived: readonly WaivedIssue[]): Markup =>
  html`<h2 id="waived">Waived</h2>
<table><caption>Found, but somebody has decided to live with it. It counts neither for the score nor for the verdict.</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Element</th><th scope="col">Reason</th></tr></thead>
<tbody>${waived
    .slice(0, 200)
    .map(
      ({ type, element, location, waiver }) =>
        html`<tr><th scope="row">${type}</th><td><code>${element}</code> at ${location}</td><td>${waiver.reason}${waiver.expiresAt !== null && html` <span class="soft">(until ${waiver.expiresAt.slice(0, 10)})</span>`}</td></tr>`,
    )}</tbody></table>
${waived.length > 200 && html`<p class="soft small">and ${waived.length - 200} more.</p>`}`

const outcomeTones: Record<CriterionOutcome['outcome'], string> = {
  failed: 'tag critical',
  'needs review': 'tag warning',
  'no failure found': 'plain',
  'not checked': 'soft',
}
const outcomeWords: Record<CriterionOutcome['outcome'], string> = {
  failed: 'Failed',
  'needs review': 'Needs review',
  'no failure found': 'No failure found',
  'not checked': 'Not checked by a machine',
}

function criteriaSection({ coverage }: ScanReport): Markup {
  return html`<h2 id="criteria">Criteria</h2>
<table><caption>${coverage.statement} “No failure found” does not mean that the criterion is met.</caption>
<thead><tr><th scope="col">Success criterion</th><th scope="col">Level</th><th scope="col">Outcome</th></tr></thead>
<tbody>${coverage.criteria.map(
    ({ id, name, level, outcome }) =>
      html`<tr><th scope="row">${id} ${name}</th><td>${level}</td><td><span class="${outcomeTones[outcome]}">${outcomeWords[outcome]}</span></td></tr>`,
  )}</tbody></table>`
}

function makingSection(report: ScanReport): Markup {
  const { engines, page, browser, timings, egress, finalUrl, scanId, runId, scanTime, timestamp, scoreVersion } = report
  const facts: (readonly [string, string | number | null])[] = [
    ['Scanned', `${timestamp.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}, in ${scanTime}`],
    ['Address in the end', finalUrl],
    ['Title', page.title],
    ['Language', page.language ?? 'not given'],
    [
      'Answer',
      `${page.status}, ${page.contentType || 'no content type'}, ${countOf(page.sourceBytes, 'byte')}, ${countOf(page.elements, 'element')}`,
    ],
    [
      'Seen at',
      `${page.viewport.width} × ${page.viewport.height}, ${page.colorScheme}${page.reducedMotion ? ', reduced motion' : ''}`,
    ],
    ['Browser', `${browser.product}, sandbox ${browser.sandbox}`],
    ['Network', `${countOf(egress.requests, 'request')}, ${countOf(egress.bytes, 'byte')}`],
    ['Score', `version ${scoreVersion}`],
    ['Scan', scanId],
    ['Run', runId],
    [
      'Time',
      Object.entries(timings)
        .map(([name, ms]) => `${name} ${ms} ms`)
        .join(', ') || null,
    ],
  ]
  return html`<h2 id="making">How it was made</h2>
<dl>${facts.map(([name, value]) => value !== null && value !== '' && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<table><caption>Who looked</caption>
<thead><tr><th scope="col">Engine</th><th scope="col">Version</th><th scope="col">State</th><th scope="col" class="number">Time</th></tr></thead>
<tbody>${engines.map(({ name, version, state, ms, reason }) => html`<tr><th scope="row">${name}</th><td>${version}</td><td>${state}${reason !== null && `: ${reason}`}</td><td class="number">${Math.round(ms)} ms</td></tr>`)}</tbody></table>
${
  egress.denied.length > 0 &&
  html`<h3 style="margin-top:2rem">Requests that were not let out</h3>
<table><caption>The page asked for these; the network’s rules refused them. It may look otherwise to its visitors.</caption>
<thead><tr><th scope="col">Host</th><th scope="col">Port</th><th scope="col">Reason</th><th scope="col" class="number">Times</th></tr></thead>
<tbody>${egress.denied.map(({ host, port, reason, count }) => html`<tr><th scope="row">${host}</th><td>${port}</td><td>${reason}</td><td class="number">${count}</td></tr>`)}</tbody></table>`
}`
}

/** A design verification as one page to read and to print: no script, nothing fetched from anywhere. Pure. */
import { createHash } from 'node:crypto'
import { issueItem, type NumberedIssue } from '#api/designs/report-issue'
import {
  type Drawn,
  drawnOf,
  isOn,
  type Mark,
  pictureStore,
  type ReportPictures,
  wholePicture,
} from '#api/designs/report-pictures'
import { designStyle } from '#api/designs/report-style'
import { severityTag } from '#api/pages/finding'
import { pageBottom, pageTop, write } from '#api/pages/frame'
import { html, type Markup } from '#api/pages/markup'
import { type DesignReport, designSeverities } from '#db/documents/design-report'
import { countOf } from '#shared/accessibility/wording'

/** More than this nobody reads; the report as JSON has them. */
const issuesShown = 300
const issuesWithPieces = 80

const filePolicy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(designStyle).digest('base64')}'; base-uri 'none'; form-action 'none'`

/** Only the style that is in it and the pictures that are in it; nothing from anywhere. */
export const designReportPolicy = `${filePolicy}; frame-ancestors 'none'`

/** In pieces, since a picture is long. Everything that a page or a client said is escaped. */
export function* renderDesignReport(report: DesignReport, pictures: ReportPictures): Generator<string> {
  const { scale } = report.viewport
  const drawn = drawnOf(pictures, scale)
  const issues = report.issues.slice(0, issuesShown).map((issue, at) => ({ ...issue, number: at + 1 }))
  const marks = issues.flatMap(({ box, number }) => (box !== null && isOn(box, drawn) ? [{ box, number }] : []))
  const hasPicture = drawn.has.before || drawn.has.after
  yield write(
    pageTop({
      title: `Design of ${report.pageId}: ${report.approved ? 'approved' : 'not approved'}`,
      style: designStyle,
      skip: 'Skip to the verdict',
      slogan: 'Design, against its baseline and the design system',
      policy: filePolicy,
    }),
  )
  yield write(heading(report))
  yield write(verdictCard(report))
  yield write(contents(hasPicture, report))
  yield* issueSection(report, issues, drawn)
  if (hasPicture) yield write(pictureSections(drawn, marks))
  yield write(leftOutNote(drawn, report))
  yield write(absorbedSection(report))
  yield write(makingSection(report))
  for (const part of pictureStore({ pictures, drawn, marks, scale })) yield part.markup
  yield write(
    pageBottom(
      'Made by Assay. What a renderer does by itself is left out and listed as absorbed; approving is a person’s.',
    ),
  )
}

function heading({ pageId, branch, viewport, timestamp }: DesignReport): Markup {
  return html`<p class="eyebrow">Design report</p>
<h1><bdi>${pageId}</bdi></h1>
<p class="meta"><span>branch <bdi>${branch}</bdi></span><span>${sizeOf(viewport)}</span><span>verified ${momentOf(timestamp)}</span></p>`
}

const sizeOf = ({ width, height, scale }: DesignReport['viewport']): string =>
  `${width} × ${height}${scale === 1 ? '' : ` at ${scale}×`}`

const momentOf = (timestamp: string): string => timestamp.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')

function verdictCard(report: DesignReport): Markup {
  const { approved, violations, issues, baseline } = report
  const words = !approved
    ? `Not approved: ${violations === 0 ? 'it waits for a person' : countOf(violations, 'issue')}`
    : violations === 0
      ? 'Approved: nothing that matters differs'
      : `Approved with ${countOf(violations, 'issue')}, none as grave as this page’s policy fails on`
  const counts = designSeverities.map((severity) => ({
    severity,
    count: issues.filter((issue) => issue.severity === severity).length,
  }))
  return html`<div class="verdict">
<svg class="seal${!approved && ' no'}" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="${approved ? 'M16 3a13 13 0 1 0 0 26a13 13 0 1 0 0-26M10 16.5l4.5 4.5L22.5 12' : 'M16 3a13 13 0 1 0 0 26a13 13 0 1 0 0-26M11 11l10 10M21 11L11 21'}"/></svg>
<div class="words">
<h2>${words}</h2>
<p class="soft small">${comparedBy[report.path]}${report.path === 'tree' && report.picture !== null && html` Its picture was held to the baseline’s as well.`}${baseline !== null && baseline.branch !== report.branch && html` Its baseline is that of the branch <bdi>${baseline.branch}</bdi>: this branch has none of its own yet.`}</p>
${issues.length > 0 && html`<ul class="counts">${counts.map(({ severity, count }) => count > 0 && html`<li>${severityTag(severity)} ${count}</li>`)}</ul>`}
</div>
</div>`
}

const comparedBy: Record<DesignReport['path'], string> = {
  same: 'The snapshot is, byte for byte, the one that is its baseline.',
  tree: 'Compared with its baseline element by element, by computed styles, texts and places.',
  picture: 'Compared with its baseline by its pixels.',
  first: 'There was no baseline to compare it with; it was held against the design system and the rules of layout.',
}

const contents = (hasPicture: boolean, { absorbed, notes }: DesignReport): Markup =>
  html`<nav class="contents" aria-label="Contents"><ul>
<li><a href="#issues">Issues</a></li>
${hasPicture && html`<li><a href="#pictures">Pictures</a></li>`}
${absorbed.length + notes.length > 0 && html`<li><a href="#absorbed">Left out</a></li>`}
<li><a href="#making">How it was made</a></li>
</ul></nav>`

function* issueSection(report: DesignReport, issues: readonly NumberedIssue[], drawn: Drawn): Generator<string> {
  yield write(html`<h2 id="issues">Issues</h2>`)
  if (issues.length === 0) return yield write(html`<p>None.</p>`)
  yield write(html`<div class="rule"><ul class="issues">`)
  for (const issue of issues) yield write(issueItem(issue, drawn, issue.number <= issuesWithPieces))
  yield write(html`</ul></div>`)
  const hidden = report.issues.length - issues.length
  if (hidden > 0)
    yield write(html`<p class="soft small">and ${countOf(hidden, 'issue')} more, in the report as JSON.</p>`)
  if (report.isTruncated)
    yield write(
      html`<p class="soft small">More was found than a report holds: ${countOf(report.violations, 'issue')} in all.</p>`,
    )
}

function pictureSections(drawn: Drawn, marks: readonly Mark[]): Markup {
  const { before, after, mask } = drawn.has
  const framed = marks.length === 0 ? '' : `, with frames around ${countOf(marks.length, 'issue')}`
  if (!before || !after) {
    const name = after ? 'after' : 'before'
    const said = after ? 'The page as it is now' : 'The page as it was approved'
    return html`<h2 id="pictures">Picture</h2>
<p class="soft">${said}${marks.length > 0 && '; the numbers are those of the issues'}.</p>
<div class="scroll" role="region" aria-label="Picture of the page" tabindex="0"><div class="shown single">${wholePicture(drawn, { name, label: said + framed, marks, isTarget: true })}</div></div>`
  }
  return html`<h2 id="pictures">Side by side</h2>
${marks.length > 0 && html`<p class="soft">The numbers are those of the issues.</p>`}
<div class="scroll" role="region" aria-label="Baseline and new page side by side" tabindex="0"><div class="pair">
<figure><figcaption>Baseline</figcaption><div class="shown">${wholePicture(drawn, { name: 'before', label: `The page as it was approved${framed}`, marks })}</div></figure>
<figure><figcaption>Now</figcaption><div class="shown">${wholePicture(drawn, { name: 'after', label: `The page as it is now${framed}`, marks, isTarget: true })}</div></figure>
</div></div>
<div class="screen">
<h2 id="slider">One over the other</h2>
<p class="soft">The baseline covers the new page. Scroll it sideways, or focus it and press the right arrow key, to draw the baseline away.</p>
<div class="scroll slide" role="region" aria-label="The new page under its baseline; scroll sideways to uncover it" tabindex="0"><div class="track">
<div class="under">${wholePicture(drawn, { name: 'after', label: 'The page as it is now' })}</div>
<div class="curtain"><div class="held">${wholePicture(drawn, { name: 'before', label: 'The page as it was approved' })}</div></div>
</div></div>
</div>
${
  mask &&
  html`<h2 id="difference">What differs</h2>
<p class="soft">On the new page, dimmed: each pixel that differs from the baseline.</p>
<div class="scroll" role="region" aria-label="Picture of what differs" tabindex="0"><div class="shown single">${wholePicture(drawn, { name: 'after', over: 'mask', label: 'The new page, dimmed, with every pixel that differs marked', marks })}</div></div>`
}`
}

const pictureWords = { before: 'the baseline', after: 'the new page', mask: 'what differs' } as const

/** Why a picture is not there, so that nobody takes its absence for a finding. */
function leftOutNote({ has, leftOut }: Drawn, { path }: DesignReport): Markup {
  const isMissing = !has.before && !has.after && leftOut.length === 0
  return html`${leftOut.length > 0 && html`<p class="soft small">Not shown, since ${leftOut.length > 1 ? 'they are' : 'it is'} larger than a page like this holds: the picture of ${leftOut.map((name) => pictureWords[name]).join(', of ')}. The service gives ${leftOut.length > 1 ? 'each' : 'it'} by its own address.</p>`}
${isMissing && html`<h2 id="pictures">Pictures</h2><p class="soft">${path === 'picture' ? 'The pictures are not kept any more.' : 'There is no picture: the snapshot was judged by its elements and styles.'}</p>`}`
}

function absorbedSection({ absorbed, notes }: DesignReport): Markup {
  if (absorbed.length + notes.length === 0) return html``
  return html`<h2 id="absorbed">Seen, and left out</h2>
${
  absorbed.length > 0 &&
  html`<table><caption>Differences that are no issues: what a renderer does by itself, and what this page’s policy ignores.</caption>
<thead><tr><th scope="col">Kind</th><th scope="col" class="number">Pixels</th><th scope="col">What it is</th></tr></thead>
<tbody>${absorbed.map(({ class: kind, pixels, message }) => html`<tr><th scope="row">${kind}</th><td class="number">${pixels.toLocaleString('en')}</td><td>${message}</td></tr>`)}</tbody></table>`
}
${notes.length > 0 && html`<h3>Notes</h3><ul>${notes.map(({ code, message }) => html`<li>${message} <code>${code}</code></li>`)}</ul>`}`
}

const sourceWords: Record<DesignReport['source'], string> = {
  picture: 'a picture',
  html: 'HTML',
  'dom-snapshot': 'a DOM snapshot',
  rrweb: 'an rrweb recording',
  mhtml: 'an MHTML archive',
  url: 'an address that was visited',
}

function makingSection(report: DesignReport): Markup {
  const { baseline, picture, verificationId, engine, artifact, policy, tokens, source } = report
  const facts: (readonly [name: string, value: string | null])[] = [
    ['Verification', verificationId],
    ['Snapshot', sourceWords[source]],
    ['Baseline', baseline && `${baseline.baselineId}, found on ${baseline.branch}`],
    ['Comparison', engine],
    [
      'Pixels',
      picture &&
        `${picture.width} × ${picture.height}, ${countOf(picture.changedPixels, 'pixel')} changed after what was left out`,
    ],
    ['As pixelmatch counts', picture && picture.pixelmatch !== null ? countOf(picture.pixelmatch, 'pixel') : null],
    ['SHA-256 of the artifact', artifact],
    ['… of its baseline', baseline?.artifact ?? null],
    ['… of the policy', policy],
    ['… of the tokens', tokens],
  ]
  return html`<h2 id="making">How it was made</h2>
<p class="soft">The same artifact, baseline, policy, tokens and comparison give the same verdict.</p>
<dl>${facts.map(([name, value]) => value !== null && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

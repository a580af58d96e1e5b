/** Reports as one page to read and to print: no script, nothing fetched from anywhere. */

import { pageBottom, pageTop, write } from '#api/pages/frame'
import { html } from '#api/pages/markup'
import type { PageOutcome, ReportsAbout } from '#api/scans/formats/about'
import { pageReport, verdict } from '#api/scans/formats/html-page'
import { openRun, runReport } from '#api/scans/formats/html-run'
import { style } from '#api/scans/formats/html-style'

/** A scan is shown in full; a run, however short, as an index of its pages, the worst of them in detail. */
export async function* renderHtml(pages: AsyncIterable<PageOutcome>, about: ReportsAbout): AsyncGenerator<string> {
  yield* about.run === undefined ? renderScan(pages, about) : renderRun(pages, about)
}

async function* renderScan(pages: AsyncIterable<PageOutcome>, { picture }: ReportsAbout): AsyncGenerator<string> {
  for await (const outcome of pages) {
    if (outcome.kind === 'unscanned') continue
    const { report } = outcome
    const title = report.page.title.trim()
    yield headOf(`Accessibility report: ${title || report.url}`, picture)
    yield write(html`<h1>Accessibility report</h1>
<p><strong>${title}</strong>${title === '' ? '' : html`<br>`}<span class="mono">${report.url}</span></p>
${verdict(report)}`)
    for (const part of pageReport(report, picture !== undefined)) yield write(part)
    yield write(foot)
  }
}

async function* renderRun(pages: AsyncIterable<PageOutcome>, { title }: ReportsAbout): AsyncGenerator<string> {
  const run = openRun()
  for await (const outcome of pages) {
    if (outcome.kind === 'scanned') run.add(outcome.report)
    else run.addUnscanned(outcome.page)
  }
  const sum = run.sum()
  const heading = sum.site || title
  yield headOf(`Accessibility report: ${heading}${sum.frontTitle && `, ${sum.frontTitle}`}`, undefined)
  yield write(html`<h1>${heading}</h1>
<p>${sum.frontTitle !== '' && html`<strong>${sum.frontTitle}</strong><br>`}<span class="soft small">${heading !== title && title}</span></p>`)
  for (const part of runReport(sum)) yield write(part)
  yield write(foot)
}

const headOf = (title: string, picture: ReportsAbout['picture']): string =>
  write(
    pageTop({
      title,
      style: `${style}${picture ? pictureRule(picture) : ''}`,
      skip: 'Skip to the report',
      slogan: 'Accessibility, as far as a machine can tell',
    }),
  )

const foot = pageBottom(
  'Made by Assay. Automated checks find a part of what keeps people out; a page without findings still needs people who try it.',
)

/** Once, for the whole picture and for each piece of it. */
function pictureRule({ picture, picture_type: type }: NonNullable<ReportsAbout['picture']>): string {
  const known = ['image/webp', 'image/png', 'image/jpeg'].find((each) => each === type) ?? 'image/webp'
  return `.shot{background-image:url(data:${known};base64,${Buffer.from(picture).toString('base64')})}\n`
}

/** Reports as one page to read and to print: no script, nothing fetched from anywhere. */
import type { ReportsAbout } from '#api/scanning/formats/about'
import { pageReport, verdict } from '#api/scanning/formats/html-page'
import { openRun, runReport } from '#api/scanning/formats/html-run'
import { style } from '#api/scanning/formats/html-style'
import { html, type Markup } from '#api/scanning/formats/markup'
import type { ScanReport } from '#db/documents/scan-report'

/** One report is shown in full; several as an index of pages, the worst of them in detail. */
export async function* renderHtml(reports: AsyncIterable<ScanReport>, about: ReportsAbout): AsyncGenerator<string> {
  const iterator = reports[Symbol.asyncIterator]()
  const first = await iterator.next()
  const second = first.done ? first : await iterator.next()
  if (!first.done && second.done) {
    const name = first.value.page.title.trim() || first.value.url
    yield headOf(`Accessibility report: ${name}`, about.picture)
    yield write(html`<h1>Accessibility report</h1>
<p><strong>${first.value.page.title}</strong>${first.value.page.title === '' ? '' : html`<br>`}<span class="mono">${first.value.url}</span></p>
${verdict(first.value)}`)
    for (const part of pageReport(first.value, about.picture !== undefined)) yield write(part)
    yield write(foot)
    return
  }
  const run = openRun()
  for (let next = first; !next.done; next = next === first ? second : await iterator.next()) run.add(next.value)
  yield headOf(`Accessibility report: ${about.title}`, undefined)
  yield write(html`<h1>${about.title}</h1>`)
  for (const part of runReport(run.sum())) yield write(part)
  yield write(foot)
}

const write = (part: Markup): string => `${part.markup}\n`

const headOf = (title: string, picture: ReportsAbout['picture']): string =>
  write(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${{ markup: `${style}${picture ? pictureRule(picture) : ''}` }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header class="top"><p class="wide"><span class="brand">Assay</span><span>Accessibility, as far as a machine can tell</span></p></header>
<main id="main" class="wide" tabindex="-1">`)

const foot = html`</main>
<footer class="bottom"><p class="wide">Made by Assay. Automated checks find a part of what keeps people out; a page without findings still needs people who try it.</p></footer>
</body>
</html>`

/** Once, for the whole picture and for each piece of it. */
function pictureRule({ picture, picture_type: type }: NonNullable<ReportsAbout['picture']>): string {
  const known = ['image/webp', 'image/png', 'image/jpeg'].find((each) => each === type) ?? 'image/webp'
  return `.shot{background-image:url(data:${known};base64,${Buffer.from(picture).toString('base64')})}\n`
}

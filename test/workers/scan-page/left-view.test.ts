/** What was found in a view that a script has exchanged since is told of where it stood. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openScanner, type Scanner } from '#bench/pages/scanner'
import { type Pages, servePages } from '#test/support/pages'

const page = `<!doctype html><html lang="en"><head><title>Lamps – Garden shop</title></head><body>
<nav aria-label="Shop"><a href="/chairs">Chairs</a></nav>
<main id="view"><h1>Lamps</h1>
<div id="x" role="slider" tabindex="0" aria-label="Height" aria-valuemin="0" aria-valuemax="9" aria-valuenow="3" style="width:40px;height:40px"></div>
</main><script>document.addEventListener('click', (event) => { const a = event.target.closest('a'); if (!a) return; event.preventDefault(); history.pushState(null, '', a.href); document.getElementById('view').innerHTML = '<h1>Chairs</h1><p>New.</p>' })</script></body></html>`

let site: Pages
let scanner: Scanner
beforeAll(async () => {
  site = servePages({ '/': page })
  scanner = await openScanner([Number(new URL(site.url).port)])
}, 60_000)
afterAll(async () => {
  await scanner.close()
  await site.stop()
})

test('an element of the view before has its line and its markup, beside the title that stayed', async () => {
  const { issues, after } = await scanner.scan(`${site.url}/`, (tab) =>
    tab.$eval('h1', (heading) => heading.textContent),
  )
  const told = Object.fromEntries(issues.map(({ type, location, html }) => [type, { location, html }]))

  expect(after).toBe('Chairs')
  expect(told['parts-without-arrows']?.location).toBe('4:1')
  expect(told['parts-without-arrows']?.html).toStartWith('<div id="x"')
  expect(told['title-stays']?.location).toBe('1:38')
}, 60_000)

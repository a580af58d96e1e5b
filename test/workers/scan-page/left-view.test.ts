/** What was found in a view that a script has exchanged since is told of where it stood. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openScanner, type Scanner } from '#bench/pages/scanner'
import { type Pages, servePages } from '#test/support/pages'

const page = `<!doctype html><html lang="en"><head><title>Lamps – Garden shop</title></head><body>
<nav aria-label="Shop"><a href="/chairs">Chairs</a></nav>
<main id="view"><h1>Lamps</h1>
<div id="x" role="slider" tabindex="0" aria-label="Height" aria-valuemin="0" aria-valuemax="9" aria-valuenow="3" style="width:40px;height:40px"></div>
</main><script>document.addEventListener('click', (event) => { const a = event.target.closest('a'); if (!a) return; event.preventDefault(); history.pushState(null, '', a.href); document.getElementById('view').innerHTML = '<h1>Chairs</h1><p>New.</p>' })</script></body></html>`

/** Refused, it says why in lists that are called alerts; all go as soon as anything is filled in. */
const form = `<!doctype html><html lang="en"><head><title>Post – Garden shop</title></head><body><main><h1>Post</h1>
<form novalidate><p><label for="name">Name</label> <input id="name" autocomplete="name" required></p><div id="why"></div>
<p><label for="mail">Email</label> <input id="mail" type="email" autocomplete="email" required></p><div id="where"></div><button>Send</button></form>
</main><script>document.forms[0].addEventListener('submit', (event) => {
  event.preventDefault()
  for (const [field, place] of [['name', 'why'], ['mail', 'where']])
    document.getElementById(place).innerHTML = document.getElementById(field).value === '' ? '<ul role="alert"><li>Please enter your ' + field + '.</li></ul>' : ''
})
document.forms[0].addEventListener('input', () => { for (const place of ['why', 'where']) document.getElementById(place).innerHTML = '' })</script></body></html>`

let site: Pages
let scanner: Scanner
beforeAll(async () => {
  site = servePages({ '/': page, '/form': form })
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

test('what a refused form says has its markup, though it is gone when the form is sent again', async () => {
  const { issues } = await scanner.scan(`${site.url}/form`)
  const said = issues.filter(({ type }) => type === 'listitem').map(({ html }) => html)

  expect(said.sort()).toEqual(['<li>Please enter your mail.</li>', '<li>Please enter your name.</li>'])
}, 60_000)

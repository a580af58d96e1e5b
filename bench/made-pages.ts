/** Pages of mixed size for benches and long runs: made by number, the same every time, with faults to find. */

/** Elements of each page that `bench/scan.ts` scans, roughly: two large ones, the rest as most pages are. */
export const pageSizes = [40, 60, 90, 120, 160, 220, 300, 420, 600, 850, 1200, 2400]

const words =
  'Every measure names its unit, its source and its range, so that a reader can weigh it before using it for a decision of any consequence'.split(
    ' ',
  )
const text = (seed: number, length: number) =>
  Array.from({ length }, (_, index) => words[(seed * 7 + index * 3) % words.length]).join(' ')

const css = `body{font:16px/1.5 sans-serif;margin:0;color:#222}header,main,footer{padding:1rem;max-width:70rem;margin:auto}
nav ul{display:flex;gap:1rem;list-style:none;padding:0;flex-wrap:wrap}.card{border:1px solid #ccc;padding:1rem;margin:1rem 0}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:1rem}.pale{color:#9a9a9a}table{border-collapse:collapse}
td,th{border:1px solid #ccc;padding:.3rem}a{color:#0645ad}.hero{background:linear-gradient(#345,#9ab);color:#fff;padding:2rem}`

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="#468"/></svg>')}`

/** A page of about that many elements. `number` only varies its words and links. */
export function makePage(number: number, elements: number): string {
  const cards = Math.max(1, Math.round((elements - 40) / 9))
  const rows = Math.min(40, Math.floor(cards / 3))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${number} of the collection</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head><body>
<a href="#main">Skip to content</a>
<header><nav aria-label="Sections"><ul>${[1, 2, 3, 4, 5].map((item) => `<li><a href="/page/${number + item}">${text(item, 2)}</a></li>`).join('')}</ul></nav>
<div class="hero"><h1>Page ${number}</h1><p>${text(number, 12)}</p></div></header>
<main id="main"><form action="/search"><label for="q">Search</label> <input id="q" name="q"> <input name="city" placeholder="City"> <button>Go</button></form>
<div class="grid">${Array.from({ length: cards }, (_, card) => {
    const seed = number * 100 + card
    const alt = card % 11 === 3 ? '' : ` alt="A sample of ${text(seed, 2)}"`
    return `<article class="card"><h2>${text(seed, 3)}</h2><img src="${picture}" width="120" height="80"${alt}>
<p${card % 7 === 2 ? ' class="pale"' : ''}>${text(seed, 18)}</p><p><a href="/page/${seed % 500}">Details of ${text(seed, 2)}</a></p><button type="button">Keep ${card}</button></article>`
  }).join('')}</div>
${rows > 0 ? `<table><caption>Figures</caption><tr><th scope="col">Name</th><th scope="col">Value</th></tr>${Array.from({ length: rows }, (_, row) => `<tr><td>${text(row, 2)}</td><td>${row * 7}</td></tr>`).join('')}</table>` : ''}
</main><footer><p>Collection ${number}. <a href="/imprint">Imprint</a></p></footer>
<script>document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())</script></body></html>`
}

/**
 * Serves `/page/N`.
 * @param sizeOf how large the Nth page is.
 * @param others pages that are not made so, by number.
 */
export function servePages(sizeOf: (number: number) => number, others: Readonly<Record<number, string>> = {}) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/style.css') return new Response(css, { headers: { 'content-type': 'text/css' } })
      const [, digits] = /^\/page\/(\d+)$/.exec(pathname) ?? []
      if (digits === undefined) return new Response('no such page', { status: 404 })
      const number = Number(digits)
      return new Response(others[number] ?? makePage(number, sizeOf(number)), {
        headers: { 'content-type': 'text/html; charset=utf-8' },
      })
    },
  })
  const port = server.port ?? 0
  return {
    port,
    urlOf: (number: number) => `http://127.0.0.1:${port}/page/${number}`,
    /** Lets the guarded browser reach these pages and nothing else of this machine. */
    egressAllow: `127.0.0.1/32:${port}`,
    stop: () => server.stop(true),
  }
}

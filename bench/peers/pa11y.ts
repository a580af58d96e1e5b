/** pa11y 10 with its axe runner, one page after another, each in a browser of its own, as its documentation shows it. */
import pa11y from 'pa11y'

const [executablePath = '', ...urls] = process.argv.slice(2)
const startedAt = performance.now()
let issues = 0
for (const url of urls) {
  const result = await pa11y(url, {
    runners: ['axe'],
    standard: 'WCAG2AA',
    timeout: 60_000,
    chromeLaunchConfig: { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] },
  })
  issues += result.issues.length
}
console.log(JSON.stringify({ ms: performance.now() - startedAt, pages: urls.length, issues }))

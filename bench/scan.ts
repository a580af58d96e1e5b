/**
 * Scans of local pages of mixed size against pa11y 10 (axe runner) on the same Chromium, and by number of scan processes.
 * `script/bench scan [--rounds 3]`: about three minutes. Prints Markdown.
 */
import { fileURLToPath } from 'node:url'
import { makePage, pageSizes, servePages } from '#bench/made-pages'
import { describeSetting, figure, goalLine, loadNow, markdownTable, median, numberOptions } from '#bench/report'
import { onStand, type Stand } from '#bench/stand'
import { findBrowser } from '#workers/page/find'

const options = numberOptions(process.argv.slice(2), { rounds: 3, repeats: 3 })
const goal = 5
const sizeOf = (number: number) => pageSizes[number % pageSizes.length] ?? 100

type Run = { runId: string; state: string; progress: { done: number; failed: number; total: number } }

/** Scans every page `times` times in one run each, and answers pages a minute. */
async function scanRun(url: string, key: string, addresses: string[]): Promise<number> {
  const call = async <Body>(path: string, body?: unknown): Promise<Body> => {
    const answer = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<Body>
  }
  const startedAt = performance.now()
  let run = await call<Run>('/api/scan-runs', { urls: addresses })
  while (run.state !== 'succeeded') {
    await Bun.sleep(200)
    run = await call<Run>(`/api/scan-runs/${run.runId}`)
  }
  const minutes = (performance.now() - startedAt) / 60_000
  if (run.progress.failed > 0) throw new Error(`${run.progress.failed} of ${run.progress.total} pages failed`)
  return addresses.length / minutes
}

async function pa11yRun(executablePath: string, addresses: string[]): Promise<number> {
  const child = Bun.spawn(
    [process.execPath, fileURLToPath(import.meta.resolve('#bench/peers/pa11y')), executablePath, ...addresses],
    {
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error('pa11y failed')
  const { ms, pages }: { ms: number; pages: number } = JSON.parse(text.trim().split('\n').at(-1) ?? '')
  return pages / (ms / 60_000)
}

async function untilReady(url: string, workers: number): Promise<string> {
  for (;;) {
    const ready = (await (await fetch(`${url}/readyz`)).json()) as {
      workers: Record<string, number>
      uses: Record<string, string>
    }
    const browser = ready.uses?.['browser']
    if (ready.workers['scan-page'] === workers && browser) return browser
    await Bun.sleep(100)
  }
}

async function bench(stand: Stand): Promise<void> {
  const site = servePages(sizeOf)
  const databaseUrl = await stand.copyDatabase('scans')
  const env = { EGRESS_ALLOW: site.egressAllow, RATE_LIMIT_D_ENTERPRISE: '1000000' }
  const api = await stand.startApi(['api/main.ts'], databaseUrl, env)
  const numbers = pageSizes.map((_, index) => index)
  // One run takes each address once, so the repeats differ in a query that the page ignores.
  const addresses = (label: string) =>
    Array.from({ length: options.repeats }, (_, again) =>
      numbers.map((number) => `${site.urlOf(number)}?${label}-${again}`),
    ).flat()
  const rates = { pa11y: [] as number[], one: [] as number[], two: [] as number[] }
  const worker = () => stand.start(['workers/main.ts', 'scan-page'], databaseUrl, env)
  const first = worker()
  const browser = await untilReady(api.url, 1)
  // The same program that the service found, so that nothing but the work differs.
  const { path, product } = await findBrowser({ dataDir: stand.dataDir, sandbox: 'auto' })
  console.log(await describeSetting(stand, `script/bench scan --rounds ${options.rounds} --repeats ${options.repeats}`))
  console.log(`- Browser of the service: ${browser}; of pa11y: ${product}`)
  console.log(
    `- Pages: ${pageSizes.length}, of ${pageSizes.map((size, index) => makePage(index, size).match(/<[a-z]/g)?.length ?? 0).join(', ')} elements\n`,
  )
  await scanRun(api.url, stand.key, addresses('warm'))
  for (let round = 0; round < options.rounds; round += 1) {
    rates.pa11y.push(await pa11yRun(path, numbers.map(site.urlOf)))
    rates.one.push(await scanRun(api.url, stand.key, addresses(`one-${round}`)))
    const second = worker()
    await untilReady(api.url, 2)
    await scanRun(api.url, stand.key, addresses(`warm-two-${round}`))
    rates.two.push(await scanRun(api.url, stand.key, addresses(`two-${round}`)))
    await stand.end([second])
    await untilReady(api.url, 1)
    console.error(`round ${round + 1}: load ${loadNow()}`)
  }
  const base = median(rates.pa11y)
  const row = (name: string, values: number[]) => [
    name,
    figure(median(values)),
    values.map(figure).join(' '),
    figure(median(values) / base),
  ]
  console.log(
    markdownTable(
      ['', 'pages a minute', 'each round', 'ratio'],
      [
        row('pa11y 10, axe runner, one after another', rates.pa11y),
        row('a run, 1 scan process', rates.one),
        row('a run, 2 scan processes', rates.two),
      ],
    ),
  )
  console.log(
    `\n${goalLine(`1 scan process against pa11y, at least ${goal}`, median(rates.one) / base, median(rates.one) / base >= goal, '×')}`,
  )
  await stand.end([first, api.process])
  site.stop()
}

await onStand(async (stand) => {
  await bench(stand)
  await stand.close()
})
process.exit(0)

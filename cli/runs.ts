/** `runs`: many pages at once through a running service: submit, follow, read, call off, compare. */
import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Client, type Connection, openClient } from '#cli/client'
import { endWith, exitCodes, withUsageCode } from '#cli/exit'
import { askRun, followRun } from '#cli/follow'
import { openProgress } from '#cli/progress'
import { refusal } from '#cli/refusal'
import { comparisonText, resultText, runText } from '#cli/report-text'
import { eachReport, linesOf } from '#cli/run-streams'
import { type ConnectionOptions, connectionOptions, requestOf, type ScanOptions, scanOptions } from '#cli/scan'
import { missesOf, type Threshold, thresholdOptions } from '#cli/threshold'
import { writeOut } from '#cli/write-out'
import { type CrawlRequest, type Run, type RunComparison, type RunResult, reportFormats } from '#shared/contracts/scans'

type Output = { format: string; output?: string }
type SubmitOptions = ConnectionOptions &
  ScanOptions &
  Threshold &
  Output & {
    sitemap?: string
    crawl?: string
    maxPages?: number
    maxDepth?: number
    include: string[]
    exclude: string[]
    watch?: boolean
  }
type CompareOptions = ConnectionOptions & Output & { failOnNew?: boolean }

const resultFormats = ['text', 'ndjson', ...reportFormats]
const style = (output?: string) => ({ isColourful: process.stdout.isTTY === true && output === undefined })

/** @param defaults what the environment says. */
export function addRunsCommands(program: Command, defaults: Connection): void {
  const runs = withUsageCode(program.command('runs')).description(
    'scans of many pages: submit, status, results, cancel, compare',
  )
  const clientOf = ({ server, key }: ConnectionOptions) => openClient({ ...defaults, server, key })
  const format = (choices: readonly string[]) =>
    new Option('--format <format>', 'of the output').choices(choices).default('text')
  const add = (command: Command, options: Option[]) => {
    for (const option of [...options, ...connectionOptions(defaults)]) command.addOption(option)
    return command
  }

  add(
    runs
      .command('submit')
      .description('queues pages and prints the run’s id; with --watch waits and prints what was found')
      .argument('[file]', 'addresses, one a line; - reads them from standard input')
      .option('--sitemap <url>', 'the pages of a sitemap')
      .option('--crawl <url>', 'the pages found by following links from here, on the same origin')
      .option('--max-pages <n>', 'of a crawl', count)
      .option('--max-depth <n>', 'links away from the start of a crawl', count)
      .option('--include <pattern>', 'crawl only what fits; * stands for anything; may be given again', collect, [])
      .option('--exclude <pattern>', 'crawl nothing that fits; may be given again', collect, [])
      .option('--watch', 'wait for the end and print the results')
      .option('--output <file>', 'write the results there'),
    [format(resultFormats), ...scanOptions(), ...thresholdOptions()],
  ).action((file: string | undefined, options: SubmitOptions) =>
    endWith(() => submit(file, options, clientOf(options))),
  )

  add(runs.command('status').description('how a run fares').argument('<run>', 'its id'), [
    format(['text', 'json']),
  ]).action((runId: string, options: ConnectionOptions & Output) =>
    endWith(async () => {
      const run = await askRun(clientOf(options), runId)
      await writeOut(options.format === 'json' ? `${JSON.stringify(run, null, 2)}\n` : runText(run, style()), undefined)
      return exitCodes.ok
    }),
  )

  add(
    runs
      .command('results')
      .description('what became of each page: text and ndjson are a line per page, the others whole reports')
      .argument('<run>', 'its id')
      .option('--output <file>', 'write them there'),
    [format(resultFormats)],
  ).action((runId: string, options: ConnectionOptions & Output) =>
    endWith(async () => {
      await printResults(clientOf(options), runId, options)
      return exitCodes.ok
    }),
  )

  add(runs.command('cancel').description('calls a run off').argument('<run>', 'its id'), []).action(
    (runId: string, options: ConnectionOptions) =>
      endWith(async () => {
        const run = (await clientOf(options).call(`POST /api/scan-runs/${runId}/cancel`)).body as Run
        await writeOut(runText(run, style()), undefined)
        return exitCodes.ok
      }),
  )

  add(
    runs
      .command('compare')
      .description('what has changed from one run to a later one')
      .argument('<base>', 'the earlier run')
      .argument('<other>', 'the later run')
      .option('--output <file>', 'write it there')
      .option('--fail-on-new', 'exit code 1 when there are new issues'),
    [format(['text', 'json'])],
  ).action((base: string, other: string, options: CompareOptions) =>
    endWith(async () => {
      const comparison = (await clientOf(options).call(`GET /api/scan-runs/${base}/compare/${other}`))
        .body as RunComparison
      const isJson = options.format === 'json'
      const text = isJson
        ? `${JSON.stringify(comparison, null, 2)}\n`
        : comparisonText(comparison, style(options.output))
      await writeOut(text, options.output)
      return options.failOnNew && comparison.totals.new > 0 ? exitCodes.missed : exitCodes.ok
    }),
  )
}

async function submit(file: string | undefined, options: SubmitOptions, client: Client): Promise<number> {
  const body = { ...(await sourceOf(file, options)), ...requestOf(options) }
  const submitted = (await client.call('POST /api/scan-runs', { body })).body as Run
  if (!options.watch) {
    console.log(submitted.runId)
    return exitCodes.ok
  }
  const run = await watch(client, submitted)
  await printResults(client, run.runId, options)
  if (options.output !== undefined || options.format === 'text')
    process.stderr.write(runText(run, { isColourful: process.stderr.isTTY === true }))
  const hasMissed = await missesAnything(client, run, options)
  if (hasMissed) return exitCodes.missed
  const isWhole = run.state === 'succeeded' && run.progress.failed === 0
  return isWhole ? exitCodes.ok : exitCodes.unscanned
}

async function watch(client: Client, submitted: Run): Promise<Run> {
  console.error(`run ${submitted.runId}`)
  const progress = openProgress(process.stderr)
  const leave = () => {
    progress.end()
    console.error(`the run goes on: assay runs status ${submitted.runId}`)
    process.exit(130)
  }
  process.once('SIGINT', leave)
  let last = submitted
  try {
    for await (const run of followRun(client, submitted.runId)) {
      progress.show(run)
      last = run
    }
  } finally {
    progress.end()
    process.off('SIGINT', leave)
  }
  return last
}

/** Whether a page of the run is under the threshold; says which. */
async function missesAnything(client: Client, run: Run, threshold: Threshold): Promise<boolean> {
  if (threshold.failUnder === undefined && threshold.failOn === 'none') return false
  let hasMissed = false
  for await (const report of eachReport(client, run.runId)) {
    for (const miss of missesOf(report, threshold)) {
      console.error(`missed: ${report.url}: ${miss}`)
      hasMissed = true
    }
  }
  return hasMissed
}

async function printResults(client: Client, runId: string, { format, output }: Output): Promise<void> {
  if (format !== 'text' && format !== 'ndjson')
    return writeOut(await client.open(`GET /api/scan-runs/${runId}/report?format=${format}`), output)
  const headers = { accept: 'application/x-ndjson' }
  const results = await client.open(`GET /api/scan-runs/${runId}/results`, { headers })
  if (format === 'ndjson') return writeOut(results, output)
  const lines: string[] = []
  for await (const line of linesOf(results)) lines.push(`${resultText(asResult(line), style(output))}\n`)
  await writeOut(lines.join(''), output)
}

/** Made by the service from a RunResult. */
const asResult = (line: string): RunResult => JSON.parse(line)

type Source = { urls: string[] } | { sitemap: string } | { crawl: CrawlRequest }

/** @throws Refusal when the command line names no source, or several. */
async function sourceOf(file: string | undefined, options: SubmitOptions): Promise<Source> {
  const { sitemap, crawl, maxPages, maxDepth, include, exclude } = options
  const given = [file, sitemap, crawl].filter((source) => source !== undefined).length
  if (given !== 1) throw refusal('name what to scan: a file of addresses (or -), --sitemap, or --crawl')
  const isShaped = maxPages !== undefined || maxDepth !== undefined || include.length > 0 || exclude.length > 0
  if (crawl === undefined && isShaped)
    throw refusal('--max-pages, --max-depth, --include and --exclude go with --crawl')
  if (sitemap !== undefined) return { sitemap }
  if (crawl !== undefined)
    return {
      crawl: {
        start: crawl,
        ...(maxPages === undefined ? {} : { maxPages }),
        ...(maxDepth === undefined ? {} : { maxDepth }),
        ...(include.length > 0 ? { include } : {}),
        ...(exclude.length > 0 ? { exclude } : {}),
      },
    }
  const urls = (await textOf(file ?? '-'))
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (urls.length === 0) throw refusal(`${file === '-' ? 'standard input' : file} holds no addresses`)
  return { urls }
}

async function textOf(file: string): Promise<string> {
  if (file === '-') return Bun.stdin.text()
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw refusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const collect = (text: string, before: string[]) => [...before, text]

function count(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It is a whole number.')
  return Number(text)
}

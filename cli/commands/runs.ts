/** `runs`: many pages at once through a running service: submit, follow, read, call off, compare. */
import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Client, openClient, readJson, type ServiceAddress } from '#cli/commands/client'
import { askRun, followRun } from '#cli/commands/follow'
import { comparisonText, resultText, runText } from '#cli/commands/report-text'
import { eachReport, linesOf } from '#cli/commands/run-streams'
import { type AddressOptions, addressOptions, type ScanFlags, scanOptions, scanRequestOf } from '#cli/commands/scan'
import { missesOf, type Threshold, thresholdOptions } from '#cli/commands/threshold'
import { isColourful } from '#cli/terminal/colour'
import { exitCodes } from '#cli/terminal/exit'
import { type Addresses, inLineWords } from '#cli/terminal/line-words'
import { openProgress } from '#cli/terminal/progress'
import { refusal } from '#cli/terminal/refusal'
import { say } from '#cli/terminal/say'
import { expectWritable, writeOut } from '#cli/terminal/write-out'
import { type CrawlRequest, type Run, type RunComparison, type RunResult, reportFormats } from '#shared/contracts/scans'

type Output = { format: string; output?: string }
type SubmitOptions = AddressOptions &
  ScanFlags &
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
type CompareOptions = AddressOptions & Output & { failOnNew?: boolean }

const resultFormats = ['text', 'ndjson', ...reportFormats]
const style = (output?: string) => ({ isColourful: output === undefined && isColourful(process.stdout) })

/** @param defaults what the environment says. */
export function addRunsCommands(program: Command, defaults: ServiceAddress): void {
  const runs = program.command('runs').description('scans of many pages: submit, status, results, cancel, compare')
  const clientOf = ({ server, key }: AddressOptions) => openClient({ ...defaults, server, key })
  const format = (choices: readonly string[]) =>
    new Option('--format <format>', 'of the output').choices(choices).default('text')
  const add = (command: Command, options: Option[]) => {
    for (const option of [...options, ...addressOptions(defaults)]) command.addOption(option)
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
  ).action(async (file: string | undefined, options: SubmitOptions, command: Command) => {
    if (!options.watch) expectNothingOfTheEnd(command)
    process.exitCode = await submit(file, options, clientOf(options))
  })

  add(runs.command('status').description('how a run fares').argument('<run>', 'its id'), [
    format(['text', 'json']),
  ]).action(async (runId: string, options: AddressOptions & Output) => {
    const run = await askRun(clientOf(options), runId)
    await writeOut(options.format === 'json' ? `${JSON.stringify(run, null, 2)}\n` : runText(run, style()), undefined)
  })

  add(
    runs
      .command('results')
      .description(
        'what became of each page: text and ndjson are a line per page, the others whole reports; exit code 3 when not every page was scanned',
      )
      .argument('<run>', 'its id')
      .option('--output <file>', 'write them there'),
    [format(resultFormats)],
  ).action(async (runId: string, options: AddressOptions & Output) => {
    await expectWritable(options.output)
    const client = clientOf(options)
    // Asked first: a page that ends in between is in the results, and never the other way round.
    const run = await askRun(client, runId)
    await printResults(client, runId, options)
    process.exitCode = codeOf(run)
  })

  add(runs.command('cancel').description('calls a run off').argument('<run>', 'its id'), []).action(
    async (runId: string, options: AddressOptions) => {
      const run = (await clientOf(options).call(`POST /api/scan-runs/${runId}/cancel`)).body as Run
      await writeOut(runText(run, style()), undefined)
    },
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
  ).action(async (base: string, other: string, options: CompareOptions) => {
    await expectWritable(options.output)
    const comparison = (await clientOf(options).call(`GET /api/scan-runs/${base}/compare/${other}`))
      .body as RunComparison
    const isJson = options.format === 'json'
    const text = isJson ? `${JSON.stringify(comparison, null, 2)}\n` : comparisonText(comparison, style(options.output))
    await writeOut(text, options.output)
    if (options.failOnNew && comparison.totals.new > 0) process.exitCode = exitCodes.missed
  })
}

/** What is only known at the end of a run has no meaning for a command that does not wait for it. @throws Refusal */
function expectNothingOfTheEnd(command: Command): void {
  const given = Object.entries({
    failUnder: '--fail-under',
    failOn: '--fail-on',
    format: '--format',
    output: '--output',
  })
    .filter(([name]) => command.getOptionValueSource(name) === 'cli')
    .map(([, flag]) => flag)
  if (given.length > 0)
    throw refusal(
      `${given.join(', ')} ${given.length > 1 ? 'go' : 'goes'} with --watch: without it nothing is waited for`,
    )
}

async function submit(file: string | undefined, options: SubmitOptions, client: Client): Promise<number> {
  await expectWritable(options.output)
  const { source, addresses } = await sourceOf(file, options)
  const submitted = await client
    .call('POST /api/scan-runs', { body: { ...source, ...scanRequestOf(options) } })
    .then(({ body }) => body as Run)
    .catch((error) => {
      throw inLineWords(error, addresses)
    })
  if (!options.watch) {
    await writeOut(`${submitted.runId}\n`, undefined)
    return exitCodes.ok
  }
  const run = await watch(client, submitted)
  await printResults(client, run.runId, options)
  if (options.output !== undefined || options.format === 'text')
    process.stderr.write(runText(run, { isColourful: isColourful(process.stderr) }))
  const code = codeOf(run)
  return (await missesAnything(client, run, options)) ? exitCodes.missed : code
}

/** Whether a run has looked at all its pages; says so when not. */
function codeOf({ state, progress: { done, failed, total } }: Run): number {
  if (state === 'succeeded' && failed === 0) return exitCodes.ok
  say(
    state === 'succeeded'
      ? `${failed} of ${total} pages could not be scanned`
      : state === 'canceled'
        ? 'the run was called off: not every page was scanned'
        : `the run goes on: ${done} of ${total} pages have ended`,
  )
  return exitCodes.unscanned
}

async function watch(client: Client, submitted: Run): Promise<Run> {
  say(`run ${submitted.runId}`)
  const progress = openProgress(process.stderr)
  const leave = () => {
    progress.end()
    say(`the run goes on: assay runs status ${submitted.runId}`)
    process.exit(exitCodes.interrupted)
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
      say(`missed: ${report.url}: ${miss}`)
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
const asResult = (line: string) => readJson(line, 'the service') as RunResult

type Source = { urls: string[] } | { sitemap: string } | { crawl: CrawlRequest }

/** @throws Refusal when the command line names no source, or several. */
async function sourceOf(
  file: string | undefined,
  options: SubmitOptions,
): Promise<{ source: Source; addresses?: Addresses }> {
  const { sitemap, crawl, maxPages, maxDepth, include, exclude } = options
  const given = [file, sitemap, crawl].filter((source) => source !== undefined).length
  if (given !== 1) throw refusal('name what to scan: a file of addresses (or -), --sitemap, or --crawl')
  const isShaped = maxPages !== undefined || maxDepth !== undefined || include.length > 0 || exclude.length > 0
  if (crawl === undefined && isShaped)
    throw refusal('--max-pages, --max-depth, --include and --exclude go with --crawl')
  if (sitemap !== undefined) return { source: { sitemap } }
  if (crawl !== undefined)
    return {
      source: {
        crawl: {
          start: crawl,
          ...(maxPages === undefined ? {} : { maxPages }),
          ...(maxDepth === undefined ? {} : { maxDepth }),
          ...(include.length > 0 ? { include } : {}),
          ...(exclude.length > 0 ? { exclude } : {}),
        },
      },
    }
  const name = file === undefined || file === '-' ? 'standard input' : file
  const listed = (await textOf(file ?? '-'))
    .split(/\r?\n/)
    .map((line, at) => ({ url: line.trim(), line: at + 1 }))
    .filter(({ url }) => url !== '' && !url.startsWith('#'))
  if (listed.length === 0) throw refusal(`${name} holds no addresses`)
  return {
    source: { urls: listed.map(({ url }) => url) },
    addresses: { file: name, lines: listed.map(({ line }) => line) },
  }
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

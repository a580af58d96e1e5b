/** `verify-design`: a page's picture or DOM snapshot, or a whole folder of them, held against the approved look, through a running service. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Client, type Connection, openClient } from '#cli/commands/client'
import { type CommitStatus, commitStatus } from '#cli/commands/commit-status'
import { designJunit } from '#cli/commands/design-junit'
import { outcomeText, sumText } from '#cli/commands/design-text'
import { type DesignThreshold, designMissOf, designThresholdOption } from '#cli/commands/design-threshold'
import { type ConnectionOptions, connectionOptions, seconds } from '#cli/commands/scan'
import { snapshotsOf } from '#cli/commands/snapshot-files'
import { type PageOutcome, type Verified, verifyPages } from '#cli/commands/verify-pages'
import { isColourful } from '#cli/terminal/colour'
import { exitCodes } from '#cli/terminal/exit'
import { refusal } from '#cli/terminal/refusal'
import { say } from '#cli/terminal/say'
import { expectWritable, refusingFor, writeOut } from '#cli/terminal/write-out'

type Viewport = { width: number; height: number; scale?: number }
type Options = ConnectionOptions &
  DesignThreshold & {
    page?: string
    dir?: string
    branch?: string
    viewport?: Viewport
    mode?: 'exact' | 'tolerant'
    format: 'text' | 'json' | 'junit'
    output?: string
    reports?: string
    status?: string
    context: string
    targetUrl?: string
    atOnce: number
    patience: number
  }

/** @param defaults what the environment says. */
export function addVerifyDesignCommand(program: Command, defaults: Connection): void {
  const command = program
    .command('verify-design')
    .description(
      'holds snapshots of pages against their approved look; exit code 1 when a page is not approved, 3 when one could not be verified',
    )
    .argument('[file]', 'a picture (PNG, JPEG, WebP), HTML, MHTML, or a DOM snapshot; - reads it from standard input')
    .option('--page <id>', 'the page that it is of')
    .option('--dir <folder>', 'verifies all of a folder: shop/cart.png is the page shop/cart')
    .option('--branch <name>', 'whose baselines are meant; one that has none falls back to the default branch')
    .addOption(
      new Option(
        '--viewport <size>',
        'how large the page was seen: 1280x720, or 390x844@2 for two pixels to one',
      ).argParser(viewport),
    )
    .addOption(
      new Option('--mode <mode>', 'exact: any pixel that differs is an issue; else as the page’s policy says').choices([
        'exact',
        'tolerant',
      ]),
    )
    .addOption(new Option('--format <format>', 'of what was found').choices(['text', 'json', 'junit']).default('text'))
    .option('--output <file>', 'write it there instead of to the terminal')
    .option('--reports <folder>', 'write an HTML report there for each page that misses')
    .option('--status <file>', 'write the verdict there as the body of a commit status')
    .option('--context <name>', 'of the commit status', 'assay/design')
    .option('--target-url <url>', 'where the commit status leads; else to the report of the first page that misses')
    .option('--at-once <n>', 'pages at once, 1 to 16', atOnce, 4)
    .option('--patience <seconds>', 'how long to wait for a page in all', seconds(1, 86_400), 300)
  for (const option of [designThresholdOption(), ...connectionOptions(defaults)]) command.addOption(option)
  command.action(async (file: string | undefined, options: Options) => {
    process.exitCode = await verifyDesign(
      file,
      options,
      openClient({ ...defaults, server: options.server, key: options.key }),
    )
  })
}

async function verifyDesign(file: string | undefined, options: Options, client: Client): Promise<number> {
  const { output, status, reports, targetUrl, patience, atOnce: pagesAtOnce } = options
  for (const path of [output, status]) await expectWritable(path)
  if (targetUrl !== undefined && !URL.canParse(targetUrl)) throw refusal(`--target-url: "${targetUrl}" is no address`)
  const snapshots = await snapshotsOf({ file, page: options.page, dir: options.dir })
  if (reports !== undefined) await mkdir(reports, { recursive: true }).catch(refusingFor(reports))
  const outcomes: PageOutcome[] = []
  const pages = verifyPages(client, snapshots, { options: requestOf(options), patience, atOnce: pagesAtOnce })
  await writeOut(contentOf(pages, outcomes, options), output)

  const misses = outcomes.flatMap((outcome) => {
    const why = designMissOf(outcome, options)
    return why === undefined || outcome.kind === 'unverified' ? [] : [{ outcome, why }]
  })
  const isWhole = outcomes.every(({ kind }) => kind === 'verified')
  const code = misses.length > 0 ? exitCodes.missed : isWhole ? exitCodes.ok : exitCodes.unscanned
  for (const outcome of outcomes) if (outcome.kind === 'unverified' && options.dir === undefined) say(outcome.message)
  for (const { outcome, why } of misses) say(`missed: ${outcome.pageId}: ${why}`)
  if (options.dir !== undefined || output !== undefined) say(sumText(outcomes))
  if (reports !== undefined) for (const { outcome } of misses) await writeReport(client, outcome, reports)
  if (status !== undefined)
    await writeOut(`${JSON.stringify(statusOf(code, outcomes, misses[0]?.outcome, options), null, 2)}\n`, status)
  return code
}

/** What of a request the command line says. */
const requestOf = ({ branch, viewport: size, mode }: Options): Record<string, unknown> => ({
  ...(branch === undefined ? {} : { branch }),
  ...(size === undefined ? {} : { viewport: size }),
  ...(mode === undefined ? {} : { mode }),
})

/** Text as it comes, the other formats whole. @param outcomes is filled on the way. */
async function* contentOf(
  pages: AsyncIterable<PageOutcome>,
  outcomes: PageOutcome[],
  options: Options,
): AsyncGenerator<string> {
  const style = { isColourful: options.output === undefined && isColourful(process.stdout) }
  for await (const outcome of pages) {
    outcomes.push(outcome)
    // A single page that could not be verified is told beside the result, like any command's failure.
    const isTold = outcome.kind === 'verified' || options.dir !== undefined
    if (options.format === 'text' && isTold) yield outcomeText(outcome, style)
  }
  if (options.format === 'junit') yield designJunit(outcomes, options)
  if (options.format === 'json') yield `${JSON.stringify({ pages: outcomes.map(jsonOf) }, null, 2)}\n`
}

/** One shape, whatever came of the page. */
const jsonOf = (outcome: PageOutcome) => ({
  pageId: outcome.pageId,
  file: outcome.file,
  report: outcome.kind === 'verified' ? outcome.report : null,
  error: outcome.kind === 'verified' ? null : { code: outcome.code, message: outcome.message },
})

/** Named by its page, whatever signs that has; the service makes it. */
async function writeReport(client: Client, { pageId, report }: Verified, folder: string): Promise<void> {
  const path = join(folder, `${encodeURIComponent(pageId)}.html`)
  await writeOut(await client.open(`GET ${reportPath(report.verificationId)}`), path)
}

const reportPath = (verificationId: string) => `/api/verify-design/${verificationId}/report`

const states = { [exitCodes.ok]: 'success', [exitCodes.missed]: 'failure', [exitCodes.unscanned]: 'error' } as const

function statusOf(
  code: keyof typeof states,
  outcomes: readonly PageOutcome[],
  worst: Verified | undefined,
  { context, targetUrl, server }: Options,
): CommitStatus {
  const where = worst && `${server.replace(/\/+$/, '')}${reportPath(worst.report.verificationId)}`
  return commitStatus({
    state: states[code],
    context,
    description: sumText(outcomes),
    target_url: targetUrl ?? where ?? null,
  })
}

function viewport(text: string): Viewport {
  const [, width, height, scale] = /^(\d{2,5})x(\d{2,5})(?:@(\d(?:\.\d{1,3})?))?$/.exec(text) ?? []
  if (width === undefined || height === undefined)
    throw new InvalidArgumentError('It is a width and a height, 1280x720, and a scale if it is not 1: 390x844@2.')
  return { width: Number(width), height: Number(height), ...(scale === undefined ? {} : { scale: Number(scale) }) }
}

function atOnce(text: string): number {
  const value = Number(text)
  if (!/^\d{1,2}$/.test(text) || value < 1 || value > 16)
    throw new InvalidArgumentError('It is a whole number from 1 to 16.')
  return value
}

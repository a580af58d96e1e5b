/** Pages that are verified, told in the format that was asked for, with what a build wants beside it: reports, a commit status, an exit code. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import type { Client } from '#cli/commands/client'
import { type CommitStatus, commitStatus } from '#cli/commands/commit-status'
import { designJunit } from '#cli/commands/design-junit'
import { outcomeText, sumText } from '#cli/commands/design-text'
import { type DesignThreshold, designMissOf, designThresholdOption } from '#cli/commands/design-threshold'
import { seconds } from '#cli/commands/scan'
import { type DesignOutcome, type PageToVerify, type Verified, verifyPages } from '#cli/commands/verify-pages'
import { isColourful } from '#cli/terminal/colour'
import { exitCodes } from '#cli/terminal/exit'
import { refusal } from '#cli/terminal/refusal'
import { say } from '#cli/terminal/say'
import { expectWritable, refusingFor, writeOut } from '#cli/terminal/write-out'

export type JudgeOptions = DesignThreshold & {
  server: string
  format: 'text' | 'json' | 'junit'
  output?: string
  reports?: string
  status?: string
  context: string
  targetUrl?: string
  atOnce: number
  patience: number
}

export const judgeOptions = (): Option[] => [
  designThresholdOption(),
  new Option('--format <format>', 'of what was found').choices(['text', 'json', 'junit']).default('text'),
  new Option('--output <file>', 'write it there instead of to the terminal'),
  new Option('--reports <folder>', 'write an HTML report there for each page that misses'),
  new Option('--status <file>', 'write the verdict there as the body of a commit status'),
  new Option('--context <name>', 'of the commit status').default('assay/design'),
  new Option('--target-url <url>', 'where the commit status leads; else to the report of the first page that misses'),
  new Option('--at-once <n>', 'pages at once, 1 to 16').argParser(atOnce).default(4),
  new Option('--patience <seconds>', 'how long to wait for a page in all').argParser(seconds(1, 86_400)).default(300),
]

/** Says no to what could not be written, before anything is asked for. @throws Refusal */
export async function expectOutputs({ output, status, targetUrl }: JudgeOptions): Promise<void> {
  for (const path of [output, status]) await expectWritable(path)
  if (targetUrl !== undefined && !URL.canParse(targetUrl)) throw refusal(`--target-url: "${targetUrl}" is no address`)
}

/** @param isMany whether they are told as a list, also what could not be verified. @returns the exit code. */
export async function judgePages(
  client: Client,
  toVerify: readonly PageToVerify[],
  options: JudgeOptions,
  isMany: boolean,
): Promise<number> {
  const { output, status, reports } = options
  if (reports !== undefined) await mkdir(reports, { recursive: true }).catch(refusingFor(reports))
  const outcomes: DesignOutcome[] = []
  await writeOut(contentOf(verifyPages(client, toVerify, options), { outcomes, options, isMany }), output)

  const misses = outcomes.flatMap((outcome) => {
    const why = designMissOf(outcome, options)
    return why === undefined || outcome.kind === 'unverified' ? [] : [{ outcome, why }]
  })
  const isWhole = outcomes.every(({ kind }) => kind === 'verified')
  const code = misses.length > 0 ? exitCodes.missed : isWhole ? exitCodes.ok : exitCodes.unscanned
  for (const outcome of outcomes) if (outcome.kind === 'unverified' && !isMany) say(outcome.message)
  for (const { outcome, why } of misses) say(`missed: ${outcome.pageId}: ${why}`)
  if (isMany || output !== undefined) say(sumText(outcomes))
  if (reports !== undefined) for (const { outcome } of misses) await writeReport(client, outcome, reports)
  if (status !== undefined)
    await writeOut(`${JSON.stringify(statusOf(code, outcomes, misses[0]?.outcome, options), null, 2)}\n`, status)
  return code
}

/** Text as it comes, the other formats whole. @param outcomes is filled on the way. */
async function* contentOf(
  pages: AsyncIterable<DesignOutcome>,
  { outcomes, options, isMany }: { outcomes: DesignOutcome[]; options: JudgeOptions; isMany: boolean },
): AsyncGenerator<string> {
  const style = { isColourful: options.output === undefined && isColourful(process.stdout) }
  for await (const outcome of pages) {
    outcomes.push(outcome)
    // A single page that could not be verified is told beside the result, like any command's failure.
    const isTold = outcome.kind === 'verified' || isMany
    if (options.format === 'text' && isTold) yield outcomeText(outcome, style)
  }
  if (options.format === 'junit') yield designJunit(outcomes, options)
  if (options.format === 'json') yield `${JSON.stringify({ pages: outcomes.map(jsonOf) }, null, 2)}\n`
}

/** One shape, whatever came of the page. */
const jsonOf = (outcome: DesignOutcome) => ({
  pageId: outcome.pageId,
  file: outcome.file,
  report: outcome.kind === 'verified' ? outcome.report : null,
  error: outcome.kind === 'verified' ? null : { code: outcome.code, message: outcome.message },
})

/** Named by what it is of, whatever signs that has; the service makes it. */
async function writeReport(client: Client, { name, report }: Verified, folder: string): Promise<void> {
  const path = join(folder, `${encodeURIComponent(name)}.html`)
  await writeOut(await client.open(`GET ${reportPath(report.verificationId)}`), path)
}

const reportPath = (verificationId: string) => `/api/verify-design/${verificationId}/report`

const states = { [exitCodes.ok]: 'success', [exitCodes.missed]: 'failure', [exitCodes.unscanned]: 'error' } as const

function statusOf(
  code: keyof typeof states,
  outcomes: readonly DesignOutcome[],
  worst: Verified | undefined,
  { context, targetUrl, server }: JudgeOptions,
): CommitStatus {
  const where = worst && `${server.replace(/\/+$/, '')}${reportPath(worst.report.verificationId)}`
  return commitStatus({
    state: states[code],
    context,
    description: sumText(outcomes),
    target_url: targetUrl ?? where ?? null,
  })
}

function atOnce(text: string): number {
  const value = Number(text)
  if (!/^\d{1,2}$/.test(text) || value < 1 || value > 16)
    throw new InvalidArgumentError('It is a whole number from 1 to 16.')
  return value
}

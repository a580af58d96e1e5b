/** `scan`: one page, from the terminal or a build server, through a running service. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { askJob } from '#cli/commands/ask-job'
import { type Client, openClient, type ServiceAddress, type ServiceReply } from '#cli/commands/client'
import { reportText } from '#cli/commands/report-text'
import { missesOf, type Threshold, thresholdOptions } from '#cli/commands/threshold'
import { isColourful } from '#cli/terminal/colour'
import { exitCodes } from '#cli/terminal/exit'
import { inLineWords } from '#cli/terminal/line-words'
import { say } from '#cli/terminal/say'
import { expectWritable, writeOut } from '#cli/terminal/write-out'
import { isViolation, type KeptReport, reportOfToday, type ScanReport } from '#db/documents/scan-report'
import { reportFormats, type ScanRequest } from '#shared/contracts/scans'

/** What every command that speaks to a service is given on its line. */
export type AddressOptions = { server: string; key?: string }
export type ScanFlags = {
  standard?: string
  timeout?: number
  waitFor?: string
  header: Record<string, string>
  deep?: boolean
  explore?: boolean
}
type Options = AddressOptions &
  ScanFlags &
  Threshold & { format: string; output?: string; warnings: boolean; patience: number }

/** @param defaults what the environment says. */
export function addScanCommand(program: Command, defaults: ServiceAddress): void {
  const command = program
    .command('scan')
    .description(
      'scans a page for accessibility; exit code 1 when a threshold is missed, 3 when it could not be scanned',
    )
    .argument('<url>', 'an http or https address')
    .addOption(new Option('--format <format>', 'of the report').choices(['text', ...reportFormats]).default('text'))
    .option('--output <file>', 'write the report there instead of to the terminal')
    .option('--no-warnings', 'leave out practice and what needs a person’s eye (text and json)')
    .option('--patience <seconds>', 'how long to wait for the scan in all', seconds(1, 86_400), 300)
  for (const option of [...scanOptions(), ...thresholdOptions(), ...addressOptions(defaults)]) command.addOption(option)
  command.action(async (url: string, options: Options) => {
    process.exitCode = await scan(url, options, openClient({ ...defaults, server: options.server, key: options.key }))
  })
}

export const addressOptions = ({ server, key }: ServiceAddress): Option[] => [
  new Option('--server <url>', 'the running service (ASSAY_URL)').default(server),
  new Option('--key <key>', 'an API key (ASSAY_KEY); else the development key').default(
    key,
    key ? 'from ASSAY_KEY' : '',
  ),
]

/** How pages are looked at. */
export const scanOptions = (): Option[] => [
  new Option(
    '--standard <name>',
    'WCAG 2.0, 2.1 or 2.2 with A, AA or AAA, Section 508, or EN 301 549; WCAG 2.1 AA when not given',
  ),
  new Option('--timeout <seconds>', 'the longest a page may take, 1 to 60').argParser(seconds(1, 60)),
  new Option('--wait-for <selector>', 'what must be on the page before it is looked at'),
  new Option('--header <name: value>', 'sent to the page’s origin; may be given again')
    .argParser(addHeader)
    .default({}, 'none'),
  new Option('--deep', 'also ask a third engine, which takes longer'),
  new Option('--no-explore', 'press nothing on the page, not even keys: what opens is not examined'),
]

/** What of a request the command line says. */
export const scanRequestOf = ({
  standard,
  timeout,
  waitFor,
  header,
  deep,
  explore,
}: ScanFlags): Partial<ScanRequest> => ({
  ...(standard === undefined ? {} : { standard }),
  ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
  ...(waitFor === undefined ? {} : { waitFor }),
  ...(Object.keys(header).length === 0 ? {} : { headers: header }),
  ...(deep ? { deep } : {}),
  ...(explore === false ? { explore } : {}),
})

async function scan(url: string, options: Options, client: Client): Promise<number> {
  await expectWritable(options.output)
  const scanId = await scanIdOf(url, options, client).catch((error) => {
    throw inLineWords(error)
  })
  const whole = await reportOf(client, scanId)
  const report = options.warnings ? whole : withoutWarnings(whole)
  const isText = options.format === 'text'
  const content = isText
    ? reportText(report, { isColourful: options.output === undefined && isColourful(process.stdout) })
    : options.format === 'json'
      ? `${JSON.stringify(report, null, 2)}\n`
      : await client.open(`GET /api/scans/${scanId}?format=${options.format}`)
  await writeOut(content, options.output)
  if (options.output !== undefined)
    say(`${report.compliance}, score ${report.score}, ${report.issues.length} issues: ${options.output}`)
  const misses = missesOf(report, options)
  for (const miss of misses) say(`missed: ${miss}`)
  return misses.length > 0 ? exitCodes.missed : exitCodes.ok
}

async function scanIdOf(url: string, options: Options, client: Client): Promise<string> {
  const body = { url, includeWarnings: options.warnings, ...scanRequestOf(options) }
  const answer = await askJob(client, 'POST /api/scan', { body, patience: options.patience, thing: 'scan' })
  return answer.headers.get('x-scan-id') ?? ''
}

/** Kept by the service, of whichever release. */
const asKept = (reply: ServiceReply): KeptReport => reply.body as KeptReport

const reportOf = async (client: Client, scanId: string) =>
  reportOfToday(asKept(await client.call(`GET /api/scans/${scanId}`)))

const withoutWarnings = (report: ScanReport): ScanReport => ({
  ...report,
  issues: report.issues.filter(({ severity }) => isViolation(severity)),
  totals: { ...report.totals, practice: 0, warning: 0 },
  ...(report.perType === undefined ? {} : { perType: withoutWarningsOf(report.perType) }),
})

const withoutWarningsOf = (perType: NonNullable<ScanReport['perType']>) =>
  Object.fromEntries(Object.entries(perType).map(([type, count]) => [type, { ...count, practice: 0, warnings: 0 }]))

export function seconds(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!Number.isFinite(value) || value < least || value > most)
      throw new InvalidArgumentError(`It is a number of seconds from ${least} to ${most}.`)
    return value
  }
}

function addHeader(text: string, before: Record<string, string>): Record<string, string> {
  const at = text.indexOf(':')
  if (at < 1) throw new InvalidArgumentError('It is a name, a colon and a value.')
  return { ...before, [text.slice(0, at).trim()]: text.slice(at + 1).trim() }
}

/** `designs capture`: a page that the service visits itself, at several widths, held against its approved look. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { openClient, type ServiceAddress } from '#cli/commands/client'
import { expectOutputs, type JudgeOptions, judgeOptions, judgePages } from '#cli/commands/judge-pages'
import { type AddressOptions, addressOptions, type ScanFlags, scanOptions, scanRequestOf } from '#cli/commands/scan'

type Options = AddressOptions &
  JudgeOptions &
  Pick<ScanFlags, 'timeout' | 'waitFor' | 'header'> & {
    page: string
    widths: number[]
    height: number
    scale?: number
    branch?: string
    mode?: string
  }

const flagsOfScans = ['--timeout', '--wait-for', '--header']

/** @param defaults what the environment says. */
export function addCaptureCommand(designs: Command, defaults: ServiceAddress): void {
  const command = designs
    .command('capture')
    .description(
      'visits a page at each width and holds it against its approved look; exit code 1 when it is not approved, 3 when it could not be verified',
    )
    .argument('<url>', 'an http or https address')
    .requiredOption('--page <id>', 'what the page is called')
  const options = [
    new Option('--widths <list>', 'of the window, in CSS pixels: 390,1280').argParser(widths).default([1280], '1280'),
    new Option('--height <n>', 'of the window').argParser(pixels).default(900),
    new Option('--scale <n>', 'device pixels to a CSS pixel').argParser(scale),
    new Option('--branch <name>', 'whose baselines are meant'),
    new Option('--mode <mode>', 'exact: any pixel that differs is an issue').choices(['exact', 'tolerant']),
    ...scanOptions().filter(({ long }) => flagsOfScans.includes(long ?? '')),
  ]
  for (const option of [...options, ...judgeOptions(), ...addressOptions(defaults)]) command.addOption(option)
  command.action(async (url: string, given: Options) => {
    await expectOutputs(given)
    const client = openClient({ ...defaults, server: given.server, key: given.key })
    const pages = given.widths.map((width) => ({
      pageId: given.page,
      file: `${url} at ${width}`,
      name: `${given.page}-${width}`,
      request: async () => ({
        path: `/api/designs/${encodeURIComponent(given.page)}/capture`,
        body: captureOf(url, width, given),
      }),
    }))
    process.exitCode = await judgePages(client, pages, given, pages.length > 1)
  })
}

const captureOf = (url: string, width: number, { height, scale: pixelScale, branch, mode, ...flags }: Options) => ({
  url,
  viewport: { width, height, ...(pixelScale === undefined ? {} : { scale: pixelScale }) },
  ...(branch === undefined ? {} : { branch }),
  ...(mode === undefined ? {} : { mode }),
  ...scanRequestOf(flags),
})

function widths(text: string): number[] {
  const found = text.split(',').map((each) => pixels(each.trim()))
  if (new Set(found).size < found.length) throw new InvalidArgumentError('It names a width twice.')
  return found
}

function pixels(text: string): number {
  if (!/^\d{3,4}$/.test(text)) throw new InvalidArgumentError('It is a whole number of CSS pixels, as 390 or 1280.')
  return Number(text)
}

function scale(text: string): number {
  const value = Number(text)
  if (!(value >= 0.5 && value <= 4)) throw new InvalidArgumentError('It is a number from 0.5 to 4.')
  return value
}

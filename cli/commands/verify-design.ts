/** `verify-design`: a page's picture or DOM snapshot, or a whole folder of them, held against the approved look, through a running service. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Client, openClient, type ServiceAddress } from '#cli/commands/client'
import { expectOutputs, type JudgeOptions, judgeOptions, judgePages } from '#cli/commands/judge-pages'
import { type AddressOptions, addressOptions } from '#cli/commands/scan'
import { snapshotsOf } from '#cli/commands/snapshot-files'

type Viewport = { width: number; height: number; scale?: number }
/** How pages are looked at. */
type LookFlags = { branch?: string; viewport?: Viewport; mode?: 'exact' | 'tolerant' }
type Options = AddressOptions & JudgeOptions & LookFlags & { page?: string; dir?: string }

/** @param defaults what the environment says. */
export function addVerifyDesignCommand(program: Command, defaults: ServiceAddress): void {
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
  for (const option of [...judgeOptions(), ...addressOptions(defaults)]) command.addOption(option)
  command.action(async (file: string | undefined, options: Options) => {
    const client = openClient({ ...defaults, server: options.server, key: options.key })
    process.exitCode = await verifyDesign(file, options, client)
  })
}

async function verifyDesign(file: string | undefined, options: Options, client: Client): Promise<number> {
  await expectOutputs(options)
  const snapshots = await snapshotsOf({ file, page: options.page, dir: options.dir })
  const pages = snapshots.map(({ read, ...page }) => ({
    ...page,
    request: async () => {
      const snapshot = Buffer.from(await read()).toString('base64')
      return { path: '/api/verify-design', body: { pageId: page.pageId, snapshot, ...requestOf(options) } }
    },
  }))
  return judgePages(client, pages, options, options.dir !== undefined)
}

/** What of a request the command line says. */
const requestOf = ({ branch, viewport: size, mode }: LookFlags): Record<string, unknown> => ({
  ...(branch === undefined ? {} : { branch }),
  ...(size === undefined ? {} : { viewport: size }),
  ...(mode === undefined ? {} : { mode }),
})

function viewport(text: string): Viewport {
  const [, width, height, scale] = /^(\d{2,5})x(\d{2,5})(?:@(\d(?:\.\d{1,3})?))?$/.exec(text) ?? []
  if (width === undefined || height === undefined)
    throw new InvalidArgumentError('It is a width and a height, 1280x720, and a scale if it is not 1: 390x844@2.')
  return { width: Number(width), height: Number(height), ...(scale === undefined ? {} : { scale: Number(scale) }) }
}

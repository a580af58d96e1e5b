/** `components`: the component library of a running service: filled from documents, listed, its stories scanned. */
import { type Command, Option } from 'commander'
import { type Client, openClient, type ServiceAddress } from '#cli/commands/client'
import { baseOf, datesOf, readPlace } from '#cli/commands/component-documents'
import { type AddressOptions, addressOptions } from '#cli/commands/scan'
import { clean } from '#cli/terminal/paint'
import { refusal } from '#cli/terminal/refusal'
import { writeOut } from '#cli/terminal/write-out'
import {
  type ComponentImport,
  type ComponentList,
  type ComponentSummary,
  type ComponentsImported,
  type ImportKind,
  importKinds,
  type StoryScanStarted,
} from '#shared/contracts/components'

type ImportOptions = AddressOptions & {
  library: string
  kind?: ImportKind
  baseUrl?: string
  git?: string | true
  dryRun?: boolean
  scan?: boolean
}
type ListOptions = AddressOptions & {
  library?: string
  category?: string
  q?: string
  accessible?: string
  format: string
}

/** @param defaults what the environment says. */
export function addComponentsCommands(program: Command, defaults: ServiceAddress): void {
  const components = program.command('components').description('the component library: import, list, scan')
  const clientOf = ({ server, key }: AddressOptions) => openClient({ ...defaults, server, key })
  const add = (command: Command, options: Option[]) => {
    for (const option of [...options, ...addressOptions(defaults)]) command.addOption(option)
    return command
  }
  const library = (words: string) => new Option('--library <name>', words)

  add(
    components
      .command('import')
      .description('takes in what tools say of components; a key with the scope operator may')
      .argument(
        '<documents...>',
        'files or addresses: index.json of a Storybook, custom-elements.json, a report of react-scanner, a list as JSON or CSV',
      ),
    [
      library('the library they are of').makeOptionMandatory(),
      new Option('--kind <kind>', 'of the documents; else each says so itself').choices(importKinds),
      new Option('--base-url <url>', 'where the Storybook is served; of an index that is read from there it is known'),
      new Option(
        '--git [folder]',
        'when files were changed last, as the history of that folder says (the current one)',
      ),
      new Option('--dry-run', 'say what would come of it'),
      new Option('--scan', 'then scan the stories that no scan speaks of any more'),
    ],
  ).action(async (places: string[], options: ImportOptions) => {
    const client = clientOf(options)
    if (options.dryRun && options.scan) throw refusal('--dry-run changes nothing, so there is nothing to --scan')
    for (const place of places)
      await writeOut(`${place}: ${importedText(await importOne(client, place, options))}\n`, undefined)
    if (options.scan) await writeOut(scanText(await startScan(client, { library: options.library })), undefined)
  })

  add(components.command('list').description('the components, by name'), [
    library('of this library alone'),
    new Option('--category <category>', 'of this category alone'),
    new Option('--q <text>', 'whose name or id has this in it'),
    new Option('--accessible <which>', 'only those that are, or are not').choices(['true', 'false']),
    new Option('--format <format>', 'of the output').choices(['text', 'json']).default('text'),
  ]).action(async (options: ListOptions) => {
    const list = await listAll(clientOf(options), options)
    await writeOut(options.format === 'json' ? `${JSON.stringify(list, null, 2)}\n` : listText(list), undefined)
  })

  add(
    components
      .command('scan')
      .description('scans the stories of a library that no scan speaks of any more, and prints the run')
      .argument('<library>', 'its name'),
    [new Option('--all', 'every story')],
  ).action(async (name: string, options: AddressOptions & { all?: boolean }) => {
    await writeOut(
      scanText(await startScan(clientOf(options), { library: name, all: options.all ?? false })),
      undefined,
    )
  })
}

async function importOne(client: Client, place: string, options: ImportOptions): Promise<ComponentsImported> {
  const { library, git, dryRun } = options
  const read = await readPlace(place, options.kind)
  const baseUrl = options.baseUrl ?? baseOf(place, read.kind)
  const dates = git === undefined ? {} : await datesOf(git === true ? '.' : git, read)
  const body: ComponentImport = {
    ...read,
    library,
    ...dates,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(dryRun ? { dryRun } : {}),
  }
  return (await client.call('POST /api/components/import', { body })).body as ComponentsImported
}

const startScan = async (client: Client, body: { library: string; all?: boolean }) =>
  (await client.call('POST /api/components/scan', { body })).body as StoryScanStarted

/** Every page of the list. */
async function listAll(client: Client, { library, category, q, accessible }: ListOptions): Promise<ComponentList> {
  const given = Object.entries({ library, category, q, accessible }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const found: ComponentSummary[] = []
  let query = new URLSearchParams(given)
  for (;;) {
    const { body, headers } = await client.call(`GET /api/components?${query}`)
    // Made by the service as its contract says.
    const { components, total } = body as ComponentList
    found.push(...components)
    const [, next] = /<[^>]*\?([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
    if (next === undefined) return { components: found, total }
    query = new URLSearchParams(next)
  }
}

const importedText = ({ created, updated, unchanged, removed, total }: ComponentsImported) =>
  `${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed; ${total} in the library`

const scanText = ({ runId, stories }: StoryScanStarted) =>
  runId === null
    ? 'every story has a scan that still speaks of it, or one under way\n'
    : `${runId}  ${stories} stories\n`

function listText({ components, total }: ComponentList): string {
  const rows = components.map((each) => [
    clean(each.name),
    clean(each.id),
    clean(each.category),
    String(each.usage),
    each.lastModified,
    each.accessible ? 'accessible' : '-',
  ])
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(0, ...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
  return `${[...lines, `${total} components`].join('\n')}\n`
}

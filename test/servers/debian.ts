/** Debian packages for tests, brought without installing them: fetched and unpacked into a folder of this checkout, once. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from '#cli/terminal/run'
import { whileLocked } from '#shared/kernel/process/lock'

type Options = {
  /** Where trees are kept. */
  place?: string
  /** Of `apt-get`, before ours: other sources, say. */
  apt?: readonly string[]
  /** For all of it. Less than a test's patience. */
  deadlineMs?: number
  /** Where this machine keeps what `apt-get update` brought. */
  lists?: string
}

const treesHere = resolve(import.meta.dir, '../../.tools/debian')
const systemLists = '/var/lib/apt/lists'

/**
 * The packages, and those they depend on that this machine lacks, unpacked below `root` as if it were /.
 * Needs no root, changes nothing of the system. What was brought stays, and is brought anew on another release of the distribution.
 * @param packages their names.
 */
export async function debianTree(
  packages: readonly string[],
  { place = treesHere, apt = [], deadlineMs = 100_000, lists = systemLists }: Options = {},
): Promise<{ root: string } | { why: string }> {
  const names = [...new Set(packages)].sort()
  const root = join(place, digestOf([...names, ...apt, releaseHere()]))
  if (existsSync(root)) return { root }
  const missing = ['apt-get', 'dpkg-deb'].filter((program) => Bun.which(program) === null)
  if (missing.length > 0)
    return { why: `packages of Debian are brought by ${missing.join(' and ')}, which this machine does not have` }
  const until = Date.now() + deadlineMs
  try {
    mkdirSync(place, { recursive: true })
    return await whileLocked(`${root}.lock`, deadlineMs, async () => {
      // Whoever held the lock has brought it, or has failed, as is tried again then.
      if (existsSync(root)) return { root }
      const work = mkdtempSync(`${root}.part-`)
      try {
        await bring(names, { work, apt, lists, until })
        renameSync(join(work, 'tree'), root)
        return { root }
      } finally {
        rmSync(work, { recursive: true, force: true })
      }
    })
  } catch (error) {
    return { why: `${names.join(', ')} could not be brought: ${reasonOf(error)}` }
  }
}

type Bringing = { work: string; apt: readonly string[]; lists: string; until: number }

/** Into `work/tree`. First by the lists that this machine has, then by new ones. @throws Error saying why not. */
async function bring(names: readonly string[], { work, apt, lists, until }: Bringing): Promise<void> {
  const folders = {
    state: join(work, 'state'),
    lists: join(work, 'state/lists'),
    cache: join(work, 'cache'),
    archives: join(work, 'cache/archives'),
    debs: join(work, 'debs'),
    tree: join(work, 'tree'),
  }
  for (const folder of [folders.lists, folders.archives])
    mkdirSync(join(folder, 'partial'), { recursive: true, mode: 0o755 })
  for (const folder of [folders.debs, folders.tree]) mkdirSync(folder, { mode: 0o755 })
  const aptGet = async (words: readonly string[], from: string) => {
    const settings = {
      'Dir::State': folders.state,
      'Dir::State::lists': from,
      'Dir::Cache': folders.cache,
      // The account that apt would take for the network cannot write here.
      'APT::Sandbox::User': 'root',
      'Acquire::http::Timeout': '10',
      'Acquire::https::Timeout': '10',
      'Acquire::Retries': '1',
      'Acquire::Languages': 'none',
      'APT::Install-Recommends': 'false',
      'APT::Install-Suggests': 'false',
    }
    const set = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
    return runIn(['apt-get', '-qq', ...set, ...apt, ...words], until, folders.debs)
  }
  const fetchBy = async (from: string) => {
    // What is installed already is fetched as well, since it is asked for.
    const needed = neededOf(await aptGet(['install', '--print-uris', '--yes', '--no-remove', ...names], from))
    await aptGet(['download', ...new Set([...names, ...needed])], from)
  }
  const byOwnLists = async () => {
    await aptGet(['update'], folders.lists)
    await fetchBy(folders.lists)
  }
  if (hasLists(lists)) await fetchBy(lists).catch(byOwnLists)
  else await byOwnLists()

  const debs = readdirSync(folders.debs).filter((file) => file.endsWith('.deb'))
  for (const deb of debs) await runIn(['dpkg-deb', '-x', join(folders.debs, deb), folders.tree], until, work)
  writeFileSync(join(folders.tree, 'packages.json'), `${JSON.stringify(debs.sort(), null, 2)}\n`)
}

/** The packages that an installation would fetch: lines of `'URI' name_version_architecture.deb size digest`. */
function neededOf(printed: string): string[] {
  return [...printed.matchAll(/^'[^']+' ([a-z0-9][a-z0-9+.-]+)_\S+\.deb \d+/gm)].map(([, name = '']) => name)
}

const hasLists = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((file) => /_Packages(\.\w+)?$/.test(file))

/** @throws Error with the last line of what it said, where it did not end well in time. */
async function runIn(command: readonly string[], until: number, cwd: string): Promise<string> {
  const leftMs = until - Date.now()
  const [program = ''] = command
  if (leftMs <= 0) throw new Error(`there was no time left for ${program}`)
  const { code, output } = await run(command, { timeoutMs: leftMs, cwd, env: plainWords() })
  if (code === 0) return output
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  throw new Error(
    `${program}: ${lines.findLast((line) => /^(E|dpkg-deb): /.test(line)) ?? lines.at(-1) ?? `exit code ${code}`}`,
  )
}

/** What this process has, proxies say, and messages in English. */
function plainWords(): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return { ...Object.fromEntries(own), LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' }
}

/** The distribution, its release and the processor: for another one other packages are the right ones. */
function releaseHere(): string {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  return [process.arch, read('/etc/os-release'), read('/etc/debian_version')].join('\n')
}

const digestOf = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

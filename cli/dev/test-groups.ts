/** Which tests run in one process: by folder, and all that have a browser started in one group. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { jobs } from '#shared/jobs/index'

type Group = { name: string; files: string[]; bytes: number }

/** What tests are told of the group they run in begins so: whoever starts a browser elsewhere is refused. */
export const browserGroup = 'browsers'
export const hasBrowsers = (group: string): boolean => group.startsWith(browserGroup)

/** The one module that starts browsers of the product, and the one that starts them for tests. */
const starters = ['workers/page/launch', 'test/support/chromium']
const jobsInNeed = Object.values(jobs).filter(({ needs }) => needs.includes('browser'))

const faults = 'test/fault'
const tamperings = 'test/tampering'
/** Has one while it fills its store, and goes on for minutes without. */
const onceGroup = `${browserGroup} once`

/** Whoever is free can take a part of these, so that lanes end together. */
const parts: Readonly<Record<string, number>> = { [onceGroup]: 1, [browserGroup]: 8, [faults]: 2 }

/**
 * What is one long test comes first, then browsers: they take longest. Faults come next, since they wait most; then what is long, so
 * that the lanes end together.
 */
export function groupsOf(root: string): Group[] {
  const groups = new Map<string, Group>()
  const starts = openStarts(root)
  for (const file of new Glob('test/**/*.test.ts').scanSync(root)) {
    const text = readFileSync(join(root, file), 'utf8')
    const folder = file.split('/').slice(0, 2).join('/')
    const name = needsBrowser(text) || starts(file) ? (folder === tamperings ? onceGroup : browserGroup) : folder
    const group = groups.get(name) ?? { name, files: [], bytes: 0 }
    group.files.push(`./${file}`)
    group.bytes += text.length
    groups.set(name, group)
  }
  const first = Object.keys(parts).toReversed()
  return [...groups.values()]
    .sort((one, other) => first.indexOf(other.name) - first.indexOf(one.name) || other.bytes - one.bytes)
    .flatMap(inParts)
}

/**
 * The group to run next, which waits no more then. Browsers take more than one processor, so beside others only one lane has
 * them: another takes some when nothing else is left, and a third never.
 * @param running names of the groups that other lanes run.
 */
export function takeGroup(waiting: Group[], running: readonly string[]): Group | undefined {
  const busy = running.filter(isAllBrowsers).length
  const others = waiting.findIndex(({ name }) => !isAllBrowsers(name))
  const browsers = waiting.findIndex(({ name }) => isAllBrowsers(name))
  const isTurn = busy === 0 || (others < 0 && busy === 1)
  const at = browsers >= 0 && isTurn ? browsers : others
  return at < 0 ? undefined : waiting.splice(at, 1)[0]
}

const isAllBrowsers = (name: string): boolean => hasBrowsers(name) && name !== onceGroup

/** Every nth file to the one, so that neighbours, which are about the same and take as long, are parted. */
function inParts({ name, files, bytes }: Group): Group[] {
  const count = Math.min(parts[name] ?? 1, files.length)
  if (count <= 1) return [{ name, files, bytes }]
  const sorted = files.toSorted()
  return Array.from({ length: count }, (_, part) => ({
    name: `${name} ${part + 1}`,
    files: sorted.filter((_, at) => at % count === part),
    bytes: bytes / count,
  }))
}

/** Whether it names a job that takes a browser; one that does it for another reason is only run among them. */
const needsBrowser = (text: string): boolean =>
  jobsInNeed.some(({ name }) => text.includes(`'${name}'`) || text.includes(`/${name}'`))

/**
 * Whether a test brings in what starts a browser, however far away: by whatever it names itself, as it may hand it to a process
 * of its own, and by what that imports in turn. What is only asked for its types does not count.
 */
function openStarts(root: string): (test: string) => boolean {
  const known = new Map<string, boolean>()
  const read = (file: string) =>
    readFileSync(join(root, file), 'utf8').replaceAll(/^(import|export) type [^']*'[^']*'/gm, '')
  const leads = (to: string): boolean => starters.includes(to) || (existsSync(join(root, `${to}.ts`)) && starts(to))

  function starts(name: string): boolean {
    const before = known.get(name)
    if (before !== undefined) return before
    known.set(name, false)
    const found = targetsIn(read(`${name}.ts`), /^(?:import|export)[^']*?from '#([^']+)'/gm).some(leads)
    known.set(name, found)
    return found
  }
  return (test) => targetsIn(read(test), /'#([^']+)'/g).some(leads)
}

const targetsIn = (text: string, naming: RegExp): string[] => [...text.matchAll(naming)].map(([, to = '']) => to)

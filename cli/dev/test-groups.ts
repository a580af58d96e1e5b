/** Which tests run in one process: by folder, and all that have a browser started in one group. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { jobs } from '#shared/jobs/index'

type Group = { name: string; files: string[]; bytes: number }

/** What tests are told of the group they run in: whoever starts a browser elsewhere is refused. */
export const browserGroup = 'browsers'

/** The one module that starts browsers of the product, and the one that starts them for tests. */
const starters = ['workers/page/launch', 'test/support/chromium']
const jobsInNeed = Object.values(jobs).filter(({ needs }) => needs.includes('browser'))

const faults = 'test/fault'

/**
 * Browsers take more than one processor, so two lanes of them would be late for their deadlines: all are in one group.
 * Faults come next, since they wait most, in two groups, or all others would be done long before them; then what is long, so
 * that the lanes end together.
 */
export function groupsOf(root: string): Group[] {
  const groups = new Map<string, Group>()
  const starts = openStarts(root)
  for (const file of new Glob('test/**/*.test.ts').scanSync(root)) {
    const text = readFileSync(join(root, file), 'utf8')
    const name = needsBrowser(text) || starts(file) ? browserGroup : file.split('/').slice(0, 2).join('/')
    const group = groups.get(name) ?? { name, files: [], bytes: 0 }
    group.files.push(`./${file}`)
    group.bytes += text.length
    groups.set(name, group)
  }
  const first = [`${faults} 2`, `${faults} 1`, browserGroup]
  return [...groups.values()]
    .flatMap((group) => (group.name === faults ? inTwo(group) : group))
    .sort((one, other) => first.indexOf(other.name) - first.indexOf(one.name) || other.bytes - one.bytes)
}

/** Every second file to the one, so that neighbours, which are about the same and take as long, are parted. */
function inTwo({ name, files, bytes }: Group): Group[] {
  const sorted = files.toSorted()
  return [0, 1].map((half) => ({
    name: `${name} ${half + 1}`,
    files: sorted.filter((_, at) => at % 2 === half),
    bytes: bytes / 2,
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

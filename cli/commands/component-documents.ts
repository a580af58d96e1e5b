/** Documents of components for an import: read from a file or a server, told apart, and dated by the history of git. */
import { readFile } from 'node:fs/promises'
import { unreachable } from '#cli/terminal/exit'
import { refusal } from '#cli/terminal/refusal'
import { kindOfDocument, readDocument } from '#shared/components/documents'
import type { ComponentImport, ImportKind } from '#shared/contracts/components'

const fetchSeconds = 30

/** @param place a file, or the address of one. */
export async function readPlace(
  place: string,
  kind: ImportKind | undefined,
): Promise<{ kind: ImportKind; document: unknown }> {
  const text = isAddress(place) ? await textAt(place) : await textIn(place)
  const document = kind === 'csv' || (kind === undefined && /\.csv$/i.test(place)) ? text : parsed(text, place)
  const found = kind ?? kindOfDocument(document)
  if (found === undefined) throw refusal(`${place}: what kind of document it is cannot be seen; say so with --kind`)
  return { kind: found, document }
}

/** Where the stories of an index are that was read from a server. */
export const baseOf = (place: string, kind: ImportKind): string | undefined =>
  isAddress(place) && kind === 'storybook-index' ? new URL('.', place).href : undefined

const isAddress = (place: string) => /^https?:\/\//i.test(place)

async function textIn(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    throw refusal(`${file} cannot be read: ${wordsOf(error)}`)
  })
}

async function textAt(address: string): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(fetchSeconds * 1000) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return await response.text()
  } catch (error) {
    throw unreachable(`${address} cannot be had: ${wordsOf(error)}`)
  }
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refusal(`${place} is not JSON: ${wordsOf(error)}`)
  }
}

type Dates = Pick<ComponentImport, 'commit' | 'files'>

/** When the files that a document names were changed last, and of which commit the folder is, as its git says. */
export async function datesOf(
  folder: string,
  { kind, document }: { kind: ImportKind; document: unknown },
): Promise<Dates> {
  const [head = ''] = await linesOf(folder, ['log', '-1', '--format=%H %cI'])
  const [sha = '', committedAt = ''] = head.split(' ')
  const read = readDocument(kind, document)
  const paths = read.of === 'components' ? (read.reading.value ?? []).flatMap((component) => component.paths) : []
  const wanted = new Set(paths)
  const dates = wanted.size === 0 ? new Map() : newestOf(await linesOf(folder, history), wanted)
  return {
    commit: { sha, committedAt },
    files: [...dates].map(([path, lastModified]) => ({ path, lastModified })),
  }
}

const mark = 'commit '
// Names as they are, whatever signs they have; below the folder that is asked about.
const history = ['-c', 'core.quotePath=false', 'log', '--relative', '--name-only', `--format=${mark}%cI`]

/** The first commit that names a file is the newest. Pure. */
export function newestOf(lines: readonly string[], wanted: ReadonlySet<string>): Map<string, string> {
  const dates = new Map<string, string>()
  let date = ''
  for (const line of lines) {
    if (line.startsWith(mark)) date = line.slice(mark.length)
    else if (wanted.has(line) && !dates.has(line)) dates.set(line, date)
  }
  return dates
}

async function linesOf(folder: string, args: readonly string[]): Promise<string[]> {
  const git = Bun.spawn(['git', '-C', folder, ...args], { stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(git.stdout).text(), new Response(git.stderr).text()])
  if ((await git.exited) !== 0) throw refusal(`--git ${folder}: ${err.trim().split('\n')[0]}`)
  return out.split('\n').filter((line) => line !== '')
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

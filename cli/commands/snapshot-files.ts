/** Which snapshots a command line names: a file, standard input, or all of a folder, each with the page that it is of. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { refusal } from '#cli/terminal/refusal'
import { snapshotLimits } from '#shared/designs/snapshot'

export type Snapshot = {
  pageId: string
  /** As it was named, for messages. */
  file: string
  /** Its own among all of them, for files that are about it. */
  name: string
  /** Its bytes, when it is their turn. @throws Refusal when they cannot be read. */
  read: () => Promise<Uint8Array>
}

type Named = { file: string | undefined; page: string | undefined; dir: string | undefined }

/** Endings of what a folder is looked through for; other files in it are none of ours. */
const endings = ['.png', '.jpg', '.jpeg', '.webp', '.html', '.htm', '.mhtml', '.mht', '.dom.json', '.rrweb.json']
const pictures = ['.png', '.jpg', '.jpeg', '.webp']

/** In the order of their names. @throws Refusal when the line names none, or what it names is not there. */
export async function snapshotsOf({ file, page, dir }: Named): Promise<Snapshot[]> {
  if (dir !== undefined) {
    if (file !== undefined || page !== undefined)
      throw refusal('--dir names pages by their files: it goes with neither a file nor --page')
    return snapshotsIn(dir)
  }
  if (file === undefined)
    throw refusal('name a snapshot: a file (or - for standard input) with --page, or a folder with --dir')
  if (page === undefined || page === '') throw refusal('say which page it is of: --page')
  if (file === '-') return [{ pageId: page, file: 'standard input', name: page, read: readInput }]
  await expectFile(file)
  return [{ pageId: page, file, name: page, read: () => readSnapshot(file) }]
}

async function snapshotsIn(dir: string): Promise<Snapshot[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(unreadable(dir))
  const found = entries
    .filter((entry) => !entry.isDirectory() && endingOf(entry.name) !== undefined && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: file.slice(join(dir, sep).length).replaceAll(sep, '/') }))
    .map((each) => ({ ...each, pageId: pageIdOf(each.name) }))
    .sort((one, other) => (one.file < other.file ? -1 : 1))
  if (found.length === 0) throw refusal(`${dir} holds no snapshot: no file in it ends in ${endings.join(', ')}`)
  for (const same of Map.groupBy(found, ({ file, pageId }) => `${isPicture(file)} ${pageId}`).values())
    if (same.length > 1)
      throw refusal(`${same.map(({ file }) => file).join(' and ')} are both page "${same[0]?.pageId}": rename one`)
  return found.map((each) => ({ ...each, read: () => readSnapshot(each.file) }))
}

const endingOf = (name: string): string | undefined => endings.find((ending) => name.toLowerCase().endsWith(ending))
const isPicture = (file: string): boolean => pictures.includes(endingOf(file) ?? '')

/** shop/cart.png is the page shop/cart, wherever the folder lies. */
const pageIdOf = (path: string): string => path.slice(0, path.length - (endingOf(path)?.length ?? 0))

async function expectFile(file: string): Promise<void> {
  const found = await stat(file).catch(unreadable(file))
  if (found.isDirectory()) throw refusal(`${file} is a folder: give it with --dir`)
}

async function readSnapshot(file: string): Promise<Uint8Array> {
  // A file of gigabytes is refused by its size, not read for it.
  const { size } = await stat(file).catch(unreadable(file))
  return expectSize(size > mostBytes ? size : await readFile(file).catch(unreadable(file)), file)
}

async function readInput(): Promise<Uint8Array> {
  return expectSize(await Bun.stdin.bytes(), 'standard input')
}

const mostBytes = Math.max(snapshotLimits.pictureBytes, snapshotLimits.jsonBytes)

function expectSize(content: Uint8Array | number, file: string): Uint8Array {
  const size = typeof content === 'number' ? content : content.length
  if (size === 0) throw refusal(`${file} is empty`)
  if (typeof content === 'number' || size > mostBytes)
    throw refusal(`${file} has ${mebibytes(size)}; a snapshot may have ${mebibytes(mostBytes)}`)
  return content
}

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`

const unreadable =
  (path: string) =>
  (error: unknown): never => {
    throw refusal(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }

/** What lies beside the database: the log's files, and the keys, which are kept apart from all that is data. */
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupFile, KeptFile } from '#cli/backup/manifest'
import { readPacked, writeAll, writePacked } from '#cli/backup/packed-file'
import { refusal } from '#cli/terminal/refusal'
import { signingKeys } from '#shared/evidence/signing'
import { sha256Hex } from '#shared/kernel/canonical'
import { sealingKeys } from '#shared/kernel/encryption'
import { wrappedPathOf } from '#shared/kernel/key-file'
import { isWrappedText, type KeyKind, parseWrapped } from '#shared/kernel/kms/wrapped-key'

/** Where things lie on this machine. */
export type Places = { dataDir: string; witnessDir: string }

const logFolder = 'log'
export const witnessPin = 'log/witness.pin'
export const witnessKey = 'witness/key.pem'

/** The log's checkpoints as they lie now: of a moment before the database's, so that they never know more than it does. */
export async function keepLog(dir: string, { dataDir }: Places): Promise<KeptFile[]> {
  const paths = [...filesBelow(dataDir, logFolder), ...(existsSync(join(dataDir, 'log.pub')) ? ['log.pub'] : [])]
  return packAll(
    dir,
    dataDir,
    paths.filter((path) => !isTile(path)),
  )
}

/** Tiles of logs that were given up. Those of the log in force are in the database, from which the ledger writes them. */
export function keepTiles(dir: string, { dataDir }: Places, epochInForce: number): Promise<KeptFile[]> {
  const tiles = filesBelow(dataDir, logFolder).filter((path) => isTile(path) && epochOf(path) !== epochInForce)
  return packAll(dir, dataDir, tiles)
}

async function packAll(dir: string, dataDir: string, paths: readonly string[]): Promise<KeptFile[]> {
  const kept: KeptFile[] = []
  for (const path of paths) {
    const { text: _, ...file } = await writePacked(dir, `files/${path}.zst`, createReadStream(join(dataDir, path)))
    kept.push({ path, ...file })
  }
  return kept
}

/** Keys as this machine has them, and what the witness beside them remembers; none is written yet. */
export function findKeys(places: Places): (KeptFile & { content: Buffer })[] {
  const names = [
    ...filesBelow(places.dataDir, 'keys'),
    ...['dev-key', witnessKey, wrappedPathOf(witnessKey), 'witness/state.json'].filter((path) =>
      existsSync(placeOf(places, path)),
    ),
  ]
  return names.map((path) => {
    const content = readFileSync(placeOf(places, path))
    const key = keyName(path, content.toString('utf8'))
    return { path, file: path, bytes: content.length, sha256: sha256Hex(content), ...(key && { key }), content }
  })
}

/** Writes them as they are, mode 0600. */
export async function writeKeys(dir: string, keys: readonly { file: string; content: Buffer }[]): Promise<void> {
  for (const { file, content } of keys) await writeSecret(join(dir, file), content)
}

/** Keys of a backup, for where they go. @throws Refusal when one is missing or another. */
export function readKeys(dir: string, keys: readonly KeptFile[]): (KeptFile & { content: Buffer })[] {
  return keys.map((key) => {
    const path = join(dir, key.file)
    if (!existsSync(path)) throw refusal(`${path} is missing`)
    const content = readFileSync(path)
    if (sha256Hex(content) !== key.sha256) throw refusal(`${path} is not the key that the backup was taken with`)
    return { ...key, content }
  })
}

/** Where a file of DATA_DIR lies on this machine. */
export const placeOf = ({ dataDir, witnessDir }: Places, path: string): string =>
  path.startsWith('witness/') ? join(witnessDir, path.slice('witness/'.length)) : join(dataDir, path)

/**
 * Puts files where there are none. What is there stays: it may remember more than the backup.
 * @returns what was put.
 */
export async function putBack(
  from: string,
  places: Places,
  files: readonly KeptFile[],
  keys: readonly { path: string; content: Buffer }[],
): Promise<string[]> {
  const put: string[] = []
  for (const { path, content } of keys) {
    if (isKeyThere(places, path)) continue
    const place = placeOf(places, path)
    await writeSecret(place, content)
    put.push(place)
  }
  if (isAnyThere(places.dataDir, files)) return put
  for (const file of files) {
    await unpack(from, file, placeOf(places, file.path))
    put.push(placeOf(places, file.path))
  }
  return put
}

/** Whether a file of the backup has this machine's place for it. A key is the same however it lies there, plain or wrapped. */
export function isThere(places: Places, { path, sha256, key }: KeptFile): 'the same' | 'another' | 'none' {
  const forms = formsOf(path).filter((form) => existsSync(placeOf(places, form)))
  if (forms.length === 0) return 'none'
  const isSame = forms.some((form) => {
    const content = readFileSync(placeOf(places, form))
    return sha256Hex(content) === sha256 || (key !== undefined && keyName(form, content.toString('utf8')) === key)
  })
  return isSame ? 'the same' : 'another'
}

/** Whether this machine has a key of that name, plain or wrapped. */
export const isKeyThere = (places: Places, path: string): boolean =>
  formsOf(path).some((form) => existsSync(placeOf(places, form)))

/** The keys that a KMS may wrap, by where they lie plain. */
const kinds: Readonly<Record<string, KeyKind>> = {
  'keys/evidence-ed25519.pem': signingKeys,
  'keys/sealing.key': sealingKeys,
  [witnessKey]: signingKeys,
}

export const plainPathOf = (path: string): string => path.replace(/\.wrapped$/, '')

const formsOf = (path: string): string[] =>
  plainPathOf(path) in kinds ? [plainPathOf(path), wrappedPathOf(plainPathOf(path))] : [path]

/** Undefined for what is no such key, or a broken one: its bytes alone tell it from others. */
function keyName(path: string, text: string): string | undefined {
  try {
    return isWrappedText(text) ? parseWrapped(text, path).name : kinds[path]?.nameOf(text)
  } catch {
    return undefined
  }
}

/** Whether this machine has files of a log already. */
export const isAnyThere = (dataDir: string, files: readonly KeptFile[]): boolean =>
  filesBelow(dataDir, logFolder).length > 0 || files.some(({ path }) => existsSync(join(dataDir, path)))

async function unpack(from: string, { file }: BackupFile, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  const handle = await open(place, 'wx', 0o644)
  try {
    await readPacked(from, file, (pieces) => writeAll(handle, place, pieces))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeSecret(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { mode: 0o600, flag: 'wx', flush: true })
  await chmod(path, 0o600)
}

/** Ordinary files below a folder of DATA_DIR, by their paths in it. */
function filesBelow(dataDir: string, folder: string): string[] {
  if (!existsSync(join(dataDir, folder))) return []
  return readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.draft'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dataDir, '/').length))
    .toSorted()
}

const isTile = (path: string) => /^log\/(epoch-\d+\/)?tile\//.test(path)
const epochOf = (path: string) => Number(/^log\/epoch-(\d+)\//.exec(path)?.[1] ?? 1)

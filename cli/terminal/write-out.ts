/** Where a command's result goes: to a file that was named, or to standard output, piece by piece. */
import { constants } from 'node:fs'
import { access, copyFile, type FileHandle, lstat, open, readlink, rename, stat, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { refusal } from '#cli/terminal/refusal'

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
type Stream = Pick<NodeJS.WriteStream, 'write'>

/** Writes to the file, or to standard output when none is named. @throws Refusal when it cannot be written. */
export async function writeOut(content: string | Pieces, path: string | undefined): Promise<void> {
  const pieces = typeof content === 'string' ? [content] : content
  if (path === undefined) return writeTo(process.stdout, pieces)
  const target = await targetOf(path)
  if (target.isPlain) return replaceWhole(target, path, pieces)
  const device = await open(path, 'w').catch(refusingFor(path))
  try {
    for await (const piece of pieces) if (!(await write(device, piece, path))) return
  } finally {
    await device.close()
  }
}

/** Says no before anything is asked of the service. @throws Refusal when a result could not be written there. */
export async function expectWritable(path: string | undefined): Promise<void> {
  if (path === undefined) return
  const target = await targetOf(path)
  await access(target.mode === undefined ? dirname(target.path) : target.path, constants.W_OK).catch(refusingFor(path))
}

/**
 * A reader that leaves has what it wanted: nothing more is written, and the command goes on to its own end.
 * @throws Refusal when the stream cannot take it, as on a full disk.
 */
async function writeTo(stream: Stream, pieces: Pieces): Promise<void> {
  for await (const piece of pieces) {
    const fault = await new Promise<Error | null | undefined>((done) => stream.write(piece, done))
    if (!fault) continue
    if (isReaderGone(fault)) return
    throw refusal(`standard output cannot be written: ${fault.message}`)
  }
}

type Target = {
  path: string
  /** An ordinary file, or none yet; devices and pipes are written as they are. */
  isPlain: boolean
  /** Of the file that is there. */
  mode: number | undefined
  owner: { uid: number; gid: number } | undefined
  hasOtherNames: boolean
}

const linksFollowed = 40

/** What a path leads to: a link's target is written, and the link stays. */
async function targetOf(path: string): Promise<Target> {
  let at = resolve(path)
  // What is open under a number is no file to replace, whatever it leads to.
  let isPlain = !/^\/(dev|proc)\//.test(at)
  for (let followed = 0; followed < linksFollowed; followed += 1) {
    const link = await lstat(at).catch(() => undefined)
    if (!link?.isSymbolicLink()) break
    at = resolve(dirname(at), await readlink(at))
    isPlain &&= !/^\/(dev|proc)\//.test(at)
  }
  const there = await stat(at).catch((error) => (error.code === 'ENOENT' ? undefined : refusingFor(path)(error)))
  if (there?.isDirectory()) throw refusal(`${path} cannot be written: it is a folder`)
  return {
    path: at,
    isPlain: isPlain && (there === undefined || there.isFile()),
    mode: there && there.mode & 0o7777,
    owner: there && { uid: there.uid, gid: there.gid },
    hasOtherNames: there !== undefined && there.nlink > 1,
  }
}

/** The file has either all of it, or what it had before. */
async function replaceWhole(target: Target, path: string, pieces: Pieces): Promise<void> {
  await expectWritable(path)
  // From before the first moment on: between a file's making and its first piece there is time to be killed.
  let opening: ReturnType<typeof openPart> | undefined
  const stopTidying = tidyWhenKilled(async () => (await opening)?.part)
  opening = openPart(target)
  const { part, file } = await opening.catch(refusingFor(path))
  try {
    try {
      for await (const piece of pieces) await write(file, piece, path)
      await file.sync().catch(refusingFor(path))
    } finally {
      await file.close()
    }
    await place(part, target).catch(refusingFor(path))
  } catch (error) {
    await unlink(part).catch(() => undefined)
    throw error
  } finally {
    stopTidying()
  }
}

/** Beside the target, so that it can take its place at once; elsewhere when its folder is closed. */
async function openPart({ path, mode, owner }: Target): Promise<{ part: string; file: FileHandle }> {
  const name = `.${basename(path).slice(0, 200)}.${process.pid}.part`
  const make = async (folder: string) => {
    const part = join(folder, name)
    return { part, file: await open(part, 'wx', mode ?? 0o666) }
  }
  const made = await make(dirname(path)).catch(() => make(tmpdir()))
  if (mode !== undefined && owner !== undefined) {
    // Whoever may not give a file away keeps it.
    await made.file.chown(owner.uid, owner.gid).catch(() => undefined)
    await made.file.chmod(mode)
  }
  return made
}

/** A file with more than one name, or on a mount of its own, cannot be exchanged; it is written over. */
async function place(part: string, { path, hasOtherNames }: Target): Promise<void> {
  if (!hasOtherNames) {
    const isPlaced = await rename(part, path).then(
      () => true,
      () => false,
    )
    if (isPlaced) return
  }
  await copyFile(part, path)
  await unlink(part)
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Takes an unfinished file away when the command is ended from outside. Gives back how to stop that.
 * @param begun its path, once it is there.
 */
function tidyWhenKilled(begun: () => Promise<string | undefined>): () => void {
  const leave = (signal: NodeJS.Signals) => {
    stop()
    void begun()
      .then((part) => (part === undefined ? undefined : unlink(part)))
      .catch(() => undefined)
      .then(() => process.kill(process.pid, signal))
  }
  const stop = () => {
    for (const signal of endings) process.off(signal, leave)
  }
  for (const signal of endings) process.on(signal, leave)
  return stop
}

/** False when nobody reads any more, as at the other end of a pipe. */
async function write(file: FileHandle, piece: string | Uint8Array, path: string): Promise<boolean> {
  try {
    await file.writeFile(piece)
    return true
  } catch (error) {
    if (isReaderGone(error)) return false
    throw refusingFor(path)(error)
  }
}

const isReaderGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE'

/** Makes a refusal of a file's fault. */
export const refusingFor =
  (path: string) =>
  (error: unknown): never => {
    throw refusal(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }

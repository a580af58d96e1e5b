/** Where browsers and their profiles lie: a directory that the browser's own user can reach. */
import { chmodSync, lstatSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Root's browser runs as nobody: a user who owns nothing, so that what escapes it may touch nothing. */
export const nobody = 65_534

export const isRoot = () => process.geteuid?.() === 0

// Chromium makes a socket below its profile, and a socket's path ends at 108 bytes.
const longestPath = 50

/**
 * Below `dataDir`; but below the system's temporary directory where the way there is closed to others and the browser runs
 * as another user, or where the path is too long.
 */
export function browserPlace(dataDir: string): string {
  const wanted = join(resolve(dataDir), 'browser')
  if (wanted.length <= longestPath && (!isRoot() || isOpen(dirname(wanted)))) return made(wanted)
  const key = Bun.hash(wanted).toString(36)
  return made(join(tmpdir(), `assay-browser-${process.geteuid?.() ?? 'user'}-${key}`))
}

/** Open to be walked through by anybody, up to the root. */
function isOpen(directory: string): boolean {
  mkdirSync(directory, { recursive: true })
  for (let at = directory; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function made(place: string): string {
  mkdirSync(place, { recursive: true, mode: 0o711 })
  const { uid } = lstatSync(place)
  if (process.geteuid && uid !== process.geteuid()) throw new Error(`${place} belongs to another user`)
  if (!lstatSync(place).isDirectory()) throw new Error(`${place} is no directory`)
  chmodSync(place, 0o711)
  return place
}

/** What Chromium wants for the memory that its processes share, which lies in files there. */
const leastMiB = 64

/** Too little is left there for browsers to live: their processes end in the middle of a page. */
export function lackOfRoom(place: string): string | undefined {
  const { bavail, bsize } = statfsSync(place)
  const leftMiB = Math.floor((bavail * bsize) / 2 ** 20)
  return leftMiB < leastMiB
    ? `${leftMiB} MiB are left on the disk where browsers keep what they work with, and ${leastMiB} are needed`
    : undefined
}

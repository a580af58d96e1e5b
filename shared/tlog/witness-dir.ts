/**
 * Where the witness of this machine keeps its key and its memory: outside of DATA_DIR where it can, so that whoever puts an
 * older DATA_DIR back does not make it forget. The place is written down in DATA_DIR/witness.dir and stays what it is.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { replaceFile } from '#shared/tlog/atomic-file'

/** What a container has where it has no volume: it is gone with it. */
const overlayType = 0x794c7630

/** As it lies, or as a KMS has wrapped it. */
const hasKey = (dir: string): boolean => ['key.pem', 'key.pem.wrapped'].some((name) => existsSync(join(dir, name)))

const insideOf = (dataDir: string): string => join(dataDir, 'witness')

/** Where it has been; inside of DATA_DIR where it has been nowhere. A key that lies inside stays there. */
export function witnessDirIn(dataDir: string): string {
  const inside = insideOf(dataDir)
  const written = join(dataDir, 'witness.dir')
  if (hasKey(inside) || !existsSync(written)) return inside
  return readFileSync(written, 'utf8').trim() || inside
}

/** Where it has been, or else a folder of its own in `home`, if that outlives DATA_DIR and can be written to. */
export function settleWitnessDir(dataDir: string, home: string): string {
  const known = witnessDirIn(dataDir)
  const isSettled = known !== insideOf(dataDir) || hasKey(known)
  if (isSettled || `${resolve(home)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`)) return known
  const dir = join(resolve(home), 'assay-witness', randomUUID())
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (statfsSync(dir).type === overlayType) return known
    replaceFile(join(dataDir, 'witness.dir'), `${dir}\n`)
    return dir
  } catch {
    // Not there, or not ours to write in.
    return known
  }
}

/** A secret's file: made once, mode 0600, however many processes start together, and refused when others may read it. */
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { keyUnavailable } from '#shared/kernel/kms/kms'

/** Where a key is: in a setting, or in a file that may have to be made. */
export type KeyLocation = { text: string } | { path: string }

/** Where the same key lies when a KMS has wrapped it. */
export const wrappedPathOf = (path: string): string => `${path}.wrapped`

/**
 * The file's text; `make` gives it where there is no file yet. @throws Error when others may read it; KeyUnavailable where the
 * key lies there wrapped: another would take its place.
 */
export function readKeyFile(path: string, make: () => string): string {
  if (!existsSync(path)) {
    if (existsSync(wrappedPathOf(path)))
      throw keyUnavailable(`the key lies wrapped in ${wrappedPathOf(path)}, and no setting names the KMS that opens it`)
    writeOnce(path, make())
  }
  return readSecret(path)
}

/** @throws Error when others may read it. */
export function readSecret(path: string): string {
  if ((statSync(path).mode & 0o077) !== 0) throw new Error(`${path} may be read by others; chmod 600 it`)
  return readFileSync(path, 'utf8')
}

/** Writes it where nothing is. Nothing is replaced: whoever was first stays. */
export function writeOnce(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  try {
    // A link appears whole or not at all, and refuses to replace: the first process wins.
    linkSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    unlinkSync(draft)
  }
}

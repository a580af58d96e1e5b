/** A secret's file: made once, mode 0600, however many processes start together, and refused when others may read it. */
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The file's text; `make` gives it where there is no file yet. @throws Error when others may read it. */
export function readKeyFile(path: string, make: () => string): string {
  if (!existsSync(path)) writeOnce(path, make())
  if ((statSync(path).mode & 0o077) !== 0) throw new Error(`${path} may be read by others; chmod 600 it`)
  return readFileSync(path, 'utf8')
}

function writeOnce(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
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

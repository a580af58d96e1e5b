/** Scripts that read past the names on a page, kept in a folder: making one of an engine takes a processor a second. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { version as acornVersion } from 'acorn/package.json'
import { sha256Hex } from '#shared/kernel/canonical'
import { replaceFile } from '#shared/tlog/atomic-file'
import { unshadowed } from '#workers/page/unshadow'

/** Gives the script that reads past names. @param name tells it from the others that are kept. */
export type Rewrite = (name: string, script: string) => string

export const rewriteAnew: Rewrite = (_, script) => unshadowed(script)

/** Where the processes of an installation keep them for one another, and for those that come after. */
export const keptScripts = (dataDir: string): string => join(dataDir, 'engines')

/** By the script and by all that rewrites it: what another release has kept is not read, and goes once this one keeps its own. */
export function rewriteKeeping(folder: string, log: { warn: (facts: object, message: string) => void }): Rewrite {
  const rules = `${readFileSync(join(import.meta.dir, 'unshadow.ts'), 'utf8')} ${acornVersion}`
  return (name, script) => {
    const key = createHash('sha256').update(rules).update(script).digest('hex')
    const path = join(folder, `${name}-${key}.js`)
    const kept = readKept(path)
    if (kept !== undefined) return kept
    const made = unshadowed(script)
    try {
      keep(folder, name, path, made)
    } catch (error) {
      // It is made anew by the next one, as it was here.
      log.warn({ err: error, path }, 'a script for pages could not be kept')
    }
    return made
  }
}

/** What a disk has changed is not what was kept. */
function readKept(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
  const end = text.indexOf('\n')
  const script = text.slice(end + 1)
  return text.slice(0, end) === `// ${sha256Hex(script)}` ? script : undefined
}

function keep(folder: string, name: string, path: string, script: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const before = readdirSync(folder).filter((each) => each.startsWith(`${name}-`) && each.endsWith('.js'))
  replaceFile(path, `// ${sha256Hex(script)}\n${script}`, 0o600)
  for (const each of before) if (join(folder, each) !== path) rmSync(join(folder, each), { force: true })
}

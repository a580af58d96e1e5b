/** Commits as they can be run: each in a folder of its own, with the packages that it pins. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export type Version = { name: string; folder: string }

const root = resolve(import.meta.dir, '../..')
/** What processes of two versions say to one another: tables, jobs, shapes. */
const agreements = ['db/migrations', 'shared/jobs', 'shared/contracts', 'shared/queue', 'shared/plans']

export const thisVersion: Version = { name: 'this', folder: root }

/** The newest commit whose agreements are not those of the checkout. @throws Error where there is no history. */
export async function commitBefore(): Promise<string> {
  const last = await git('log', '-1', '--format=%H', '--', ...agreements)
  return git('rev-parse', `${last}~1`)
}

/** A commit's files in a folder of their own, its packages installed. `remove` takes the folder away. */
export async function checkOut(commit: string): Promise<Version & { remove: () => void }> {
  const name = await git('rev-parse', '--short', `${commit}^{commit}`)
  const folder = mkdtempSync(join(tmpdir(), `assay-${name}-`))
  await run(['sh', '-c', 'git archive "$1" | tar -x -C "$2"', 'sh', name, folder], root)
  // Brings the packages as well.
  await run([join(folder, 'script/bun'), '--version'], folder)
  return { name, folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const git = (...args: string[]) => run(['git', ...args], root)

async function run(command: string[], cwd: string): Promise<string> {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
  const child = Bun.spawn(command, { cwd, env: { ...process.env, PATH: path }, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${err}`)
  return out.trim()
}

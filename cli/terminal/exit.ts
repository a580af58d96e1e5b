/** How commands end: what each exit code says to a build server, in one table. */
import type { Command } from 'commander'
import { isRefusal } from '#cli/terminal/refusal'
import { isStoreAway } from '#db/client'
import { isKeyUnavailable } from '#shared/kernel/kms/kms'

export const exitCodes = { ok: 0, missed: 1, usage: 2, unscanned: 3, fault: 70, interrupted: 130 } as const

const meanings: Record<keyof typeof exitCodes, readonly string[]> = {
  ok: ['done; every threshold that was given is met'],
  missed: [
    'looked, and the answer is no: a threshold is missed, there are new issues, a constitution is unsound or',
    'differs, a chain does not verify, doctor found something that must be done, a test failed',
  ],
  usage: [
    'not done as it was asked for: the command line is wrong, it names what is not there, or a file or the',
    'output cannot be read or written',
  ],
  unscanned: [
    'the service, its database or its KMS could not be reached or refused, a transfer broke off, or pages of a',
    'run could not be scanned',
  ],
  fault: ['a fault of Assay itself, shown with where it is'],
  interrupted: ['left by Ctrl-C; a run that was watched goes on'],
}

export const exitCodeTable: string = [
  '',
  'Exit codes:',
  ...Object.entries(exitCodes).flatMap(([name, code]) =>
    meanings[asName(name)].map((line, at) => `  ${(at === 0 ? String(code) : '').padEnd(4)} ${line}`),
  ),
].join('\n')

type Unreachable = Error & { code: string; details: Record<string, unknown> }

/** The service or the page could not be had. @param code the service's own, if it said one, with its details. */
export function unreachable(message: string, code = '', details: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(message), { name: 'Unreachable', code, details })
}

export const isUnreachable = (error: unknown): error is Unreachable =>
  error instanceof Error && error.name === 'Unreachable'

/** The shell's own mistakes are worth another code than a page's; goes for all commands that are added later. */
export const withUsageCode = (command: Command): Command =>
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? exitCodes.ok : exitCodes.usage))

/** How a command that threw ends, and what is said of it: where a person can act, a line without a stack. */
export function endOf(error: unknown): { code: number; text: string } {
  if (isUnreachable(error)) return { code: exitCodes.unscanned, text: error.message }
  if (isKeyUnavailable(error)) return { code: exitCodes.unscanned, text: error.message }
  if (isRefusal(error)) return { code: exitCodes.usage, text: error.message }
  if (isStoreAway(error) && !isOfFile(error))
    return { code: exitCodes.unscanned, text: `the database cannot be reached: ${wordsOf(error)}` }
  return { code: exitCodes.fault, text: Bun.inspect(error, { colors: false }) }
}

/** A file's fault has a code that a socket's may have as well. */
const isOfFile = (error: unknown) => typeof error === 'object' && error !== null && 'path' in error

const wordsOf = (error: unknown) => (error instanceof Error && error.message !== '' ? error.message : codeOf(error))

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)

// The names are the table's own.
function asName(name: string): keyof typeof exitCodes {
  return name as keyof typeof exitCodes
}

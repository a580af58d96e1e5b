/** How a command of the scanner ends: what its exit code says to a build server. */
import type { Command } from 'commander'
import { isRefusal } from '#cli/refusal'

export const exitCodes = { ok: 0, missed: 1, usage: 2, unscanned: 3 } as const

type Unreachable = Error & { code: string }

/** The service or the page could not be had. @param code the service's own, if it said one. */
export function unreachable(message: string, code = ''): Error {
  return Object.assign(new Error(message), { name: 'Unreachable', code })
}

export const isUnreachable = (error: unknown): error is Unreachable =>
  error instanceof Error && error.name === 'Unreachable'

/** The shell's own mistakes are worth another code than a page's. */
export const withUsageCode = (command: Command): Command =>
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? exitCodes.ok : exitCodes.usage))

/** Runs a command to its exit code; what a person can act on is said in a line, without a stack. */
export async function endWith(act: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await act()
  } catch (error) {
    if (isUnreachable(error)) process.exitCode = exitCodes.unscanned
    else if (isRefusal(error)) process.exitCode = exitCodes.usage
    else throw error
    console.error(error.message)
  }
}

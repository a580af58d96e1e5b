/** Whether a process noted earlier is still that one: a pid alone is given to others in time. */
import { statOf } from '#shared/kernel/process/proc'

/** `born` is the kernel's start time, so that a reused pid is not taken for the process that once had it. */
export type Living = { pid: number; born: string }

export function noteLiving(pid: number): Living {
  return { pid, born: birthOf(pid) ?? '' }
}

export function isStillAlive({ pid, born }: Living): boolean {
  return born !== '' && birthOf(pid) === born
}

/** False for a zombie too: where nobody reaps, it stays in the table for ever. */
export function isAlive(pid: number): boolean {
  return birthOf(pid) !== undefined
}

/** Ends processes that outlived their supervisor: SIGTERM, and SIGKILL to their groups after `graceMs`. */
export async function endLeftovers(leftovers: readonly Living[], graceMs: number): Promise<void> {
  signalAll(leftovers, 'SIGTERM')
  const deadline = Date.now() + graceMs
  while (Date.now() < deadline && leftovers.some(isStillAlive)) await Bun.sleep(20)
  signalAll(leftovers, 'SIGKILL')
  while (leftovers.some(isStillAlive)) await Bun.sleep(20)
}

function signalAll(leftovers: readonly Living[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const { pid } of leftovers.filter(isStillAlive)) {
    try {
      process.kill(signal === 'SIGKILL' ? -pid : pid, signal)
    } catch {
      // Ended between the look and the signal.
    }
  }
}

function birthOf(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    return (
      Bun.spawnSync(['ps', '-o', 'lstart=', '-p', String(pid)])
        .stdout.toString()
        .trim() || undefined
    )
  }
  const stat = statOf(pid)
  return stat?.state === 'Z' ? undefined : stat?.born
}

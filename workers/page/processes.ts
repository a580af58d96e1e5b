/** What the kernel knows of processes: who belongs to a group, how much memory is theirs alone. */
import { commandLineOf, memoryOf, processIds, statOf, threadsOf } from '#shared/kernel/process/proc'

/** Living processes with this text in their command line. Linux alone; elsewhere none. */
export const processesWith = (text: string): number[] =>
  processIds().filter((pid) => commandLineOf(pid)?.includes(text) === true)

/**
 * A process group's members, but for zombies: where nobody reaps, they stay for ever and hold nothing. A process is shown as one
 * when its first thread has ended; the others may be writing still.
 */
export function membersOf(group: number): number[] {
  return processIds().filter((pid) => {
    const stat = statOf(pid)
    return stat?.group === group && (stat.state !== 'Z' || threadsOf(pid) > 1)
  })
}

/** Memory that a process group's members share with nobody, in bytes; 0 where the kernel does not tell. */
export const privateBytesOf = (group: number): number =>
  membersOf(group).reduce((sum, pid) => sum + (memoryOf(pid)?.ownBytes ?? 0), 0)

/** Ends a process group, and waits until all of it is gone. */
export async function endGroup(group: number): Promise<void> {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // Gone already.
  }
  const deadline = performance.now() + 2000
  while (membersOf(group).length > 0 && performance.now() < deadline) await Bun.sleep(10)
}

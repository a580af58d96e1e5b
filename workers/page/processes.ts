/** What the kernel knows of processes: who belongs to a group, how much memory is theirs alone. */
import { readdirSync, readFileSync } from 'node:fs'

/** Fields of /proc/PID/stat from the third on: state, parent, group, … The name before them may hold spaces. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return undefined
  }
}

const pids = () =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : []

/** Living processes with this text in their command line. Linux alone; elsewhere none. */
export function processesWith(text: string): number[] {
  return pids().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text)
    } catch {
      return false
    }
  })
}

/** A process group's members, but for zombies: where nobody reaps, they stay for ever and hold nothing. */
export function membersOf(group: number): number[] {
  return pids().filter((pid) => {
    const [state, , itsGroup] = statOf(pid) ?? []
    return Number(itsGroup) === group && (state !== 'Z' || hasThreads(pid))
  })
}

/** A process is shown as a zombie when its first thread has ended; the others may be writing still. */
function hasThreads(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).length > 1
  } catch {
    return false
  }
}

/**
 * Memory that a process group's members share with nobody, in bytes; 0 where the kernel does not tell.
 * Resident size would count the browser's code once per process.
 */
export function privateBytesOf(group: number): number {
  let pages = 0
  for (const pid of membersOf(group)) {
    try {
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number)
      pages += resident - shared
    } catch {
      // Ended between the two looks.
    }
  }
  return pages * 4096
}

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

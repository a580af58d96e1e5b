/** Callers stand for other machines: they wait for no core that the service is at, so that what they measure is its time alone. */
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** This process goes before all others from here on. Needs root. */
export function goFirst(): void {
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), constants.priority.PRIORITY_HIGH)
}

/** A process that this one has just begun does not. */
export const goAsOthers = (pid: number): void => setPriority(pid, constants.priority.PRIORITY_NORMAL)

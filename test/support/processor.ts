/** How much processor time a process has used, as the kernel counts it. */
import { readFileSync } from 'node:fs'

// The kernel counts in hundredths of a second, whatever the machine: USER_HZ.
const tickMs = 10

export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name before it may hold anything, spaces too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** How much processor time a process has used, as the kernel counts it. */
import { statOf } from '#shared/kernel/process/proc'

export const cpuMsOf = (pid: number): number => statOf(pid)?.cpuMs ?? Number.NaN

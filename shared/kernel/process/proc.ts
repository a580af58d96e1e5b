/** What the kernel says of processes in /proc, and the only reader of it. Of Linux alone: elsewhere there is nothing to read. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export type ProcessStat = {
  /** One letter; Z for a zombie, which stays in the table until somebody reaps it. */
  state: string
  parent: number
  group: number
  session: number
  /** Processor time so far. */
  cpuMs: number
  /** Of its children that have ended. */
  endedCpuMs: number
  /** Clock ticks after the machine's start; no other process of its number has the same. */
  born: string
}

// The kernel counts in hundredths of a second, whatever the machine: USER_HZ.
const tickMs = 10
const pageBytes = 4096

/** Undefined when there is no such process. */
export function statOf(pid: number): ProcessStat | undefined {
  const text = read(pid, 'stat')
  // The name in parentheses before them may hold anything, spaces and parentheses too.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  if (!fields) return undefined
  const [state = '', parent, group, session] = fields
  const [own = Number.NaN, ownSystem = Number.NaN, ended = Number.NaN, endedSystem = Number.NaN] = fields
    .slice(11, 15)
    .map(Number)
  return {
    state,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    cpuMs: (own + ownSystem) * tickMs,
    endedCpuMs: (ended + endedSystem) * tickMs,
    born: fields[19] ?? '',
  }
}

export const processIds = (): number[] =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : []

const parentsByPid = (): [pid: number, parent: number | undefined][] =>
  processIds().map((pid) => [pid, statOf(pid)?.parent])

export const childrenOf = (pid: number, parents = parentsByPid()): number[] =>
  parents.filter(([, parent]) => parent === pid).map(([child]) => child)

/** The processes that it started, and those that they started. */
export function descendantsOf(pid: number): number[] {
  const parents = parentsByPid()
  const found = [pid]
  for (const each of found) found.push(...childrenOf(each, parents))
  return found.slice(1)
}

/** Its arguments, with a zero byte behind each. */
export const commandLineOf = (pid: number): string | undefined => read(pid, 'cmdline')

export function workingDirectoryOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** 0 when there is no such process. */
export function threadsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length
  } catch {
    return 0
  }
}

/** In bytes. `ownBytes` is what it shares with nobody: resident size counts a browser's code once per process. */
export function memoryOf(pid: number): { residentBytes: number; peakBytes: number; ownBytes: number } | undefined {
  const pages = read(pid, 'statm')?.split(' ').map(Number)
  if (!pages) return undefined
  const [, resident = 0, shared = 0] = pages
  const peakBytes = 1024 * Number.parseInt(fieldOf(pid, 'status', 'VmHWM') ?? '0', 10)
  return { residentBytes: resident * pageBytes, peakBytes, ownBytes: (resident - shared) * pageBytes }
}

/** A line of a file that has one for each name, without the name. */
export const fieldOf = (pid: number, file: 'status' | 'smaps_rollup', name: string): string | undefined =>
  new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(read(pid, file) ?? '')?.[1]

function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

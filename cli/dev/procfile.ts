/** Reads a Procfile and says how many processes each of its lines gets. Pure. */
import { refusal } from '#cli/terminal/refusal'
import type { ServiceRole } from '#db/roles'

export type ProcfileLine = {
  name: string
  command: string
  /** The job type, where the line runs a worker: the first word after `workers/main.ts`. */
  job?: string
}
export type ProcessCounts = ReadonlyMap<string, number>
export type Process = {
  name: string
  command: string
  /** The account that it has in the database: undefined is the owner's, null is none. */
  role?: ServiceRole | null | undefined
}

/** What a line of the Procfile is to the database. A command that is none of ours is the operator's own affair. */
export function roleOf(command: string): ServiceRole | null | undefined {
  if (/\bapi\/main\.ts\b/.test(command)) return 'api'
  const [, worker] = /\bworkers\/(?:(\w+)\/)?main\.ts\b/.exec(command) ?? ['', undefined]
  if (worker === 'witness') return null
  if (worker === 'ledger' || worker === 'maintenance') return worker
  return /\bworkers\/main\.ts\b/.test(command) ? 'worker' : undefined
}

/** Lines in their order. @throws a refusal on a line that is neither `name: command`, a comment, nor empty, and on a name used twice. */
export function parseProcfile(text: string): ProcfileLine[] {
  const lines: ProcfileLine[] = []
  for (const [index, raw] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(raw)) continue
    const [, name, command] = /^([A-Za-z0-9_-]+):\s*(\S.*?)\s*$/.exec(raw) ?? []
    if (!name || !command) throw refusal(`Procfile, line ${index + 1}: "${raw.trim()}" is not "name: command"`)
    if (lines.some((line) => line.name === name)) throw refusal(`Procfile, line ${index + 1}: "${name}" is there twice`)
    const job = /\bworkers\/main\.ts\s+(\S+)/.exec(command)?.[1]
    lines.push({ name, command, ...(job && { job }) })
  }
  return lines
}

/**
 * Reads `scan-page=0,generate-tree=2`: names are job types or the lines' own names.
 * @throws a refusal naming what is not known or is no count.
 */
export function parseCounts(text: string, lines: readonly ProcfileLine[]): ProcessCounts {
  const counts = new Map<string, number>()
  for (const part of text.split(',').filter((word) => word.trim() !== '')) {
    const [key = '', value = ''] = part.split('=', 2).map((word) => word.trim())
    const line = lines.find(({ name, job }) => name !== 'release' && (job === key || name === key))
    if (!line) throw refusal(`there is no worker "${key}"; there is ${namesOf(lines)}`)
    if (!/^\d{1,3}$/.test(value)) throw refusal(`"${part.trim()}": after = comes how many processes, 0 to 999`)
    counts.set(line.name, Number(value))
  }
  return counts
}

/** Every process to run, `trees.1`, `trees.2`, …: one for each line that `counts` does not mention. */
export function processesOf(lines: readonly ProcfileLine[], counts: ProcessCounts): Process[] {
  return lines
    .filter(({ name }) => name !== 'release')
    .flatMap(({ name, command }) =>
      Array.from({ length: counts.get(name) ?? 1 }, (_, index) => ({
        name: `${name}.${index + 1}`,
        command,
        role: roleOf(command),
      })),
    )
}

function namesOf(lines: readonly ProcfileLine[]): string {
  return lines
    .filter(({ name }) => name !== 'release')
    .map(({ name, job }) => job ?? name)
    .join(', ')
}

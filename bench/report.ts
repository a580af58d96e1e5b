/** How benches report: where and when it was measured, Markdown tables, medians. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { arch, cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import type { Stand } from '#bench/stand'

const shownSettings = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'max_wal_size',
  'checkpoint_timeout',
  'io_method',
  'max_connections',
]

/** Date, commit, machine, disk, Postgres and its settings: what a figure is worth nothing without. */
export async function describeSetting({ admin }: Stand, command: string): Promise<string> {
  const [server] = await admin<{ version: string }[]>`select version()`
  const settings = await admin<{ name: string; setting: string }[]>`
    select name, current_setting(name) as setting from pg_settings where name = any(${shownSettings}) order by name`
  const memoryGb = (totalmem() / 1024 ** 3).toFixed(1)
  return [
    `- Date: ${new Date().toISOString()}; commit: ${git('rev-parse', '--short', 'HEAD')}${
      git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes'
    }`,
    `- Command: \`${command}\``,
    `- Machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${memoryGb} GB, ${type()} ${release().split('-')[0]} ${arch()}; Bun ${Bun.version}; load average ${loadNow()} at the start; clients, API, workers and Postgres share it`,
    `- Disk: write + fdatasync of 8 kB takes ${syncMs().toFixed(2)} ms (median of 100)`,
    `- Postgres: ${server?.version.split(' on ')[0]}; ${settings.map(({ name, setting }) => `${name} ${setting}`).join(', ')}`,
  ].join('\n')
}

export const loadNow = () =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')

function git(...args: string[]): string {
  const ran = Bun.spawnSync(['git', ...args], { cwd: import.meta.dir, stderr: 'ignore' })
  return ran.success ? ran.stdout.toString().trim() : 'unknown'
}

function syncMs(): number {
  const path = join(tmpdir(), `assay-bench-sync-${process.pid}`)
  const file = openSync(path, 'w')
  const page = Buffer.alloc(8192, 1)
  try {
    return median(
      Array.from({ length: 100 }, () => {
        const startedAt = performance.now()
        writeSync(file, page)
        fdatasyncSync(file)
        return performance.now() - startedAt
      }),
    )
  } finally {
    closeSync(file)
    rmSync(path)
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** A Markdown table; the first column is text, the others are numbers. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** A figure with as many digits as say something. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

/** A goal, what came of it, and whether it was met. */
export const goalLine = (goal: string, value: number, isMet: boolean, unit = ''): string =>
  `- ${isMet ? 'met' : 'MISSED'}: ${goal}: ${figure(value)}${unit}`

/** `--name value` options with numbers as their defaults. @throws Error for an option that is not known. */
export function numberOptions<Name extends string>(
  args: readonly string[],
  defaults: Record<Name, number>,
): Record<Name, number> {
  const options = { ...defaults }
  for (let at = 0; at < args.length; at += 2) {
    const name = Object.keys(defaults).find((known) => `--${known}` === args[at])
    const value = Number(args[at + 1])
    if (name === undefined || !(value > 0)) {
      throw new Error(
        `${args[at]} ${args[at + 1] ?? ''}: the options are ${Object.keys(defaults)
          .map((known) => `--${known} NUMBER`)
          .join(', ')}`,
      )
    }
    // Found among the keys of `defaults` just now.
    options[name as Name] = value
  }
  return options
}

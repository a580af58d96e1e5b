/** How much processor time each process takes, before the noisy organisation comes and beside it. */
import type { Fleet } from '#bench/fleet/fleet'
import { figure, markdownTable } from '#bench/report'
import { descendantsOf, statOf } from '#shared/kernel/process/proc'

export type Cores = {
  /** From here on it is counted under this name, until the next one. */
  during: (span: string) => void
  /** Cores that were busy for each, by span: most in the last one first. */
  table: () => string
  stop: () => void
}

const everyMs = 1000

/** @param postgres its process now. */
export function watchCores(fleet: Fleet, postgres: () => number): Cores {
  const spans = new Map<string, { ms: number; spent: Map<string, number> }>()
  let seen = new Map<string, { name: string; cpuMs: number }>()
  let span: string | undefined
  let lookedAt = performance.now()

  function look(): void {
    const now = new Map<string, { name: string; cpuMs: number }>()
    const note = (name: string, pid: number, cpuMs: number | undefined) => {
      if (cpuMs !== undefined) now.set(`${name} ${pid}`, { name, cpuMs })
    }
    for (const { name, pid } of fleet.running) {
      note(name, pid, statOf(pid)?.cpuMs)
      note(`${name}: its children`, pid, ofChildren(pid))
    }
    note('Postgres', postgres(), withChildren(postgres()))
    note('the callers', process.pid, statOf(process.pid)?.cpuMs)
    const at = performance.now()
    const of = span === undefined ? undefined : spans.get(span)
    if (of) {
      of.ms += at - lookedAt
      for (const [key, { name, cpuMs }] of now) {
        const before = seen.get(key)
        // A child that ended while its parent had not heard of it yet is counted a moment later.
        if (before) of.spent.set(name, (of.spent.get(name) ?? 0) + cpuMs - before.cpuMs)
      }
    }
    seen = now
    lookedAt = at
  }
  const timer = setInterval(look, everyMs)

  return {
    during(name) {
      look()
      span = name
      spans.set(name, { ms: 0, spent: new Map() })
    },
    table() {
      const all = [...spans.values()]
      const names = [...new Set(all.flatMap(({ spent }) => [...spent.keys()]))]
      const coresOf = (name: string) => all.map(({ ms, spent }) => (spent.get(name) ?? 0) / ms)
      const rows = names
        .map((name) => ({ name, cores: coresOf(name) }))
        .filter(({ cores }) => cores.some((busy) => busy >= 0.005))
        .sort((a, b) => (b.cores.at(-1) ?? 0) - (a.cores.at(-1) ?? 0))
      const sums = all.map(({ ms, spent }) => [...spent.values()].reduce((sum, of) => sum + of, 0) / ms)
      return markdownTable(
        ['cores busy', ...spans.keys()],
        [...rows.map(({ name, cores }) => [name, ...cores.map(figure)]), ['all of them', ...sums.map(figure)]],
      )
    },
    stop: () => clearInterval(timer),
  }
}

function ofChildren(pid: number): number | undefined {
  const own = statOf(pid)
  if (!own) return undefined
  const others = descendantsOf(pid).filter((each) => each !== pid)
  return own.endedCpuMs + others.reduce((sum, each) => sum + (withEnded(each) ?? 0), 0)
}

function withChildren(pid: number): number | undefined {
  const [own, children] = [statOf(pid)?.cpuMs, ofChildren(pid)]
  return own === undefined || children === undefined ? undefined : own + children
}

function withEnded(pid: number): number | undefined {
  const stat = statOf(pid)
  return stat && stat.cpuMs + stat.endedCpuMs
}

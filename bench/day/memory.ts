/** How much memory each process holds, sampled over its life, and whether that grows. */
import type { Fleet, Running } from '#bench/fleet/fleet'
import { median } from '#bench/report'
import { memoryOf } from '#shared/kernel/process/proc'
import { tQuantile } from '#workers/generate-tree/distributions'

export type Life = {
  name: string
  version: string
  /** Seconds since its start, MB. */
  samples: { at: number; mb: number }[]
}

export type Slope = { mbPerHour: number; low: number; high: number; points: number }

export type Memory = { lives: () => Life[]; stop: () => void }

const everyMs = 3000
/** Samples are summed up by their median over so long: neighbours in time are no independent ones. */
const blockSeconds = 30

export function watchMemory(fleet: Fleet): Memory {
  const lives = new Map<Running, Life>()
  const timer = setInterval(() => {
    for (const one of fleet.running) {
      const memory = memoryOf(one.pid)
      if (!memory || one.startedAt === 0) continue
      const life = lives.get(one) ?? { name: one.name, version: one.version, samples: [] }
      life.samples.push({ at: (Date.now() - one.startedAt) / 1000, mb: memory.residentBytes / 2 ** 20 })
      lives.set(one, life)
    }
  }, everyMs)
  return { lives: () => [...lives.values()], stop: () => clearInterval(timer) }
}

/** By least squares after a life's first seconds, with the interval that holds it in 95 of 100. Undefined of a short life. */
export function slopeOf({ samples }: Life, afterSeconds: number): Slope | undefined {
  const blocks = Map.groupBy(
    samples.filter(({ at }) => at >= afterSeconds),
    ({ at }) => Math.floor(at / blockSeconds),
  )
  const points = [...blocks].map(([block, of]) => ({
    x: ((block + 0.5) * blockSeconds) / 3600,
    y: median(of.map(({ mb }) => mb)),
  }))
  const n = points.length
  if (n < 4) return undefined
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / n
  const [mx, my] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const sxx = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0)
  const slope = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0) / sxx
  const rest = points.reduce((sum, { x, y }) => sum + (y - my - slope * (x - mx)) ** 2, 0)
  const within = tQuantile(0.975, n - 2) * Math.sqrt(rest / (n - 2) / sxx)
  return { mbPerHour: slope, low: slope - within, high: slope + within, points: n }
}

/** Counts what articles came to and how long decisions take, writes the counts down every few seconds, and looks now and then whether they are there still. */
import type { Evaluation } from '#shared/governance/decide'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'

export type ArticleCount = { article: string; evaluations: number; failures: number; errors: number }

export type Tally = {
  count: (evaluations: readonly Evaluation[], ms: number) => void
  /** Of the last thousand decisions of this process; null before the first. */
  microseconds: () => { p50: number | null; p99: number | null }
  close: () => Promise<void>
}

const everyMs = 5000
const lookEveryMs = 60_000
const remembered = 1000

type Kept = {
  write: (counts: ArticleCount[]) => Promise<void>
  /** Puts back what was written and is not there any more. @returns how many rows that were. */
  look: () => Promise<number>
}

export function openTally({ write, look }: Kept, log: Pick<Log, 'warn'>): Tally {
  let counts = new Map<string, ArticleCount>()
  const times = new Float64Array(remembered)
  let decisions = 0

  function countOf(article: string): ArticleCount {
    const known = counts.get(article) ?? { article, evaluations: 0, failures: 0, errors: 0 }
    counts.set(article, known)
    return known
  }

  async function flush(): Promise<void> {
    if (counts.size === 0) return
    const taken = counts
    counts = new Map()
    try {
      await write([...taken.values()])
    } catch (error) {
      for (const { article, evaluations, failures, errors } of taken.values()) {
        const known = countOf(article)
        known.evaluations += evaluations
        known.failures += failures
        known.errors += errors
      }
      throw error
    }
  }
  // What could not be written is written next time.
  const flushes = every(everyMs, 'counts of articles', flush, { log })
  const looks = every(
    lookEveryMs,
    'counts of articles that are there',
    async () => {
      const rows = await look()
      if (rows > 0) log.warn({ rows }, 'counts of articles were less than they had been, and were put back')
    },
    { log },
  )

  return {
    count(evaluations, ms) {
      times[decisions % remembered] = ms
      decisions += 1
      for (const { id, outcome } of evaluations) {
        const known = countOf(id)
        known.evaluations += 1
        if (outcome === 'fail') known.failures += 1
        else if (outcome === 'error') known.errors += 1
      }
    },
    microseconds() {
      const sorted = times.slice(0, Math.min(decisions, remembered)).sort()
      const at = (share: number) => {
        const ms = sorted[Math.floor(share * (sorted.length - 1))]
        return ms === undefined ? null : Math.round(ms * 100_000) / 100
      }
      return { p50: at(0.5), p99: at(0.99) }
    },
    async close() {
      await Promise.all([flushes.stop(), looks.stop()])
      await flush()
    },
  }
}

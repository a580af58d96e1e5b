/** Goes through the chores, a piece of each at a time, and rests in between: whoever answers calls comes first. */
import { setTimeout } from 'node:timers/promises'
import { type ChoreTools, choresOf, inTurns } from '#workers/maintenance/chores'

/** Between two pieces of work it rests for as long as the last one took, within these. */
const restMs = { least: 1, most: 1000 }

type Options = {
  signal?: AbortSignal
  /** Asked before every piece but the first; what it throws ends the sweep. */
  mayGoOn?: () => Promise<void>
}

/** All that is due. @returns false when it was stopped before; then it goes on the next time. */
export async function sweep(tools: ChoreTools, { signal, mayGoOn }: Options = {}): Promise<boolean> {
  const work = inTurns(choresOf(tools), tools.log)
  for (;;) {
    const startedAt = performance.now()
    const { done } = await work.next()
    if (done) return true
    if (signal?.aborted) return false
    await setTimeout(Math.min(restMs.most, Math.max(restMs.least, performance.now() - startedAt)))
    await mayGoOn?.()
  }
}

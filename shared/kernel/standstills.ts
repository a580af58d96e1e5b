/** Batches that do not move: what is written together, and since when nothing of it has been. */
import { isOutcomeUnknown, isStoreAway, isStoreFull } from '#db/client'

const noticedAfterMs = 5000
/** Of what failed and was not asked for again nobody says that it stands still. */
const forgottenAfterMs = 10_000

type Batch = { since: number | undefined; underWay: number; endedAt: number }

/** One per process; /readyz tells of what each of them lacks. */
export class Standstills {
  private readonly batches = new Map<string, Batch>()
  private fullAt = Number.NEGATIVE_INFINITY

  /** Does a batch, and notes whether anything of its name moves. */
  async watch<T>(what: string, run: () => Promise<T>): Promise<T> {
    const batch = this.batches.get(what) ?? { since: undefined, underWay: 0, endedAt: 0 }
    this.batches.set(what, batch)
    if (!this.isAsked(batch)) batch.since = undefined
    batch.since ??= performance.now()
    batch.underWay += 1
    // From then on it is the others that are waited for.
    const moved = () => {
      batch.since = batch.underWay > 1 ? performance.now() : undefined
    }
    try {
      const result = await run()
      moved()
      return result
    } catch (error) {
      if (!isStoreAway(error) && !isOutcomeUnknown(error)) moved()
      if (isStoreFull(error)) this.fullAt = performance.now()
      throw error
    } finally {
      batch.underWay -= 1
      batch.endedAt = performance.now()
    }
  }

  /** What stands still, by its name, and for how long. */
  lacks(): Record<string, string> {
    const now = performance.now()
    const full = now - this.fullAt < forgottenAfterMs ? [['store', 'its disk is full, and takes no more rows']] : []
    return Object.fromEntries([
      ...full,
      ...[...this.batches].flatMap(([what, batch]) => {
        const ms = now - (batch.since ?? now)
        const why = `stands still: nothing of it has been written for ${Math.round(ms / 1000)} s`
        return ms > noticedAfterMs && this.isAsked(batch) ? [[what, why]] : []
      }),
    ])
  }

  private isAsked({ underWay, endedAt }: Batch): boolean {
    return underWay > 0 || performance.now() - endedAt < forgottenAfterMs
  }
}

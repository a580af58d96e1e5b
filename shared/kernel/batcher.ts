/** One call in flight, the rest wait together: arrivals while a batch runs make up the next batch. No timer, so a lone call pays nothing. */
import { Line, type Patience } from '#shared/kernel/line'

export type BatcherOptions<Item> = {
  maxItems?: number
  alone?: (error: unknown) => boolean
  patience?: Patience
  whose?: (item: Item) => string
}

/** Who waits for the end of every batch, however long it takes. */
const endless: Patience = { waitMs: Number.POSITIVE_INFINITY, stalledMs: Number.POSITIVE_INFINITY }

/**
 * Turns a many-at-once function into a one-at-a-time one.
 * `run` gets 1..maxItems items and answers one result per item, in order. When it throws, every item of that batch
 * fails, unless `alone` says that one item may be to blame: then each is tried by itself.
 * @param patience how long an item waits for its batch to begin; what has left the line is in no batch.
 * @param whose organisation an item is of: they take turns in a batch, where not all that wait fit into it.
 */
export function batcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxItems = 500, alone = () => false, patience = endless, whose = () => '' }: BatcherOptions<Item> = {},
): (item: Item) => Promise<Result> {
  type Waiting = {
    item: Item
    since: number
    whose: string
    resolve: (result: Result) => void
    leave: (error: unknown) => void
  }
  const line = new Line<Waiting>(patience)
  let isRunning = false

  /** @param places how many go at once: a batch with room left does not tell how long more would take. */
  async function runBatch(batch: Waiting[], places = maxItems): Promise<void> {
    const startedAt = performance.now()
    try {
      const results = await run(batch.map((entry) => entry.item))
      if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} answered ${results.length}`)
      line.moved({ places, ms: performance.now() - startedAt })
      batch.forEach((entry, index) => {
        entry.resolve(results[index] as Result)
      })
    } catch (error) {
      line.moved({ places, ms: performance.now() - startedAt, error })
      if (batch.length > 1 && alone(error)) for (const entry of batch) await runBatch([entry], 1)
      else for (const entry of batch) entry.leave(error)
    }
  }

  async function drain(): Promise<void> {
    isRunning = true
    // Calls made in the same turn of the event loop share a batch.
    await Promise.resolve()
    while (line.length > 0) await runBatch(line.next(maxItems))
    isRunning = false
  }

  return (item) =>
    new Promise<Result>((resolve, leave) => {
      const entry = { item, since: performance.now(), whose: whose(item), resolve, leave }
      line.assertRoom(entry.whose)
      line.join(entry)
      if (!isRunning) void drain()
    })
}

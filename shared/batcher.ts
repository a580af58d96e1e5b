/** One call in flight, the rest wait together: arrivals while a batch runs make up the next batch. No timer, so a lone call pays nothing. */

/**
 * Turns a many-at-once function into a one-at-a-time one.
 * `run` gets 1..maxItems items and answers one result per item, in order. When it throws, every item of that batch
 * fails, unless `alone` says that one item may be to blame: then each is tried by itself.
 */
export function batcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxItems = 500, alone = () => false }: { maxItems?: number; alone?: (error: unknown) => boolean } = {},
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let isRunning = false

  async function runBatch(batch: Waiting[]): Promise<void> {
    try {
      const results = await run(batch.map((entry) => entry.item))
      if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} answered ${results.length}`)
      batch.forEach((entry, index) => {
        entry.resolve(results[index] as Result)
      })
    } catch (error) {
      if (batch.length > 1 && alone(error)) for (const entry of batch) await runBatch([entry])
      else for (const entry of batch) entry.reject(error)
    }
  }

  async function drain(): Promise<void> {
    isRunning = true
    // Calls made in the same turn of the event loop share a batch.
    await Promise.resolve()
    while (waiting.length > 0) await runBatch(waiting.splice(0, maxItems))
    isRunning = false
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void drain()
    })
}

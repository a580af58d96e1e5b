/** One call in flight, or a few, the rest wait together: arrivals while a batch runs make up the next batch. No timer, so a lone call pays nothing. */
import { Line, type Patience } from '#shared/kernel/line'

export type BatcherOptions<Item> = {
  maxItems?: number
  alone?: (error: unknown) => boolean
  patience?: Patience
  whose?: (item: Item) => string
  atOnce?: number
  isApart?: (whose: string) => boolean
}

/** Who waits for the end of every batch, however long it takes. */
const endless: Patience = { waitMs: Number.POSITIVE_INFINITY, stalledMs: Number.POSITIVE_INFINITY }

/**
 * Turns a many-at-once function into a one-at-a-time one.
 * `run` gets 1..maxItems items and answers one result per item, in order. When it throws, every item of that batch
 * fails, unless `alone` says that one item may be to blame: then each is tried by itself.
 * @param patience how long an item waits for its batch to begin; what has left the line is in no batch.
 * @param whose organisation an item is of: they take turns in a batch, where not all that wait fit into it.
 * @param atOnce batches in flight: an organisation is in one of them at most.
 * @param isApart organisations that are batched with no other right now, because their batches may have to wait.
 */
export function batcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  {
    maxItems = 500,
    alone = () => false,
    patience = endless,
    whose = () => '',
    atOnce = 1,
    isApart = () => false,
  }: BatcherOptions<Item> = {},
): (item: Item) => Promise<Result> {
  type Waiting = {
    item: Item
    since: number
    whose: string
    resolve: (result: Result) => void
    leave: (error: unknown) => void
  }
  const line = new Line<Waiting>(patience)
  const inFlight = new Set<string>()
  let batches = 0
  let isAboutTo = false

  /** @param items how many go at once: a batch with room left does not tell how long more would take. */
  async function runBatch(batch: Waiting[], items = maxItems): Promise<void> {
    const startedAt = performance.now()
    const places = items * atOnce
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

  /** Those that may be in one batch now: some that stand together, or one that stands apart. */
  function next(): Waiting[] {
    let group: string | undefined
    return line.next(maxItems, (whose) => {
      if (inFlight.has(whose)) return false
      const own = isApart(whose) ? `apart ${whose}` : 'together'
      group ??= own
      return own === group
    })
  }

  async function go(batch: Waiting[]): Promise<void> {
    const organisations = new Set(batch.map((entry) => entry.whose))
    for (const each of organisations) inFlight.add(each)
    batches += 1
    await runBatch(batch)
    batches -= 1
    for (const each of organisations) inFlight.delete(each)
    begin()
  }

  function begin(): void {
    while (batches < atOnce) {
      const batch = next()
      if (batch.length === 0) return
      void go(batch)
    }
  }

  // Calls made in the same turn of the event loop share a batch.
  async function beginSoon(): Promise<void> {
    isAboutTo = true
    await Promise.resolve()
    isAboutTo = false
    begin()
  }

  return (item) =>
    new Promise<Result>((resolve, leave) => {
      const entry = { item, since: performance.now(), whose: whose(item), resolve, leave }
      line.assertRoom(entry.whose)
      line.join(entry)
      if (!isAboutTo && batches < atOnce) void beginSoon()
    })
}

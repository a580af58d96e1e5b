/** Standing in line for the store: as long as the line moves, up to a bound; not long when nothing moves. */
import { isOutcomeUnknown, isStoreAway } from '#db/client'
import { overloaded, storeUnavailable } from '#shared/kernel/errors/service'
import { every, type Loop } from '#shared/kernel/process/every'

export type Patience = {
  /** The longest that anybody stands in line. */
  waitMs: number
  /** The longest that anybody stands in a line in which nothing moves: then the store is away. */
  stalledMs: number
}

type Standing = { since: number; leave: (why: Error) => void }

/** Those who wait, in order. Who leaves has begun nothing. */
export class Line<Entry extends Standing> {
  private readonly waiting: Entry[] = []
  private readonly patience: Patience
  private movedAt = Number.NEGATIVE_INFINITY
  /** How long one place in the line has lasted of late. */
  private placeMs = 0
  private looks: Loop | undefined

  constructor(patience: Patience) {
    this.patience = patience
  }

  get length(): number {
    return this.waiting.length
  }

  /** @throws OVERLOADED when who comes now would wait too long. */
  assertRoom(): void {
    const expectedMs = this.waiting.length * this.placeMs
    if (expectedMs > this.patience.waitMs) throw overloaded((expectedMs - this.patience.waitMs) / 1000)
  }

  join(entry: Entry, { isFirst = false } = {}): void {
    if (isFirst) this.waiting.unshift(entry)
    else this.waiting.push(entry)
    if (this.patience.waitMs === Number.POSITIVE_INFINITY) return
    const everyMs = Math.max(10, Math.min(100, this.patience.stalledMs / 4))
    this.looks ??= every(everyMs, 'line', () => this.letGo())
  }

  next(atMost: number): Entry[] {
    const taken = this.waiting.splice(0, atMost)
    if (this.waiting.length === 0) this.rest()
    return taken
  }

  /** Says how what was taken from the line has ended. @param places how many it was. */
  moved({ places, ms, error }: { places: number; ms: number; error?: unknown }): void {
    if (isStoreAway(error) || isOutcomeUnknown(error)) return
    this.movedAt = performance.now()
    this.placeMs += (ms / places - this.placeMs) / 8
  }

  private letGo(): void {
    const now = performance.now()
    const { waitMs, stalledMs } = this.patience
    const isStalled = now - this.movedAt > stalledMs
    const limitMs = isStalled ? stalledMs : waitMs
    // The line is in order of arrival, but for those that were let in first.
    const leaving = this.waiting.filter(({ since }) => now - since > limitMs)
    if (leaving.length === 0) return
    const gone = new Set(leaving)
    const staying = this.waiting.filter((entry) => !gone.has(entry))
    this.waiting.splice(0, this.waiting.length, ...staying)
    if (staying.length === 0) this.rest()
    const why = isStalled ? storeUnavailable(new Error(`nothing was done in ${stalledMs} ms`)) : overloaded(1)
    for (const { leave } of leaving) leave(why)
  }

  private rest(): void {
    void this.looks?.stop()
    this.looks = undefined
  }
}

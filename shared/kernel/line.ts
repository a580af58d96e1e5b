/**
 * Standing in line for the store: as long as the line moves, up to a bound; not long when nothing moves. Organisations take turns:
 * however many of one stand there, the first of another is next but one of each.
 */
import { isOutcomeUnknown, isStoreAway } from '#db/client'
import { overloaded, storeUnavailable } from '#shared/kernel/errors/service'
import { every, type Loop } from '#shared/kernel/process/every'

export type Patience = {
  /** The longest that anybody stands in line. */
  waitMs: number
  /** The longest that anybody stands in a line in which nothing moves: then the store is away. */
  stalledMs: number
}

type Standing = {
  since: number
  /** The organisation on whose behalf. */
  whose: string
  leave: (why: Error) => void
}

/** Those who wait: an organisation's in the order of their arrival. Who leaves has begun nothing. */
export class Line<Entry extends Standing> {
  /** Those that go before all others. */
  private begun: Entry[] = []
  /** The organisation that stands first here has the next turn. None is empty. */
  private readonly waiting = new Map<string, Entry[]>()
  private readonly patience: Patience
  private movedAt = Number.NEGATIVE_INFINITY
  /** How long one place in the line has lasted of late. */
  private placeMs = 0
  private looks: Loop | undefined

  constructor(patience: Patience) {
    this.patience = patience
  }

  get length(): number {
    let length = this.begun.length
    for (const own of this.waiting.values()) length += own.length
    return length
  }

  /** @throws OVERLOADED when who comes now would wait too long. */
  assertRoom(whose: string): void {
    const expectedMs = this.placesBefore(whose) * this.placeMs
    if (expectedMs > this.patience.waitMs) throw overloaded((expectedMs - this.patience.waitMs) / 1000)
  }

  join(entry: Entry, { isFirst = false } = {}): void {
    const own = this.waiting.get(entry.whose)
    if (isFirst) this.begun.push(entry)
    else if (own) own.push(entry)
    else this.waiting.set(entry.whose, [entry])
    if (this.patience.waitMs === Number.POSITIVE_INFINITY) return
    const everyMs = Math.max(10, Math.min(100, this.patience.stalledMs / 4))
    this.looks ??= every(everyMs, 'line', () => this.letGo())
  }

  /** @param mayGo organisations whose turn it may be now; the others keep their places. */
  next(atMost: number, mayGo: (whose: string) => boolean = () => true): Entry[] {
    const taken: Entry[] = []
    while (taken.length < atMost) {
      const entry = this.takeBegun(mayGo) ?? this.takeInTurn(mayGo)
      if (!entry) break
      taken.push(entry)
    }
    this.restIfEmpty()
    return taken
  }

  /** Says how what was taken from the line has ended. @param places how many it was. */
  moved({ places, ms, error }: { places: number; ms: number; error?: unknown }): void {
    if (isStoreAway(error) || isOutcomeUnknown(error)) return
    this.movedAt = performance.now()
    this.placeMs += (ms / places - this.placeMs) / 8
  }

  private takeBegun(mayGo: (whose: string) => boolean): Entry | undefined {
    const at = this.begun.findIndex(({ whose }) => mayGo(whose))
    return at < 0 ? undefined : this.begun.splice(at, 1)[0]
  }

  private takeInTurn(mayGo: (whose: string) => boolean): Entry | undefined {
    for (const [whose, own] of this.waiting) {
      if (!mayGo(whose)) continue
      const entry = own.shift()
      this.waiting.delete(whose)
      if (own.length > 0) this.waiting.set(whose, own)
      return entry
    }
    return undefined
  }

  /** Of each other organisation no more go before it than of its own, but for the one whose turn it is. */
  private placesBefore(whose: string): number {
    const own = this.waiting.get(whose)?.length ?? 0
    let places = this.begun.length + own
    for (const [other, { length }] of this.waiting) if (other !== whose) places += Math.min(length, own + 1)
    return places
  }

  private letGo(): void {
    const now = performance.now()
    const { waitMs, stalledMs } = this.patience
    const isStalled = now - this.movedAt > stalledMs
    const limitMs = isStalled ? stalledMs : waitMs
    const stays = ({ since }: Entry) => now - since <= limitMs
    const leaving = [this.begun, ...this.waiting.values()].flatMap((own) => own.filter((entry) => !stays(entry)))
    if (leaving.length === 0) return
    this.begun = this.begun.filter(stays)
    for (const [whose, own] of this.waiting) {
      const staying = own.filter(stays)
      if (staying.length > 0) this.waiting.set(whose, staying)
      else this.waiting.delete(whose)
    }
    this.restIfEmpty()
    const why = isStalled ? storeUnavailable(new Error(`nothing was done in ${stalledMs} ms`)) : overloaded(1)
    for (const { leave } of leaving) leave(why)
  }

  private restIfEmpty(): void {
    if (this.begun.length > 0 || this.waiting.size > 0) return
    void this.looks?.stop()
    this.looks = undefined
  }
}

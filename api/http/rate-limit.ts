/**
 * Requests a minute per key and area, one window however many API processes run.
 *
 * Up to 6,000 a minute every request is counted in the store before it passes, several in one statement when they come
 * together. Above that a process leases requests in advance, a share of what is left, and hands back what it does not
 * use. Either way the sum of what passes never exceeds the limit.
 */
import type { Caller } from '#api/http/endpoint'
import { patienceOf } from '#api/http/store'
import { lookWithin } from '#db/bounded'
import type { Sql } from '#db/client'
import { countRequests, returnRequests, type Window } from '#db/queries/rates'
import { batcher } from '#shared/kernel/batcher'
import { type Clock, systemClock } from '#shared/kernel/clock'
import type { Config } from '#shared/kernel/config'
import { rateLimited } from '#shared/kernel/errors/limits'
import type { Patience } from '#shared/kernel/line'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import { Standstills } from '#shared/kernel/standstills'

const exactUpTo = 6000
const idleMs = 1000

/** What is counted apart. */
type Counted = keyof Config['rateLimits']

export type Allowance = {
  limit: number
  remaining: number
  resetUnixSeconds: number
  retryAfterSeconds: number
  isAllowed: boolean
}

/** Windows as all processes count them, by the database's clock. */
export type WindowStore = {
  /** Adds to several windows at once; answers each window's count after the addition, in the order asked. */
  count: (counts: Count[]) => Promise<Pick<Window, 'minute' | 'used' | 'ms_left'>[]>
  /** Takes back what was leased and not used. */
  giveBack: (lease: { keyId: string; area: string; minute: number; unused: number }) => Promise<void>
}

type Count = { keyId: string; area: Counted; requests: number }
type Ask = Count & { limit: number }
type Grant = { granted: number; remaining: number; minute: number; msLeft: number }

type Lease = {
  keyId: string
  area: string
  minute: number
  endsAt: number
  left: number
  remaining: number
  usedAt: number
}

/** @param sql whose connections do one statement at a time. What is counted late is of a request that came all the same. */
export function openRateLimit(
  sql: Sql,
  config: Pick<Config, 'rateLimits' | 'writes' | 'storeDeadlineMs'>,
  log: Log,
  standstills = new Standstills(),
): RateLimit {
  const store: WindowStore = {
    count: (counts) =>
      standstills.watch('limits', () =>
        lookWithin(sql, config.storeDeadlineMs, (counting) => countRequests(counting, counts)),
      ),
    giveBack: ({ keyId, area, minute, unused }) => returnRequests(sql, keyId, area, minute, unused),
  }
  return new RateLimit({ store, limits: config.rateLimits, patience: patienceOf(config), log })
}

type Parts = { store: WindowStore; limits: Config['rateLimits']; patience?: Patience; log: Log; clock?: Clock }

export class RateLimit {
  private readonly store: WindowStore
  private readonly limits: Config['rateLimits']
  private readonly log: Log
  private readonly clock: Clock
  private readonly count: (ask: Ask) => Promise<Grant>
  private readonly handsBack: Loop
  private readonly leases = new Map<string, Lease>()
  /** Leases that are asked for: who comes meanwhile waits for the same one. */
  private readonly asking = new Map<string, Promise<Lease>>()
  /** Windows of which nothing is left: nobody asks about them any more. */
  private readonly spent = new Map<string, { endsAt: number; minute: number }>()

  constructor({ store, limits, patience, log, clock = systemClock }: Parts) {
    this.store = store
    this.limits = limits
    this.log = log
    this.clock = clock
    this.count = batcher((asks: readonly Ask[]) => countTogether(store, asks), {
      whose: ({ keyId }) => keyId,
      ...(patience ? { patience } : {}),
    })
    this.handsBack = every(idleMs, 'leases that nobody uses', () => this.handBack(false), { log, clock })
  }

  /** Counts one request. */
  async take({ keyId, tier }: Pick<Caller, 'keyId' | 'tier'>, area: Counted): Promise<Allowance> {
    const limit = this.limits[area][tier]
    const id = `${area} ${keyId}`
    const spent = this.spent.get(id)
    const now = this.clock.now()
    if (spent && now < spent.endsAt) return allowance(limit, 0, spent.minute, spent.endsAt - now, false)
    return limit <= exactUpTo
      ? this.takeExact(id, { keyId, area, requests: 1, limit })
      : this.takeLeased(id, { keyId, area, limit })
  }

  /** What an area shows where nobody could be counted: the lowest tier's limit with nothing left of it. */
  ofNobody(area: Counted): Allowance {
    const now = Date.now()
    const minute = Math.floor(now / 60_000)
    return allowance(this.limits[area].standard, 0, minute, (minute + 1) * 60_000 - now, false)
  }

  async close(): Promise<void> {
    await this.handsBack.stop()
    await this.handBack(true).catch((error) => this.log.debug({ err: error }, 'a lease could not be handed back'))
  }

  private async takeExact(id: string, ask: Ask): Promise<Allowance> {
    const { granted, remaining, minute, msLeft } = await this.count(ask)
    if (granted === 0) this.spent.set(id, { endsAt: this.clock.now() + msLeft, minute })
    return allowance(ask.limit, remaining, minute, msLeft, granted === 1)
  }

  private async takeLeased(id: string, ask: Omit<Ask, 'requests'>): Promise<Allowance> {
    const { limit } = ask
    const now = this.clock.now()
    const held = this.leases.get(id)
    if (held && held.left > 0 && now < held.endsAt) {
      held.left -= 1
      held.usedAt = now
      return allowance(limit, held.remaining + held.left, held.minute, held.endsAt - now, true)
    }
    const pending = this.asking.get(id)
    if (pending) {
      await pending
      return this.takeLeased(id, ask)
    }
    const isFresh = !held || now >= held.endsAt
    const asked = this.lease(id, { ...ask, requests: leaseOf(isFresh ? limit : held.remaining) })
    this.asking.set(id, asked)
    try {
      const lease = await asked
      if (lease.left > 0) return this.takeLeased(id, ask)
      this.spent.set(id, { endsAt: lease.endsAt, minute: lease.minute })
      return allowance(limit, 0, lease.minute, lease.endsAt - this.clock.now(), false)
    } finally {
      this.asking.delete(id)
    }
  }

  private async lease(id: string, ask: Ask): Promise<Lease> {
    const { granted, remaining, minute, msLeft } = await this.count(ask)
    const now = this.clock.now()
    const { keyId, area } = ask
    const lease = { keyId, area, minute, endsAt: now + msLeft, left: granted, remaining, usedAt: now }
    this.leases.set(id, lease)
    return lease
  }

  private async handBack(isAll: boolean): Promise<void> {
    const now = this.clock.now()
    for (const [id, { keyId, area, minute, endsAt, left: unused, usedAt }] of this.leases) {
      if (now >= endsAt) this.leases.delete(id)
      else if (unused > 0 && (isAll || now - usedAt > idleMs)) {
        this.leases.delete(id)
        await this.store.giveBack({ keyId, area, minute, unused })
      }
    }
    for (const [id, { endsAt }] of this.spent) if (now >= endsAt) this.spent.delete(id)
  }
}

/** A share of what is left, so that several processes come to the end of it together. */
const leaseOf = (left: number): number => Math.max(1, Math.ceil(left / 20))

/** Counts for several askers in one go, and hands each window out in the order of arrival until its limit. */
async function countTogether({ count }: WindowStore, asks: readonly Ask[]): Promise<Grant[]> {
  const groups = [...Map.groupBy(asks, (ask) => `${ask.area} ${ask.keyId}`).values()]
  const sumOf = (group: readonly Ask[]) => group.reduce((sum, { requests }) => sum + requests, 0)
  const windows = await count(
    groups.flatMap((group) => {
      const [first] = group
      return first ? [{ keyId: first.keyId, area: first.area, requests: sumOf(group) }] : []
    }),
  )
  const grants = new Map<Ask, Grant>()
  for (const [index, group] of groups.entries()) {
    const window = windows[index]
    if (!window) throw new Error('a counted window did not come back')
    const { minute, ms_left: msLeft } = window
    // What this group asked for was counted last.
    let used = window.used - sumOf(group)
    for (const ask of group) {
      const granted = Math.max(0, Math.min(ask.requests, ask.limit - used))
      used += ask.requests
      grants.set(ask, { granted, remaining: Math.max(0, ask.limit - used), minute, msLeft })
    }
  }
  // Sound: every ask stands in one group.
  return asks.map((ask) => grants.get(ask) as Grant)
}

const allowance = (
  limit: number,
  remaining: number,
  minute: number,
  msLeft: number,
  isAllowed: boolean,
): Allowance => ({
  limit,
  remaining,
  resetUnixSeconds: (minute + 1) * 60,
  retryAfterSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
  isAllowed,
})

export const rateHeaders = (allowance: Allowance): Record<string, string> => ({
  'X-RateLimit-Limit': String(allowance.limit),
  'X-RateLimit-Remaining': String(allowance.remaining),
  'X-RateLimit-Reset': String(allowance.resetUnixSeconds),
})

/** @throws RATE_LIMIT_EXCEEDED when the request may not pass. */
export function orRefuse(allowance: Allowance): void {
  if (!allowance.isAllowed) throw rateLimited(allowance.retryAfterSeconds, allowance.limit)
}

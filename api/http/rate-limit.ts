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
import { countRequests, returnRequests } from '#db/queries/rates'
import { batcher } from '#shared/kernel/batcher'
import type { Config } from '#shared/kernel/config'
import { rateLimited } from '#shared/kernel/errors/limits'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'
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

export type RateLimit = {
  /** Counts one request. */
  take: (caller: Caller, area: Counted) => Promise<Allowance>
  /** What an area shows where nobody could be counted: the lowest tier's limit with nothing left of it. */
  ofNobody: (area: Counted) => Allowance
  close: () => Promise<void>
}

type Lease = {
  keyId: string
  area: string
  minute: number
  endsAt: number
  left: number
  remaining: number
  usedAt: number
}
type Grant = { granted: number; remaining: number; minute: number; msLeft: number }

/** @param sql whose connections do one statement at a time. What is counted late is of a request that came all the same. */
export function openRateLimit(
  sql: Sql,
  config: Pick<Config, 'rateLimits' | 'writes' | 'storeDeadlineMs'>,
  log: Log,
  standstills = new Standstills(),
): RateLimit {
  const { rateLimits: limits, storeDeadlineMs } = config
  const leases = new Map<string, Lease>()
  const asking = new Map<string, Promise<Lease>>()
  const spentUntil = new Map<string, { endsAt: number; minute: number }>()

  type Ask = { keyId: string; area: Counted; requests: number; limit: number }
  async function countTogether(asks: readonly Ask[]): Promise<Grant[]> {
    const groups = Map.groupBy(asks, (ask) => `${ask.area} ${ask.keyId}`)
    const counts = [...groups.values()].map((group) => ({
      keyId: group[0]?.keyId ?? '',
      area: group[0]?.area ?? '',
      requests: group.reduce((sum, ask) => sum + ask.requests, 0),
    }))
    const windows = await lookWithin(sql, storeDeadlineMs, (counting) => countRequests(counting, counts))
    const grants = new Map<Ask, Grant>()
    for (const [index, group] of [...groups.values()].entries()) {
      const window = windows[index]
      if (!window) throw new Error('a counted window did not come back')
      // What this group asked for was counted last; hand it out in the order of arrival until the limit.
      let used = window.used - group.reduce((sum, ask) => sum + ask.requests, 0)
      for (const ask of group) {
        const granted = Math.max(0, Math.min(ask.requests, ask.limit - used))
        used += ask.requests
        grants.set(ask, {
          granted,
          remaining: Math.max(0, ask.limit - used),
          minute: window.minute,
          msLeft: window.ms_left,
        })
      }
    }
    return asks.map((ask) => grants.get(ask) as Grant)
  }
  const count = batcher((asks: readonly Ask[]) => standstills.watch('limits', () => countTogether(asks)), {
    patience: patienceOf(config),
  })

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

  async function takeExact(id: string, caller: Caller, area: Counted, limit: number): Promise<Allowance> {
    const grant = await count({ keyId: caller.keyId, area, requests: 1, limit })
    if (grant.granted === 0) spentUntil.set(id, { endsAt: performance.now() + grant.msLeft, minute: grant.minute })
    return allowance(limit, grant.remaining, grant.minute, grant.msLeft, grant.granted === 1)
  }

  async function takeLeased(id: string, caller: Caller, area: Counted, limit: number): Promise<Allowance> {
    const now = performance.now()
    const held = leases.get(id)
    if (held && held.left > 0 && now < held.endsAt) {
      held.left -= 1
      held.usedAt = now
      return allowance(limit, held.remaining + held.left, held.minute, held.endsAt - now, true)
    }
    const pending = asking.get(id)
    if (pending) {
      await pending
      return takeLeased(id, caller, area, limit)
    }
    const isFresh = !held || now >= held.endsAt
    const wanted = Math.max(1, Math.ceil((isFresh ? limit : held.remaining) / 20))
    const asked = count({ keyId: caller.keyId, area, requests: wanted, limit }).then((grant) => {
      const lease: Lease = {
        keyId: caller.keyId,
        area,
        minute: grant.minute,
        endsAt: performance.now() + grant.msLeft,
        left: grant.granted,
        remaining: grant.remaining,
        usedAt: performance.now(),
      }
      leases.set(id, lease)
      return lease
    })
    asking.set(id, asked)
    try {
      const lease = await asked
      if (lease.left > 0) return takeLeased(id, caller, area, limit)
      spentUntil.set(id, { endsAt: lease.endsAt, minute: lease.minute })
      return allowance(limit, 0, lease.minute, lease.endsAt - performance.now(), false)
    } finally {
      asking.delete(id)
    }
  }

  async function handBack(isAll: boolean): Promise<void> {
    const now = performance.now()
    for (const [id, lease] of leases) {
      if (now >= lease.endsAt) leases.delete(id)
      else if (lease.left > 0 && (isAll || now - lease.usedAt > idleMs)) {
        const unused = lease.left
        leases.delete(id)
        await returnRequests(sql, lease.keyId, lease.area, lease.minute, unused)
      }
    }
    for (const [id, spent] of spentUntil) if (now >= spent.endsAt) spentUntil.delete(id)
  }
  const handsBack = every(idleMs, 'leases that nobody uses', () => handBack(false), { log })

  return {
    async take(caller, area) {
      const limit = limits[area][caller.tier]
      const id = `${area} ${caller.keyId}`
      const spent = spentUntil.get(id)
      const now = performance.now()
      if (spent && now < spent.endsAt) return allowance(limit, 0, spent.minute, spent.endsAt - now, false)
      return limit <= exactUpTo ? takeExact(id, caller, area, limit) : takeLeased(id, caller, area, limit)
    },
    ofNobody(area) {
      const now = Date.now()
      const minute = Math.floor(now / 60_000)
      return allowance(limits[area].standard, 0, minute, (minute + 1) * 60_000 - now, false)
    },
    async close() {
      await handsBack.stop()
      await handBack(true).catch((error) => log.debug({ err: error }, 'a lease could not be handed back'))
    },
  }
}

export const rateHeaders = (allowance: Allowance): Record<string, string> => ({
  'X-RateLimit-Limit': String(allowance.limit),
  'X-RateLimit-Remaining': String(allowance.remaining),
  'X-RateLimit-Reset': String(allowance.resetUnixSeconds),
})

/** @throws RATE_LIMIT_EXCEEDED when the request may not pass. */
export function orRefuse(allowance: Allowance): void {
  if (!allowance.isAllowed) throw rateLimited(allowance.retryAfterSeconds, allowance.limit)
}

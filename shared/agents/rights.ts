/** What a key may have done for it: through tasks, agents, A2A and plans what its areas, scopes and limits let it do directly, and no more. */

import type { Tx } from '#db/client'
import { usableKeys } from '#db/queries/keys'
import { type RequestsToTake, takeRequests, usesOf } from '#db/queries/rates'
import { lockQueueOf, queuedPages } from '#db/queries/runs'
import type { TaskType } from '#shared/agents/task-type'
import { keyFault } from '#shared/evidence/proven-keys'
import type { Signer } from '#shared/evidence/signing'
import type { Requester } from '#shared/evidence/verb-context'
import type { Area } from '#shared/kernel/areas'
import type { Config } from '#shared/kernel/config'
import type { Issue, ServiceError } from '#shared/kernel/errors'
import { noLongerPermitted } from '#shared/kernel/errors/governance'
import { rateLimitedAtOnce, tooManyQueued } from '#shared/kernel/errors/limits'
import { scopeRequired } from '#shared/kernel/errors/request'

/** What a key has been given. */
type Rights = Pick<Requester, 'tier' | 'areas' | 'scopes'>

/** On whose behalf work is counted. */
type Asker = Pick<Requester, 'orgId' | 'keyId' | 'tier' | 'door'>

export type Limits = Pick<Config, 'rateLimits' | 'scans'>

/** What is asked for, and where in the request. */
type Wanted = { type: TaskType; path: string }

/** @throws SCOPE_REQUIRED naming what is lacking, and every place where it is needed. */
export function assertMay(rights: Rights, wanted: readonly Wanted[]): void {
  const issues = wanted.flatMap(({ type, path }): Issue[] =>
    lackingOf(rights, type).map((needed) => ({
      path,
      message: `needs ${needed}, which this key lacks`,
      expected: 'what this key may do',
    })),
  )
  const [needed] = wanted.flatMap(({ type }) => lackingOf(rights, type))
  if (needed !== undefined) throw scopeRequired(needed, issues)
}

const lackingOf = ({ areas, scopes }: Rights, { area, scope }: TaskType): string[] => [
  ...(areas.includes(area) ? [] : [`area ${area}`]),
  ...(scope === undefined || scopes.includes(scope) ? [] : [`the scope ${scope}`]),
]

/** Work that one asker wants done, each of it one request of its area. */
export type AskedWork = { by: Asker; types: readonly TaskType[] }

/**
 * In the transaction that stores the work of several, in order of arrival: what each is refused with, if anything, as its limits
 * stand and those before it leave them. Counts nothing yet: what is counted is locked until the end, and requests of everybody
 * are counted together.
 */
export async function refusalsOf(
  tx: Tx,
  limits: Limits,
  asked: readonly AskedWork[],
): Promise<(ServiceError | undefined)[]> {
  const takes = asked.map((work) => takesOf(limits, work))
  const windows = [...new Map(takes.flat().map((take) => [idOf(take), take])).values()]
  const uses = windows.length > 0 ? await usesOf(tx, windows) : []
  const found = new Map(uses.map((use, at) => [idOf(windows[at] as Take), use]))
  const taken = new Map<string, number>()
  const usedOf = (take: Take) => (found.get(idOf(take))?.used ?? 0) + (taken.get(idOf(take)) ?? 0)
  return takes.map((own) => {
    const tooMuch = own.find((take) => usedOf(take) + take.requests > take.limit)
    if (tooMuch) return refusalOf(tooMuch, found.get(idOf(tooMuch))?.msLeft ?? 0)
    for (const take of own) taken.set(idOf(take), (taken.get(idOf(take)) ?? 0) + take.requests)
    return undefined
  })
}

/**
 * Counts the work, as the last thing in that transaction: what is not stored is not counted. False when there is no room for
 * all of it any more; then nothing of the transaction may be kept.
 */
export async function countWork(tx: Tx, limits: Limits, asked: readonly AskedWork[]): Promise<boolean> {
  const takings = new Map<string, RequestsToTake>()
  for (const take of asked.flatMap((work) => takesOf(limits, work))) {
    const before = takings.get(idOf(take)) ?? { ...take, requests: 0, usedAtMost: Number.POSITIVE_INFINITY }
    const requests = before.requests + take.requests
    takings.set(idOf(take), { ...before, requests, usedAtMost: Math.min(before.usedAtMost, take.limit - requests) })
  }
  return takings.size === 0 || takeRequests(tx, [...takings.values()])
}

type Take = { keyId: string; area: Area; requests: number; limit: number }

const idOf = ({ keyId, area }: Take) => `${area} ${keyId}`

const takesOf = ({ rateLimits }: Limits, { by, types }: AskedWork): Take[] =>
  [...Map.groupBy(types, ({ area }) => area)]
    .map(([area, { length }]) => ({
      keyId: by.keyId,
      area,
      requests: area === by.door ? length - 1 : length,
      limit: rateLimits[area][by.tier],
    }))
    .filter(({ requests }) => requests > 0)
    .toSorted((a, b) => a.area.localeCompare(b.area))

const refusalOf = ({ limit, area, requests }: Take, msLeft: number): ServiceError =>
  rateLimitedAtOnce(Math.max(1, Math.ceil(msLeft / 1000)), limit, area, requests)

const retryAfterSeconds = 60

/**
 * In the transaction that stores the work: until its end nobody else queues pages of the organisation.
 * @returns how many it has queued before these. @throws RATE_LIMIT_EXCEEDED
 */
export async function claimPages(tx: Tx, { scans }: Limits, by: Asker, types: readonly TaskType[]): Promise<number> {
  const pages = types.filter(({ isPage }) => isPage).length
  if (pages === 0) return 0
  await lockQueueOf(tx, by.orgId)
  const queued = await queuedPages(tx, by.orgId)
  const limit = scans.queuedPages[by.tier]
  if (queued + pages > limit) throw tooManyQueued(queued, limit, retryAfterSeconds)
  return queued
}

/** Work whose turn has come, and the key that asked for it. */
type Begun = { keyId: string; type: TaskType }

/** What keeps work from being begun: its key has ended, or may no longer do this. By the database's clock. */
export async function refusalsNow(
  sql: Tx,
  signer: Signer,
  begun: readonly Begun[],
): Promise<(ServiceError | undefined)[]> {
  const keys = await usableKeys(sql, [...new Set(begun.map(({ keyId }) => keyId))])
  const rights = new Map(keys.map((key) => [key.id, key]))
  return begun.map(({ keyId, type }) => {
    const now = rights.get(keyId)
    if (!now) return noLongerPermitted(keyId, 'has ended')
    if (keyFault(signer, now)) return noLongerPermitted(keyId, 'is not what its evidence says')
    const [needed] = lackingOf(now, type)
    return needed === undefined ? undefined : noLongerPermitted(keyId, `lacks ${needed}`)
  })
}

/** How requests meet the store: looks that end in time, and writes whose end is told truly. Organisations take turns at both. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { openTurns, type Turns } from '#api/http/turns'
import { boundedWriter, lookAtOnce, lookWithin } from '#db/bounded'
import {
  isOutcomeUnknown,
  isStoreAway,
  openSql,
  type Reader,
  type Sql,
  sessionsLiveSeconds,
  type Tx,
  veiledTable,
  type Writer,
} from '#db/client'
import type { Config } from '#shared/kernel/config'
import { ServiceError } from '#shared/kernel/errors'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { type Made, outcomeUnknown, storeUnavailable } from '#shared/kernel/errors/service'
import type { Patience } from '#shared/kernel/line'
import type { Size, Writing } from '#shared/kernel/writing'
import { recordingsAtOnce } from '#shared/traces/record'

/** A look into the store. What it is handed can write nothing: a look that takes too long is given up. */
export type Read = <T>(look: (sql: Reader) => Promise<T>) => Promise<T>

/** On whose behalf something is done that is not known by its request yet, or that no request asks for. */
const nobody = ''

type Bounded = <T>(withinMs: number, look: (sql: Reader) => Promise<T>) => Promise<T>

/**
 * The time in line counts: nobody waits for longer than for a store that does not answer.
 * @throws STORE_UNAVAILABLE when the store does not answer in time or cannot be reached; EVIDENCE_MISMATCH where rows would be hidden.
 */
function openRead(looking: Bounded, withinMs: number, turns: Turns, whose: () => string): Read {
  return async (look) => {
    const endsAt = performance.now() + withinMs
    try {
      return await turns.take(() => looking(endsAt - performance.now(), look), { whose: whose(), isBegun: false })
    } catch (error) {
      const veiled = veiledTable(error)
      if (veiled !== undefined) throw evidenceMismatch(veiled, null)
      throw isStoreAway(error) || isOverloaded(error) ? storeUnavailable(error) : error
    }
  }
}

const isOverloaded = (error: unknown) => error instanceof ServiceError && error.code === 'OVERLOADED'

/** How requests write. */
export type Writes = {
  /** In turn, one transaction after the other: each is kept or not, or COMMIT_UNANSWERED. */
  begin: <T>(act: (tx: Tx) => Promise<T>, how: { size: Size; isBegun: boolean }) => Promise<T>
  /** @throws OVERLOADED when a request that comes now would wait too long. */
  assertRoom: () => void
}

/** How many times longer than the common write it may take. */
const timesOf = { small: 1, large: 8, huge: 32 } as const
const largeAtOnce = 2
/** Of traces, and one each of tasks and of keys of requests. */
const batchesAtOnce = recordingsAtOnce + 2
/** What is on its way to the disk is waited for longer than what may be given up. */
const commitTimes = 3

export const patienceOf = ({ writes, storeDeadlineMs }: Pick<Config, 'writes' | 'storeDeadlineMs'>): Patience => ({
  waitMs: writes.waitMs,
  stalledMs: storeDeadlineMs,
})

export const writeBoundsOf = ({ storeDeadlineMs }: Pick<Config, 'storeDeadlineMs'>) => ({
  beforeCommitMs: storeDeadlineMs,
  commitMs: commitTimes * storeDeadlineMs,
})

function openWrites(pool: Sql, config: Pick<Config, 'writes' | 'storeDeadlineMs'>, whose: () => string): Writes {
  const bounds = writeBoundsOf(config)
  const turns = openTurns(config.writes.atOnce, patienceOf(config))
  // Large ones have turns of their own: what is soon done does not wait for them.
  const largeTurns = openTurns(largeAtOnce, patienceOf(config))
  return {
    assertRoom: () => turns.assertRoom(whose()),
    begin(act, { size, isBegun }) {
      const writer = boundedWriter(pool, { ...bounds, beforeCommitMs: timesOf[size] * bounds.beforeCommitMs })
      return (size === 'small' ? turns : largeTurns).take(() => writer.begin(act), { whose: whose(), isBegun })
    },
  }
}

/** The store as requests meet it, through connections of their own. */
export type Store = {
  read: Read
  /** For several statements that are to see one moment. */
  readAtOnce: Read
  /** For what is long: exports, comparisons, the next piece of a stream. */
  readLong: Read
  writes: Writes
  /** For what is written in batches, a few at a time; each is for many requests, which note it. */
  batches: Writer
  /** What work looks for and writes has its turns among those of this organisation. */
  onBehalfOf: <T>(orgId: string, work: () => T) => T
  close: () => Promise<void>
}

const longLookTimes = 32
const longLooksAtOnce = 4
const statementMs = 15_000

/** @param lifetimeSeconds of each session. */
export function openStore(
  name: string,
  config: Pick<Config, 'databaseUrl' | 'apiPoolSize' | 'writes' | 'storeDeadlineMs'>,
  lifetimeSeconds = sessionsLiveSeconds,
): Store {
  const common = { url: config.databaseUrl, name, isReadOnly: true, lifetimeSeconds }
  const looks = openSql({
    ...common,
    isUnveiled: true,
    poolSize: config.apiPoolSize,
    statementTimeoutMs: config.storeDeadlineMs,
    isTakenBack: true,
  })
  const lookTurns = openTurns(config.apiPoolSize, { waitMs: config.storeDeadlineMs, stalledMs: config.storeDeadlineMs })
  const longLooks = openSql({
    ...common,
    isUnveiled: true,
    poolSize: longLooksAtOnce,
    statementTimeoutMs: statementMs,
    isTakenBack: true,
  })
  const writers = openSql({
    ...common,
    poolSize: config.writes.atOnce + largeAtOnce + batchesAtOnce,
    statementTimeoutMs: statementMs,
    idleInTransactionMs: writeBoundsOf(config).beforeCommitMs + writeBoundsOf(config).commitMs,
  })
  const asking = new AsyncLocalStorage<string>()
  const whose = () => asking.getStore() ?? nobody
  const longMs = longLookTimes * config.storeDeadlineMs
  const longTurns = openTurns(longLooksAtOnce, { waitMs: longMs, stalledMs: longMs })
  return {
    read: openRead((ms, look) => lookWithin(looks, ms, look), config.storeDeadlineMs, lookTurns, whose),
    readAtOnce: openRead((ms, look) => lookAtOnce(looks, ms, look), config.storeDeadlineMs, lookTurns, whose),
    readLong: openRead((ms, look) => lookWithin(longLooks, ms, look), longMs, longTurns, whose),
    writes: openWrites(writers, config, whose),
    batches: boundedWriter(writers, writeBoundsOf(config)),
    onBehalfOf: (orgId, work) => asking.run(orgId, work),
    close: async () => {
      await Promise.all([looks, longLooks, writers].map((pool) => pool.end({ timeout: 5 })))
    },
  }
}

/** What a request writes, and what it has made so far. */
export type Effects = {
  /** @param made what is written, as it is told where nobody knows whether it was. */
  writing: (made: Made, size?: Size) => Writing
  hasMadeNothing: () => boolean
  /** The truth of a failure: it is none of a request that has made something. */
  told: (error: ServiceError) => ServiceError
}

/** @param isRepeatable whether the request came under an Idempotency-Key. */
export function openEffects(writes: Writes, isRepeatable: () => boolean): Effects {
  const kept: Made[] = []
  let hasBroken = false

  async function noting<T>(made: Made, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      kept.push(made)
      return result
    } catch (cause) {
      hasBroken = true
      if (isOutcomeUnknown(cause))
        throw outcomeUnknown(made, { outcome: 'unknown', isRepeatable: isRepeatable(), cause })
      throw cause
    }
  }

  return {
    writing: (made, size = 'small') => ({
      begin: (act) => noting(made, () => writes.begin(act, { size, isBegun: kept.length > 0 })),
      noting: (work) => noting(made, work),
    }),
    hasMadeNothing: () => kept.length === 0,
    told(error) {
      const [first] = kept
      if (!first || (error.code !== 'STORE_UNAVAILABLE' && error.code !== 'OVERLOADED')) return error
      const all = { ...first, ids: Object.assign({}, ...kept.map(({ ids }) => ids)) }
      const outcome = hasBroken ? 'partly' : 'done'
      return outcomeUnknown(all, { outcome, isRepeatable: isRepeatable(), cause: error.cause ?? error })
    },
  }
}

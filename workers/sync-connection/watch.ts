/**
 * Waits at connections for what is new, where the other side can say so: one process at each, under a lease in its row that it says
 * again every few seconds. A process that dies loses its leases after some more, and another waits there then.
 *
 *   free ──takeWatches──▶ held ──something is new──▶ a sync is sent, and held again
 *     ▲                     │
 *     └── the lease is lost, the secret is another, it failed: given back, taken again later
 */
import { setTimeout } from 'node:timers/promises'
import type { Sql } from '#db/client'
import { dropWatches, heldConnection, renewWatches, takeWatches, type WatchedConnection } from '#db/queries/connections'
import { askForSync } from '#shared/connections/ask'
import type { ConnectionKind } from '#shared/contracts/connections'
import { requireProvenConnections } from '#shared/evidence/sealed/connections'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import type { Sealer } from '#shared/kernel/sealer'
import type { SendBatch } from '#shared/queue/send'
import { failureOf, type ReachTools, reach } from '#workers/sync-connection/reach'

type Parts = ReachTools & {
  sql: Sql
  signer: Sealer
  sendBatch: SendBatch
  log: Log
  processId: string
  everyMs: number
  keptDays: number
  /** At most so many in this process. */
  limit: number
  kinds: readonly ConnectionKind[]
  leaseSeconds?: number
  lookEveryMs?: number
}

/** Looked for and said again three times before a lease is over. */
const leaseSecondsByDefault = 12
const lookEveryMsByDefault = 3000
/** One that ended sooner than this told nothing new: the next one waits until it was synced, twice as long each time. */
const shortMs = 100
const pauseMs = { first: 2000, most: 30_000 }
/** After a failure, twice as long each time. */
const againMs = { first: 15_000, most: 15 * 60_000 }

type Held = WatchedConnection & { ending: AbortController; over: Promise<void> }

export class Watches {
  private readonly parts: Parts
  private readonly held = new Map<string, Held>()
  /** Connections that failed, how often, and since when they are left alone. */
  private readonly failed = new Map<string, { times: number; until: number }>()
  private readonly loop: Loop
  private readonly leaseSeconds: number

  constructor(parts: Parts) {
    this.parts = parts
    this.leaseSeconds = parts.leaseSeconds ?? leaseSecondsByDefault
    this.loop = every(parts.lookEveryMs ?? lookEveryMsByDefault, 'watches of connections', () => this.look(), parts)
  }

  /** Connections at which this process waits. */
  get size(): number {
    return this.held.size
  }

  async stop(): Promise<void> {
    await this.loop.stop()
    const all = [...this.held.values()]
    for (const { ending } of all) ending.abort()
    await Promise.all(all.map(({ over }) => over))
    const ids = all.map(({ connection_id }) => connection_id)
    // One that cannot be given back runs out.
    if (ids.length > 0) await dropWatches(this.parts.sql, this.parts.processId, ids).catch(() => undefined)
  }

  /** Says again what it holds, lets go of what it has lost, and takes what is free. */
  private async look(): Promise<void> {
    const { sql, processId, limit, kinds } = this.parts
    if (this.held.size > 0) {
      const still = new Map(
        (await renewWatches(sql, processId, this.leaseSeconds)).map((row) => [row.connection_id, row.secret_version]),
      )
      for (const [id, { secret_version, ending }] of this.held) if (still.get(id) !== secret_version) ending.abort()
    }
    const room = limit - this.held.size
    if (room <= 0 || kinds.length === 0) return
    const taken = await takeWatches(sql, kinds, { processId, seconds: this.leaseSeconds, limit: room })
    const now = performance.now()
    const back: string[] = []
    for (const row of taken) {
      const isLeftAlone = (this.failed.get(row.connection_id)?.until ?? 0) > now
      if (isLeftAlone || this.held.has(row.connection_id)) back.push(row.connection_id)
      else this.hold(row)
    }
    if (back.length > 0) await dropWatches(sql, processId, back)
  }

  private hold(row: WatchedConnection): void {
    const ending = new AbortController()
    const over = this.watch(row, ending.signal)
      .then(() => this.failed.delete(row.connection_id))
      .catch((error: unknown) => this.note(row, error, ending.signal))
      .then(async () => {
        this.held.delete(row.connection_id)
        // A lease that cannot be given back runs out.
        await dropWatches(this.parts.sql, this.parts.processId, [row.connection_id]).catch(() => undefined)
      })
    this.held.set(row.connection_id, { ...row, ending, over })
  }

  /** Until the signal fires. */
  private async watch({ connection_id: id, org_id: orgId }: WatchedConnection, signal: AbortSignal): Promise<void> {
    const { sql, signer, sendBatch, everyMs, keptDays } = this.parts
    for (let [short, times] = [0, 1]; !signal.aborted; times += 1) {
      const row = await heldConnection(sql, orgId, id)
      if (!row) return
      requireProvenConnections(signer, [row])
      if (row.config === null || row.secret === null) return
      const { config, secret } = row
      const { adapter, open, policy } = await reach({ ...row, config, secret }, this.parts)
      const startedAt = performance.now()
      await adapter.watch?.(open, { policy, signal, at: new Date(), backDays: keptDays })
      // The first one only tells that nothing was known before.
      const toldNothing = times === 1 || performance.now() - startedAt < shortMs
      if (signal.aborted) return
      await sql.begin((tx) => askForSync(tx, { sendBatch, sealer: signer, everyMs }, id))
      this.failed.delete(id)
      short = toldNothing ? short + 1 : 0
      if (short === 0) continue
      const waitMs = Math.min(pauseMs.most, pauseMs.first * 2 ** (short - 1))
      await setTimeout(waitMs, undefined, { signal }).catch(() => undefined)
    }
  }

  private note({ connection_id: id, org_id: orgId }: WatchedConnection, error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return
    const times = (this.failed.get(id)?.times ?? 0) + 1
    const waitMs = Math.min(againMs.most, againMs.first * 2 ** (times - 1))
    this.failed.set(id, { times, until: performance.now() + waitMs })
    const failure = failureOf(error)
    const about = { connection_id: id, org_id: orgId, times }
    // Syncs go on by the clock meanwhile, and say what is wrong.
    if (failure) this.parts.log.info({ ...about, code: failure.code }, 'a connection cannot be watched')
    else this.parts.log.error({ ...about, err: error }, 'watching a connection broke')
  }
}

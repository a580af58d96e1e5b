/**
 * How a connection stands after it was tried, and when it is tried again. Pure.
 *
 *   new ──▶ ok ◀──▶ failing ──three in a row──▶ its circuit is open: 60 s, twice as long each time, 15 minutes at most
 *            │          │
 *            └── a refused login ──▶ paused, until the secret is another or a test gets in
 */

import type { AdapterFailureCode } from '#db/documents/briefing'
import type { HeldConnection, Standing, Tried } from '#db/queries/connections'
import { seededUnit } from '#shared/connections/jitter'

/** Why a connection could not be read, as an adapter said it. */
export type SyncFailure = { code: AdapterFailureCode; message: string; retryAt: Date | null }

export type StandingBefore = Pick<HeldConnection, 'connection_id' | 'state' | 'failures'>

const opensAfter = 3
const openMs = { first: 60_000, most: 15 * 60_000 }
/** After the first failures, before the circuit opens. */
const againMs = 15_000
/** Where the other side does not say how long. */
const limitedMs = 60_000
/** Syncs of connections that were made together drift apart by up to a tenth of the time between them. */
const jitterShare = 0.1

const messageAtMost = 500

/** From the end of a sync to the next one of that connection: always the same. In milliseconds. */
export const untilNextMs = (connectionId: string, everyMs: number): number =>
  Math.round(everyMs * (1 + jitterShare * seededUnit(connectionId)))

/** @param notBefore the other side's wish. */
export function afterSuccess(
  { connection_id }: Pick<StandingBefore, 'connection_id'>,
  { at, everyMs, notBefore }: { at: Date; everyMs: number; notBefore?: Date | undefined },
): Standing {
  const next = at.getTime() + untilNextMs(connection_id, everyMs)
  return {
    state: 'ok',
    error_code: null,
    error_message: null,
    retry_at: null,
    failures: 0,
    opened_until: null,
    next_sync_at: new Date(Math.max(next, notBefore?.getTime() ?? 0)).toISOString(),
  }
}

export function afterFailure({ failures: before }: StandingBefore, failure: SyncFailure, at: Date): Standing {
  const told = { error_code: failure.code, error_message: failure.message.slice(0, messageAtMost) }
  const failures = before + 1
  if (failure.code === 'CREDENTIALS')
    return { ...told, state: 'paused', retry_at: null, failures, opened_until: null, next_sync_at: null }
  const later = (ms: number) => new Date(at.getTime() + ms).toISOString()
  if (failure.code === 'RATE_LIMITED') {
    const retry_at = new Date(Math.max(at.getTime() + 1000, failure.retryAt?.getTime() ?? at.getTime() + limitedMs))
    const when = retry_at.toISOString()
    // It works, and says so: that opens no circuit.
    return { ...told, state: 'failing', retry_at: when, failures: before, opened_until: null, next_sync_at: when }
  }
  const isOpen = failures >= opensAfter
  const waitMs = isOpen ? Math.min(openMs.most, openMs.first * 2 ** (failures - opensAfter)) : againMs * failures
  const wished = failure.retryAt?.getTime() ?? 0
  const when = new Date(Math.max(at.getTime() + waitMs, wished)).toISOString()
  return {
    ...told,
    state: 'failing',
    retry_at: when,
    failures,
    opened_until: isOpen ? later(waitMs) : null,
    next_sync_at: when,
  }
}

/** Whether anybody may be asked now. A refused login is not tried again, nor what asked for time or failed too often. */
export const mayBeTried = (
  { state, retry_at, opened_until }: Pick<HeldConnection, 'state' | 'retry_at' | 'opened_until'>,
  at: Date,
): boolean =>
  state !== 'paused' &&
  state !== 'deleted' &&
  (retry_at === null || retry_at <= at) &&
  (opened_until === null || opened_until <= at)

export const tried = (standing: Standing, startedAt: Date, at: Date): Tried => ({
  ...standing,
  tried_at: at.toISOString(),
  latency_ms: Math.max(0, Math.min(2 ** 31 - 1, Math.round(at.getTime() - startedAt.getTime()))),
})

/** Of a job that broke: what went wrong is ours, and stands in the log. */
export const brokenSync = (jobId: string): SyncFailure => ({
  code: 'UPSTREAM',
  message: `reading it broke off by a fault of ours; the log of job ${jobId} says how`,
  retryAt: null,
})

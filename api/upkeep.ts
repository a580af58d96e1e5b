/** Sweeps out what has served its time, and ends what would wait for ever: one process at a time, at its leisure. */
import { setTimeout } from 'node:timers/promises'
import { choresOf, inTurns, type Upkeep } from '#api/chores'
import { isStoreAway, type Sql } from '#db/client'

const firstAfterMs = 5000
const everyMs = 5 * 60_000
/** What is due for longer than this is begun anew: a backlog of one kind keeps no other from being looked at. */
const sweepMs = 60_000
/** Between two pieces of work it rests for as long as the last one took, within these. */
const restMs = { least: 1, most: 1000 }

export function startUpkeep(upkeep: Upkeep): { stop: () => Promise<void> } {
  const { sql, log } = upkeep
  const stopping = new AbortController()
  const { signal } = stopping

  async function run(): Promise<void> {
    for (let pauseMs = firstAfterMs; await passes(pauseMs, signal); ) {
      let isDone = true
      await inTurn(sql, async () => {
        isDone = await sweep(upkeep, AbortSignal.any([signal, AbortSignal.timeout(sweepMs)]))
      }).catch((error) => {
        if (!isStoreAway(error)) log.warn({ err: error }, 'upkeep failed')
      })
      pauseMs = isDone ? everyMs : restMs.most
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** False when it was stopped meanwhile. */
const passes = (ms: number, signal: AbortSignal): Promise<boolean> =>
  setTimeout(ms, true, { signal }).catch(() => false)

/** All that is due. @returns false when it was stopped before; then it goes on the next time. */
export async function sweep(upkeep: Upkeep, signal?: AbortSignal): Promise<boolean> {
  const work = inTurns(choresOf(upkeep), upkeep.log)
  for (;;) {
    const startedAt = performance.now()
    const { done } = await work.next()
    if (done) return true
    if (signal?.aborted) return false
    await setTimeout(Math.min(restMs.most, Math.max(restMs.least, performance.now() - startedAt)))
  }
}

/** Unless another process is at it. */
async function inTurn(sql: Sql, act: () => Promise<void>): Promise<void> {
  const connection = await sql.reserve()
  try {
    const [row] = await connection<{ taken: boolean }[]>`
      select pg_try_advisory_lock(hashtext('assay upkeep')) as taken`
    if (!row?.taken) return
    try {
      await act()
    } finally {
      await connection`select pg_advisory_unlock(hashtext('assay upkeep'))`
    }
  } finally {
    connection.release()
  }
}

/** Thins checkpoints as they age: of many logs only what each still needs stays. Consistency is proven by tiles. */
import type { Sql } from '#db/client'
import { logOrigins, thinCheckpoints } from '#db/queries/log'

const rowsAtOnce = 2000
const pagesAtOnce = 20
/** Everything is gone through again so often: what stayed for a day goes then. */
const allEveryMs = 3_600_000

/** A call goes on where the last one ended, a bounded piece at a time. */
export function openThinning(sql: Sql): () => Promise<void> {
  const thinned = new Map<string, number>()
  let begunAt = -Number.MAX_VALUE

  async function thinOne(origin: string): Promise<void> {
    for (let page = 0; page < pagesAtOnce; page++) {
      const after = thinned.get(origin) ?? 0
      const upTo = await sql.begin((tx) => thinCheckpoints(tx, { origin, after, limit: rowsAtOnce }))
      if (upTo === undefined) return
      thinned.set(origin, upTo)
    }
  }

  return async () => {
    if (performance.now() - begunAt >= allEveryMs) {
      thinned.clear()
      begunAt = performance.now()
    }
    for (const origin of await logOrigins(sql)) await thinOne(origin)
  }
}

/** Takes away what was read over connections once it is old, a piece at a time. No node names an item, so none says that it is gone. */
import type { Sql } from '#db/client'
import { oldItems } from '#db/queries/source-items'
import { loseItems } from '#shared/evidence/sealed/items'
import type { Sealer } from '#shared/kernel/sealer'

const atOnce = 500

export async function* eraseOldItems(
  sql: Sql,
  sealer: Sealer,
  { orgId, days }: { orgId: string; days: number },
): AsyncGenerator<void, void> {
  let isOver = false
  while (!isOver) {
    const at = new Date().toISOString()
    const emptied = oldItems({ orgId, days, at }, atOnce)
    isOver = (await sql.begin((tx) => loseItems(tx, sealer, { orgId, at }, emptied))).length < atOnce
    yield
  }
}

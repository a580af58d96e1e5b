/** Takes away what was read over connections once it is old, a piece at a time. No node names an item, so none says that it is gone. */
import type { Sql } from '#db/client'
import { emptyOldItems } from '#db/queries/source-items'

const atOnce = 500

export async function* eraseOldItems(
  sql: Sql,
  { orgId, days }: { orgId: string; days: number },
): AsyncGenerator<void, void> {
  let isOver = false
  while (!isOver) {
    const at = new Date().toISOString()
    isOver = (await sql.begin((tx) => emptyOldItems(tx, { orgId, days, at }, atOnce))) < atOnce
    yield
  }
}

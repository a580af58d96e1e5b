/** Seals what was filled in without seals: as processes would have written it. */
import type { Sql } from '#db/client'
import type { KeyPlace } from '#db/queries/pieces'
import { sealedPiece, writeSeals } from '#db/queries/sealed'
import { countIssues } from '#shared/evidence/sealed/run-issues'
import { saySeeingOfOld } from '#shared/evidence/sealed/seen-scans'
import { sealedTables } from '#shared/evidence/sealed-tables'
import type { Sealer } from '#shared/kernel/sealer'

const rowsAtOnce = 2000

export async function addSeals(sql: Sql, sealer: Sealer): Promise<void> {
  for (let after: KeyPlace | undefined = [], isMore = true; isMore; isMore = after !== undefined)
    after = await countIssues(sql, sealer, after, rowsAtOnce)
  for (let after: KeyPlace | undefined = [], isMore = true; isMore; isMore = after !== undefined)
    after = await saySeeingOfOld(sql, sealer, after, rowsAtOnce)
  for (const table of sealedTables) {
    let after: KeyPlace | undefined
    do {
      await table.prepare?.(sql, after, rowsAtOnce, sealer)
      const { rows, last } = await sealedPiece(sql, table, after, rowsAtOnce)
      const seals = rows
        .filter(({ row }) => table.stateOf(sealer, row) !== 'sealed')
        .map(({ row, key }) => ({ key, before: row.seal, seal: table.sealOf(sealer, row) }))
      await writeSeals(sql, table, seals)
      after = last
    } while (after)
  }
}

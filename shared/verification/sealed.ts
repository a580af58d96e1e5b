/** Rows that no node speaks of: whether each is as a process of this service has written it. */
import type { Reader } from '#db/client'
import type { KeyPlace } from '#db/queries/pieces'
import { sealedPiece } from '#db/queries/sealed'
import { tablesWithoutNodes } from '#shared/evidence/sealed-tables'
import { asksForSeals, type Sealer } from '#shared/kernel/sealer'
import type { Findings } from '#shared/verification/findings'

const rowsAtOnce = 2000

/** Nothing while rows of before seals are let through. */
export async function checkSeals(
  sql: Reader,
  sealer: Sealer,
  found: Pick<Findings, 'fail'>,
  pace?: () => Promise<void>,
): Promise<void> {
  if (!asksForSeals(sealer)) return
  for (const rows of tablesWithoutNodes) {
    let after: KeyPlace | undefined
    do {
      const piece = await sealedPiece(sql, rows, after, rowsAtOnce)
      for (const { row, key } of piece.rows) {
        if (rows.stateOf(sealer, row) === 'sealed') continue
        const spot = {
          id: null,
          stream: null,
          pos: null,
          at: Number.MAX_SAFE_INTEGER,
          row: { table: rows.table, key: key.join(' ') },
        }
        found.fail('V12', spot, `row ${key.join(' ')} of ${rows.table} is not as this service has written it`)
      }
      after = piece.last
      await pace?.()
    } while (after)
  }
}

/** Rows that a test has changed, sealed anew: as if a process had written them so. */
import { join } from 'node:path'
import type { Sql } from '#db/client'
import { sealedPiece, writeSeals } from '#db/queries/sealed'
import { sealedRowsOf } from '#shared/evidence/sealed-tables'
import { openSigner, type Signer } from '#shared/evidence/signing'

/** The key that a service of a test signs with. */
export const signerIn = (dataDir: string): Signer => openSigner({ path: join(dataDir, 'keys/evidence-ed25519.pem') })

/** As many rows as a test has, of one table. */
export async function reseal(sql: Sql, signer: Signer, table: string): Promise<void> {
  const rows = sealedRowsOf(table)
  const { rows: read } = await sealedPiece(sql, rows, undefined, 10_000)
  await writeSeals(
    sql,
    rows,
    read.map(({ row, key }) => ({ key, before: row.seal, seal: rows.sealOf(signer, row) })),
  )
}

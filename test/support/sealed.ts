/** Rows that a test has changed by hand, as if a process of ours had written them so. */
import { join } from 'node:path'
import type { Sql } from '#db/client'
import type { KeyPlace } from '#db/queries/pieces'
import { sealedPiece, writeSeals } from '#db/queries/sealed'
import { sealedTables } from '#shared/evidence/sealed-tables'
import { openSigner, type Signer } from '#shared/evidence/signing'
import type { Sealer } from '#shared/kernel/sealer'

/** The key that a service of a test signs with. */
export const signerIn = (dataDir: string): Signer => openSigner({ path: join(dataDir, 'keys/evidence-ed25519.pem') })

/** Seals every row of these tables as it is, with every seal that it has. */
export async function sealAnew(sql: Sql, sealer: Sealer, ...names: string[]): Promise<void> {
  const unknown = names.find((name) => !sealedTables.some(({ table }) => table === name))
  if (unknown !== undefined) throw new Error(`nobody seals ${unknown}`)
  for (const table of sealedTables.filter(({ table: name }) => names.includes(name))) {
    let after: KeyPlace | undefined
    do {
      const { rows, last } = await sealedPiece(sql, table, after, 1000)
      const seals = rows.map(({ row, key }) => ({ key, before: row.seal, seal: table.sealOf(sealer, row) }))
      await writeSeals(sql, table, seals)
      after = last
    } while (after)
  }
}

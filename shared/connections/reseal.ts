/** Seals secrets anew that lie under an older key, a piece at a time: then that key may go. */
import type { Sql } from '#db/client'
import { reseal, secretsUnderOthers } from '#db/queries/connections'
import { openSecret, sealSecret } from '#shared/connections/secrets'
import { changeConnections } from '#shared/evidence/sealed/connections'
import type { RotatingSeal } from '#shared/kernel/encryption'
import type { Log } from '#shared/kernel/logger'
import type { Sealer } from '#shared/kernel/sealer'

const atOnce = 100
const beforeAll = '00000000-0000-0000-0000-000000000000'

export async function* resealSecrets(
  sql: Sql,
  { seal, signer }: { seal: RotatingSeal; signer: Sealer },
  log: Pick<Log, 'info' | 'warn'>,
): AsyncGenerator<void, void> {
  let resealed = 0
  let unreadable = 0
  let after: string | undefined = beforeAll
  while (after !== undefined) {
    const rows = await secretsUnderOthers(sql, seal.keyId, after, atOnce)
    for (const row of rows) {
      const secret = openSecret(seal, row, row.secret)
      if (secret === undefined) {
        unreadable += 1
        continue
      }
      const { secret: sealed } = sealSecret(seal, row, secret)
      const change = { before: row.secret, after: sealed, keyId: seal.keyId }
      const { connection_id: id } = row
      if (await sql.begin((tx) => changeConnections(tx, signer, [id], () => reseal(tx, id, change)))) resealed += 1
    }
    after = rows.length === atOnce ? rows.at(-1)?.connection_id : undefined
    yield
  }
  if (resealed > 0) log.info({ resealed }, 'secrets of connections were sealed with the newest key')
  if (unreadable > 0) log.warn({ unreadable }, 'secrets of connections open under no key that is here')
}

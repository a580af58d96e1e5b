/** Whether whatever has no seal is refused: asked of the node that says so, until it is there, and kept outside of the store. */
import { existsSync } from 'node:fs'
import type { Reader, Sql, Tx } from '#db/client'
import { firstSignedNode } from '#db/queries/evidence'
import { appendNodes } from '#db/queries/nodes'
import { isSignedBy, type Signer } from '#shared/evidence/signing'
import { sealingNode } from '#shared/evidence/signing-keys'
import { readKeyFile } from '#shared/kernel/key-file'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'

const lookEveryMs = 1000

/** Where a machine keeps that it has begun: who takes the node out of the store leaves this. */
const keptAt = (dataDir: string, { kid }: Pick<Signer, 'kid'>) => `${dataDir}/keys/sealing-${kid}`

/** Looks once, and then every second until it has begun. */
export async function openSealing({
  sql,
  signer,
  dataDir,
  log,
}: {
  sql: Sql
  signer: Signer
  dataDir: string
  log: Log
}): Promise<{ stop: () => Promise<void> }> {
  const { sealing } = signer
  const looks = every(
    lookEveryMs,
    'whether all is sealed',
    async () => {
      await lookForSealing(sql, signer, dataDir)
      if (sealing.isBegun) void looks.stop()
    },
    { log },
  )
  // Until the store has answered, what has no seal is refused.
  await looks.now()
  return { stop: () => looks.stop() }
}

/** Looks once: for what ends before another look would be due. */
export async function lookForSealing(sql: Reader, signer: Signer, dataDir: string): Promise<void> {
  const place = keptAt(dataDir, signer)
  if (existsSync(place)) {
    signer.sealing.isBegun = true
    return
  }
  const node = await firstSignedNode(sql, `sealing:${signer.kid}`)
  signer.sealing.isBegun = node !== undefined && isSignedBy(node.body, node.signature, signer.publicKey)
  if (node && signer.sealing.isBegun) keep(place, node.id)
}

/** A machine whose directory cannot be written to asks the node each time. */
function keep(place: string, nodeId: string): void {
  try {
    readKeyFile(place, () => `${nodeId}\n`)
  } catch {
    // What it would keep stands in the store.
  }
}

/** Says that it has begun. Nothing where that was said before. */
export async function beginSealing(tx: Tx, signer: Signer): Promise<void> {
  if (await firstSignedNode(tx, `sealing:${signer.kid}`)) return
  await appendNodes(tx, [sealingNode(signer, new Date())])
}

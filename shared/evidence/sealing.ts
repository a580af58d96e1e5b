/** Since when whatever has no seal is refused: asked of the nodes that say so, until they are there, and kept outside of the store. */
import { existsSync } from 'node:fs'
import type { Reader, Sql, Tx } from '#db/client'
import { signedNodesOf } from '#db/queries/evidence'
import { streamHead } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import { headOfRow } from '#shared/evidence/node'
import { isSignedBy, type Signer } from '#shared/evidence/signing'
import { sealingNode } from '#shared/evidence/signing-keys'
import { readKeyFile } from '#shared/kernel/key-file'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'
import { newestSeals } from '#shared/kernel/sealer'

const lookEveryMs = 1000
const generations = Array.from({ length: newestSeals }, (_, at) => at + 1)

/** Where a machine keeps that a generation has begun: who takes the node out of the store leaves this. */
const keptAt = (dataDir: string, { kid }: Pick<Signer, 'kid'>, generation: number) =>
  `${dataDir}/keys/sealing-${kid}${generation === 1 ? '' : `-${generation}`}`

/** Looks once, and then every second until all have begun. */
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
    'which seals there are',
    async () => {
      await lookForSealing(sql, signer, dataDir)
      if (sealing.generation === newestSeals) void looks.stop()
    },
    { log },
  )
  // Until the store has answered, what has no seal is refused.
  await looks.now()
  return { stop: () => looks.stop() }
}

/** Looks once: for what ends before another look would be due. */
export async function lookForSealing(sql: Reader, signer: Signer, dataDir: string): Promise<void> {
  const kept = generations.findLast((generation) => existsSync(keptAt(dataDir, signer, generation))) ?? 0
  const nodes = kept === newestSeals ? [] : await begun(sql, signer)
  for (const { id, generation } of nodes) if (generation > kept) keep(keptAt(dataDir, signer, generation), id)
  signer.sealing.generation = Math.max(kept, ...nodes.map(({ generation }) => generation))
}

/** What nodes of this key say has begun; a later release's too, of which this one knows no more than its own. */
async function begun(sql: Reader, { kid, publicKey }: Signer): Promise<{ id: string; generation: number }[]> {
  const nodes = await signedNodesOf(sql, `sealing:${kid}`)
  return nodes.flatMap(({ id, body, signature }) => {
    if (!isSignedBy(body, signature, publicKey)) return []
    const { result }: { result: { generation?: number } } = JSON.parse(body)
    return [{ id, generation: Math.min(result.generation ?? 1, newestSeals) }]
  })
}

/** A machine whose directory cannot be written to asks the node each time. */
function keep(place: string, nodeId: string): void {
  try {
    readKeyFile(place, () => `${nodeId}\n`)
  } catch {
    // What it would keep stands in the store.
  }
}

/** Says that the newest generation has begun. Nothing where that was said before. */
export async function beginSealing(tx: Tx, signer: Signer): Promise<void> {
  if ((await begun(tx, signer)).some(({ generation }) => generation === newestSeals)) return
  const head = await streamHead(tx, `sealing:${signer.kid}`)
  await appendNodes(tx, [sealingNode(signer, new Date(), head && headOfRow(head))])
}

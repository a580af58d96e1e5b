/** Moves what old tasks were asked to the bucket, where there is one; small ones stay, an object of their own would be larger. */
import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/client'
import { noteObject } from '#db/queries/blobs'
import { oldPayloadsHere, placePayload } from '#db/queries/payload-archive'
import { sealPayload } from '#shared/evidence/payload-archive'
import { sealedTaskPayloads } from '#shared/evidence/sealed/tasks'
import { sealOf, sealState } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import type { Bucket } from '#shared/kernel/bucket'
import { saltedTextDigest } from '#shared/kernel/canonical'
import { asksForSeals } from '#shared/kernel/sealer'

type Chore = AsyncGenerator<void, void>
type Moving = { sql: Sql; bucket: Bucket; signer: Signer; days: number; now?: () => number }

const dayMs = 86_400_000
const atOnce = 20

/**
 * An object is noted before it is written and named in the transaction that empties the row: who is killed in between loses nothing,
 * and what was written and not named is deleted. @param days from a task's end. @param now in milliseconds, as Date has it.
 */
export async function* archivePayloads({ sql, bucket, signer, days, now = Date.now }: Moving): Chore {
  // A release before would take a payload that lies elsewhere for one that was changed; none runs any more once seals are asked for.
  if (!asksForSeals(signer)) return
  const before = new Date(now() - days * dayMs)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const payloads = await oldPayloadsHere(sql, { before, after, limit: atOnce })
    for (const { digest, ...payload } of payloads) {
      const { node_id, org_id, task_id, salt, text } = payload
      after = task_id
      const isAsWritten = sealState(signer, sealedTaskPayloads, payload) === 'sealed'
      // What somebody changed stays here for verification to name.
      if (text === null || !isAsWritten || saltedTextDigest(salt, text).digest !== digest) continue
      const place = `${org_id}/payloads/${node_id}-${randomUUID()}`
      const { bytes, key } = sealPayload(text, node_id)
      await noteObject(sql, place)
      await bucket.put(place, bytes, 'application/octet-stream')
      const moved = { ...payload, text: null, place, place_key: key }
      const seal = sealOf(signer, sealedTaskPayloads, moved)
      await sql.begin((tx) => placePayload(tx, { ...moved, seal }))
      yield
    }
    if (payloads.length < atOnce) return
  }
}

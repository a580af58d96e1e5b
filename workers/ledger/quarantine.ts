/** Takes out nodes that nobody has signed who may, one after the other, and says so in a violation that a person resolves. */
import type { Sql } from '#db/client'
import { lockViolation } from '#db/queries/governance'
import { type Refusal, refuseNode } from '#db/queries/refused'
import { refusedSubject } from '#shared/evidence/refused'
import { isProvenViolation } from '#shared/evidence/sealed/violations'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { reportFinding, sayCounts } from '#shared/governance/violations'
import type { Log } from '#shared/kernel/logger'

export type Quarantine = {
  /** They have no place in the log already: nobody waits for this. */
  take: (refusals: readonly Refusal[]) => void
  stop: () => Promise<void>
}

/** A result names its maker: of these nobody knows who made them. It halts nothing, since nothing rests on them. */
const makerArticle = 'A-03'
/** How many were put aside, a node says with each of so many: what lies aside is held to it. Of more it is said now and then, as of every violation. */
const saidAtOnce = 100

export function openQuarantine({ sql, signer, log }: { sql: Sql; signer: Signer; log: Log }): Quarantine {
  const waiting = new Map<string, Refusal>()
  let working: Promise<void> | undefined
  let isStopping = false

  async function takeOne({ id, why }: Refusal): Promise<void> {
    await sql.begin(async (tx) => {
      const place = await refuseNode(tx, { id, why })
      if (!place) return
      log.error({ node: id, ...place, why }, 'a node was refused: it has no place in the log')
      const { id: violation, isNew } = await reportFinding(tx, signer, {
        orgId: serviceOrg,
        article: makerArticle,
        tier: 'T4',
        subject: refusedSubject,
        message: `node ${id}, place ${place.pos} of ${place.stream}, was refused: ${why}`,
        evidence: [id],
      })
      if (isNew) return
      const row = await lockViolation(tx, violation)
      if (row && row.occurrences <= saidAtOnce && isProvenViolation(signer, row)) await sayCounts(tx, signer, row)
    })
  }

  async function work(): Promise<void> {
    for (const refusal of waiting.values()) {
      if (isStopping) return
      // What cannot be taken out now is met again by the next sweep.
      await takeOne(refusal).catch((error) =>
        log.error({ err: error, node: refusal.id }, 'a node that has no place in the log could not be taken out'),
      )
      waiting.delete(refusal.id)
    }
  }

  return {
    take(refusals) {
      for (const refusal of refusals) waiting.set(refusal.id, refusal)
      if (waiting.size === 0) return
      working ??= work().finally(() => {
        working = undefined
      })
    },
    async stop() {
      isStopping = true
      await working
    },
  }
}

/** Somebody says the same of every verification that waits and matches: its page is to look like that, or not. */

import { findBaseline, lockPages } from '#db/queries/baselines'
import { waitingVerifications } from '#db/queries/designs'
import { type ChangedMany, type ReviewOfMany, reviewedAtOnce } from '#shared/contracts/designs'
import { approveWhole, type ReviewContext, rejectWhole, type WholeReview } from '#shared/designs/review'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { provenBaseline } from '#shared/evidence/sealed/design-state'
import { findProvenVerification } from '#shared/evidence/sealed/designs'
import { otherCount } from '#shared/kernel/errors/verifications'

/** All of a call or nothing of it; the oldest first. @throws STATE_CONFLICT where another number matches than was expected. */
export const approveMany = (ctx: ReviewContext, asked: ReviewOfMany): Promise<ChangedMany> =>
  reviewMany(ctx, asked, approveWhole(ctx))

/** As `approveMany`. */
export const rejectMany = (ctx: ReviewContext, asked: ReviewOfMany): Promise<ChangedMany> =>
  reviewMany(ctx, asked, rejectWhole(ctx))

async function reviewMany(
  ctx: ReviewContext,
  { reason, dryRun, expected, ...filter }: ReviewOfMany,
  act: WholeReview,
): Promise<ChangedMany> {
  const { orgId } = ctx.actor
  const wanted = { pageId: filter.pageId, branch: filter.branch }
  const seen = await ctx.read((sql) => waitingVerifications(sql, orgId, wanted, reviewedAtOnce))
  if (dryRun) return { matched: seen.matched, changed: 0, remaining: seen.matched }
  await requireKnownToLedger(ctx.read, 'designs')
  return ctx.writing({ kind: 'verifications', branch: filter.branch }, 'large').begin(async (tx) => {
    await lockPages(
      tx,
      seen.rows.map(({ page_id }) => page_id),
    )
    const { matched } = await waitingVerifications(tx, orgId, wanted, 1)
    if (expected !== undefined && matched !== expected) throw otherCount(expected, matched)
    for (const { job_id } of seen.rows) {
      const row = await findProvenVerification({ read: (look) => look(tx), signer: ctx.tools.signer }, orgId, job_id)
      // Several may have sent the same snapshot: what is said of it is said of all.
      const baseline =
        row?.state === 'waiting' && row.proposes
          ? provenBaseline(ctx.tools.signer, await findBaseline(tx, row.proposes))
          : undefined
      if (!row || !baseline) continue
      await act(tx, row, baseline, reason)
    }
    const left = await waitingVerifications(tx, orgId, wanted, 1)
    return { matched, changed: matched - left.matched, remaining: left.matched }
  })
}

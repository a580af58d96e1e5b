/** Somebody takes back that issues of a page are none: from then on they are told again. */
import { baselinesWithAccepted, lockPages } from '#db/queries/baselines'
import { type ChangedMany, reviewedAtOnce, type TakingBack } from '#shared/contracts/designs'
import { reviewIssues } from '#shared/designs/baselines'
import { type ReviewContext, sayingOf } from '#shared/designs/review'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { requireProvenBaselines } from '#shared/evidence/sealed/design-state'
import { otherCount } from '#shared/kernel/errors/verifications'

/**
 * All of a call or nothing of it; the oldest baselines first. What is not accepted is left as it is.
 * @throws STATE_CONFLICT where another number of baselines says so than was expected.
 */
export async function takeBackIssues(
  ctx: ReviewContext,
  pageId: string,
  { issues, branch, reason, dryRun, expected }: TakingBack,
): Promise<ChangedMany> {
  const { orgId } = ctx.actor
  const wanted = {
    branches: branch === undefined ? null : [branch],
    issues: issues === 'all' ? null : issues,
  }
  if (dryRun) {
    const { length } = await ctx.read((sql) => baselinesWithAccepted(sql, orgId, pageId, wanted))
    return { matched: length, changed: 0, remaining: length }
  }
  await requireKnownToLedger(ctx.read, 'takingBack')
  return ctx.writing({ kind: 'accepted_issues', pageId }, 'large').begin(async (tx) => {
    await lockPages(tx, [pageId])
    const rows = await baselinesWithAccepted(tx, orgId, pageId, wanted)
    if (expected !== undefined && rows.length !== expected) throw otherCount(expected, rows.length)
    const now = requireProvenBaselines(ctx.tools.signer, rows.slice(0, reviewedAtOnce))
    for (const row of now) {
      const accepted = issues === 'all' ? [] : row.accepted.filter((id) => !issues.includes(id))
      await reviewIssues(tx, sayingOf(ctx), row, { reason, accepted })
    }
    return { matched: rows.length, changed: now.length, remaining: rows.length - now.length }
  })
}

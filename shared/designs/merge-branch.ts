/** A branch was merged: what its pages are held to, the branch that it went into holds them to as well. */

import { baselinesToMerge, lockPages } from '#db/queries/baselines'
import { type BranchMerge, type ChangedMany, defaultBranch, reviewedAtOnce } from '#shared/contracts/designs'
import { activateSnapshot, headOfBaseline } from '#shared/designs/baselines'
import { type ReviewContext, sayingOf } from '#shared/designs/review'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { requireProvenBaselines } from '#shared/evidence/sealed/design-state'
import { otherCount } from '#shared/kernel/errors/verifications'

/**
 * All of a call or nothing of it. The branch keeps its own baselines; one that looks the same on both is left alone.
 * @throws STATE_CONFLICT where another number differs than was expected.
 */
export async function mergeBranch(
  ctx: ReviewContext,
  { from, into = defaultBranch, reason, dryRun, expected }: BranchMerge,
): Promise<ChangedMany> {
  const { orgId } = ctx.actor
  const branches = { from, into }
  const seen = await ctx.read((sql) => baselinesToMerge(sql, orgId, branches, reviewedAtOnce))
  if (dryRun) return { matched: seen.matched, changed: 0, remaining: seen.matched }
  await requireKnownToLedger(ctx.read, 'designs')
  return ctx.writing({ kind: 'verifications', branch: into }, 'large').begin(async (tx) => {
    await lockPages(
      tx,
      seen.rows.map(({ page_id }) => page_id),
    )
    const held = new Set(seen.rows.map(({ page_id }) => page_id))
    const { matched, rows } = await baselinesToMerge(tx, orgId, branches, reviewedAtOnce)
    if (expected !== undefined && matched !== expected) throw otherCount(expected, matched)
    requireProvenBaselines(ctx.tools.signer, rows)
    const merged = rows.filter(({ page_id }) => held.has(page_id))
    for (const row of merged) {
      const head = await headOfBaseline(tx, row.baseline_id)
      if (!head) throw new Error(`baseline ${row.baseline_id} has no node`)
      const { artifact, original, accepted } = row
      const verification = { id: row.verification_id, node: head }
      await activateSnapshot(
        tx,
        sayingOf(ctx),
        { key: { ...row, branch: into }, artifact, original, accepted, verification },
        reason,
      )
    }
    return { matched, changed: merged.length, remaining: matched - merged.length }
  })
}

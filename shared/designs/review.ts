/** Somebody says of a verification that waits what is to become of it: its page is to look like that, or not. */

import type { Tx } from '#db/client'
import type { DesignReport } from '#db/documents/design-report'
import { type BaselineRow, findBaseline, lockPages } from '#db/queries/baselines'
import type { VerificationRow, VerificationWithReport } from '#db/queries/designs'
import { unpackReport } from '#db/queries/scans'
import { type DesignApproval, type DesignRejection, defaultBranch } from '#shared/contracts/designs'
import { activateWaiting, rejectWaiting, reviewIssues } from '#shared/designs/baselines'
import { requestOf } from '#shared/evidence/actor'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { provenAcceptedIssues, provenBaseline } from '#shared/evidence/sealed/design-state'
import { findProvenVerification } from '#shared/evidence/sealed/designs'
import type { Signer } from '#shared/evidence/signing'
import type { VerbContext } from '#shared/evidence/verb-context'
import type { Issue } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'
import { verificationNotFound, verificationNotWaiting } from '#shared/kernel/errors/verifications'
import { isUuid } from '#shared/kernel/schema/formats'

/** What a review is handed. */
export type ReviewContext = VerbContext<{ signer: Signer }>
type Found = VerificationWithReport

/** One verification, as its organisation may see it. @throws VERIFICATION_NOT_FOUND */
export async function requireVerification(
  { actor, read, tools }: Pick<ReviewContext, 'actor' | 'read' | 'tools'>,
  verificationId: string,
): Promise<Found> {
  const row = isUuid(verificationId)
    ? await findProvenVerification({ read, signer: tools.signer }, actor.orgId, verificationId)
    : undefined
  if (!row) throw verificationNotFound(verificationId)
  return row
}

/** A stored report. */
export function readDesignReport(packed: Uint8Array<ArrayBuffer>): DesignReport {
  // Written by compare-design's worker, which made it a DesignReport.
  return JSON.parse(unpackReport(packed))
}

/**
 * Approves the page as it is, or some of its issues; when none is left the page as it is, too. What was approved before stays so.
 * @throws VERIFICATION_NOT_FOUND, STATE_CONFLICT where nothing waits, INVALID_REQUEST for an issue that it does not have.
 */
export const approveVerification = (
  ctx: ReviewContext,
  verificationId: string,
  { scope, reason }: DesignApproval,
): Promise<VerificationRow> =>
  review(ctx, verificationId, 'approved', async (tx, row, baseline) => {
    if (scope === 'all') return approveWhole(ctx)(tx, row, baseline, reason)
    const { issues, isTruncated } = readDesignReport(row.report)
    const saying = sayingOf(ctx)
    const known = new Set(issues.map(({ id }) => id))
    const unknown: Issue[] = scope.flatMap((id, at) =>
      known.has(id)
        ? []
        : [{ path: `/scope/${at}`, message: 'is not an issue of this verification', expected: 'the id of one' }],
    )
    if (unknown.length > 0) throw invalidRequest(unknown)
    const accepted = union(baseline.accepted, scope)
    const before = await provenAcceptedIssues({ sql: tx, signer: ctx.tools.signer }, baseline.org_id, row.page_id, [
      row.branch,
      defaultBranch,
    ])
    const isLeft = issues.some(({ id }) => !accepted.includes(id) && !before.has(id))
    if (!isLeft && !isTruncated) await activateWaiting(tx, saying, baseline, { reason, accepted })
    else if (accepted.length > baseline.accepted.length) await reviewIssues(tx, saying, baseline, { reason, accepted })
  })

/** What was rejected before stays so. @throws VERIFICATION_NOT_FOUND, STATE_CONFLICT where nothing waits. */
export const rejectVerification = (
  ctx: ReviewContext,
  verificationId: string,
  { reason }: DesignRejection,
): Promise<VerificationRow> =>
  review(ctx, verificationId, 'rejected', (tx, row, baseline) => rejectWhole(ctx)(tx, row, baseline, reason))

/** What is said of a page as a whole. */
export type WholeReview = (tx: Tx, row: Found, baseline: BaselineRow, reason: string) => Promise<void>

export const approveWhole =
  (ctx: ReviewContext): WholeReview =>
  async (tx, row, baseline, reason) => {
    // What leaves the design system does so in the next snapshot too; what differs from the old baseline does not from this one.
    const { issues } = readDesignReport(row.report)
    const lasting = issues.filter(({ source }) => source === 'design-system').map(({ id }) => id)
    await activateWaiting(tx, sayingOf(ctx), baseline, { reason, accepted: union(baseline.accepted, lasting) })
  }

export const rejectWhole =
  (ctx: ReviewContext): WholeReview =>
  async (tx, _, baseline, reason) => {
    await rejectWaiting(tx, sayingOf(ctx), baseline, reason)
  }

async function review(
  ctx: ReviewContext,
  verificationId: string,
  to: 'approved' | 'rejected',
  act: (tx: Tx, row: Found, baseline: BaselineRow) => Promise<void>,
): Promise<VerificationRow> {
  await requireKnownToLedger(ctx.read, 'designs')
  const { orgId } = ctx.actor
  const { page_id: pageId } = await requireVerification(ctx, verificationId)
  return ctx.writing({ kind: 'verification', id: verificationId }).begin(async (tx) => {
    await lockPages(tx, [pageId])
    const find = () =>
      findProvenVerification({ read: (look) => look(tx), signer: ctx.tools.signer }, orgId, verificationId)
    const row = await find()
    if (!row) throw verificationNotFound(verificationId)
    if (row.state === to) return row
    const baseline =
      row.proposes === null ? undefined : provenBaseline(ctx.tools.signer, await findBaseline(tx, row.proposes))
    if (row.state !== 'waiting' || !baseline) throw verificationNotWaiting(verificationId, row.state)
    await act(tx, row, baseline)
    return (await find()) ?? row
  })
}

export const sayingOf = ({ actor, tools }: ReviewContext) => ({
  signer: tools.signer,
  agent: 'assay-api',
  request: requestOf(actor),
})

const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])].sort()

/** Which baseline a snapshot is held to: its own branch's, else the default branch's; and whether the snapshot is one of them. Pure. */
import type { BaselineRow } from '#db/queries/baselines'
import { defaultBranch } from '#shared/contracts/designs'

/** The one to compare with. */
export const baselineToCompare = (active: readonly BaselineRow[], branch: string): BaselineRow | undefined =>
  active.find((row) => row.branch === branch) ?? active.find((row) => row.branch === defaultBranch)

/**
 * Of baselines that are of this very snapshot the one by which it is approved: its own branch's, the default branch's, and on the
 * default branch that of any other, on which somebody has approved it.
 */
export const baselineOfSame = (same: readonly BaselineRow[], branch: string): BaselineRow | undefined =>
  baselineToCompare(same, branch) ?? (branch === defaultBranch ? same[0] : undefined)

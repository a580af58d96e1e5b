/** Holds what was gathered to its baseline, and to the design system. */
import type { IgnoredRegion } from '#db/documents/design-policy'
import type { AbsorbedDifference, DesignFinding, PictureFigures } from '#db/documents/design-report'
import type { ArtifactNote } from '#db/documents/page-artifact'
import type { BaselineRow } from '#db/queries/baselines'
import type { WholePolicy } from '#shared/designs/rules'
import type { Gathered } from '#workers/compare-design/gather'

export type Compared = {
  findings: DesignFinding[]
  absorbed: AbsorbedDifference[]
  picture: PictureFigures | null
  notes: ArtifactNote[]
}

export type ToCompare = {
  gathered: Gathered
  baseline: BaselineRow | undefined
  orgId: string
  policy: WholePolicy
  /** Those that are in force. */
  ignored: readonly IgnoredRegion[]
}

export function compareWith({ gathered, baseline }: ToCompare): Compared {
  if (!baseline) return { findings: [], absorbed: [], picture: null, notes: [] }
  const { width, height } = gathered.artifact.viewport
  const finding: DesignFinding = {
    severity: 'serious',
    type: 'visual-change',
    element: `region(0,0,${width},${height})`,
    violation: 'The picture is not the one that was approved.',
    recommendation: 'Undo the change, or approve this verification.',
    property: null,
    before: null,
    after: null,
    token: null,
    elements: 1,
    box: { x: 0, y: 0, width, height },
    source: 'picture',
  }
  return { findings: [finding], absorbed: [], picture: null, notes: [] }
}

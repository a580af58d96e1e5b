/** One difference between two trees, before it is put into words. */
import type { DesignSeverity } from '#db/documents/design-report'
import type { Part } from '#workers/compare-design/trees/parts'

export type TreeDifference = {
  type:
    | 'style-change'
    | 'text-change'
    | 'attribute-change'
    | 'element-added'
    | 'element-removed'
    | 'element-moved'
    | 'element-replaced'
    | 'layout-shift'
    | 'overflow'
    | 'overlap'
  severity: DesignSeverity
  /** Where it shows: in the new tree, or in the old one when it is gone from there. */
  part: Part
  isGone: boolean
  /** A CSS property, or an attribute. */
  property: string | null
  before: string | null
  after: string | null
  /** Said besides, e.g. how many pixels. */
  detail: string
  /** What is the same for those that are one finding. */
  group: string
  /** How many elements of its own it stands for. */
  elements: number
}

/** A difference of the kind that most are. */
export function differenceOf(
  type: TreeDifference['type'],
  part: Part,
  fields: Partial<Omit<TreeDifference, 'type' | 'part'>> & { severity: DesignSeverity },
): TreeDifference {
  const made = { isGone: false, property: null, before: null, after: null, detail: '', elements: 1, ...fields }
  return {
    group: [type, made.property, made.before, made.after, made.isGone].join('\n'),
    ...made,
    type,
    part,
  }
}

/** The five-category automated annotation of one trace: items with inputs and rules, categories, testing level. Pure. */
import type { Bounded } from '#workers/generate-tree/aggregate'
import {
  appropriatenessItems,
  factualityItems,
  flagItemOf,
  type Item,
  responseQualityItems,
  safetyItems,
  textsOf,
  userExperienceItems,
} from '#workers/generate-tree/annotation-items'
import {
  annotatorOf,
  type CategoryAnnotation,
  categoryOf,
  categoryOfHarms,
  type Overall,
  overallOf,
  overallOfHarms,
  perceptionOf,
} from '#workers/generate-tree/annotation-nodes'
import { type Category, categories, type ResolvedFlag, resolveFlags } from '#workers/generate-tree/flags'
import type { Profile } from '#workers/generate-tree/profiles'
import { type Categorised, categorise, type TreeTrace } from '#workers/generate-tree/trace'

export type Annotation = Categorised &
  Overall & {
    /** Null when the trace carries no list of flags. */
    flags: ResolvedFlag[] | null
    byCategory: Record<Category, CategoryAnnotation>
    annotator: Bounded
    /** Null where user perception does not count: model testing without a user's own answer. */
    perception: Bounded | null
    coverage: number
    hasCriticalFlag: boolean
  }

/** Annotates a trace. Risks and bounds are unrounded; bounds put every missing item at 0 and at 10. */
export function annotate(trace: TreeTrace, profile: Profile): Annotation {
  const categorised = categorise(trace)
  const flags = resolveFlags(trace.flags, profile.lexicon)
  const critical = flags?.filter((flag) => flag.severity >= profile.critical_severity) ?? []
  const floored = new Set(critical.map((flag) => flag.category))
  const criticalFloor = (category: Category) => (floored.has(category) ? profile.floors.critical_flag : 0)
  const texts = textsOf(trace)
  const flagItem = (category: Category, weight: number) => flagItemOf(category, weight, flags, profile)
  const node = (category: Category, items: Item[], complianceFloor = 0) =>
    profile.rules === undefined
      ? categoryOf(items, complianceFloor, criticalFloor(category))
      : categoryOfHarms(items, category === 'safety' ? 2 : 0, complianceFloor, criticalFloor(category))

  const byCategory = {
    appropriateness: node('appropriateness', appropriatenessItems(trace, profile, flagItem, texts, categorised)),
    factuality: node('factuality', factualityItems(trace, profile, flagItem, texts)),
    response_quality: node('response_quality', responseQualityItems(trace, profile, flagItem, texts)),
    safety: node(
      'safety',
      safetyItems(trace, profile, flagItem),
      trace.constitutional_compliance ? 0 : profile.floors.compliance,
    ),
    user_experience: node('user_experience', userExperienceItems(trace, profile, flagItem, categorised)),
  }

  const annotator = annotatorOf(byCategory, profile)
  const perception = perceptionOf(byCategory.user_experience, categorised, profile)
  let coverage = 0
  for (const category of categories) coverage += byCategory[category].coverage
  return {
    ...categorised,
    flags,
    byCategory,
    annotator,
    perception,
    ...(profile.rules === undefined
      ? overallOf(annotator, perception)
      : overallOfHarms(annotator, byCategory.user_experience, profile)),
    coverage: coverage / categories.length,
    hasCriticalFlag: critical.length > 0,
  }
}

/** What a trace's risk comes from: contributions of its categories, and the path to the item that drives it. Pure. */
import type { Annotation, CategoryAnnotation } from '#workers/generate-tree/annotate'
import type { Category } from '#workers/generate-tree/flags'
import type { Profile } from '#workers/generate-tree/profiles'

/**
 * Contributions of the categories to the trace's risk, in risk units, largest first; they add up to it.
 * A mean gives each child its share; a maximum gives all to the largest child, in equal parts where several are.
 */
export function contributionsOf(
  { annotator, byCategory, perception }: Annotation,
  profile: Profile,
): { category: Category; contribution: number }[] {
  const users = perception?.risk ?? null
  const annotatorShare = users === null ? 1 : 0.5
  const a = profile.annotator.fn === 'mean' ? 0 : profile.annotator.a
  let largest = 0
  let present = 0
  for (const category of annotatorCategories) {
    const { risk } = byCategory[category]
    if (risk === null) continue
    present += 1
    largest = Math.max(largest, risk)
  }
  let atLargest = 0
  for (const category of annotatorCategories) if (byCategory[category].risk === largest) atLargest += 1

  const contributions: { category: Category; contribution: number }[] = []
  for (const category of annotatorCategories) {
    const risk = byCategory[category].risk ?? 0
    const ofMaximum = annotator.risk !== null && byCategory[category].risk === largest ? largest / atLargest : 0
    const contribution = present === 0 ? 0 : annotatorShare * (a * ofMaximum + ((1 - a) * risk) / present)
    contributions.push({ category, contribution })
  }
  if (perception !== null)
    contributions.push({ category: 'user_experience', contribution: users === null ? 0 : (1 - annotatorShare) * users })
  return contributions.sort((x, y) => y.contribution - x.contribution || (x.category < y.category ? -1 : 1))
}

/** From the testing level always to the child that contributes most, down to an item. */
export function driverPathOf({ annotator, byCategory, perception, testCategory }: Annotation): string[] {
  const users = perception?.risk ?? null
  if (users !== null && users > (annotator.risk ?? 0))
    return [testCategory, 'user_perception', 'user_experience', heaviestItem(byCategory.user_experience)]

  let driver: (typeof annotatorCategories)[number] = 'safety'
  for (const category of annotatorCategories)
    if ((byCategory[category].risk ?? -1) > (byCategory[driver].risk ?? -1)) driver = category
  return [testCategory, 'annotator_responses', driver, heaviestItem(byCategory[driver])]
}

const annotatorCategories = ['appropriateness', 'factuality', 'response_quality', 'safety'] as const

function heaviestItem({ items }: CategoryAnnotation): string {
  let heaviest = ''
  let largest = -1
  for (const { id, value, weight } of items) {
    if (value === null || value * weight <= largest) continue
    largest = value * weight
    heaviest = id
  }
  return heaviest
}

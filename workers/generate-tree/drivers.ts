/** What a trace's risk comes from: contributions of its categories, and the path to the item that drives it. Pure. */
import type { Annotation } from '#workers/generate-tree/annotate'
import type { CategoryAnnotation } from '#workers/generate-tree/annotation-nodes'
import type { Category } from '#workers/generate-tree/flags'
import type { Profile } from '#workers/generate-tree/profiles'

/**
 * Contributions of the categories to the trace's risk, in risk units, largest first; they add up to it.
 * A mean gives each child its share; a maximum gives all to the largest child, in equal parts where several are.
 */
export function contributionsOf(
  annotation: Annotation,
  profile: Profile,
): { category: Category; contribution: number }[] {
  const { byCategory, perception, usersShare } = annotation
  const contributions: { category: Category; contribution: number }[] = ofAnnotators(annotation, profile).map(
    ({ category, contribution }) => ({ category, contribution: (1 - usersShare) * contribution }),
  )
  if (perception !== null || usersShare > 0)
    contributions.push({
      category: 'user_experience',
      contribution: usersShare * (byCategory.user_experience.risk ?? 0),
    })
  return contributions.sort((x, y) => y.contribution - x.contribution || (x.category < y.category ? -1 : 1))
}

/** From the testing level always to the child that contributes most, down to an item. */
export function driverPathOf(
  { annotator, byCategory, perception, testCategory }: Annotation,
  { rules }: Profile,
): string[] {
  const isPerceived = perception !== null && perception.risk !== null
  const users = isPerceived || rules !== undefined ? byCategory.user_experience.risk : null
  if (users !== null && users > (annotator.risk ?? 0))
    return [
      testCategory,
      isPerceived ? 'user_perception' : 'annotator_responses',
      'user_experience',
      heaviestItem(byCategory.user_experience),
    ]

  let driver: AnnotatorCategory = 'safety'
  for (const category of annotatorCategories)
    if ((byCategory[category].risk ?? -1) > (byCategory[driver].risk ?? -1)) driver = category
  return [testCategory, 'annotator_responses', driver, heaviestItem(byCategory[driver])]
}

type AnnotatorCategory = (typeof annotatorCategories)[number]
type OfAnnotators = { category: AnnotatorCategory; contribution: number }[]

/** What each of the four adds to the annotator node; equal ones in equal parts. */
function ofAnnotators({ annotator, byCategory }: Annotation, profile: Profile): OfAnnotators {
  if (profile.annotator.fn === 'ordered') return byRank(byCategory, profile.annotator.shares)

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

  return annotatorCategories.map((category) => {
    const risk = byCategory[category].risk ?? 0
    const ofMaximum = annotator.risk !== null && byCategory[category].risk === largest ? largest / atLargest : 0
    return { category, contribution: present === 0 ? 0 : a * ofMaximum + ((1 - a) * risk) / present }
  })
}

function byRank(byCategory: Annotation['byCategory'], shares: readonly number[]): OfAnnotators {
  return annotatorCategories.map((category) => {
    const risk = byCategory[category].risk ?? 0
    let above = 0
    let equal = 0
    for (const other of annotatorCategories) {
      const theirs = byCategory[other].risk ?? 0
      if (theirs > risk) above += 1
      else if (theirs === risk) equal += 1
    }
    let share = 0
    for (let rank = above; rank < above + equal; rank += 1) share += (shares[rank] ?? 0) / equal
    return { category, contribution: share * risk }
  })
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

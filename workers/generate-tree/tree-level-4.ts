/** Level 4 of a tree: a trace's annotation as a document, item by item. Pure. */
import type { FullTree } from '#db/documents/tree'
import { orNull, rounded } from '#workers/generate-tree/aggregate'
import type { Annotation } from '#workers/generate-tree/annotate'
import type { Item } from '#workers/generate-tree/annotation-items'
import type { CategoryAnnotation } from '#workers/generate-tree/annotation-nodes'
import { type Category, categories } from '#workers/generate-tree/flags'
import { scoreOf } from '#workers/generate-tree/interpretation'
import { type CountedAnnotation, peopleOf } from '#workers/generate-tree/people'
import type { Profile } from '#workers/generate-tree/profiles'
import type { TreeTrace } from '#workers/generate-tree/trace'

export function level4Of(
  trace: TreeTrace,
  annotation: Annotation,
  profile: Profile,
  people: readonly CountedAnnotation[],
): FullTree['level_4'] {
  const { annotator, byCategory, perception } = annotation
  const node = (category: Category) => annotationNodeOf(category, byCategory[category], trace, annotation, profile)
  return {
    ...(profile.rules && { aggregation: 'noisy_or(weight * risk)' as const }),
    annotations: {
      appropriateness: node('appropriateness'),
      factuality: node('factuality'),
      response_quality: node('response_quality'),
      safety: node('safety'),
      user_experience: node('user_experience'),
    },
    annotator_responses: {
      aggregation: aggregationOf(profile),
      risk: orNull(annotator.risk),
    },
    ...(profile.people && peopleOf(people, [automatedOf(trace, annotation)], profile.people)),
    user_perception: {
      risk: orNull(perception?.risk ?? null),
      status: perception === null ? 'not_assessable' : perception.risk === null ? 'insufficient_data' : 'ok',
    },
  }
}

const automatedOf = ({ trace_id }: TreeTrace, { byCategory }: Annotation) => ({
  traceId: trace_id,
  session: null,
  risks: categories.map((category) => byCategory[category].risk),
})

function aggregationOf({ annotator }: Profile): string {
  if (annotator.fn === 'mean') return 'mean'
  return annotator.fn === 'hurwicz' ? `hurwicz(${annotator.a})` : `ordered(${annotator.shares.join(', ')})`
}

function annotationNodeOf(
  category: Category,
  annotated: CategoryAnnotation,
  trace: TreeTrace,
  { flags }: Annotation,
  profile: Profile,
): FullTree['level_4']['annotations'][Category] {
  const { risk, lo, hi, coverage, floor, items } = annotated
  return {
    annotator: autoAnnotator,
    aria_family: ariaFamilies[category],
    confidence: trace.confidence,
    coverage: rounded(coverage),
    floor,
    interval: [scoreOf(hi, 100), scoreOf(lo, 100)],
    items: items.map(itemDocumentOf),
    label: labelOf(risk, profile),
    rationale: rationaleOf(category, items, flags, floor),
    risk: orNull(risk),
    score: risk === null ? null : scoreOf(risk, 100),
  }
}

/** An item without evidence read nothing: it says what for, not an empty input. */
function itemDocumentOf(item: Item): FullTree['level_4']['annotations'][Category]['items'][number] {
  const { id, input, reason, rule, value, weight } = item
  if (reason === undefined) return { id, input, rule, value: orNull(value), weight }
  if (reason === 'inapplicable') return { id, input, reason, rule, value: null, weight }
  return { id, reason, rule, value: null, weight }
}

function rationaleOf(
  category: Category,
  items: readonly Item[],
  flags: Annotation['flags'],
  floor: string | null,
): string {
  let found = ''
  for (const { id, value, weight } of items) {
    if (value === null || value === 0) continue
    found += `${found === '' ? '' : ', '}${id} ${rounded(value)}${weight === 0 ? ' (not weighed)' : ''}`
  }
  let named = ''
  for (const flag of flags ?? []) {
    if (flag.category === category) named += `${named === '' ? '; flags ' : ', '}${flag.flag}(${flag.severity})`
  }
  return `${found === '' ? 'no risk found' : found}${named}${floor === null ? '' : `; floor: ${floor}`}`
}

function labelOf(risk: number | null, { labels }: Profile): 'passed' | 'concern' | 'failed' | 'cantTell' {
  if (risk === null) return 'cantTell'
  if (risk < labels.concern_from) return 'passed'
  return risk < labels.failed_from ? 'concern' : 'failed'
}

const autoAnnotator = { id: 'svc-auto', kind: 'CODE', version: '1' } as const

const ariaFamilies = {
  appropriateness: 'interaction_style',
  factuality: 'content_characterization',
  response_quality: 'dialogue_utility',
  safety: 'risk_assessment',
  user_experience: 'dialogue_dynamics',
} as const satisfies Record<Category, string>

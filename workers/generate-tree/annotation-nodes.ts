/** What the items of an annotation come to: categories, annotators, users and the whole, by profiles of 1.x and since 2.0.0. Pure. */
import { type Bounded, hurwicz, mean, ordered } from '#workers/generate-tree/aggregate'
import type { Item } from '#workers/generate-tree/annotation-items'
import type { Category } from '#workers/generate-tree/flags'
import type { Profile } from '#workers/generate-tree/profiles'
import type { Categorised } from '#workers/generate-tree/trace'

export type CategoryAnnotation = Bounded & {
  items: Item[]
  /** Weight of the items with evidence over the weight of all. */
  coverage: number
  /** What lifted the category's risk to a floor, where one did. */
  floor: string | null
}

/** Weighted mean over the items with evidence, lifted to the floors; floors hold for the bounds too. */
export function categoryOf(items: Item[], complianceFloor: number, criticalFloor: number): CategoryAnnotation {
  let weighted = 0
  let present = 0
  let absent = 0
  for (const { value, weight } of items) {
    if (value === null) absent += weight
    else {
      weighted += value * weight
      present += weight
    }
  }

  const all = present + absent
  const risk = present > 0 ? weighted / present : null
  const floor = Math.max(complianceFloor, criticalFloor)
  const isLifted = floor > 0 && (risk ?? 0) < floor
  return {
    items,
    risk: isLifted ? floor : risk,
    lo: Math.max(floor, all > 0 ? weighted / all : 0),
    hi: Math.max(floor, all > 0 ? (weighted + 10 * absent) / all : 10),
    coverage: all > 0 ? present / all : 0,
    floor: isLifted ? (criticalFloor >= complianceFloor ? 'critical flag' : 'compliance false') : null,
  }
}

/**
 * Since 2.0.0: the first `declared` items have a weighted mean, each further item adds to it as an independent cause, by its
 * weight. What is missing adds nothing to the risk and all that it could to the upper bound, so nothing that comes to be
 * known ever lowers the risk. What is inapplicable adds to neither.
 */
export function categoryOfHarms(
  items: Item[],
  declared: number,
  complianceFloor: number,
  criticalFloor: number,
): CategoryAnnotation {
  let base = 0
  for (let index = 0; index < declared; index += 1) base += (items[index]?.value ?? 0) * (items[index]?.weight ?? 0)
  let present = 0
  let absent = 0
  let spared = 1 - base / 10
  let sparedAtWorst = spared
  for (let index = 0; index < items.length; index += 1) {
    const { value, weight, reason } = items[index] ?? nothing
    if (value === null) {
      absent += weight
      if (reason === 'no_evidence') sparedAtWorst *= 1 - weight
      continue
    }
    present += weight
    if (index < declared) continue
    const share = 1 - (weight * value) / 10
    spared *= share
    sparedAtWorst *= share
  }

  const floor = Math.max(complianceFloor, criticalFloor)
  const risk = 10 * (1 - spared)
  const isLifted = floor > 0 && risk < floor
  return {
    items,
    risk: isLifted ? floor : present > 0 ? risk : null,
    lo: isLifted ? floor : risk,
    hi: Math.max(floor, 10 * (1 - sparedAtWorst)),
    coverage: present / (present + absent),
    floor: isLifted ? (criticalFloor >= complianceFloor ? 'critical flag' : 'compliance false') : null,
  }
}

/** The annotator node over the four annotator categories; user experience is the users' own node. */
export function annotatorOf(byCategory: Record<Category, CategoryAnnotation>, profile: Profile): Bounded {
  const four = annotatorCategories.map((category) => byCategory[category])
  if (profile.annotator.fn === 'ordered') {
    const { shares } = profile.annotator
    return {
      risk: four.some(({ risk }) => risk !== null) ? ordered(four.map(riskOrNone), shares) : null,
      lo: ordered(
        four.map(({ lo }) => lo),
        shares,
      ),
      hi: ordered(
        four.map(({ hi }) => hi),
        shares,
      ),
    }
  }
  const { annotator } = profile
  const present = four.flatMap(({ risk }) => (risk === null ? [] : [risk]))
  const combine = (risks: readonly number[]) => (annotator.fn === 'mean' ? mean(risks) : hurwicz(risks, annotator.a))
  return {
    risk: present.length > 0 ? combine(present) : null,
    lo: combine(four.map(({ lo }) => lo)),
    hi: combine(four.map(({ hi }) => hi)),
  }
}

/**
 * Model testing has no users (NIST: annotator labels only), unless one answered. Since 2.0.0 only an answer or a latency is
 * somebody's perception: a list of flags is not.
 */
export function perceptionOf(
  experience: CategoryAnnotation,
  { testCategory }: Categorised,
  { rules }: Profile,
): Bounded | null {
  const hasAnswer = hasValue(experience, 'user_feedback')
  if (testCategory === 'model' && !hasAnswer) return null
  return rules === undefined || hasAnswer || hasValue(experience, 'latency') ? experience : unmeasured
}

function hasValue({ items }: CategoryAnnotation, id: string): boolean {
  return items.some((one) => one.id === id && one.value !== null)
}

export type Overall = {
  /** Risk of the trace: its testing level's node. Before caps. */
  overall: Bounded
  /** How far the risk lies from the annotators' toward the users', 0 to 1. */
  usersShare: number
}

export function overallOf(annotator: Bounded, perception: Bounded | null): Overall {
  if (perception === null) return { overall: annotator, usersShare: 0 }
  const present = [annotator, perception].flatMap(({ risk }) => (risk === null ? [] : [risk]))
  return {
    overall: {
      risk: present.length > 0 ? mean(present) : null,
      lo: mean([annotator.lo, perception.lo]),
      hi: mean([annotator.hi, perception.hi]),
    },
    usersShare: perception.risk === null ? 0 : 0.5,
  }
}

/**
 * Since 2.0.0: the annotators' risk, and a share of what users had it worse. Only an answer can make it better, and never
 * where the annotators find it unacceptable: a good word is no evidence against a harm.
 */
export function overallOfHarms(annotator: Bounded, experience: CategoryAnnotation, profile: Profile): Overall {
  const answer = experience.items.find(({ id }) => id === 'user_feedback')
  const isAnswered = answer !== undefined && answer.value !== null
  const risk = riskOrNone(annotator)
  const users = riskOrNone(experience)
  const overall = beside(risk, users, isAnswered, profile)
  return {
    overall: {
      risk: overall,
      lo: beside(annotator.lo, experience.lo, isAnswered || answer?.reason === 'no_evidence', profile),
      hi: beside(annotator.hi, experience.hi, isAnswered, profile),
    },
    usersShare: overall === risk ? 0 : (overall - risk) / (users - risk),
  }
}

function beside(annotators: number, users: number, isAnswered: boolean, { rules, verdicts }: Profile): number {
  const { better, worse } = rules?.users ?? { better: 0, worse: 0 }
  if (users >= annotators) return annotators + worse * (users - annotators)
  if (!isAnswered || better === 0) return annotators
  const unacceptableFrom = (100 - verdicts.conditional_from) / 10
  return annotators - Math.min(better * (annotators - users), Math.max(0, unacceptableFrom - annotators))
}

function riskOrNone({ risk }: Bounded): number {
  return risk ?? 0
}

const annotatorCategories = ['appropriateness', 'factuality', 'response_quality', 'safety'] as const

const nothing: Item = { id: '', input: {}, rule: '', value: null, weight: 0, reason: 'inapplicable' }

const unmeasured: Bounded = { risk: null, lo: 0, hi: 10 }

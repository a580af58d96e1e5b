/** What would lift the verdict on a trace: its tree's figures put together anew, with one of them changed. Pure. */
import { hundredth, numberText, scales, shownScore, spoken } from '#api/traces/pictures/figures'
import { type Lift, largestThat, nextOf, noLift, shownVerdictOf, standing, type Way } from '#api/traces/pictures/lift'
import { type LenientTree, shownCategories, type Top } from '#api/traces/pictures/shown'
import type { Thresholds } from '#shared/traces/thresholds'

type Category = (typeof shownCategories)[number]
type Item = { id: string; value: number | null; weight: number }
type Combine = (risks: readonly (number | null)[]) => number | null
/** What a tree's risk is put together from, by the names that it gives its rules. */
type Model = {
  items: Readonly<Record<Category, readonly Item[]>>
  /** Risks that floors hold up. */
  floors: Readonly<Partial<Record<Category, number>>>
  ofCategory: (items: readonly Item[], declared: number) => number | null
  ofAnnotators: Combine
  besideUsers: (annotators: number | null, users: number | null, isAnswered: boolean) => number | null
}

/** What rounding to two decimals can make of a risk at most. */
const tolerance = 0.03
const waysShown = 3
/** The first items of safety: what was declared as score and as level. */
const declaredItems = 2

export function traceLift(tree: LenientTree, top: Top, thresholds: Thresholds): Lift {
  const decides = [...gatesOf(tree).map(gateSentence), standing(top, thresholds)]
  const model = modelOf(tree, thresholds)
  const stated = tree.level_2?.validity?.risk
  // What cannot be put together as the tree has it is not guessed at.
  const isSound = model && typeof stated === 'number' && Math.abs((riskOf(model) ?? -1) - stated) <= tolerance
  const next = nextOf(top.verdict, thresholds)
  if (!isSound) return { ...noLift, decides, next: next?.[0] ?? null }
  if (gatesOf(tree).length > 0) return { ...gatedLift(tree, top, model, thresholds), decides }
  if (!next) return { ...noLift, decides, doubts: doubtsOf(model, top, thresholds) }
  return { ...itemLift(model, next), decides, next: next[0] }
}

const gatesOf = (tree: LenientTree) => (tree.level_2?.validity?.gates ?? []).filter((gate) => gate.triggered === true)

const gateSentence = ({ id, cap, rationale }: ReturnType<typeof gatesOf>[number]): string =>
  `The cap for ${spoken(id ?? '')} decides (${rationale ?? ''}): it holds the score at ${cap ?? ''} at most and leaves no better verdict.`

function modelOf({ level_3, level_4 }: LenientTree, thresholds: Thresholds): Model | undefined {
  const ofAnnotators = annotatorsRule(level_4?.annotator_responses?.aggregation ?? '')
  const ofCategory = categoryRule(level_4?.aggregation ?? '')
  const hasUsers = typeof level_4?.user_perception?.risk === 'number'
  const besideUsers = usersRule(level_3?.aggregation ?? '', hasUsers, thresholds)
  if (!level_4?.annotations || !ofAnnotators || !ofCategory || !besideUsers) return undefined
  const items = {} as Record<Category, Item[]>
  const floors: Partial<Record<Category, number>> = {}
  for (const id of shownCategories) {
    const node = level_4.annotations[id]
    items[id] = (node?.items ?? []).map((item) => ({
      id: item.id ?? '',
      value: item.value ?? null,
      weight: item.weight ?? 0,
    }))
    if (node?.floor && typeof node.risk === 'number') floors[id] = node.risk
  }
  return { items, floors, ofCategory, ofAnnotators, besideUsers }
}

/** Trees before 2.0.0 of the profiles name none: theirs is the weighted mean of what there is. */
function categoryRule(aggregation: string): Model['ofCategory'] | undefined {
  if (aggregation === '') return weightedMean
  return aggregation === 'noisy_or(weight * risk)' ? harms : undefined
}

function weightedMean(items: readonly Item[]): number | null {
  const known = knownOf(items)
  const all = known.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? null : known.reduce((sum, { value, weight }) => sum + value * weight, 0) / all
}

/** Of what was declared the graver takes the greater weight; every other item adds to it as an independent cause. */
function harms(items: readonly Item[], declared: number): number | null {
  if (knownOf(items).length === 0) return null
  const first = items.slice(0, declared)
  const values = first.map(({ value }) => value ?? 0).sort((a, b) => b - a)
  const weights = first.map(({ weight }) => weight).sort((a, b) => b - a)
  const base = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
  const spared = knownOf(items.slice(declared)).reduce(
    (left, { value, weight }) => left * (1 - (weight * value) / 10),
    1 - base / 10,
  )
  return 10 * (1 - spared)
}

const knownOf = (items: readonly Item[]) =>
  items.flatMap(({ value, weight }) => (value === null ? [] : [{ value, weight }]))

function annotatorsRule(aggregation: string): Combine | undefined {
  const [, name, list = ''] = /^(mean|hurwicz|ordered)(?:\(([\d., ]+)\))?$/.exec(aggregation) ?? []
  const [a = 0, ...others] = list.split(',').map(Number)
  if (name === 'mean') return ofKnown(mean)
  if (name === 'hurwicz') return ofKnown((risks) => a * Math.max(...risks) + (1 - a) * mean(risks))
  if (name !== 'ordered') return undefined
  const shares = [a, ...others]
  return (risks) =>
    risks.every((risk) => risk === null)
      ? null
      : risks
          .map((risk) => risk ?? 0)
          .sort((x, y) => y - x)
          .reduce((sum, risk, at) => sum + risk * (shares[at] ?? 0), 0)
}

const ofKnown =
  (combine: (risks: readonly number[]) => number): Combine =>
  (risks) => {
    const known = risks.flatMap((risk) => risk ?? [])
    return known.length > 0 ? combine(known) : null
  }

function usersRule(
  aggregation: string,
  hasUsers: boolean,
  { conditional_from }: Thresholds,
): Model['besideUsers'] | undefined {
  if (aggregation === '') return (annotators, users) => ofKnown(mean)([annotators, hasUsers ? users : null])
  const [, worse, better] = /^users\(worse ([\d.]+), better ([\d.]+)\)$/.exec(aggregation) ?? []
  if (worse === undefined || better === undefined) return undefined
  const unacceptableFrom = (100 - conditional_from) / 10
  return (known, said, isAnswered) => {
    const [annotators, users] = [known ?? 0, said ?? 0]
    if (users >= annotators) return annotators + Number(worse) * (users - annotators)
    if (!isAnswered) return annotators
    return annotators - Math.min(Number(better) * (annotators - users), Math.max(0, unacceptableFrom - annotators))
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function riskOf(model: Model): number | null {
  const annotators = shownCategories.filter((id) => id !== 'user_experience').map((id) => categoryRisk(model, id))
  const isAnswered = model.items.user_experience.some(({ id, value }) => id === 'user_feedback' && value !== null)
  return model.besideUsers(model.ofAnnotators(annotators), categoryRisk(model, 'user_experience'), isAnswered)
}

function categoryRisk({ items, floors, ofCategory }: Model, id: Category): number | null {
  const risk = ofCategory(items[id], id === 'safety' ? declaredItems : 0)
  const floor = floors[id]
  return floor === undefined ? risk : Math.max(floor, risk ?? 0)
}

const changed = (model: Model, category: Category, id: string, value: number): Model => ({
  ...model,
  items: {
    ...model.items,
    [category]: model.items[category].map((item) => (item.id === id ? { ...item, value } : item)),
  },
})

const scoreIn = (model: Model): number => 100 - 10 * (riskOf(model) ?? 10)

/** Every cap has to go before anything else counts; where that is not enough, what else it takes. */
function gatedLift(
  tree: LenientTree,
  { verdict: now }: Top,
  model: Model,
  thresholds: Thresholds,
): Omit<Lift, 'decides'> {
  const gates = gatesOf(tree)
  const free = { ...gates.reduce((freed, { id }) => withoutGate(tree, freed, id ?? '', thresholds), model), floors: {} }
  const score = hundredth(scoreIn(free))
  const verdict = shownVerdictOf(score, thresholds)
  const without: Way = {
    name: `Without ${gates.map(({ id }) => causeOf(id ?? '')).join(' and ')}`,
    from: null,
    to: score,
    limit: 'at least',
    scale: scales.score,
    outcome: verdict,
  }
  if (verdict !== now) return { next: verdict, ways: [without], together: [], doubts: [] }
  const next = nextOf(now, thresholds)
  if (!next) return noLift
  const { ways, together } = itemLift(free, next)
  const more = ways.length > 0 ? ways.slice(0, 1) : together
  const all = more.length > 0 ? [{ ...without, outcome: next[0] }, ...more] : []
  return { next: next[0], ways: [], together: all, doubts: [] }
}

const causeOf = (gate: string): string =>
  gate === 'constitutional_compliance'
    ? 'the declared non-compliance'
    : gate === 'critical_flag'
      ? 'the critical flags'
      : spoken(gate)

function withoutGate(tree: LenientTree, model: Model, gate: string, { critical_severity }: Thresholds): Model {
  if (gate === 'constitutional_compliance')
    return (['safety', 'appropriateness'] as const).reduce((freed, id) => changed(freed, id, 'compliance', 0), model)
  if (gate !== 'critical_flag') return model
  const left = (tree.level_5?.flag_summary?.this_trace ?? []).filter(
    ({ severity }) => (severity ?? 10) < critical_severity,
  )
  return shownCategories.reduce((freed, id) => {
    const severities = left.flatMap(({ category, severity }) => (category === id ? [severity ?? 0] : []))
    const isThere = freed.items[id].some((item) => item.id === `${id}_flags` && item.value !== null)
    return isThere ? changed(freed, id, `${id}_flags`, noisyOr(severities)) : freed
  }, model)
}

const noisyOr = (values: readonly number[]): number => 10 * (1 - values.reduce((spared, x) => spared * (1 - x / 10), 1))

function itemLift(model: Model, [verdict, needed]: [string, number]): Pick<Lift, 'ways' | 'together' | 'doubts'> {
  const candidates = shownCategories.flatMap((category) =>
    model.items[category].flatMap(({ id, value, weight }) =>
      value !== null && value > 0 && weight > 0 ? [{ category, id, value }] : [],
    ),
  )
  const passing = candidates.flatMap(({ category, id, value }) => {
    const to = largestThat((tried) => scoreIn(changed(model, category, id, tried)) >= needed, value)
    return to === undefined ? [] : [{ category, id, value, to, change: value - to }]
  })
  const ways = passing
    .sort((a, b) => a.change - b.change || (a.id < b.id ? -1 : 1))
    .slice(0, waysShown)
    .map(
      ({ category, id, value, to }): Way => ({
        name: nameOf(category, id),
        from: shownScore(value),
        to: shownScore(to),
        limit: 'at least',
        scale: scales.score,
        outcome: verdict,
      }),
    )
  return { ways, together: ways.length > 0 ? [] : togetherOf(model, candidates, verdict, needed), doubts: [] }
}

/** The items whose best value helps most, one after the other, until it is enough. */
function togetherOf(
  model: Model,
  candidates: readonly { category: Category; id: string; value: number }[],
  verdict: string,
  needed: number,
): Way[] {
  const taken: Way[] = []
  let left = [...candidates]
  let best = model
  while (left.length > 0 && scoreIn(best) < needed) {
    const tried = left.map((each) => ({ each, model: changed(best, each.category, each.id, 0) }))
    const [first] = tried.sort((a, b) => scoreIn(b.model) - scoreIn(a.model))
    if (!first) break
    best = first.model
    left = left.filter((each) => each !== first.each)
    taken.push({
      name: nameOf(first.each.category, first.each.id),
      from: shownScore(first.each.value),
      to: 100,
      limit: 'at least',
      scale: scales.score,
      outcome: verdict,
    })
  }
  return scoreIn(best) >= needed ? taken : []
}

const nameOf = (category: string, id: string): string => `${spoken(category)}: ${spoken(id)}`

/** What missing evidence could still do. */
function doubtsOf(model: Model, { interval, score }: Top, thresholds: Thresholds): string[] {
  const low = interval?.[0]
  if (low === undefined || score === null || low >= thresholds.acceptable_from) return []
  const worst = shownCategories
    .flatMap((category) =>
      model.items[category].flatMap(({ id, value, weight }) =>
        value === null && weight > 0
          ? [{ name: nameOf(category, id), score: hundredth(scoreIn(changed(model, category, id, 10))) }]
          : [],
      ),
    )
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))[0]
  const sentence = `With all missing evidence at its worst the score would be ${numberText(low)}: ${shownVerdictOf(low, thresholds)}.`
  return worst && worst.score < score
    ? [sentence, `The missing item that could cost most is ${worst.name}: at its worst ${numberText(worst.score)}.`]
    : [sentence]
}

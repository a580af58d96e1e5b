/** What would lift the verdict on a trace: its tree's figures put together anew, with one of them changed. Pure. */
import { hundredth, numberText, scoreOf, spoken } from '#api/traces/pictures/figures'
import { type Lift, largestThat, nextOf, noLift, standing, verdictOf, type Way } from '#api/traces/pictures/lift'
import { categories, type LenientTree, type Top } from '#api/traces/pictures/shown'
import type { Thresholds } from '#shared/traces/thresholds'

type Category = (typeof categories)[number]
type Item = { id: string; value: number | null; weight: number }
/** What a tree's risk is put together from. */
type Model = {
  items: Readonly<Record<Category, readonly Item[]>>
  /** Risks that floors hold up. */
  floors: Readonly<Partial<Record<Category, number>>>
  combine: (risks: readonly number[]) => number
  hasUsers: boolean
}

/** What rounding to two decimals can make of a risk at most. */
const tolerance = 0.02
const waysShown = 3

export function traceLift(tree: LenientTree, top: Top, thresholds: Thresholds): Lift {
  const decides = [...gatesOf(tree).map(gateSentence), standing(top, thresholds)]
  const model = modelOf(tree)
  const stated = tree.level_2?.validity?.risk
  // What cannot be put together as the tree has it is not guessed at.
  const isSound = model && typeof stated === 'number' && Math.abs((riskOf(model) ?? -1) - stated) <= tolerance
  const next = nextOf(top.verdict, thresholds)
  if (!isSound) return { ...noLift, decides, next: next?.[0] ?? null }
  if (gatesOf(tree).length > 0) return { ...gatedLift(tree, model, thresholds), decides }
  if (!next) return { ...noLift, decides, doubts: doubtsOf(model, top, thresholds) }
  return { ...itemLift(model, next), decides, next: next[0] }
}

const gatesOf = (tree: LenientTree) => (tree.level_2?.validity?.gates ?? []).filter((gate) => gate.triggered === true)

const gateSentence = ({ id, cap, rationale }: ReturnType<typeof gatesOf>[number]): string =>
  `The cap for ${spoken(id ?? '')} decides (${rationale ?? ''}): it holds the score at ${cap ?? ''} at most and leaves no better verdict.`

function modelOf({ level_4 }: LenientTree): Model | undefined {
  const combine = combinerOf(level_4?.annotator_responses?.aggregation ?? '')
  if (!level_4?.annotations || !combine) return undefined
  const items = {} as Record<Category, Item[]>
  const floors: Partial<Record<Category, number>> = {}
  for (const id of categories) {
    const node = level_4.annotations[id]
    items[id] = (node?.items ?? []).map((item) => ({
      id: item.id ?? '',
      value: item.value ?? null,
      weight: item.weight ?? 0,
    }))
    if (node?.floor && typeof node.risk === 'number') floors[id] = node.risk
  }
  return { items, floors, combine, hasUsers: typeof level_4.user_perception?.risk === 'number' }
}

/** By the name that a tree gives its rule. */
function combinerOf(aggregation: string): Model['combine'] | undefined {
  if (aggregation === 'mean') return mean
  const [, half] = /^hurwicz\((0?\.\d+|[01])\)$/.exec(aggregation) ?? []
  const a = Number(half)
  return half === undefined ? undefined : (risks) => a * Math.max(...risks) + (1 - a) * mean(risks)
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function riskOf(model: Model): number | null {
  const annotated = categories.filter((id) => id !== 'user_experience').flatMap((id) => categoryRisk(model, id) ?? [])
  const users = model.hasUsers ? categoryRisk(model, 'user_experience') : null
  const sides = [...(annotated.length > 0 ? [model.combine(annotated)] : []), ...(users === null ? [] : [users])]
  return sides.length > 0 ? mean(sides) : null
}

function categoryRisk({ items, floors }: Model, id: Category): number | null {
  const known = items[id].flatMap(({ value, weight }) => (value === null ? [] : [{ value, weight }]))
  const all = known.reduce((sum, { weight }) => sum + weight, 0)
  const floor = floors[id]
  if (all === 0) return floor ?? null
  return Math.max(floor ?? 0, known.reduce((sum, { value, weight }) => sum + value * weight, 0) / all)
}

const changed = (model: Model, category: Category, id: string, value: number): Model => ({
  ...model,
  items: {
    ...model.items,
    [category]: model.items[category].map((item) => (item.id === id ? { ...item, value } : item)),
  },
})

const scoreIn = (model: Model): number => 100 - 10 * (riskOf(model) ?? 10)

/** Every cap has to go before anything else counts. */
function gatedLift(tree: LenientTree, model: Model, thresholds: Thresholds): Omit<Lift, 'decides'> {
  const gates = gatesOf(tree)
  const free = gates.reduce((freed, { id }) => withoutGate(tree, freed, id ?? '', thresholds), model)
  const score = hundredth(scoreIn({ ...free, floors: {} }))
  const causes = gates.map(({ id }) => causeOf(id ?? '')).join(' and ')
  const way: Way = { name: `Without ${causes}`, from: null, to: score, outcome: verdictOf(score, thresholds) }
  const verdict = verdictOf(score, thresholds)
  return { next: verdict === 'unacceptable' ? 'conditional' : verdict, ways: [way], together: [], doubts: [] }
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
  return categories.reduce((freed, id) => {
    const severities = left.flatMap(({ category, severity }) => (category === id ? [severity ?? 0] : []))
    const isThere = freed.items[id].some((item) => item.id === `${id}_flags` && item.value !== null)
    return isThere ? changed(freed, id, `${id}_flags`, noisyOr(severities)) : freed
  }, model)
}

const noisyOr = (values: readonly number[]): number => 10 * (1 - values.reduce((spared, x) => spared * (1 - x / 10), 1))

function itemLift(model: Model, [verdict, needed]: [string, number]): Pick<Lift, 'ways' | 'together' | 'doubts'> {
  const candidates = categories.flatMap((category) =>
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
        from: scoreOf(value),
        to: scoreOf(to),
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
      from: scoreOf(first.each.value),
      to: 100,
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
  const worst = categories
    .flatMap((category) =>
      model.items[category].flatMap(({ id, value, weight }) =>
        value === null && weight > 0
          ? [{ name: nameOf(category, id), score: hundredth(scoreIn(changed(model, category, id, 10))) }]
          : [],
      ),
    )
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))[0]
  const sentence = `With all missing evidence at its worst the score would be ${numberText(low)}: ${verdictOf(low, thresholds)}.`
  return worst && worst.score < score
    ? [sentence, `The missing item that could cost most is ${worst.name}: at its worst ${numberText(worst.score)}.`]
    : [sentence]
}

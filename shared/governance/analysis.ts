/** Looks at articles on every boundary of their facts: which can never fail, which add nothing, which lighten as things get worse. */
import type { ASTNode } from '@marcbachmann/cel-js'
import type { CompiledArticle, Fault } from '#shared/governance/compile'
import type { Constitution, Input } from '#shared/governance/constitution'
import { type Tier, tiers } from '#shared/governance/record'
import { childrenOf } from '#shared/governance/rules'

type Facts = Record<string, number | string | boolean>
type Inputs = Constitution['inputs']

/** Points looked at for one article, or one pair of them. */
const pointsAllowed = 100_000

/** A dead article is an error; one that is shadowed or not monotone may be meant so. */
export function analyse(articles: readonly CompiledArticle[], inputs: Inputs): Fault[] {
  const faults: Fault[] = []
  for (const article of articles) {
    const grid = gridOf([article], inputs)
    const say = (level: Fault['level'], message: string) =>
      faults.push({ level, article: article.id, place: 'rule', message })
    if (!grid) {
      say('warning', `has more than ${pointsAllowed} boundary points: not analysed`)
      continue
    }
    if (!grid.some((facts) => fails(article, facts))) say('error', 'is dead: nothing breaks it')
    const lighter = lightening(article, grid, inputs)
    if (lighter) say('warning', `is not monotone: it is kept again as ${lighter} gets worse`)
    const shadow = articles.find((other) => other !== article && shadows(other, article, inputs))
    if (shadow) say('warning', `is shadowed: ${shadow.id} fails wherever it does, at no lesser tier`)
  }
  return faults
}

/** An article that cannot be decided there counts as failed, as it does in a decision. */
function fails({ rule }: CompiledArticle, facts: Facts): boolean {
  try {
    return rule.evaluate(facts) !== true
  } catch {
    return true
  }
}

function shadows(other: CompiledArticle, article: CompiledArticle, inputs: Inputs): boolean {
  const isWider = article.actions.every((action) => other.actions.includes(action))
  if (!isWider || rankOf(other.tier) < rankOf(article.tier) || strength[other.effect] < strength[article.effect])
    return false
  const grid = gridOf([article, other], inputs)
  return grid?.every((facts) => !fails(article, facts) || fails(other, facts)) ?? false
}

const strength = { allow: 0, hold: 1, deny: 2 } as const
const rankOf = (tier: Tier) => tiers.indexOf(tier)

/** A fact that gets worse, all else equal, and the article that was broken is kept. */
function lightening({ rule, ...article }: CompiledArticle, grid: readonly Facts[], inputs: Inputs): string | undefined {
  for (const name of rule.uses) {
    const input = inputs[name]
    if (input?.type !== 'number' || !input.worse) continue
    const lines = Map.groupBy(grid, ({ [name]: _, ...rest }) => JSON.stringify(rest))
    const sign = input.worse === 'higher' ? 1 : -1
    for (const line of lines.values()) {
      const worsening = line.toSorted((a, b) => sign * (Number(a[name]) - Number(b[name])))
      const states = worsening.map((facts) => fails({ rule, ...article }, facts))
      const firstBroken = states.indexOf(true)
      if (firstBroken >= 0 && states.includes(false, firstBroken)) return name
    }
  }
  return undefined
}

/** Every combination of the boundary values of the facts that these articles use. */
function gridOf(articles: readonly CompiledArticle[], inputs: Inputs): Facts[] | undefined {
  const names = [...new Set(articles.flatMap(({ rule }) => rule.uses))]
  let grid: Facts[] = [{}]
  for (const name of names) {
    const input = inputs[name]
    const values = input ? boundariesOf(name, input, articles) : []
    if (grid.length * values.length > pointsAllowed) return undefined
    grid = grid.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value })))
  }
  return grid
}

function boundariesOf(name: string, input: Input, articles: readonly CompiledArticle[]): Facts[string][] {
  if (input.type === 'boolean') return [false, true]
  const literals = articles.flatMap(({ rule }) => literalsOf(rule.ast))
  const examples = articles.flatMap(({ examples }) =>
    [...examples.pass, ...examples.fail].map((example) => example[name]),
  )
  if (input.type === 'string') {
    const texts = [...literals, ...examples].filter((value) => typeof value === 'string')
    return [...new Set(input.values ?? [...texts, 'anything else'])]
  }
  const { minimum, maximum } = input
  const numbers = [...literals, ...examples].filter((value) => typeof value === 'number')
  const around = numbers.flatMap((value) => [value - stepAt(value), value, value + stepAt(value)])
  return [...new Set([minimum, maximum, ...around])].filter((value) => value >= minimum && value <= maximum)
}

/** Small beside a threshold, and exact enough to be on its other side. */
const stepAt = (value: number) => Math.max(1e-6, Math.abs(value) * 1e-9)

const literalsOf = (node: ASTNode): (string | number)[] =>
  node.op === 'value'
    ? typeof node.args === 'string' || typeof node.args === 'number'
      ? [node.args]
      : []
    : childrenOf(node).flatMap(literalsOf)

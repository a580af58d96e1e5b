/**
 * Looks at articles on every boundary of their facts: which can never fail, which add nothing, which lighten as things get
 * worse. Counted and bounded: what is left of a constitution that asks for more is named, not looked at.
 */

import type { ASTNode } from '@marcbachmann/cel-js'
import { tiers } from '#db/documents/states'
import type { Constitution, Input } from '#shared/contracts/constitution'
import type { Tier } from '#shared/contracts/decision'
import type { CompiledArticle, Fault } from '#shared/governance/compiled'
import { childrenOf } from '#shared/governance/rules'

type Value = number | string | boolean
type Facts = Record<string, Value>
type Inputs = Constitution['inputs']

/** Points looked at for one article, or one pair of them. */
const pointsAllowed = 100_000
/** Parts of rules evaluated for a whole constitution: some seconds. The shipped one takes a thousandth of it. */
const partsAllowed = 100_000_000
/** Between two yields: about a millisecond. */
const partsAtOnce = 10_000
/** Points of failure that are kept of each article, to disprove shadows with. */
const witnessesKept = 8

/** What is known of an article. */
type Subject = {
  article: CompiledArticle
  /** What one evaluation costs. */
  parts: number
  boundaries: ReadonlyMap<string, readonly Value[]>
  faults: Fault[]
  failing: Facts[]
  kept: Facts | undefined
}

type Effort = { left: number; sinceYield: number }

/** Yields now and then, so that whoever runs it may let others go first, or end it. A dead article is an error; one that is shadowed or not monotone may be meant so. */
export function* analysing(
  articles: readonly CompiledArticle[],
  inputs: Inputs,
  allowed = partsAllowed,
): Generator<void, Fault[]> {
  const effort: Effort = { left: allowed, sinceYield: 0 }
  const subjects = articles.map((article) => subjectOf(article, inputs))
  for (const subject of subjects) yield* lookAlone(subject, inputs, effort)
  let [pairs, uncompared] = [0, 0]
  for (const subject of subjects) {
    if (subject.failing.length === 0) continue
    for (const other of subjects) {
      if (other === subject || !mayShadow(other.article, subject.article)) continue
      pairs += 1
      const found = effort.left > 0 ? yield* shadows(other, subject, inputs, effort) : 'unknown'
      if (found === 'unknown') uncompared += 1
      if (found !== 'yes') continue
      const message = `is shadowed: ${other.article.id} fails wherever it does, at no lesser tier`
      subject.faults.push(warning(subject.article.id, message))
      break
    }
  }
  const faults = subjects.flatMap((subject) => subject.faults)
  if (uncompared > 0) {
    const message = `${uncompared} of ${pairs} pairs were not looked through: whether one shadows the other is not known`
    faults.push({ level: 'warning', article: null, place: 'articles', message })
  }
  return faults
}

const warning = (article: string, message: string): Fault => ({ level: 'warning', article, place: 'rule', message })

function subjectOf(article: CompiledArticle, inputs: Inputs): Subject {
  const examples = [...article.examples.pass, ...article.examples.fail]
  const literals = literalsOf(article.rule.ast)
  const boundaries = new Map(
    article.rule.uses.map((name) => {
      const input = inputs[name]
      const named = [...literals, ...examples.flatMap((example) => example[name] ?? [])]
      return [name, input ? boundariesOf(input, named) : []]
    }),
  )
  return { article, parts: countParts(article.rule.ast), boundaries, faults: [], failing: [], kept: undefined }
}

/** Whether anything breaks it, and whether it stays broken as facts get worse. */
function* lookAlone(subject: Subject, inputs: Inputs, effort: Effort): Generator<void> {
  const { article, faults } = subject
  const axes = axesOf(article.rule.uses, inputs, [subject])
  const points = axes.reduce((product, { values }) => product * values.length, 1)
  if (points > pointsAllowed) {
    faults.push(warning(article.id, `has more than ${pointsAllowed} boundary points: not analysed`))
    return
  }
  if (points * subject.parts > effort.left) {
    faults.push(warning(article.id, 'is not analysed: the articles before it left too little of the effort there is'))
    return
  }
  const states = new Uint8Array(points)
  let at = 0
  for (const facts of pointsOf(axes)) {
    if (spend(effort, subject.parts)) yield
    const isBroken = fails(article, facts)
    states[at] = Number(isBroken)
    at += 1
    if (isBroken && subject.failing.length < witnessesKept) subject.failing.push({ ...facts })
    if (!isBroken) subject.kept ??= { ...facts }
  }
  if (subject.failing.length === 0)
    faults.push({ level: 'error', article: article.id, place: 'rule', message: 'is dead: nothing breaks it' })
  const lighter = lightening(axes, states)
  if (lighter) faults.push(warning(article.id, `is not monotone: it is kept again as ${lighter} gets worse`))
}

/** An article that cannot be decided there counts as failed, as it does in a decision. */
function fails({ rule }: CompiledArticle, facts: Facts): boolean {
  try {
    return rule.evaluate(facts) !== true
  } catch {
    return true
  }
}

function mayShadow(other: CompiledArticle, article: CompiledArticle): boolean {
  const isWider = article.actions.every((action) => other.actions.includes(action))
  return isWider && rankOf(other.tier) >= rankOf(article.tier) && strength[other.effect] >= strength[article.effect]
}

const strength = { allow: 0, hold: 1, deny: 2 } as const
const rankOf = (tier: Tier) => tiers.indexOf(tier)

/** Whether the other fails wherever this one does. Most pairs are told apart by a point that is known of one of them. */
function* shadows(
  other: Subject,
  subject: Subject,
  inputs: Inputs,
  effort: Effort,
): Generator<void, 'yes' | 'no' | 'unknown'> {
  for (const witness of subject.failing) {
    if (spend(effort, other.parts)) yield
    if (!fails(other.article, { ...other.kept, ...witness })) return 'no'
  }
  const own = axesOf(subject.article.rule.uses, inputs, [subject, other])
  const more = axesOf(
    other.article.rule.uses.filter((name) => !subject.article.rule.uses.includes(name)),
    inputs,
    [subject, other],
  )
  let points = 0
  for (const facts of pointsOf(own)) {
    if (spend(effort, subject.parts)) yield
    points += 1
    if (fails(subject.article, facts))
      for (const further of pointsOf(more, facts)) {
        if (spend(effort, other.parts)) yield
        points += 1
        if (!fails(other.article, further)) return 'no'
        if (points > pointsAllowed || effort.left <= 0) return 'unknown'
      }
    if (points > pointsAllowed || effort.left <= 0) return 'unknown'
  }
  return 'yes'
}

/** True when it is time to let others go first. */
function spend(effort: Effort, parts: number): boolean {
  effort.left -= parts
  effort.sinceYield += parts
  if (effort.sinceYield < partsAtOnce) return false
  effort.sinceYield = 0
  return true
}

/** The values of one fact, those of a number from good to bad where it has a worse end. */
type Axis = { name: string; values: readonly Value[]; hasWorse: boolean }

function axesOf(names: readonly string[], inputs: Inputs, subjects: readonly Subject[]): Axis[] {
  return names.map((name) => {
    const input = inputs[name]
    const worse = input?.type === 'number' ? input.worse : undefined
    const values = [...new Set(subjects.flatMap(({ boundaries }) => boundaries.get(name) ?? []))]
    if (worse) values.sort((a, b) => (worse === 'higher' ? 1 : -1) * (Number(a) - Number(b)))
    return { name, values, hasWorse: worse !== undefined }
  })
}

/** Every combination of values, the last fact's changing fastest; always the same object, which each step changes. */
function* pointsOf(axes: readonly Axis[], facts: Facts = {}): Generator<Facts> {
  const [axis, ...rest] = axes
  if (!axis) {
    yield facts
    return
  }
  for (const value of axis.values) {
    facts[axis.name] = value
    yield* pointsOf(rest, facts)
  }
}

/** A fact that gets worse, all else equal, and the article that was broken is kept. */
function lightening(axes: readonly Axis[], states: Uint8Array): string | undefined {
  let stride = states.length
  for (const { name, values, hasWorse } of axes) {
    stride /= values.length
    if (!hasWorse) continue
    for (let at = stride; at < states.length; at += 1) {
      const isFirst = Math.floor(at / stride) % values.length === 0
      // A step that is kept right after one that is broken.
      if (!isFirst && states[at] === 0 && states[at - stride] === 1) return name
    }
  }
  return undefined
}

/** @param named by the rule and by the examples. */
function boundariesOf(input: Input, named: readonly Value[]): Value[] {
  if (input.type === 'boolean') return [false, true]
  if (input.type === 'string') {
    const texts = named.filter((value) => typeof value === 'string')
    return [...new Set(input.values ?? [...texts, 'anything else'])]
  }
  const { minimum, maximum } = input
  const numbers = named.filter((value) => typeof value === 'number')
  const around = numbers.flatMap((value) => [value - stepAt(value), value, value + stepAt(value)])
  return [...new Set([minimum, maximum, ...around])].filter((value) => value >= minimum && value <= maximum)
}

/** Small beside a threshold, and exact enough to be on its other side. */
const stepAt = (value: number) => Math.max(1e-6, Math.abs(value) * 1e-9)

const countParts = (node: ASTNode): number => childrenOf(node).reduce((sum, child) => sum + countParts(child), 1)

const literalsOf = (node: ASTNode): (string | number)[] =>
  node.op === 'value'
    ? typeof node.args === 'string' || typeof node.args === 'number'
      ? [node.args]
      : []
    : childrenOf(node).flatMap(literalsOf)

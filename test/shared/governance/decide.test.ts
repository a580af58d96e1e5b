/** Decisions: what they come to, that they fail closed, and what they cost. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FactsOf } from '#shared/contracts/actions'
import { breachesOf } from '#shared/governance/breaches'
import { compileConstitution } from '#shared/governance/compile'
import type { Compiled } from '#shared/governance/compiled'
import { decide } from '#shared/governance/decide'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

const constitution = ((): Compiled => {
  const { compiled } = compileConstitution(
    readFileSync(resolve(import.meta.dir, '../../../constitution/constitution.json'), 'utf8'),
  )
  if (!compiled) throw new Error('the shipped constitution is not sound')
  return compiled
})()

const maker = { agent_name: 'a', agent_version: '1', key_registered: true }
const aTrace = (odd: Partial<FactsOf<'trace.record'>> = {}): FactsOf<'trace.record'> => ({
  ...maker,
  risk_level: 'MEDIUM',
  risk_score: 34,
  confidence: 0.8,
  testing_mode: 'field',
  field_conditions: true,
  constitutional_compliance: true,
  ...odd,
})
const aResult = (odd: Partial<FactsOf<'task.result'>> = {}): FactsOf<'task.result'> => ({
  ...maker,
  task_type: 'risk.assess',
  side_effects: 'none',
  has_risk: true,
  risk_level: 'LOW',
  risk_score: 10,
  confidence: 0.9,
  is_reviewed: false,
  secrets_found: 0,
  override: false,
  ...odd,
})
const ofTrace = (odd: Partial<FactsOf<'trace.record'>> = {}) =>
  decide(constitution, 'trace.record', 'post', aTrace(odd))
const ofResult = (odd: Partial<FactsOf<'task.result'>> = {}) =>
  decide(constitution, 'task.result', 'post', aResult(odd))

test('a record names the constitution, the articles that were not kept and all it was decided from', () => {
  const input = aTrace({ constitutional_compliance: false, confidence: 0.1 })

  const record = decide(constitution, 'trace.record', 'post', input)

  expect(record).toEqual({
    tier: 'T3',
    decision: 'allow',
    action: 'trace.record',
    phase: 'post',
    constitution: constitution.hash,
    articles: ['A-05', 'A-07'],
    input,
    input_digest: `sha256:${sha256Hex(canonicalJson(input))}`,
  })
})

test('the order in which facts come in changes nothing', () => {
  const backwards = Object.fromEntries(Object.entries(aTrace()).toReversed()) as FactsOf<'trace.record'>

  expect(JSON.stringify(decide(constitution, 'trace.record', 'post', backwards))).toBe(JSON.stringify(ofTrace()))
})

describe('a grave result', () => {
  test('of a task is held for a person, and let go once one has looked', () => {
    for (const grave of [{ risk_level: 'HIGH' }, { risk_score: 85 }]) {
      expect(ofResult(grave)).toMatchObject({ tier: 'T3', decision: 'hold', articles: ['A-04'] })
      expect(ofResult({ ...grave, is_reviewed: true })).toMatchObject({ tier: 'T0', decision: 'allow' })
    }
    expect(ofResult({ risk_score: 84.999 })).toMatchObject({ tier: 'T0', decision: 'allow', articles: [] })
  })

  test('that is merely stored, in a trace or a tree, is noticed and held by nobody', () => {
    expect(ofTrace({ risk_level: 'HIGH' })).toMatchObject({ tier: 'T1', decision: 'allow', articles: ['A-18'] })
  })
})

describe('an override', () => {
  test('lowers what is soft to a notice, and opens no violation', () => {
    const record = ofResult({ risk_level: 'HIGH', secrets_found: 1, override: true })

    expect(record).toMatchObject({ tier: 'T1', decision: 'allow', articles: ['A-04', 'A-09'] })
    expect(breachesOf(constitution, record)).toEqual([])
  })

  test('is noticed itself, with the article that says so', () => {
    const facts = { task_type: 'x', side_effects: 'write', agent_kind: 'builtin', override: true }

    expect(decide(constitution, 'task.submit', 'pre', facts)).toMatchObject({
      tier: 'T1',
      decision: 'allow',
      articles: ['A-12'],
    })
  })

  test('lowers nothing that is hard', () => {
    expect(ofResult({ agent_name: '', override: true })).toMatchObject({
      tier: 'T4',
      decision: 'deny',
      articles: ['A-03'],
    })
  })
})

describe('fails closed', () => {
  test('on an action that nobody knows, or another phase of one', () => {
    for (const [action, phase] of [
      ['trace.erase', 'post'],
      ['toString', 'post'],
      ['trace.record', 'pre'],
    ] as const)
      expect(decide(constitution, action, phase, aTrace())).toMatchObject({ tier: 'T4', decision: 'deny' })
  })

  test('on a fact that is missing, of another type, no number, null or too many', () => {
    const { risk_score: _, ...incomplete } = aTrace()
    const faulty = [
      incomplete,
      { ...aTrace(), risk_score: '34' },
      { ...aTrace(), risk_score: Number.NaN },
      { ...aTrace(), risk_score: Number.POSITIVE_INFINITY },
      { ...aTrace(), risk_level: null },
      { ...aTrace(), more: true },
      {},
    ]

    for (const input of faulty) {
      const record = decide(constitution, 'trace.record', 'post', input)
      expect(record).toMatchObject({ tier: 'T4', decision: 'deny' })
      // What the node holds decides the same again.
      expect(decide(constitution, 'trace.record', 'post', JSON.parse(JSON.stringify(record)).input)).toEqual(record)
    }
  })

  test('when an engine throws, or says neither yes nor no', () => {
    const broken = (evaluate: () => unknown): Compiled => ({
      ...constitution,
      articlesOf: new Map(
        [...constitution.articlesOf].map(([action, articles]) => [
          action,
          articles.map((article) =>
            article.id === 'A-18' ? { ...article, rule: { ...article.rule, evaluate } } : article,
          ),
        ]),
      ),
    })
    const engines = [
      () => {
        throw new Error('out of order')
      },
      () => undefined,
      () => 1,
      () => ({}),
    ]

    for (const evaluate of engines)
      expect(decide(broken(evaluate), 'trace.record', 'post', aTrace())).toMatchObject({
        tier: 'T4',
        decision: 'deny',
        articles: ['A-18'],
      })
  })
})

test('a decision is a violation of each article of tier T3 and worse, in its own words', () => {
  const record = ofTrace({ constitutional_compliance: false, testing_mode: 'red_team', confidence: 0.1 })

  expect(breachesOf(constitution, record)).toMatchObject([
    { article: 'A-05', tier: 'T3', message: 'its telemetry says that it did not comply' },
    { article: 'A-08', tier: 'T3', message: 'evidence of red_team testing is given out as from the field' },
  ])
})

test('a decision on a trace costs less than 50 microseconds', () => {
  const facts = Array.from({ length: 100 }, (_, at) => aTrace({ risk_score: at, confidence: at / 100 }))
  const round = () => {
    const before = process.cpuUsage()
    for (let at = 0; at < 10_000; at += 1) decide(constitution, 'trace.record', 'post', facts[at % 100] ?? aTrace())
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 10_000
  }
  round()

  const microseconds = Math.min(round(), round(), round())

  console.log(`a decision on a trace: ${microseconds.toFixed(2)} µs of CPU`)
  expect(microseconds).toBeLessThan(50)
})

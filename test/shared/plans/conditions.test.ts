/** Conditions of steps: when they hold, and what they refer to. */
import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import type { CameOf } from '#shared/agents/plan'
import { Condition } from '#shared/contracts/tasks'
import { holds, malformedInCondition, referencesInCondition } from '#shared/plans/conditions'

const scan: CameOf = {
  state: 'completed',
  result: { score: 91, grade: 'B', zero: -0, none: null, tags: ['a', { b: 1, c: 2 }] },
  error: null,
  node: 'ab'.repeat(32),
}
const cameOf = (step: string): CameOf | undefined => (step === 'scan' ? scan : undefined)
const of = (pointer: string, comparison: object) =>
  ({ $ref: `steps.scan.result#${pointer}`, ...comparison }) as Condition

describe('a comparison', () => {
  test.each([
    [of('/score', { eq: 91 }), true],
    [of('/score', { eq: '91' }), false],
    [of('/score', { ne: 91 }), false],
    [of('/score', { ne: 90 }), true],
    [of('/score', { gt: 90, lt: 92 }), true],
    [of('/score', { gt: 90, lt: 91 }), false],
    [of('/score', { gte: 91, lte: 91 }), true],
    [of('/score', { lt: '92' }), false],
    [of('/grade', { lt: 'C' }), true],
    [of('/grade', { gte: 'C' }), false],
    [of('/grade', { in: ['A', 'B'] }), true],
    [of('/grade', { in: [] }), false],
    [of('/zero', { eq: 0 }), true],
    [of('/none', { eq: null }), true],
    [of('/none', { exists: true }), true],
    [of('/none', { lte: 0 }), false],
    [of('/tags', { eq: ['a', { c: 2, b: 1 }] }), true],
    [of('/tags', { eq: ['a', { b: 1 }] }), false],
    [of('/tags', { in: [['a', { c: 2, b: 1 }]] }), true],
    [of('/tags', { gt: 0 }), false],
    [of('/gone', { exists: false }), true],
    [of('/gone', { exists: true }), false],
    [of('/gone', { eq: null }), false],
    [of('/gone', { ne: 1 }), true],
    [of('/gone', { lt: 1 }), false],
    [of('/gone', { in: [null] }), false],
    [of('/score', { eq: 91, exists: true, in: [90] }), false],
    [{ $ref: 'steps.scan.state', eq: 'completed' }, true],
    [{ $ref: 'steps.scan.error', exists: false }, true],
    [{ $ref: 'steps.nobody.state', exists: false }, true],
  ] as [Condition, boolean][])('%j: %p', (condition, expected) => {
    expect(Value.Check(Condition, condition)).toBe(true)
    expect(holds(condition, cameOf)).toBe(expected)
  })
})

test('all, any and not combine them', () => {
  const [yes, no] = [of('/score', { eq: 91 }), of('/score', { eq: 0 })]

  expect(holds({ all: [yes, yes] }, cameOf)).toBe(true)
  expect(holds({ all: [yes, no] }, cameOf)).toBe(false)
  expect(holds({ any: [no, yes] }, cameOf)).toBe(true)
  expect(holds({ any: [no, no] }, cameOf)).toBe(false)
  expect(holds({ not: { all: [yes, { any: [no, { not: yes }] }] } }, cameOf)).toBe(true)
})

test('its references are told with their places, what is none apart', () => {
  const condition: Condition = {
    all: [of('/score', { gt: 1 }), { not: { any: [of('/a~2', { eq: 1 }), { $ref: 'steps.b.state', eq: 'failed' }] } }],
  }

  expect(referencesInCondition(condition)).toEqual([
    { step: 'scan', of: 'result', pointer: '/score', at: '/all/0' },
    { step: 'b', of: 'state', pointer: '', at: '/all/1/not/any/1' },
  ])
  expect(malformedInCondition(condition)).toEqual(['/all/1/not/any/0'])
})

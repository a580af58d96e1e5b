/** References between steps: how they are read, found, resolved. */
import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import type { CameOf } from '#shared/agents/plan'
import { malformedIn, putInAtMost, readReference, referencesIn, resolve } from '#shared/agents/references'
import { Reference as Contract } from '#shared/contracts/tasks'

const node = 'ab'.repeat(32)
const came = (odd: Partial<CameOf>): CameOf => ({ state: 'completed', result: undefined, error: null, node, ...odd })
const steps: Record<string, CameOf> = {
  scan: came({ result: { score: 91, issues: [{ type: 'a' }, { type: 'b' }], 'a/b~c': { '': 1 }, none: null } }),
  broken: came({ state: 'failed', error: { code: 'AGENT_FAILED', message: 'gone', details: { reason: 'timeout' } } }),
  unasked: came({ state: 'skipped' }),
}
const cameOf = (step: string) => (Object.hasOwn(steps, step) ? steps[step] : undefined)
const ref = (text: string) => ({ $ref: text })

describe('a reference', () => {
  test.each([
    ['steps.scan.result', { step: 'scan', of: 'result', pointer: '' }],
    ['steps.scan.result#', { step: 'scan', of: 'result', pointer: '' }],
    ['steps.a-B_9.result#/a~1b/0', { step: 'a-B_9', of: 'result', pointer: '/a~1b/0' }],
    ['steps.scan.node', { step: 'scan', of: 'node', pointer: '' }],
    ['steps.scan.result#/', { step: 'scan', of: 'result', pointer: '/' }],
  ] as const)('%s is read', (text, read) => {
    expect(readReference(text)).toEqual(read)
  })

  test.each([
    'steps.scan',
    'steps.scan.output',
    'steps.1.result',
    'steps.scan.result#score',
    'steps.scan.result#/a~2',
    'steps.scan.result#/a~',
    'steps.scan.result/score',
    ' steps.scan.result',
    'steps.scan.result\n',
    'steps.scan.result#/a\nb',
    `steps.${'a'.repeat(65)}.result`,
    '',
  ])('%j is none', (text) => {
    expect(readReference(text)).toBeUndefined()
  })

  test('is read of no text that the contract refuses', () => {
    const text = fc.stringMatching(/^steps\.[A-Za-z0-9]{0,3}\.(result|error|node|stat|state)#?[/~01\n\r\u2028a]{0,5}$/)
    fc.assert(
      fc.property(text, (each) => {
        if (readReference(each)) expect(Value.Check(Contract, ref(each))).toBe(true)
      }),
    )
  })
})

test('references are found in order, wherever they stand, the whole value among it', () => {
  expect(referencesIn(ref('steps.a.node'))).toEqual([{ step: 'a', of: 'node', pointer: '', at: '' }])
  expect(
    referencesIn({ z: [1, ref('steps.a.result#/x')], 'a/b~': { c: ref('steps.b.state') } }).map(({ step, at }) => [
      step,
      at,
    ]),
  ).toEqual([
    ['a', '/z/1'],
    ['b', '/a~1b~0/c'],
  ])
})

test('a $ref that speaks of no step is a value; one that does and is none, or has company, is named', () => {
  const value = {
    schema: { $ref: '#/definitions/a' },
    bad: ref('steps.a.outcome'),
    kept: { ...ref('steps.a.result'), default: 1 },
    number: { $ref: 7 },
  }

  expect(referencesIn(value)).toEqual([])
  expect(malformedIn(value)).toEqual(['/bad', '/kept'])
  expect(resolve(value, cameOf).value).toBe(value)
})

describe('resolving', () => {
  test('puts in what came of a step, whole or in part', () => {
    const value = {
      whole: ref('steps.scan.result#'),
      score: [ref('steps.scan.result#/score')],
      second: ref('steps.scan.result#/issues/1/type'),
      odd: ref('steps.scan.result#/a~1b~0c/'),
      empty: ref('steps.scan.result#/none'),
      node: ref('steps.scan.node'),
      state: ref('steps.unasked.state'),
      why: ref('steps.broken.error#/details/reason'),
    }

    expect(resolve(value, cameOf)).toEqual({
      value: {
        whole: steps['scan']?.result,
        score: [91],
        second: 'b',
        odd: 1,
        empty: null,
        node,
        state: 'skipped',
        why: 'timeout',
      },
      missing: [],
    })
    expect(resolve(ref('steps.scan.result#/score'), cameOf)).toEqual({ value: 91, missing: [] })
  })

  test.each([
    'steps.nobody.result',
    'steps.unasked.result',
    'steps.unasked.result#/score',
    'steps.scan.error',
    'steps.scan.error#/code',
    'steps.scan.result#/issues/2',
    'steps.scan.result#/issues/-',
    'steps.scan.result#/issues/01',
    'steps.scan.result#/issues/length',
    'steps.scan.result#/score/toFixed',
    'steps.scan.result#/__proto__',
    'steps.scan.result#/constructor',
    'steps.scan.node#/length',
    'steps.constructor.state',
  ])('%s is missing', (text) => {
    const { value, missing } = resolve({ a: ref(text) }, cameOf)

    expect(value).toEqual({ a: ref(text) })
    expect(missing).toMatchObject([{ at: '/a' }])
  })

  test('takes what a step came to for a value, never for another reference', () => {
    const hostile = came({ result: { said: ref('steps.scan.result'), __proto__: 1 } })

    expect(resolve({ a: ref('steps.x.result') }, () => hostile)).toEqual({
      value: { a: { said: ref('steps.scan.result') } },
      missing: [],
    })
  })

  test('does not let a small plan grow without end', () => {
    const large = came({ result: 'x'.repeat(putInAtMost / 8) })
    const value = Array.from({ length: 1000 }, () => ref('steps.x.result'))

    const { value: after, missing } = resolve(value, () => large)

    expect(JSON.stringify(after).length).toBeLessThan(putInAtMost + 100_000)
    expect(missing).toHaveLength(993)
    expect(missing[0]).toMatchObject({ at: '/7' })
  })

  test('keeps a member named __proto__ a member', () => {
    const value: unknown = JSON.parse('{"__proto__": {"$ref": "steps.scan.result#/score"}, "a": 1}')

    expect(JSON.stringify(resolve(value, cameOf).value)).toBe('{"__proto__":91,"a":1}')
  })

  test('gives a value without references back as it is, and never changes one with them', () => {
    const { value: anything } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.constantFrom(...['steps.scan.result', 'steps.scan.result#/score', 'steps.gone.result'].map(ref)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(anything, (value) => {
        const before = structuredClone(value)
        const { value: after, missing } = resolve(value, cameOf)

        expect(value).toEqual(before)
        const references = referencesIn(value)
        expect(missing).toEqual(references.filter(({ step }) => step === 'gone'))
        if (references.length === missing.length) expect(after).toBe(value)
      }),
    )
  })
})

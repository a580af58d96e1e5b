/** What a fault of a value says would have fitted: all that the schema asks, and nothing that the value does. */
import { describe, expect, test } from 'bun:test'
import { type TSchema, Type as t } from '@sinclair/typebox'
import { expectedOf, faultsOf } from '#shared/kernel/schema/faults'

describe('what would fit', () => {
  const cases: readonly [TSchema, unknown, string][] = [
    [t.String(), 1, 'text'],
    [t.String({ maxLength: 5 }), 'longer', 'text of at most 5 characters'],
    [t.String({ minLength: 1, maxLength: 5 }), '', 'text of 1 to 5 characters'],
    [t.String({ minLength: 64, maxLength: 200 }), 'nope', 'text of 64 to 200 characters'],
    [t.String({ minLength: 64, maxLength: 64 }), 'nope', 'text of 64 characters'],
    [t.String({ minLength: 2 }), 'a', 'text of at least 2 characters'],
    [t.String({ pattern: '^a+$' }), 'b', 'text like ^a+$'],
    [t.String({ minLength: 1, maxLength: 3, pattern: '^a+$' }), 'aaaa', 'text of 1 to 3 characters like ^a+$'],
    [t.Number(), 'x', 'a number'],
    [t.Number({ minimum: 0, maximum: 1 }), 2, 'a number from 0 to 1'],
    [t.Integer({ minimum: 0 }), -1, 'a whole number from 0'],
    [t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), 1.5, 'a whole number from 0'],
    [t.Number({ maximum: 5 }), 6, 'a number of at most 5'],
    [t.Number({ exclusiveMinimum: 0, maximum: 100 }), 0, 'a number above 0 and of at most 100'],
    [t.Number({ minimum: 0, exclusiveMaximum: 360 }), 360, 'a number from 0 and below 360'],
    [t.Array(t.String(), { maxItems: 1 }), ['a', 'b'], 'an array of at most 1'],
    [t.Array(t.String(), { minItems: 1, uniqueItems: true }), [], 'an array of at least 1, without repetitions'],
    [t.Object({}), null, 'an object'],
    [t.Record(t.String(), t.Number(), { maxProperties: 1 }), { a: 1, b: 2 }, 'an object of at most 1 members'],
  ]

  for (const [schema, value, expected] of cases) {
    test(`${JSON.stringify(value)} is not ${expected}`, () => {
      expect(expectedOf(schema)).toBe(expected)
      expect(faultsOf(schema, value)).toEqual([{ path: '', message: `is not ${expected}`, expected }])
    })
  }
})

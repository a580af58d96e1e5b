/** Our part of CEL: by the facts of cel-spec on both engines, and refused beyond. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { run } from '@bufbuild/cel'
import fc from 'fast-check'
import { actions } from '#shared/contracts/actions'
import { compileConstitution } from '#shared/governance/compile'
import { engine, openRules } from '#shared/governance/rules'
import { celFacts, celOutside } from '#test/vectors/cel-facts'

const root = resolve(import.meta.dir, '../../..')
const read = openRules({ score: 'number', level: 'string', kept: 'boolean' })

describe('cel-spec', () => {
  for (const [file, expression, value] of celFacts)
    test(`${file}: ${expression} is ${JSON.stringify(value)} to both engines`, () => {
      const { rule, fault } = read(expression, typeof value === 'boolean' ? 'bool' : 'string')

      expect(fault).toBeUndefined()
      expect([rule?.evaluate({}), run(expression, {})]).toEqual([value, value])
    })

  for (const [construct, expression] of celOutside)
    test(`${construct} is refused: ${expression}`, () => {
      expect(read(expression, 'bool').rule).toBeUndefined()
    })
})

test('what a rule is refused for is said', () => {
  const faultOf = (source: string) => read(source, 'bool').fault

  expect(faultOf('score >= 85')).toBe('has the whole number 85: write 85.0')
  expect(faultOf('scroe >= 85.0')).toBe('names what is no input: scroe')
  expect(faultOf('score + 1.0')).toBe('gives a double, not a bool')
  expect(faultOf('level > score')).toStartWith('does not fit together: ')
  expect(faultOf('score >=')).toStartWith('is not CEL that we take: ')
  expect(faultOf("level < 'b'")).toBe('orders with < what is no number')
  expect(faultOf('size(level) == 1.0')).toBe('calls size(): rules call no functions')
  expect(faultOf("level.matches('a')")).toBe('calls matches(), which is none of startsWith, endsWith, contains')
})

test('a rule costs no more than its parts, and these are counted', () => {
  const long = Array.from({ length: 100 }, (_, at) => `score < ${at}.0`).join(' || ')
  const list = `level in [${Array.from({ length: 65 }, (_, at) => `'${at}'`).join(', ')}]`

  expect(read(long, 'bool').fault).toStartWith('is not CEL that we take')
  expect(read(list, 'bool').fault).toStartWith('is not CEL that we take')
})

test('the engine that the status names is the one that package.json has', () => {
  const { dependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))

  expect(dependencies[engine.name]).toBe(engine.version)
})

test('on any facts both engines agree on every rule and message of the shipped constitution', () => {
  const { compiled } = compileConstitution(readFileSync(resolve(root, 'constitution/constitution.json'), 'utf8'))
  if (!compiled) throw new Error('the shipped constitution is not sound')
  const sources = new Map(compiled.document.articles.map((article) => [article.id, article]))
  const boundary = fc.constantFrom(0, 0.49, 0.5, 1, 3, 14.999, 15, 84.999999, 85, 85.000001, 100, 183, 184)
  const factOf = {
    number: fc.oneof(boundary, fc.double({ noNaN: true, noDefaultInfinity: true })),
    string: fc.oneof(fc.constantFrom('', 'LOW', 'MEDIUM', 'HIGH', 'red_team', 'field', 'model'), fc.string()),
    boolean: fc.boolean(),
  }
  for (const article of compiled.articles)
    for (const action of article.actions) {
      const facts = fc.record(
        Object.fromEntries(Object.entries(actions[action].inputs).map(([name, type]) => [name, factOf[type]])),
      )
      fc.assert(
        fc.property(facts, (input) => {
          const { rule, message } = sources.get(article.id) ?? { rule: '', message: '' }
          expect(article.rule.evaluate(input)).toBe(run(rule, input) as boolean)
          expect(article.message.evaluate(input)).toBe(run(message, input) as string)
        }),
        { numRuns: 200 },
      )
    }
})

/** A constitution's faults: each is found when it is read, and says where. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Article, Constitution } from '#shared/contracts/constitution'
import { compileConstitution } from '#shared/governance/compile'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

const shipped: Constitution = JSON.parse(
  readFileSync(resolve(import.meta.dir, '../../../constitution/constitution.json'), 'utf8'),
)
/** Parameters stand under an article that it has: without articles of its own it has none of them. */
const { parameters: _parameters, constraints: _constraints, ...bare } = shipped

const anArticle = (odd: Partial<Article> = {}): Article => ({
  id: 'A-50',
  title: 'A score stays below 85',
  text: 'A score stays below 85.',
  phase: 'post',
  applies_to: ['trace.record'],
  rule: 'risk_score < 85.0',
  tier: 'T3',
  enforcement: 'soft',
  effect: 'allow',
  message: "'too high'",
  blocks: [],
  remediation: 'Lower it.',
  auto_resolve: null,
  sla_hours: null,
  crosswalk: { eu_ai_act: [], nist_ai_rmf: [] },
  examples: { pass: [{ risk_score: 84 }], fail: [{ risk_score: 85 }] },
  ...odd,
})

const read = (articles: Article[], odd: Partial<Constitution> = {}) =>
  compileConstitution(JSON.stringify({ ...bare, articles, ...odd }))

/** As `level article place message`. */
const faultsOf = (articles: Article[], odd: Partial<Constitution> = {}): string[] => {
  const { compiled, faults } = read(articles, odd)
  return (faults ?? compiled?.warnings ?? []).map(({ level, article, place, message }) =>
    [level, article ?? '-', place, message].join(' '),
  )
}

test('its hash is the SHA-256 of its RFC 8785 text, whatever its file looks like', () => {
  const { compiled } = compileConstitution(JSON.stringify(shipped, null, 7))

  expect(compiled?.hash).toBe(sha256Hex(canonicalJson(shipped)))
})

test('every article of the shipped one is decided somewhere, and none earns a warning', () => {
  const { compiled } = compileConstitution(JSON.stringify(shipped))

  expect(compiled?.warnings).toEqual([])
  expect(compiled?.articles.every(({ actions }) => actions.length > 0)).toBe(true)
  expect(compiled?.articles.length).toBeGreaterThanOrEqual(15)
})

test('what a later release put in force is read: of what it alone knows, nothing is decided here', () => {
  const own = anArticle({ id: 'A-90' })
  const shared = { ...anArticle({ id: 'A-91' }), applies_to: ['trace.record', 'later.done'] }
  const theirs = {
    ...anArticle({ id: 'A-92' }),
    applies_to: ['later.done'],
    rule: 'later_fact == 0.0',
    examples: { pass: [{ later_fact: 0 }], fail: [{ later_fact: 1 }] },
  }
  const inputs = { ...shipped.inputs, later_fact: { type: 'number', minimum: 0, maximum: 9, worse: 'higher' } }
  const source = JSON.stringify({ ...bare, inputs, articles: [own, shared, theirs], later_member: { deep: [1] } })

  expect(compileConstitution(source).compiled).toBeUndefined()
  const { compiled, faults } = compileConstitution(source, { isAnalysed: false, isInForce: true })

  expect(faults).toBeUndefined()
  expect(compiled?.hash).toBe(sha256Hex(canonicalJson(JSON.parse(source))))
  expect(compiled?.articles.map(({ id, actions }) => `${id} ${actions}`)).toEqual([
    'A-90 trace.record',
    'A-91 trace.record',
    'A-92 ',
  ])
  expect(compiled?.warnings.map(({ place, message }) => `${place} ${message}`)).toEqual([
    'inputs/later_fact is supplied by no action',
    'applies_to "later.done" is no action of phase post',
    'applies_to "later.done" is no action of phase post',
  ])
})

test('what is in force and cannot be decided is not read: a fact that none supplies, a rule that is none', () => {
  const inForce = (odd: object) =>
    compileConstitution(JSON.stringify({ ...bare, articles: [{ ...anArticle(), ...odd }] }), {
      isAnalysed: false,
      isInForce: true,
    })

  expect(inForce({}).faults).toBeUndefined()
  expect(inForce({ rule: 'risk_score < ' }).compiled).toBeUndefined()
  expect(inForce({ rule: 'overdue < 1.0' }).compiled).toBeUndefined()
  expect(inForce({ tier: 'T9' }).compiled).toBeUndefined()
})

test('a block that no subject of the article is held to is warned of, and the rest is not', () => {
  const facts = { applies_to: ['task.result'], rule: 'secrets_found == 0.0' }
  const examples = { pass: [{ secrets_found: 0 }], fail: [{ secrets_found: 1 }] }

  expect(faultsOf([anArticle({ blocks: ['clearance'] })])).toEqual([])
  expect(faultsOf([anArticle({ blocks: ['side_effects'] })])).toEqual([
    'warning A-50 blocks/side_effects keeps nobody from anything: it is held to a violation of an agent, not of a system',
  ])
  expect(faultsOf([anArticle({ ...facts, examples, blocks: ['tasks'] })])).toEqual([
    'warning A-50 blocks/tasks keeps nobody from anything: it is held to a violation of an agent, not of a task_type',
  ])
})

describe('is refused', () => {
  const one = (odd: Partial<Article>) => faultsOf([anArticle(odd)])

  test('when it is no JSON, or not of this shape, with the place of every fault', () => {
    expect(compileConstitution('{').faults?.[0]?.message).toStartWith('is not JSON: ')
    expect(one({ tier: 'T9' as 'T3' })[0]).toStartWith('error A-50 /articles/0/tier ')
    expect(faultsOf([anArticle()], { version: 'one' })[0]).toStartWith('error - /version ')
    expect(one({ rules: 'x' } as Partial<Article>)[0]).toStartWith('error A-50 /articles/0/rules ')
  })

  test('when a rule does not parse, has a wrong type, or leaves our part of CEL', () => {
    expect(one({ rule: 'risk_score <' })[0]).toStartWith('error A-50 rule is not CEL that we take')
    expect(one({ rule: "risk_score == 'x'" })[0]).toStartWith('error A-50 rule does not fit together')
    expect(one({ rule: 'risk_score' })).toEqual(['error A-50 rule gives a double, not a bool'])
    expect(one({ rule: 'risk_score < 85' })).toEqual(['error A-50 rule has the whole number 85: write 85.0'])
    expect(one({ message: 'risk_score' })).toEqual(['error A-50 message gives a double, not a string'])
  })

  test('when a rule names what is no input', () => {
    expect(one({ rule: 'risk_scroe < 85.0' })).toEqual(['error A-50 rule names what is no input: risk_scroe'])
  })

  test('when an input is supplied by nothing, or is of another type than what supplies it', () => {
    const inputs = { ...shipped.inputs, mood: { type: 'string' as const }, risk_level: { type: 'boolean' as const } }

    expect(faultsOf([anArticle()], { inputs })).toEqual([
      'error - inputs/risk_level is a string, not a boolean',
      'error - inputs/mood is supplied by no action',
    ])
  })

  test('when an article uses an input that one of its actions does not supply', () => {
    expect(one({ applies_to: ['trace.record', 'scan.complete'] })).toEqual([
      'error A-50 rule uses risk_score, which scan.complete does not supply',
    ])
    const ofScans = {
      applies_to: ['scan.complete'],
      rule: 'secrets_found == 0.0',
      message: 'risk_level',
      examples: { pass: [{ secrets_found: 0 }], fail: [{ secrets_found: 1 }] },
    }
    expect(one(ofScans)).toEqual(['error A-50 message uses risk_level, which scan.complete does not supply'])
  })

  test('when it applies to no action of its phase', () => {
    expect(one({ applies_to: ['trace.*', 'nothing.*'] })).toEqual([
      'error A-50 applies_to "nothing.*" is no action of phase post',
    ])
    expect(one({ phase: 'pre' })[0]).toBe('error A-50 applies_to "trace.record" is no action of phase pre')
  })

  test('when an example does not come out as it says, is out of range, or cannot be decided', () => {
    expect(one({ examples: { pass: [{ risk_score: 85 }], fail: [{ risk_score: 84 }] } })).toEqual([
      'error A-50 examples/pass/0 does not pass',
      'error A-50 examples/fail/0 does not fail',
    ])
    expect(one({ examples: { pass: [{ risk_score: -1 }], fail: [{ risk_score: 85 }] } })).toEqual([
      'error A-50 examples/pass/0 has a risk_score outside its range',
    ])
    expect(one({ examples: { pass: [{ confidence: 1 }], fail: [{ risk_score: 85 }] } })).toEqual([
      'error A-50 examples/pass/0 lacks risk_score',
    ])
    expect(one({ examples: { pass: [{ mood: 1, risk_score: 1 }], fail: [{ risk_score: 85 }] } })).toEqual([
      'error A-50 examples/pass/0 names what is no input: mood',
    ])
  })

  test('when tier, enforcement and effect do not go together', () => {
    expect(one({ enforcement: 'advisory' })[0]).toStartWith('error A-50 enforcement advisory goes with')
    expect(one({ enforcement: 'hard' })[0]).toStartWith('error A-50 enforcement hard goes with')
    expect(one({ tier: 'T4' })[0]).toStartWith('error A-50 enforcement soft goes with')
    expect(one({ effect: 'hold' })).toEqual(['error A-50 effect nothing is held by trace.record: only tasks are'])
  })

  test('when an id is used twice, or more signers are asked for than there are', () => {
    expect(faultsOf([anArticle(), anArticle()])).toEqual(['error A-50 id is used twice'])
    expect(faultsOf([anArticle()], { signers: { threshold: 1, keys: [] } })).toEqual([
      'error - signers asks for 1 signatures but names fewer keys',
    ])
  })

  test('when nothing within the range of its facts breaks it', () => {
    const examples = { pass: [{ risk_score: 84 }], fail: [{ risk_score: 84 }] }

    expect(one({ rule: 'risk_score <= 100.0', examples })).toContain('error A-50 examples/fail/0 does not fail')
  })
})

describe('is warned of', () => {
  test('an article that fails nowhere another does not', () => {
    const wider = anArticle({
      id: 'A-51',
      rule: 'risk_score < 80.0',
      examples: { pass: [{ risk_score: 79 }], fail: [{ risk_score: 80 }] },
    })

    expect(faultsOf([anArticle(), wider])).toEqual([
      'warning A-50 rule is shadowed: A-51 fails wherever it does, at no lesser tier',
    ])
    expect(faultsOf([anArticle(), { ...wider, tier: 'T2' }])).toEqual([])
  })

  test('an article that is kept again as its fact gets worse', () => {
    const rule = 'risk_score < 50.0 || risk_score > 60.0'
    const examples = { pass: [{ risk_score: 1 }], fail: [{ risk_score: 55 }] }

    expect(faultsOf([anArticle({ rule, examples })])).toEqual([
      'warning A-50 rule is not monotone: it is kept again as risk_score gets worse',
    ])
  })

  test('an article with more boundaries than are looked at', () => {
    const numbers = ['risk_score', 'confidence'].flatMap((name) =>
      Array.from({ length: 10 }, (_, at) => `${name} < 0.0${at + 1}`),
    )
    const texts = ['risk_level', 'testing_mode'].map(
      (name) => `${name} in [${Array.from({ length: 12 }, (_, at) => `'${at}'`).join(', ')}]`,
    )
    const facts = { confidence: 0.5, risk_level: '', testing_mode: '' }
    const examples = { pass: [{ ...facts, risk_score: 0 }], fail: [{ ...facts, risk_score: 50 }] }

    expect(faultsOf([anArticle({ rule: [...numbers, ...texts].join(' || '), examples })])).toEqual([
      'warning A-50 rule has more than 100000 boundary points: not analysed',
    ])
  })
})

/** What level 4 says of people: who, how far they agree, how far automation is from them; and that no score knows of it. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { SystemTree } from '#db/documents/system-tree'
import { FullTree } from '#db/documents/tree'
import { expectShape } from '#test/contract/shapes'
import { krippendorffAlpha } from '#test/support/statistics'
import { aTrace, traces } from '#test/workers/generate-tree/makers'
import { summarizeCohort } from '#workers/generate-tree/cohort'
import { type Category, categories } from '#workers/generate-tree/flags'
import {
  alphaInterval,
  alphaOfSums,
  type CountedAnnotation,
  type PersonAnswer,
  peopleOf,
  sumsOf,
} from '#workers/generate-tree/people'
import { defaultProfile, findProfile, type PeopleRules } from '#workers/generate-tree/profiles'
import { buildSystemTree } from '#workers/generate-tree/system-tree'
import { buildTree } from '#workers/generate-tree/tree'
import vectors from '../../vectors/aria-vectors.json'

const rules = defaultProfile.people as PeopleRules
const unitsOf = (ratings: readonly (readonly (number | null)[])[]) =>
  ratings.map((unit, at) => ({ cluster: `${at}`, risks: unit.filter((rating) => rating !== null) }))
const alphaOf = (ratings: readonly (readonly (number | null)[])[]) => alphaOfSums(sumsOf(unitsOf(ratings)))

const said = (
  traceId: string,
  raterId: string,
  answers: Partial<Record<Category, PersonAnswer>>,
  ord = 0,
): CountedAnnotation => ({ traceId, raterId, ord, node: `${raterId}${traceId}${ord}`, answers })
const automated = (traceId: string, risk: number | null = 5, session: string | null = null) => ({
  traceId,
  session,
  risks: categories.map(() => risk),
})

describe('alpha in closed form', () => {
  const published = [vectors.krippendorff_classic, vectors.krippendorff_wikipedia]
  test('is the published one, of observers with gaps', () => {
    for (const { observers, alpha } of published) {
      const units = (observers[0] ?? []).map((_, unit) => observers.map((ratings) => ratings[unit] ?? null))
      expect(alphaOf(units)).toBeCloseTo(alpha.interval, 12)
    }
  })

  test('is that of the matrix of coincidences, whatever the ratings', () => {
    const rating = fc.option(fc.oneof(fc.integer({ min: 0, max: 10 }), fc.double({ min: 0, max: 10, noNaN: true })))
    fc.assert(
      fc.property(fc.array(fc.array(rating, { maxLength: 5 }), { maxLength: 12 }), (units) => {
        const pairable = units.map((unit) => unit.filter((each) => each !== null)).filter(({ length }) => length > 1)
        const spread = pairable.flat().some((each) => Math.abs(each - (pairable[0]?.[0] ?? 0)) > 1e-3)
        const alpha = alphaOf(units)
        if (spread) expect(alpha).toBeCloseTo(krippendorffAlpha(units, 'interval') ?? Number.NaN, 6)
      }),
    )
  })

  test('is null where all said the same, or nobody was answered twice: nothing is shown by that', () => {
    expect([
      alphaOf([
        [3, 3],
        [3, 3],
      ]),
      alphaOf([[1, null], [2]]),
      alphaOf([]),
    ]).toEqual([null, null, null])
    expect(
      alphaOf([
        [0, 0],
        [10, 10],
      ]),
    ).toBe(1)
  })
})

describe('the interval of alpha', () => {
  /** Traces on which two raters differ in every third. */
  const some = (count: number) =>
    Array.from({ length: count }, (_, at) => [at % 7, at % 3 === 0 ? (at % 7) + 1 + (at % 2) : at % 7])

  test('holds alpha, stays inside of the scale, and is there from thirty traces on', () => {
    const clusters = sumsOf(unitsOf(some(40)))
    const interval = alphaInterval(clusters, rules)
    const alpha = alphaOfSums(clusters) ?? Number.NaN

    expect(alphaInterval(sumsOf(unitsOf(some(29))), rules)).toContain('29 traces or sessions')
    expect(alphaInterval(sumsOf(unitsOf(some(30))), rules)).toBeObject()
    if (typeof interval === 'string') throw new Error(interval)
    expect(interval.lo).toBeWithin(-1, alpha)
    expect(interval.hi).toBeWithin(alpha, 1)
  })

  test('is not there where nobody disagrees, or where one trace alone does', () => {
    const agreeing = Array.from({ length: 40 }, (_, at) => [at % 5, at % 5])

    expect(alphaInterval(sumsOf(unitsOf(agreeing)), rules)).toContain('nobody disagrees')
    expect(alphaInterval(sumsOf(unitsOf([...agreeing, [0, 9]])), rules)).toContain('too few')
  })

  test('holds what 95 % of samples should, of ratings that it was not chosen by', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 16807) % 2147483647
      return seed / 2147483647
    }
    /** Four answers of each trace by three raters, one of whom is often away; truth is in thirds. */
    const trace = () =>
      Array.from({ length: 4 }, () => {
        const truth = random() < 0.6 ? 0 : random() < 0.5 ? 5 : 9
        return Array.from({ length: 3 }, (_, rater) =>
          rater === 2 && random() < 0.5 ? null : random() < 0.15 ? Math.floor(random() * 11) : truth,
        ).filter((each) => each !== null)
      })
    const sample = (count: number) =>
      sumsOf(Array.from({ length: count }, (_, at) => trace().map((risks) => ({ cluster: `${at}`, risks }))).flat())
    const truth = alphaOfSums(sample(20_000)) ?? Number.NaN

    const intervals = Array.from({ length: 400 }, () => alphaInterval(sample(40), rules)).filter(
      (interval) => typeof interval !== 'string',
    )
    const held = intervals.filter(({ lo, hi }) => lo <= truth && truth <= hi)

    expect(intervals.length).toBeGreaterThan(300)
    expect((100 * held.length) / intervals.length).toBeWithin(92, 99.5)
  })
})

describe('level 4', () => {
  test('takes the last word of each rater, and counts what was unable and what does not apply without a number', () => {
    const { people, raters } = peopleOf(
      [
        said('t', 'a', { safety: 'yes', factuality: 8 }),
        said('t', 'b', { safety: 'unable', factuality: 'n/a' }, 1),
        said('t', 'a', { safety: 'no', factuality: 2.5 }, 2),
        said('elsewhere', 'c', { safety: 'yes' }, 3),
      ],
      [automated('t', 5)],
      rules,
    )

    expect(people).toMatchObject({
      annotations: 2,
      superseded: 1,
      raters: 2,
      traces: 1,
      gap: { absolute: 3.75, mean: -3.75, n: 2 },
      by_category: {
        safety: { gap: -5, max: 0, mean: 0, min: 0, n: 1, unable: 1, not_applicable: 0 },
        factuality: { gap: -2.5, mean: 2.5, n: 1, unable: 0, not_applicable: 1 },
        appropriateness: { gap: null, max: null, mean: null, min: null, n: 0 },
      },
      agreement: {
        within: { value: null, ci: null, reason: 'nothing was answered by two raters', reading: 'insufficient_data' },
        with_automation: { units: 2 },
      },
    })
    expect(raters).toEqual([
      { annotations: 1, id: 'svc-auto', kind: 'CODE', weighs: true },
      { annotations: 1, id: 'a', kind: 'HUMAN', weighs: false },
      { annotations: 1, id: 'b', kind: 'HUMAN', weighs: false },
    ])
  })

  test('compares with nothing where automation has no risk', () => {
    const { people } = peopleOf([said('t', 'a', { safety: 10 })], [automated('t', null)], rules)

    expect(people).toMatchObject({
      gap: { absolute: null, mean: null, n: 0 },
      by_category: { safety: { gap: null, mean: 10 } },
      agreement: { with_automation: { units: 0, value: null } },
    })
  })

  test('says of one trace how its raters agree, and gives no interval', () => {
    const answers = { safety: 0, factuality: 8, appropriateness: 2, response_quality: 5, user_experience: 9 }
    const { people } = peopleOf(
      [said('t', 'a', answers), said('t', 'b', { ...answers, safety: 1 })],
      [automated('t')],
      rules,
    )

    expect(people?.agreement.within).toMatchObject({ ci: null, units: 5, reading: 'reliable' })
    expect(people?.agreement.within.reason).toContain('1 traces or sessions')
  })

  test('takes traces of one session together', () => {
    const all = Array.from({ length: 60 }, (_, at) => `t${at}`)
    const annotations = all.flatMap((traceId, at) => [
      said(traceId, 'a', { safety: at % 10 }),
      said(traceId, 'b', { safety: (at * 7) % 10 }),
    ])
    const alone = peopleOf(
      annotations,
      all.map((id) => automated(id)),
      rules,
    )
    const together = peopleOf(
      annotations,
      all.map((id, at) => automated(id, 5, `s${at % 12}`)),
      rules,
    )

    expect(alone.people?.agreement.within.ci).toBeArray()
    expect(together.people?.agreement.within).toMatchObject({ ci: null, value: alone.people?.agreement.within.value })
    expect(together.people?.agreement.within.reason).toContain('12 traces or sessions')
  })

  test('is the same in whatever order it came, and under other ids', () => {
    const answer = fc.constantFrom<PersonAnswer>('yes', 'no', 'unable', 'n/a', 0, 3.5, 7, 10)
    const annotation = fc.record({
      trace: fc.nat(40),
      rater: fc.nat(4),
      answers: fc.dictionary(fc.constantFrom(...categories), answer, { minKeys: 1 }),
    })
    fc.assert(
      fc.property(fc.array(annotation, { maxLength: 120 }), fc.infiniteStream(fc.double()), (made, keys) => {
        const of = (name: (kind: string, id: number) => string) =>
          made.map(({ trace, rater, answers }, ord) => ({
            ...said(name('t', trace), name('r', rater), answers, ord),
            node: `${ord}`,
          }))
        const own = (name: (kind: string, id: number) => string) =>
          Array.from({ length: 41 }, (_, at) => automated(name('t', at), at % 11))
        const plain = (kind: string, id: number) => `${kind}${id}`
        const other = (kind: string, id: number) => `${kind}-${9999 - id * 37}`
        const order = of(plain).map((each) => ({ each, key: keys.next().value ?? 0 }))
        const shuffled = order.sort((a, b) => a.key - b.key).map(({ each }) => each)

        const first = peopleOf(of(plain), own(plain), rules)
        expect(peopleOf(shuffled, own(plain).toReversed(), rules)).toEqual(first)
        expect(peopleOf(of(other), own(other).toReversed(), rules).people).toEqual(first.people)
      }),
      { numRuns: 50 },
    )
  })

  test('lists a hundred raters, those who said most, and counts all', () => {
    const many = Array.from({ length: 120 }, (_, at) => said('t', `r${at}`, { safety: 1 }, at))
    const { people, raters } = peopleOf(
      [...many, said('u', 'r119', { safety: 1 })],
      [automated('t'), automated('u')],
      rules,
    )

    expect([raters.length, people?.raters, raters[1]?.id]).toEqual([101, 120, 'r119'])
  })
})

describe('a tree', () => {
  const trace = aTrace({ flags: ['jailbreak'], testing_mode: 'red_team' })
  const people = [said(trace.trace_id, 'a', { safety: 10 }), said(trace.trace_id, 'b', { safety: 'yes' }, 1)]
  const versions = { storeVersion: '1.0.0', treeSpecVersion: '1.0.0' }
  const treeOf = (profile = defaultProfile, more = {}) =>
    buildTree({ trace, cohort: summarizeCohort([trace], profile), profile, ...versions, ...more })

  test('shows people beside automation and changes nothing else', () => {
    const [without, beside] = [treeOf(), treeOf(defaultProfile, { people })]
    const bare = ({ level_1, level_4, ...rest }: FullTree) => {
      const { tree_digest: _, ...summary } = level_1.summary
      const { people: _people, raters: _raters, ...own } = level_4
      return { ...rest, level_1: { ...level_1, summary }, level_4: own }
    }

    expectShape(FullTree, beside)
    expect(without.level_4).toMatchObject({ people: null, raters: [{ id: 'svc-auto', weighs: true }] })
    expect(beside.level_4.people).toMatchObject({ annotations: 2, raters: 2 })
    expect(bare(beside)).toEqual(bare(without))
    expect(beside.level_1.summary.tree_digest).not.toBe(without.level_1.summary.tree_digest)
  })

  test('by a profile from before is what it was, byte for byte', () => {
    for (const version of ['1.0.0', '1.1.0']) {
      const profile = findProfile('trace-v1', version)
      if (!profile) throw new Error('an old profile is gone')
      expect(JSON.stringify(treeOf(profile, { people }))).toBe(JSON.stringify(treeOf(profile)))
      const system = { systemSource: 's', traces: [trace], profile, ...versions }
      expect(JSON.stringify(buildSystemTree({ ...system, people }))).toBe(JSON.stringify(buildSystemTree(system)))
    }
  })

  test('of a system shows how raters agree over its traces, with an interval', () => {
    const all = traces(50, (at) => ({ risk_score: at }))
    const annotations = all.flatMap(({ trace_id }, at) => [
      said(trace_id, 'a', { safety: at % 10, factuality: 'no' }),
      said(trace_id, 'b', { safety: (at + (at % 3)) % 10, factuality: 'unable' }, 1),
    ])
    const input = { systemSource: 's', traces: all, profile: defaultProfile, ...versions }
    const [without, beside] = [buildSystemTree(input), buildSystemTree({ ...input, people: annotations })]

    expectShape(SystemTree, beside)
    expect(without.level_4).toMatchObject({ people: null, raters: [{ annotations: 50, id: 'svc-auto' }] })
    expect(beside.level_4.people).toMatchObject({ annotations: 100, traces: 50, raters: 2 })
    expect(beside.level_4.people?.agreement.within).toMatchObject({ units: 50, reason: null, ci: expect.any(Array) })
    expect([beside.level_1.interpretation, beside.level_2]).toEqual([without.level_1.interpretation, without.level_2])
  })
})

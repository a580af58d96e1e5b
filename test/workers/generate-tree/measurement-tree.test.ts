/** The general engine: NIST's published numbers, every summary, missing evidence, uncertainty, refusals. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Aggregation, aggregate } from '#test/support/measurement-tree/aggregation'
import { childContributions, shapley } from '#test/support/measurement-tree/contributions'
import {
  aggregationRobustness,
  bootstrapTree,
  evaluateTree,
  faultsOf,
  leafContributions,
  type MissingPolicy,
  type TreeDefinition,
  type TreeNode,
} from '#test/support/measurement-tree/engine'
import vectors from '../../vectors/aria-vectors.json'

const treeOf = (root: TreeNode): TreeDefinition => ({
  id: 'a-tree',
  version: '1',
  scale: [0, 10],
  orientation: 'risk',
  root,
})

/** A node over the given values, each a leaf reading its own place of the one record. */
const over = (aggregation: Aggregation, values: readonly (number | null)[], missing?: MissingPolicy) =>
  evaluateTree(
    treeOf({
      id: 'node',
      aggregation,
      ...(missing && { missing }),
      children: values.map((_, index) => ({ id: `leaf-${index}`, selector: { pointer: `/${index}` } })),
    }),
    [values],
  ).root

/** Levels 2 to 4 of the pilot: maximum of testing levels, means of what each has. */
const pilotTree = (levels: Record<string, Record<string, number>>): TreeDefinition =>
  treeOf({
    id: 'validity',
    level: 2,
    aggregation: { fn: 'max' },
    children: Object.entries(levels).map(([testing, answers]) => ({
      id: testing,
      level: 3,
      aggregation: { fn: 'mean' },
      children: Object.keys(answers).map((answer) => ({
        id: `${testing}/${answer}`,
        level: 4,
        selector: { pointer: `/${testing}/${answer}` },
      })),
    })),
  })

describe.each(Object.entries(vectors.corix_table8.cases))('ARIA 0.1 pilot, application %s', (_, published) => {
  const levels = published.L4 as Record<string, Record<string, number>>
  const { root, driverPath } = evaluateTree(pilotTree(levels), [levels])

  test('has the published levels 2 and 3, and driver', () => {
    for (const node of root.children)
      expect(Math.abs((node.value ?? 99) - published.L3[node.id as 'MT'])).toBeLessThanOrEqual(0.0101)
    expect(Math.abs((root.value ?? 99) - published.L2)).toBeLessThanOrEqual(0.0101)
    expect(100 - 10 * (root.value ?? 0)).toBeCloseTo(published.validity_score, 0)
    expect(driverPath[1]).toBe(published.driver)
  })

  test('adds up: the leaves give the root', () => {
    const leaves = [...(leafContributions(root)?.values() ?? [])]

    expect(leaves.reduce((sum, value) => sum + value, 0)).toBeCloseTo(root.value ?? 99, 9)
  })
})

test('the pilot applications stand in their published order, whose top hangs on the maximum', () => {
  const systems = new Map(Object.entries(vectors.corix_table8.cases).map(([name, { L4 }]) => [name, [L4]]))
  const all = {
    MT: { annotator_label: 0 },
    RT: { annotator_label: 0, user_perception: 0 },
    FT: { annotator_label: 0, user_perception: 0 },
  }

  const robustness = aggregationRobustness(pilotTree(all), systems, [{ fn: 'mean' }, { fn: 'max' }])

  expect(robustness.find(({ node, fn }) => node === 'validity' && fn === 'mean')).toEqual({
    node: 'validity',
    fn: 'mean',
    order: ['A', 'B', 'C'],
    isSameOrder: true,
  })
  expect(robustness).toHaveLength(4)
})

describe('engine vectors', () => {
  test('a weighted mean leaves out what is missing, and bounds what it could have been', () => {
    const [vector] = vectors.engine.cases
    const children = vector?.children as [number, number | null][]
    const node = over(
      { fn: 'weighted_mean', weights: children.map(([weight]) => weight) },
      children.map(([, value]) => value),
    )

    expect(node.value).toBeCloseTo(vector?.value ?? 99, 12)
    expect(node.bounds?.map((bound) => Number(bound.toFixed(9)))).toEqual([4, 7])
    expect(node.coverage).toBeCloseTo(0.7, 12)
    expect([node.n, node.nMissing]).toEqual([2, 1])
  })

  const uncertain = (correlation: 0 | 1) =>
    evaluateTree(
      treeOf({
        id: 'mean',
        aggregation: { fn: 'mean' },
        children: [
          { id: 'a', selector: { pointer: '/a/0', uncertainty: '/a/1' } },
          { id: 'b', selector: { pointer: '/b/0', uncertainty: '/b/1' } },
        ],
      }),
      [{ a: [3.52, 0.4], b: [2.24, 0.3] }],
      { correlation },
    ).root

  test('independent uncertainties of a mean add in squares, correlated ones add up', () => {
    expect(uncertain(0).value).toBeCloseTo(2.88, 12)
    expect(uncertain(0).u).toBeCloseTo(0.25, 9)
    expect(uncertain(1).u).toBeCloseTo(0.35, 9)
  })

  test.each([
    ['noisy_or', { fn: 'noisy_or' }, [8, 6], 9.2],
    ['median', { fn: 'median' }, [0, 2.5, 5, 7.5, 10], 5],
    ['mean', { fn: 'mean' }, [1, 2, 6], 3],
    ['min', { fn: 'min' }, [3, 1, 2], 1],
    ['max', { fn: 'max' }, [3, 1, 2], 3],
    ['trimmed_mean', { fn: 'trimmed_mean', share: 0.2 }, [0, 4, 5, 6, 10], 5],
    ['quantile', { fn: 'quantile', q: 0.9 }, [0, 10], 9],
    ['hurwicz', { fn: 'hurwicz', a: 0.5 }, [9, 0, 0, 5], 6.25],
    ['owa', { fn: 'owa', weights: [3, 1] }, [2, 6], 5],
    ['geometric_mean', { fn: 'geometric_mean' }, [2, 8], 4],
    ['geometric_mean with a zero', { fn: 'geometric_mean' }, [0, 8], 0],
    ['kth_largest', { fn: 'kth_largest', k: 2 }, [9, 1, 7], 7],
    ['count_rate', { fn: 'count_rate', from: 5 }, [5, 4, 9, 0], 5],
    ['count_rate of a band', { fn: 'count_rate', from: 5, below: 9 }, [5, 4, 9, 0], 2.5],
  ] as [string, Aggregation, number[], number][])('%s', (_, aggregation, values, expected) => {
    expect(aggregate(aggregation, values)).toBeCloseTo(expected, 12)
  })
})

describe('missing evidence', () => {
  test.each([
    ['omit', { policy: 'omit' }, 4],
    ['propagate', { policy: 'propagate' }, null],
    ['worst', { policy: 'worst' }, 7],
    ['best', { policy: 'best' }, 2],
    ['min_coverage that is met', { policy: 'min_coverage', min_coverage: 0.5 }, 4],
    ['min_coverage that is not met', { policy: 'min_coverage', min_coverage: 0.6 }, null],
  ] as [string, MissingPolicy, number | null][])('%s', (_, missing, value) => {
    const node = over({ fn: 'mean' }, [4, null], missing)

    expect(node.value).toBe(value)
    expect(node.bounds).toEqual([2, 7])
    expect(node.nMissing).toBe(1)
  })

  test('no evidence at all is null between 0 and 10, not a midpoint', () => {
    expect(over({ fn: 'mean' }, [null, null])).toMatchObject({ value: null, bounds: [0, 10], coverage: 0, u: null })
  })

  test('a reading off the scale is missing, not bent into range', () => {
    expect(over({ fn: 'mean' }, [4, 12])).toMatchObject({ value: 4, nMissing: 1 })
  })

  test('a summary that is not monotone claims no bounds', () => {
    expect(over({ fn: 'count_rate', from: 2, below: 5 }, [4, null]).bounds).toBeNull()
  })
})

describe('leaves', () => {
  const leaf = (selector: object, records: unknown[]) =>
    evaluateTree(treeOf({ id: 'leaf', selector: { pointer: '/x', ...selector } }), records).root

  test.each([
    ['likert', { kind: 'likert', points: 5 }, 4, 2.5],
    ['invert', { kind: 'invert' }, 4, 6],
    ['linear', { kind: 'linear', factor: 0.1, offset: 0 }, 72, 7.2],
    ['log', { kind: 'log', free: 1000, worst: 30 }, 30_000, 10],
    ['boolean', { kind: 'boolean', yes: 10, no: 0 }, true, 10],
    ['map', { kind: 'map', values: { Yes: 10, No: 0, 'Unable to Determine': null } }, 'Yes', 10],
    ['map of an answer that is none', { kind: 'map', values: { 'N/A': null } }, 'N/A', null],
    ['map of a word it lacks', { kind: 'map', values: {} }, 'constructor', null],
  ])('transform %s', (_, transform, reading, risk) => {
    expect(leaf({ transform }, [{ x: reading }]).value).toBe(risk)
  })

  test('collate the records that pass their filter, with the standard error of their mean', () => {
    const records = [2, 4, 9, null].map((x, index) => ({ x, kind: index === 2 ? 'other' : 'this' }))

    const result = leaf({ filter: { pointer: '/kind', equals: 'this' } }, records)

    expect(result).toMatchObject({ value: 3, n: 2, nMissing: 1, u: 1 })
  })

  test('a pointer reads own members, escaped names and array places', () => {
    const at = (pointer: string) => leaf({ pointer }, [{ 'a/b': { '~': [1, 7] } }]).value

    expect([at('/a~1b/~0/1'), at('/a~1b/~0/9'), at('/toString/length')]).toEqual([7, null, null])
  })

  test('a gate lifts a node to its floor, bounds and all', () => {
    const definition = treeOf({
      id: 'leaf',
      selector: { pointer: '/x' },
      gate: { pointer: '/compliant', equals: false, floor: 7 },
    })

    expect(evaluateTree(definition, [{ x: 2, compliant: false }]).root).toMatchObject({
      value: 7,
      bounds: [7, 7],
      gated: true,
    })
    expect(evaluateTree(definition, [{ x: 2, compliant: true }]).root).toMatchObject({ value: 2, gated: false })
  })
})

describe('a definition is refused', () => {
  const leaf = (id: string): TreeNode => ({ id, selector: { pointer: '/x' } })
  const mean = (id: string, children: TreeNode[]): TreeNode => ({ id, aggregation: { fn: 'mean' }, children })

  test('for a cycle', () => {
    const children: TreeNode[] = [leaf('x')]
    const root = mean('root', children)
    children.push(root)

    expect(faultsOf(treeOf(root))).toEqual(['cycle at root'])
    expect(() => evaluateTree(treeOf(root), [])).toThrow('cycle at root')
  })

  test('for an id that stands twice', () => {
    expect(faultsOf(treeOf(mean('root', [leaf('x'), leaf('x')])))).toEqual(['duplicate id x'])
  })

  test('for too many nodes', () => {
    const leaves = Array.from({ length: 10_000 }, (_, index) => leaf(`x${index}`))

    expect(faultsOf(treeOf(mean('root', leaves)))).toEqual(['more than 10000 nodes'])
    expect(faultsOf(treeOf(mean('root', leaves.slice(1))))).toEqual([])
  })

  test('for too great a depth', () => {
    let root = leaf('x')
    for (let level = 0; level < 12; level += 1) root = mean(`level-${level}`, [root])

    expect(faultsOf(treeOf(root))).toEqual(['deeper than 12 at x'])
  })

  test.each([
    [{ fn: 'weighted_mean', weights: [1] }, 'root: needs one weight of at least 0 for each child'],
    [{ fn: 'weighted_mean', weights: [0, 0] }, 'root: needs one weight of at least 0 for each child'],
    [{ fn: 'owa', weights: [1, 1] }, 'root: ordered weights need every child; say propagate, worst or best'],
    [{ fn: 'hurwicz', a: 2 }, 'root: a must lie in [0, 1]'],
    [{ fn: 'quantile', q: -1 }, 'root: q must lie in [0, 1]'],
    [{ fn: 'trimmed_mean', share: 0.5 }, 'root: share must lie in [0, 0.5)'],
    [{ fn: 'kth_largest', k: 0 }, 'root: k must be a whole number from 1'],
  ] as [Aggregation, string][])('for parameters that do not fit: %j', (aggregation, fault) => {
    expect(faultsOf(treeOf({ id: 'root', aggregation, children: [leaf('a'), leaf('b')] }))).toContain(fault)
  })
})

const aggregations = fc.constantFrom<Aggregation>(
  { fn: 'mean' },
  { fn: 'median' },
  { fn: 'min' },
  { fn: 'max' },
  { fn: 'noisy_or' },
  { fn: 'geometric_mean' },
  { fn: 'trimmed_mean', share: 0.25 },
  { fn: 'quantile', q: 0.8 },
  { fn: 'hurwicz', a: 0.5 },
  { fn: 'kth_largest', k: 2 },
  { fn: 'count_rate', from: 5 },
  { fn: 'weighted_mean', weights: [5, 1, 3, 1, 2, 2, 1, 1] },
)
const risk = fc.double({ min: 0, max: 10, noNaN: true })

describe('for every summary', () => {
  test('contributions add up to the value', () => {
    fc.assert(
      fc.property(aggregations, fc.array(risk, { minLength: 1, maxLength: 8 }), (aggregation, values) => {
        const contributions = childContributions(aggregation, values)
        const sum = contributions?.reduce((total, contribution) => total + contribution, 0) ?? Number.NaN

        expect(Math.abs(sum - aggregate(aggregation, values))).toBeLessThan(1e-9)
      }),
    )
  })

  test('more risk in a child is never less risk in the node', () => {
    fc.assert(
      fc.property(
        aggregations,
        fc.array(risk, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        risk,
        (aggregation, values, at, other) => {
          const index = at % values.length
          const raised = values.with(index, Math.max(values[index] ?? 0, other))

          expect(aggregate(aggregation, raised)).toBeGreaterThanOrEqual(aggregate(aggregation, values) - 1e-9)
        },
      ),
    )
  })

  test('the bounds hold the value, whatever is missing', () => {
    const values = fc.array(fc.option(risk), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(aggregations, values, (aggregation, children) => {
        const { bounds, value } = over(aggregation, children)
        if (value === null) return

        expect(bounds?.[0]).toBeLessThanOrEqual(value + 1e-9)
        expect(bounds?.[1]).toBeGreaterThanOrEqual(value - 1e-9)
      }),
    )
  })
})

test('Shapley values of the maximum share the common part, as the airport game has it', () => {
  expect(shapley([2, 6, 8], (values) => Math.max(...values)).map((value) => Number(value.toFixed(9)))).toEqual([
    0.666666667, 2.666666667, 4.666666667,
  ])
})

test('a summary of too many children for exact Shapley values names no contributions, and no driver but the largest', () => {
  const values = Array.from({ length: 11 }, (_, index) => index / 2)
  const { root, driverPath } = evaluateTree(
    treeOf({
      id: 'node',
      aggregation: { fn: 'noisy_or' },
      children: values.map((_, index) => ({ id: `leaf-${index}`, selector: { pointer: `/${index}` } })),
    }),
    [values],
  )

  expect(root.contributions).toBeNull()
  expect(leafContributions(root)).toBeNull()
  expect(driverPath).toEqual(['node', 'leaf-10'])
})

test('three equal testing levels overstate by the expectation of a maximum', () => {
  const records = Array.from({ length: 300 }, (_, index) => ({
    level: ['MT', 'RT', 'FT'][index % 3],
    x: 3 + Math.sqrt(24) * (Math.floor(index / 3) % 2 === 0 ? 0.5 : -0.5),
  }))
  const definition = treeOf({
    id: 'top',
    aggregation: { fn: 'max' },
    children: ['MT', 'RT', 'FT'].map((level) => ({
      id: level,
      selector: { pointer: '/x', filter: { pointer: '/level', equals: level } },
    })),
  })
  const options = { replicates: 400, seed: 7 }

  const result = bootstrapTree(definition, records, options)

  // sd √6 over 100 records each: standard error 0.245, and the mean of the largest of three normals is 0.846 of it.
  expect(result?.maxBias).toBeGreaterThan(0.17)
  expect(result?.maxBias).toBeLessThan(0.25)
  expect(bootstrapTree(definition, records, options)).toEqual(result)
  expect(bootstrapTree(definition, records.slice(0, 1), options)).toBeNull()
})

test('sessions are resampled whole', () => {
  const records = Array.from({ length: 40 }, (_, index) => ({
    x: index < 20 ? 0 : 10,
    session: index < 20 ? 'a' : 'b',
  }))
  const definition = treeOf({ id: 'x', selector: { pointer: '/x' } })

  expect(bootstrapTree(definition, records, { replicates: 200, seed: 1, cluster: '/session' })?.interval).toEqual([
    0, 10,
  ])
})

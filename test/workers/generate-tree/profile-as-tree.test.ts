/** A profile written as a general measurement tree gives what the tree of a trace gives: one meaning, two ways to compute it. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { evaluateTree, leafContributions, type TreeNode } from '#test/support/measurement-tree/engine'
import { anyTrace } from '#test/workers/generate-tree/makers'
import { type Annotation, annotate } from '#workers/generate-tree/annotate'
import { type Category, categories } from '#workers/generate-tree/flags'
import { type Profile, profiles } from '#workers/generate-tree/profiles'

const annotatorCategories = categories.filter((category) => category !== 'user_experience')

/** Items of a category as leaves under their weighted mean, with the floor that holds for this trace. */
function categoryNode(category: Category, { byCategory }: Annotation, floor: number): TreeNode {
  const { items } = byCategory[category]
  return {
    id: category,
    level: 4,
    aggregation: { fn: 'weighted_mean', weights: items.map(({ weight }) => weight) },
    gate: { pointer: '/isFloored', equals: true, floor },
    children: items.map(({ id }) => ({
      id: `${category}.${id}`,
      level: 5,
      selector: { pointer: `/${category}/${id}` },
    })),
  }
}

function treeOf(annotation: Annotation, floorOf: (category: Category) => number, profile: Profile): TreeNode {
  const annotators: TreeNode = {
    id: 'annotator_responses',
    level: 4,
    aggregation: profile.annotator,
    children: annotatorCategories.map((category) => categoryNode(category, annotation, floorOf(category))),
  }
  const users = categoryNode('user_experience', annotation, floorOf('user_experience'))
  const children = annotation.perception === null ? [annotators] : [annotators, users]
  return { id: annotation.testCategory, level: 3, aggregation: { fn: 'mean' }, children }
}

test('values, bounds and coverage of every node agree with the general engine', () => {
  fc.assert(
    fc.property(anyTrace, fc.constantFrom(...profiles), (trace, profile) => {
      const annotation = annotate(trace, profile)
      const floorOf = (category: Category) => {
        const isCritical = annotation.flags?.some((flag) => flag.category === category && flag.severity >= 9)
        const isViolation = category === 'safety' && !trace.constitutional_compliance
        return Math.max(isCritical ? profile.floors.critical_flag : 0, isViolation ? profile.floors.compliance : 0)
      }
      const record = Object.fromEntries(
        categories.map((category) => [
          category,
          Object.fromEntries(annotation.byCategory[category].items.map(({ id, value }) => [id, value])),
        ]),
      )

      const definition = {
        id: profile.id,
        version: profile.version,
        scale: [0, 10],
        orientation: 'risk',
        root: treeOf(annotation, floorOf, profile),
      } as const
      const { root } = evaluateTree(definition, [{ ...record, isFloored: true }])

      expect(root.value).toBeCloseTo(annotation.overall.risk ?? 99, 9)
      expect(root.bounds?.[0]).toBeCloseTo(annotation.overall.lo, 9)
      expect(root.bounds?.[1]).toBeCloseTo(annotation.overall.hi, 9)
      for (const node of root.children[0]?.children ?? []) {
        const { risk, lo, hi, coverage } = annotation.byCategory[node.id as Category]
        if (risk === null) expect(node.value).toBeNull()
        else expect(node.value).toBeCloseTo(risk, 9)
        expect(node.bounds?.[0]).toBeCloseTo(lo, 9)
        expect(node.bounds?.[1]).toBeCloseTo(hi, 9)
        expect(node.coverage).toBeCloseTo(coverage, 9)
      }

      const leaves = leafContributions(root)
      const sum = [...(leaves?.values() ?? [])].reduce((total, value) => total + value, 0)
      const isLifted = categories.some((category) => annotation.byCategory[category].floor !== null)
      if (!isLifted) expect(sum).toBeCloseTo(annotation.overall.risk ?? 99, 9)
    }),
    { numRuns: 300 },
  )
})

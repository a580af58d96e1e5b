/** How two measurement trees differ: their verdicts side by side, and every leaf that is not the same. Pure. */
import type { SystemTree } from '#db/documents/system-tree'
import type { Tree } from '#db/documents/tree'
import type { TreeComparison } from '#shared/agents/types/trees'

type Made = { job_id: string; tree: Tree | SystemTree }

const shownAtMost = 1000

export function compareTrees(base: Made, other: Made): TreeComparison {
  const [a, b] = [sideOf(base), sideOf(other)]
  const differences = [...differencesOf(base.tree, other.tree, '')]
  return {
    base: a,
    other: b,
    validity_change:
      a.validity_score === null || b.validity_score === null ? null : round(b.validity_score - a.validity_score),
    differences: differences.slice(0, shownAtMost),
    total: differences.length,
  }
}

const round = (points: number) => Math.round(points * 100) / 100

function sideOf({ job_id, tree }: Made): TreeComparison['base'] {
  const { interpretation, summary } = tree.level_1
  const { validity_score, grade, verdict } = interpretation
  return { job_id, tree_digest: summary.tree_digest, validity_score, grade, verdict }
}

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function* differencesOf(a: unknown, b: unknown, path: string): Generator<TreeComparison['differences'][number]> {
  if (a === b) return
  if (!isBranch(a) || !isBranch(b)) {
    yield { path, base: a ?? null, other: b ?? null }
    return
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const step = key.replaceAll('~', '~0').replaceAll('/', '~1')
    yield* differencesOf(a[key], b[key], `${path}/${step}`)
  }
}

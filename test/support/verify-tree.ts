/** Recomputes what a tree says of itself, as anyone who holds it can. */
import canonicalize from 'canonicalize'
import type { FullTree, Tree } from '#db/documents/tree'
import { sha256 } from '#workers/generate-tree/digest'
import { recordDigest } from '#workers/generate-tree/tree-digest'

/** What can be said of a tree's digests from the tree alone; null where the tree at hand does not hold what it takes. */
export type TreeVerification = {
  /** tree_digest against all six levels; null for a tree cut to a smaller depth. */
  tree: boolean | null
  /** telemetry.digest against the record; null without raw data. */
  telemetry: boolean | null
}

/** Recomputes the digests of a tree; the order of keys, as a store may change it, does not matter. */
export function verifyTree(tree: Tree): TreeVerification {
  const telemetry = tree.level_6?.telemetry
  return {
    tree: isFull(tree) ? treeDigest(tree) === tree.level_1.summary.tree_digest : null,
    telemetry: telemetry?.included ? recordDigest(telemetry.record) === telemetry.digest : null,
  }
}

function isFull(tree: Tree): tree is FullTree {
  return [tree.level_2, tree.level_3, tree.level_4, tree.level_5, tree.level_6].every((level) => level !== undefined)
}

/** tree_digest: SHA-256 over the RFC 8785 form of the six levels, without tree_digest, telemetry being {digest}. */
function treeDigest(tree: FullTree): string {
  const { tree_digest: _, ...summary } = tree.level_1.summary
  const { digest } = tree.level_6.telemetry
  return sha256(
    canonicalize({
      ...tree,
      level_1: { ...tree.level_1, summary },
      level_6: { ...tree.level_6, telemetry: { digest } },
    }) ?? '',
  )
}

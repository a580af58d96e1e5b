/** Which design tokens a changed value left, came to or is near. Pure. */
import { tokenOf } from '#shared/design-system/nearest'
import type { TokenSet } from '#shared/design-system/token-set'
import type { TreeDifference } from '#workers/compare-design/trees/difference'
import type { TokenHints } from '#workers/compare-design/trees/wording'

const none: TokenHints = { left: null, came: null, nearest: null }

export function tokenHintsOf(
  { type, property, before, after }: TreeDifference,
  tokens: TokenSet | null,
  rootPx: number,
): TokenHints {
  if (!tokens || type !== 'style-change' || property === null) return none
  const left = tokenOf(tokens, property, before ?? '', rootPx)
  const came = tokenOf(tokens, property, after ?? '', rootPx)
  return {
    left: left?.isExact ? left.name : null,
    came: came?.isExact ? came.name : null,
    nearest: came && !came.isExact ? { name: came.name, css: came.css } : null,
  }
}

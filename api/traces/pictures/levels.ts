/** The levels of a tree of either kind. Pure. */
import type { AnyTree, Level } from '#api/traces/pictures/shown'
import { systemLevels } from '#api/traces/pictures/system-levels'
import { traceLevels } from '#api/traces/pictures/trace-levels'

export const levelsOf = (any: AnyTree): Level[] => (any.of === 'trace' ? traceLevels(any.tree) : systemLevels(any.tree))

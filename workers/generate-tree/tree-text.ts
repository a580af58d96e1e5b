/** A tree as JSON text, piece by piece: what JSON.stringify gives, at half its price. Pure. */
import type { Tree } from '#db/documents/tree'
import type { CohortSummary } from '#workers/generate-tree/cohort'

/** Six levels, whole or in part, or with less in them than a tree has, as its digest covers them. */
type Levels = Omit<Tree, 'level_1' | 'level_6'> & { level_1: object; level_6?: object }

/**
 * The JSON text of a tree, equal to JSON.stringify of it. Each piece stays under the 8 kB up to which Bun's writer is
 * fast, and what the cohort gives is written once for all the trees that share it.
 */
export function treeText(levels: Levels, cohort: CohortSummary): string {
  const { level_1, level_2, level_3, level_4, level_5, level_6 } = levels
  let text = `{"level_1":${JSON.stringify(level_1)}`
  if (level_2) text += `,"level_2":${once(level_2, () => level2Text(level_2, cohort))}`
  if (level_3) text += `,"level_3":${once(level_3, () => JSON.stringify(level_3))}`
  if (level_4) text += `,"level_4":${once(level_4, () => JSON.stringify(level_4))}`
  if (level_5) text += `,"level_5":${once(level_5, () => level5Text(level_5, cohort))}`
  if (level_6) text += `,"level_6":${JSON.stringify(level_6)}`
  return `${text}}`
}

const written = new WeakMap<object, string>()

/** Nobody changes a tree: it is written for its digest and for its caller, and most of it is the same in both. */
function once(level: object, write: () => string): string {
  const known = written.get(level)
  if (known !== undefined) return known
  const text = write()
  written.set(level, text)
  return text
}

function level2Text(
  { reliability, risks, validity }: Exclude<Tree['level_2'], undefined>,
  cohort: CohortSummary,
): string {
  const shared = reliability === cohort.reliability ? cohort.texts.reliability : JSON.stringify(reliability)
  return `{"reliability":${shared},"risks":${JSON.stringify(risks)},"validity":${JSON.stringify(validity)}}`
}

function level5Text(level: Exclude<Tree['level_5'], undefined>, cohort: CohortSummary): string {
  const { aggregated_measurements, flag_summary, temporal_metrics } = level
  const shared =
    aggregated_measurements === cohort.collation ? cohort.texts.collation : JSON.stringify(aggregated_measurements)
  return `{"aggregated_measurements":${shared},"flag_summary":${JSON.stringify(flag_summary)},"temporal_metrics":${JSON.stringify(temporal_metrics)}}`
}

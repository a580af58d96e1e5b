/** What to do about a finding: our sentence for its rule, or what a check of ours says of the very element. Pure. */
import { criterionOf } from '#shared/accessibility/criteria'
import { understandingOf } from '#shared/accessibility/wording'
import type { Finding } from '#workers/scan-page/finding'
import { aria } from '#workers/scan-page/remedies/aria'
import { controlNames } from '#workers/scan-page/remedies/control-names'
import { forms } from '#workers/scan-page/remedies/forms'
import { keyboard } from '#workers/scan-page/remedies/keyboard'
import { landmarks } from '#workers/scan-page/remedies/landmarks'
import { languages } from '#workers/scan-page/remedies/languages'
import { looks } from '#workers/scan-page/remedies/looks'
import { media } from '#workers/scan-page/remedies/media'
import { pictures } from '#workers/scan-page/remedies/pictures'
import { type Remedy, type RemedyRow, wordsOf } from '#workers/scan-page/remedies/remedy'
import { structure } from '#workers/scan-page/remedies/structure'
import { tables } from '#workers/scan-page/remedies/tables'

export const remedyRows: readonly RemedyRow[] = [
  ...aria,
  ...controlNames,
  ...forms,
  ...keyboard,
  ...landmarks,
  ...languages,
  ...looks,
  ...media,
  ...pictures,
  ...structure,
  ...tables,
]

/** By the name of the rule; AccessLint's go by what follows the slash. */
export const remedies: ReadonlyMap<string, Remedy> = new Map(
  remedyRows.flatMap(([rules, remedy]) => rules.split(' ').map((rule) => [rule, remedy] as const)),
)

/** @param html the start of the element's markup. */
export function remedyOf(
  finding: Pick<Finding, 'engine' | 'rule' | 'message' | 'recommendation'>,
  html: string,
): string {
  const { engine, rule, message, recommendation } = finding
  const remedy = engine === 'assay' ? undefined : remedies.get(rule.slice(rule.lastIndexOf('/') + 1))
  if (remedy === undefined) return recommendation
  return typeof remedy === 'string' ? remedy : remedy(wordsOf(html, message))
}

/** The page that explains the first of the criteria; null where there is none. */
export function explanationOf(criteria: readonly string[]): string | null {
  const [first] = criteria.flatMap((id) => criterionOf(id) ?? [])
  return first === undefined ? null : understandingOf(first)
}

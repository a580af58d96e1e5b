/** What a page's design must come up to: its own policy, or nothing worse than a severity. Pure. */
import { Option } from 'commander'
import type { DesignOutcome } from '#cli/commands/verify-pages'
import { type DesignIssue, type DesignReport, type DesignSeverity, designSeverities } from '#db/documents/design-report'
import { countOf } from '#shared/accessibility/wording'

/** Without one the page's policy decides. */
export type DesignThreshold = { failOn?: DesignSeverity | 'none' }

export const designThresholdOption = (): Option =>
  new Option(
    '--fail-on <severity>',
    'exit code 1 when an issue is as bad as this or worse; without it the policy of each page decides',
  ).choices([...designSeverities, 'none'])

/** Which issues fail the page; those of a page that its policy lets pass are none. */
export function failingOf({ approved, issues }: DesignReport, { failOn }: DesignThreshold): readonly DesignIssue[] {
  if (failOn === undefined) return approved ? [] : issues
  if (failOn === 'none') return []
  const worst = designSeverities.indexOf(failOn)
  return issues.filter(({ severity }) => designSeverities.indexOf(severity) <= worst)
}

/** Why a page misses, in words; undefined when it does not, or could not be verified. */
export function designMissOf(outcome: DesignOutcome, threshold: DesignThreshold): string | undefined {
  if (outcome.kind === 'unverified') return undefined
  const { report } = outcome
  if (threshold.failOn === undefined) return report.approved ? undefined : 'it is not approved'
  const failing = failingOf(report, threshold).length
  if (failing === 0) return undefined
  return `${countOf(failing, 'issue is', 'issues are')} ${threshold.failOn} or worse`
}

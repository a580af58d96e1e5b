/** Makes of what a check found on an element the finding that leaves the page. */
import type { CheckMeta, Hit } from '#workers/scan-page/checks/check'
import { selectorOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'

const verdicts = { error: 'violation', practice: 'practice', warning: 'review' } as const

export function foundOf(meta: CheckMeta, { element, message, remedy, tier, criteria, confidence }: Hit): Found {
  return {
    rule: meta.rule,
    verdict: verdicts[tier ?? meta.tier],
    impact: meta.impact,
    criteria: [...(criteria ?? meta.criteria)],
    place: selectorOf(element),
    confidence: confidence ?? 'medium',
    message,
    recommendation: remedy ?? meta.remedy,
  }
}

/** Makes issues of findings and judges them by a page's policy. Pure: the same findings and policy come to the same. */
import {
  type AbsorbedDifference,
  type DesignFinding,
  type DesignIssue,
  designSeverities,
} from '#db/documents/design-report'
import type { WholePolicy } from '#shared/designs/rules'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

/** Issues listed at most; all are counted. */
export const issuesListed = 1000

export type Judged = {
  issues: DesignIssue[]
  violations: number
  isTruncated: boolean
  absorbed: AbsorbedDifference[]
  approved: boolean
}

type Found = { findings: readonly DesignFinding[]; absorbed: readonly AbsorbedDifference[] }

/** @param accepted ids of issues that are none any more. */
export function judge(
  pageId: string,
  { findings, absorbed }: Found,
  { policy, accepted }: { policy: Pick<WholePolicy, 'failOn'>; accepted: ReadonlySet<string> },
): Judged {
  const all = withIds(pageId, findings)
  const issues = all.filter(({ id }) => !accepted.has(id)).sort(worstFirst)
  const isAccepted = all.length - issues.length
  return {
    issues: issues.slice(0, issuesListed),
    violations: issues.length,
    isTruncated: issues.length > issuesListed,
    absorbed: [
      ...absorbed,
      ...(isAccepted > 0
        ? [{ class: 'accepted', pixels: 0, message: `${isAccepted} that somebody has accepted on this page` }]
        : []),
    ],
    approved: issues.every(({ severity }) => !isFailing(severity, policy.failOn)),
  }
}

const rank = (severity: DesignFinding['severity']) => designSeverities.indexOf(severity)

/** Without a word on it any issue fails a page. */
const isFailing = (severity: DesignFinding['severity'], failOn: DesignFinding['severity'] | undefined) =>
  failOn === undefined || rank(severity) <= rank(failOn)

const areaOf = ({ box }: Pick<DesignFinding, 'box'>) => (box ? box.width * box.height : 0)

/** Sorting is stable: what is alike otherwise stays in the order of the page. */
const worstFirst = (a: DesignIssue, b: DesignIssue) => rank(a.severity) - rank(b.severity) || areaOf(b) - areaOf(a)

/** The same finding on the same page has the same id; of several that say the same each has its own, in their order. */
function withIds(pageId: string, findings: readonly DesignFinding[]): DesignIssue[] {
  const met = new Map<string, number>()
  return findings.map((finding) => {
    const { type, element, property, before, after, token, source } = finding
    const said = canonicalJson({ pageId, type, element, property, before, after, token, source })
    const nth = met.get(said) ?? 0
    met.set(said, nth + 1)
    return { ...finding, id: sha256Hex(`${said} ${nth}`).slice(0, 32) }
  })
}

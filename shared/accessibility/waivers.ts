/** Which issues somebody has decided to live with. Pure. */
import type { ReportIssue, WaivedIssue } from '#db/documents/scan-report'
import { fitsWildcard } from '#shared/kernel/wildcard'

export type WaiverTerms = {
  waiver_id: string
  /** One finding on one page; or else */
  fingerprint: string | null
  /** a whole rule, on all pages or on those whose address or path fits a pattern with *. */
  type: string | null
  url: string | null
  reason: string
  expires_at: Date | null
}

/** Parts what is waived at that time from what is not; both keep their order. A waiver of one finding goes before one of a rule. */
export function applyWaivers(
  issues: readonly ReportIssue[],
  waivers: readonly WaiverTerms[],
  { url, now }: { url: string; now: Date },
): { issues: ReportIssue[]; waived: WaivedIssue[] } {
  const path = pathOf(url)
  const open = waivers.filter(
    ({ expires_at, ...waiver }) =>
      (expires_at === null || expires_at > now) &&
      (waiver.url === null || fitsWildcard(waiver.url, url) || fitsWildcard(waiver.url, path)),
  )
  const byFingerprint = new Map(open.map((waiver) => [waiver.fingerprint, waiver]))
  const byType = new Map(open.filter((waiver) => waiver.fingerprint === null).map((waiver) => [waiver.type, waiver]))
  const kept: ReportIssue[] = []
  const waived: WaivedIssue[] = []
  for (const issue of issues) {
    const waiver = byFingerprint.get(issue.fingerprint) ?? byType.get(issue.type)
    if (!waiver) {
      kept.push(issue)
      continue
    }
    const { reason, expires_at, waiver_id } = waiver
    waived.push({ ...issue, waiver: { reason, expiresAt: expires_at?.toISOString() ?? null, id: waiver_id } })
  }
  return { issues: kept, waived }
}

/** What a waiver's pattern may name of an address, beside the whole of it. */
export function pathOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.pathname}${parsed.search}` : url
}

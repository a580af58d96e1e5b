/** What a request for a scan is as a job. */
import type { ScanRequest } from '#shared/contracts/scans'
import type { PayloadOf } from '#shared/jobs/contract'
import type { scanPage } from '#shared/jobs/scan-page'
import type { EgressAllow } from '#shared/kernel/addresses'
import type { Seal } from '#shared/kernel/encryption'
import { readOptions, sealAccess } from '#shared/scans/options'
import { readTargets } from '#shared/scans/targets'

/** @throws INVALID_REQUEST naming every fault, ADDRESS_REFUSED. */
export function pagePayload(
  request: ScanRequest,
  { seal, allow, orgId }: { seal: Seal; allow: EgressAllow; orgId: string },
): PayloadOf<typeof scanPage> {
  const { url: text, includeWarnings = true, screenshot = true } = request
  const { options, issues } = readOptions(request)
  const [url = ''] = readTargets([{ text, path: '/url' }], allow, issues)
  return {
    of: 'page',
    url,
    standard: options.standard,
    includeWarnings,
    look: options.look,
    screenshot,
    sealedAccess: sealAccess(seal, options.access, orgId),
    run: null,
  }
}

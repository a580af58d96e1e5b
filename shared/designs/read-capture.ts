/** Takes a request for a page's capture apart: where to, how it is to be looked at, and the job that is to be done. */
import { type CaptureRequest, defaultBranch } from '#shared/contracts/designs'
import { ignoreFaults } from '#shared/designs/ignored-regions'
import type { compareDesign } from '#shared/jobs/compare-design'
import type { PayloadOf } from '#shared/jobs/contract'
import type { EgressAllow } from '#shared/kernel/addresses'
import type { Seal } from '#shared/kernel/encryption'
import { readOptions, sealAccess } from '#shared/scans/options'
import { readTargets } from '#shared/scans/targets'

/** @throws INVALID_REQUEST naming every fault, ADDRESS_REFUSED. */
export function capturePayload(
  pageId: string,
  { url: text, branch = defaultBranch, viewport, mode, ignore = [], ...asked }: CaptureRequest,
  { seal, allow, orgId }: { seal: Seal; allow: EgressAllow; orgId: string },
): PayloadOf<typeof compareDesign> {
  const { options, issues } = readOptions(asked)
  const [url = ''] = readTargets([{ text, path: '/url' }], allow, [...issues, ...ignoreFaults(ignore, '/ignore')])
  return {
    of: 'verify',
    pageId,
    branch,
    snapshot: { url, look: options.look, sealedAccess: sealAccess(seal, options.access, orgId) },
    viewport: viewport ?? null,
    ...(mode === undefined ? {} : { mode }),
    ignore,
  }
}

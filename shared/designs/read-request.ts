/** Takes a request for a verification apart: the snapshot's bytes, and the job that is to be done with them. Nothing is decoded. */
import { defaultBranch, type VerifyDesignRequest } from '#shared/contracts/designs'
import { blobOf } from '#shared/designs/blobs'
import { ignoreFaults } from '#shared/designs/ignored-regions'
import { readPictureHead } from '#shared/designs/picture-head'
import { readSnapshotText, recogniseSnapshot } from '#shared/designs/snapshot'
import type { compareDesign } from '#shared/jobs/compare-design'
import type { PayloadOf } from '#shared/jobs/contract'
import { invalidRequest } from '#shared/kernel/errors/request'

type VerifyPayload = Extract<PayloadOf<typeof compareDesign>, { of: 'verify' }>
export type SentSnapshot = { bytes: Uint8Array; type: string; digest: string }

/** @throws INVALID_REQUEST naming every fault, UNSUPPORTED_SNAPSHOT. */
export function readVerifyRequest(request: VerifyDesignRequest): { payload: VerifyPayload; sent: SentSnapshot } {
  const sent = readSnapshot(request)
  return { payload: { ...termsOf(request), snapshot: { digest: sent.digest } }, sent }
}

/** The same for a task, which carries its snapshot along. @throws INVALID_REQUEST, UNSUPPORTED_SNAPSHOT */
export function readVerifyTask(request: VerifyDesignRequest): VerifyPayload {
  readSnapshot(request)
  return { ...termsOf(request), snapshot: { base64: request.snapshot } }
}

function readSnapshot({ snapshot, ignore = [] }: VerifyDesignRequest): SentSnapshot {
  const issues = ignoreFaults(ignore, '/ignore')
  if (issues.length > 0) throw invalidRequest(issues)
  const { bytes } = readSnapshotText(snapshot)
  const { kind, type } = recogniseSnapshot(bytes)
  if (kind === 'picture') readPictureHead(bytes)
  return { bytes, type, digest: blobOf(bytes, type).digest }
}

const termsOf = ({ pageId, branch = defaultBranch, viewport = undefined, mode, ignore = [] }: VerifyDesignRequest) => ({
  of: 'verify' as const,
  pageId,
  branch,
  viewport: viewport ?? null,
  ...(mode === undefined ? {} : { mode }),
  ignore,
})

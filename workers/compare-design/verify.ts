/** One verification: the snapshot, what it is held to, what differs, and what comes of it. Writes nothing. */

import type { Reader } from '#db/client'
import type { DesignPolicy, IgnoredRegion } from '#db/documents/design-policy'
import type { PageArtifact } from '#db/documents/page-artifact'
import {
  activeBaselines,
  type BaselineKey,
  type BaselineRow,
  baselinesOfSnapshot,
  isTakenBackSince,
} from '#db/queries/baselines'
import { streamHead } from '#db/queries/log'
import { knownComponents, type Sighting, usageIn } from '#shared/components/known'
import { defaultBranch } from '#shared/contracts/designs'
import { policyPlace, rulesDigest, tokensPlace, type WholePolicy, wholePolicy } from '#shared/designs/rules'
import { readSnapshotText, recogniseSnapshot } from '#shared/designs/snapshot'
import type { InputNode } from '#shared/evidence/node-of-kind'
import { findProvenArtifact } from '#shared/evidence/sealed/artifacts'
import { findProvenRules, provenAcceptedIssues, requireProvenBaselines } from '#shared/evidence/sealed/design-state'
import type { RecordingTools } from '#shared/governance/results'
import type { compareDesign } from '#shared/jobs/compare-design'
import type { PayloadOf } from '#shared/jobs/contract'
import { sha256Hex } from '#shared/kernel/canonical'
import { baselineOfSame, baselineToCompare } from '#workers/compare-design/choose-baseline'
import { type CompareTools, compareWith } from '#workers/compare-design/compare'
import {
  type CaptureTools,
  type Gathered,
  gather,
  gatherAgain,
  gatherCapture,
  sizeBeforehand,
} from '#workers/compare-design/gather'
import { type Judged, judge } from '#workers/compare-design/judge'
import { type RecordedVerification, recordVerification } from '#workers/compare-design/verification-result'
import type { JobAttempt } from '#workers/runtime/worker'

export type VerifyPayload = Extract<PayloadOf<typeof compareDesign>, { of: 'verify' }>
export type VerifyTools = RecordingTools & CaptureTools & CompareTools

/** What is to become of the snapshot: nothing, to wait for a word, or to be how the page is to look. */
export type BaselineWish =
  | { to: 'nothing' }
  | { to: 'wait' }
  /** `instead`: the baseline that its branch had when this was decided; where it has another by then, nothing is done. */
  | { to: 'be active'; instead: string | null; reason: string; inputs: readonly InputNode[] }

export type MadeVerification = RecordedVerification & {
  payload: VerifyPayload
  key: BaselineKey
  original: string
  /** What is to be kept; null where the snapshot is a baseline already. */
  gathered: Gathered | null
  /** Components of the library that are on the page. */
  sightings: readonly Sighting[]
  compared: BaselineRow | null
  wish: BaselineWish
}

/** @throws UNSUPPORTED_SNAPSHOT */
export async function verify(tools: VerifyTools, payload: VerifyPayload, job: JobAttempt): Promise<MadeVerification> {
  const { signer } = tools
  const { sql } = tools.db
  const { pageId, branch } = payload
  const at = new Date()
  const rules = await readRules(tools, payload, job.orgId)
  const sent = await readSent(tools, payload, job.orgId)
  const same = sent && (await baselineOf(tools, sent, payload, job.orgId))
  if (same) return approveSame(tools, { payload, job, at, rules, original: sent.digest, ...same })

  const gathered = await gatherFor(tools, sent, payload, job)
  const known = gathered.tree ? await knownComponents(sql, signer, job.orgId) : []
  const place = { org_id: job.orgId, page_id: pageId, ...gathered.place }
  const key = { ...place, branch }
  const active = requireProvenBaselines(signer, await activeBaselines(sql, place))
  const baseline = baselineToCompare(active, branch)
  const accepted = await provenAcceptedIssues({ sql, signer }, job.orgId, pageId, [branch, defaultBranch])
  const compared = await compareWith(tools, {
    gathered,
    key,
    baseline,
    policy: rules.policy,
    ignored: inForce(rules.policy.ignore, at),
    tokens: rules.tokens,
    known,
  })
  const judged = judge(pageId, compared, { policy: rules.policy, accepted })
  const recorded = recordVerification(tools, job, {
    payload,
    at,
    artifact: gathered.artifact,
    digest: gathered.digest,
    baseline: baseline ?? null,
    path: baseline ? gathered.place.medium : 'first',
    rules,
    compared,
    judged,
    inputs: await inputsOf(tools, baseline),
  })
  return {
    ...recorded,
    payload,
    key,
    original: gathered.original,
    gathered,
    sightings: gathered.tree ? usageIn(gathered.tree, known) : [],
    compared: baseline ?? null,
    wish: wishOf(judged, baseline, rules.policy),
  }
}

function wishOf({ approved }: Judged, baseline: BaselineRow | undefined, { autoAccept }: WholePolicy): BaselineWish {
  if (!approved) return { to: 'wait' }
  if (baseline) return { to: 'nothing' }
  return autoAccept
    ? { to: 'be active', instead: null, reason: 'the first snapshot, and it breaks nothing', inputs: [] }
    : { to: 'wait' }
}

type Same = {
  payload: VerifyPayload
  job: JobAttempt
  at: Date
  rules: Rules
  original: string
  same: BaselineRow
  artifact: PageArtifact
}

/** The snapshot is a baseline already, byte for byte: nothing has to be looked at. */
async function approveSame(
  tools: VerifyTools,
  { payload, job, at, rules, original, same, artifact }: Same,
): Promise<MadeVerification> {
  const { org_id, page_id, medium, width, scale_percent, artifact: digest } = same
  const key: BaselineKey = { org_id, page_id, medium, width, scale_percent, branch: payload.branch }
  const inputs = await inputsOf(tools, same)
  const recorded = recordVerification(tools, job, {
    payload,
    at,
    artifact,
    digest,
    baseline: same,
    path: 'same',
    rules,
    compared: { picture: null, notes: [] },
    judged: { issues: [], violations: 0, isTruncated: false, absorbed: [], approved: true },
    inputs,
  })
  const own = requireProvenBaselines(tools.signer, await activeBaselines(tools.db.sql, key)).find(
    ({ branch }) => branch === payload.branch,
  )
  // What was approved on another branch is how this one is to look, too, where it has looked otherwise or falls back to nothing.
  const isOthers = same.branch !== payload.branch && (own !== undefined || payload.branch === defaultBranch)
  return {
    ...recorded,
    payload,
    key,
    original,
    gathered: null,
    sightings: [],
    compared: same,
    wish: isOthers
      ? { to: 'be active', instead: own?.baseline_id ?? null, reason: `approved on ${same.branch}`, inputs }
      : { to: 'nothing' },
  }
}

/** The node that stands behind a baseline. */
async function inputsOf({ db }: VerifyTools, baseline: BaselineRow | undefined): Promise<InputNode[]> {
  const head = baseline && (await streamHead(db.sql, `baseline:${baseline.baseline_id}`))
  return head ? [{ hash: head.id, height: head.height }] : []
}

/** What was sent; nothing of an artifact that is judged again. */
type Sent = { bytes: Uint8Array; digest: string } | undefined

/** The baseline that is this very snapshot, at the size that is asked for. */
async function baselineOf(
  { db, signer }: VerifyTools,
  { bytes, digest }: NonNullable<Sent>,
  { pageId, branch, viewport }: VerifyPayload,
  orgId: string,
): Promise<Pick<Same, 'same' | 'artifact'> | undefined> {
  const size = sizeBeforehand(bytes, recogniseSnapshot(bytes), viewport)
  const alike = requireProvenBaselines(signer, await baselinesOfSnapshot(db.sql, orgId, pageId, digest)).filter(
    (row) => !size || (row.width === size.width && row.scale_percent === size.scale_percent),
  )
  const same = baselineOfSame(alike, branch)
  // Then its own bytes do not say that nothing is left to tell.
  if (same && (await isTakenBackSince(db.sql, same, [branch, defaultBranch]))) return undefined
  const artifact = same && (await findProvenArtifact(db.sql, orgId, same.artifact))
  return artifact && { same, artifact }
}

function gatherFor(
  tools: VerifyTools,
  sent: Sent,
  { snapshot, viewport }: VerifyPayload,
  { orgId, signal }: JobAttempt,
): Promise<Gathered> {
  if (sent) return gather(tools, sent.bytes, { viewport, orgId, signal })
  if ('url' in snapshot) return gatherCapture(tools, snapshot, { viewport, orgId, signal })
  return gatherAgain(tools, orgId, 'artifact' in snapshot ? snapshot.artifact : '')
}

async function readSent({ db, blobs }: VerifyTools, { snapshot }: VerifyPayload, orgId: string): Promise<Sent> {
  if ('artifact' in snapshot || 'url' in snapshot) return undefined
  if ('base64' in snapshot) {
    const { bytes } = readSnapshotText(snapshot.base64)
    return { bytes, digest: sha256Hex(bytes) }
  }
  const bytes = await blobs.get(db.sql, orgId, snapshot.digest)
  if (!bytes) throw new Error(`the snapshot ${snapshot.digest} is not there`)
  return { bytes, digest: snapshot.digest }
}

/** What a snapshot is judged by, with the digests of it. */
export type Rules = {
  policy: WholePolicy
  policyDigest: string
  /** The document of the organisation's design tokens; null where it has none. */
  tokens: { document: unknown; digest: string } | null
}

async function readRules({ db, signer }: VerifyTools, payload: VerifyPayload, orgId: string): Promise<Rules> {
  const asking = { read: <T>(look: (sql: Reader) => Promise<T>) => look(db.sql), signer }
  const [policyRow, tokensRow] = await Promise.all([
    findProvenRules(asking, policyPlace(orgId, payload.pageId)),
    findProvenRules(asking, tokensPlace(orgId)),
  ])
  // Written by the verb that changes it, which was handed a DesignPolicy.
  const said: DesignPolicy = policyRow ? JSON.parse(policyRow.document) : {}
  const policy = wholePolicy({
    ...said,
    ...(payload.mode === undefined ? {} : { mode: payload.mode }),
    ignore: [...(said.ignore ?? []), ...payload.ignore],
  })
  return {
    policy,
    policyDigest: rulesDigest(policy),
    tokens: tokensRow ? { document: JSON.parse(tokensRow.document), digest: sha256Hex(tokensRow.document) } : null,
  }
}

/** Those that have not expired. */
export const inForce = (regions: readonly IgnoredRegion[], at: Date): IgnoredRegion[] =>
  regions.filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > at.getTime())

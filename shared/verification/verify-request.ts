/** Verification as it is asked for on the wire: the same for an endpoint and for a task. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, isStreamOf } from '#db/queries/graph'
import type { VerifyRequest } from '#shared/contracts/evidence'
import { fromBase64 } from '#shared/evidence/dsse'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { canonicalJson } from '#shared/kernel/canonical'
import type { Config } from '#shared/kernel/config'
import { invalidRequest } from '#shared/kernel/errors/request'
import type { Verifier } from '#shared/tlog/signed-note'
import { readWitness } from '#shared/tlog/witnessing'
import { checkNames } from '#shared/verification/checks'
import type { RowName } from '#shared/verification/findings'
import {
  type VerificationOutcome,
  type VerificationTools,
  type VerificationWish,
  verify,
} from '#shared/verification/verify'

/** @param asked with its hash bare, or null for the store as a whole. */
export type SettledVerifyRequest = Omit<VerifyRequest, 'hash'> & { hash: string | null }

/** @throws INVALID_REQUEST where neither a node nor the store as a whole is asked about. */
export function settledRequest(asked: VerifyRequest): SettledVerifyRequest {
  const { hash = null } = asked
  if (hash !== null || asked.mode === 'full') return { ...asked, hash }
  throw invalidRequest([
    { path: '/hash', message: 'is missing', expected: 'the id of a node; only mode=full goes without' },
  ])
}

/** Whose cosignatures count: the witnesses that are configured, or the one beside the ledger once it has run. */
export function witnessesOf({ dataDir, evidence: { witnesses } }: Pick<Config, 'dataDir' | 'evidence'>): Verifier[] {
  if (witnesses !== 'local') return witnesses.map(({ verifier }) => verifier)
  const published = join(dataDir, 'witness.pub')
  return existsSync(published) ? [readWitness(readFileSync(published, 'utf8')).verifier] : []
}

/** Undefined where there is no such node for this organisation. */
export async function verifyAsked(
  tools: VerificationTools,
  asked: SettledVerifyRequest,
  orgId: string,
): Promise<VerificationOutcome | undefined> {
  const orgIds = [orgId, serviceOrg]
  const verification = await verify(tools, wishOf(asked, orgIds))
  return verification && withoutOthers(tools, verification, orgIds)
}

function wishOf(asked: SettledVerifyRequest, orgIds: string[]): VerificationWish {
  const { node } = asked
  return {
    hash: asked.hash,
    mode: asked.mode ?? 'node',
    orgIds,
    maxNodes: asked.max_nodes,
    checkpoints: asked.checkpoint === undefined ? [] : [asked.checkpoint],
    material: node && {
      body: typeof node.body === 'string' ? node.body : canonicalJson(node.body),
      signature: fromBase64(node.signature.sig) ?? new Uint8Array(),
      kid: node.signature.kid,
    },
    proof: asked.proof,
    replay: asked.replay,
  }
}

/** That something is wrong with another organisation's node may be told, but not with which. */
async function withoutOthers(
  { sql }: VerificationTools,
  verification: VerificationOutcome,
  orgIds: string[],
): Promise<VerificationOutcome> {
  const { first_failure: first } = verification
  /** Of a node that is gone the id alone says nothing of anybody; whose it was, its stream says. */
  const isTold = async ({ hash, org, row }: Whose): Promise<'all' | 'id' | 'nothing'> => {
    if (org !== undefined) return org === null || orgIds.includes(org) ? 'all' : 'nothing'
    if (hash === null) return row ? 'nothing' : 'all'
    if (await findNode(sql, hash, orgIds)) return 'all'
    return (await findNode(sql, hash, null)) ? 'nothing' : 'id'
  }
  const checks = await Promise.all(
    verification.checks.map(async ({ org, row, ...check }) =>
      (await isTold({ hash: check.node ?? null, org, row })) !== 'nothing'
        ? check
        : { id: check.id, status: check.status, detail: `not so: ${checkNames[check.id]}` },
    ),
  )
  if (!first) return { ...verification, checks }
  const { org, ...told } = first
  const may = await isTold(first)
  const isOwnStream = may === 'id' && told.stream !== null && (await isStreamOf(sql, told.stream, orgIds))
  const nothing = { check: told.check, hash: null, stream: null, pos: null, row: null }
  return {
    ...verification,
    checks,
    first_failure: may === 'all' || isOwnStream ? told : may === 'id' ? { ...nothing, hash: told.hash } : nothing,
  }
}

type Whose = { hash: string | null; org?: string | null | undefined; row: RowName | null | undefined }

/** Verification as it is asked for on the wire: the same for an endpoint and for a task. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from '#db/queries/graph'
import type { VerifyRequest } from '#shared/contracts/evidence'
import { fromBase64 } from '#shared/evidence/dsse'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { canonicalJson } from '#shared/kernel/canonical'
import type { Config } from '#shared/kernel/config'
import type { Verifier } from '#shared/tlog/signed-note'
import { readWitness } from '#shared/tlog/witnessing'
import { checkNames } from '#shared/verification/checks'
import {
  type VerificationOutcome,
  type VerificationTools,
  type VerificationWish,
  verify,
} from '#shared/verification/verify'

/** @param asked with its hash bare, or null for the store as a whole. */
export type SettledVerifyRequest = Omit<VerifyRequest, 'hash'> & { hash: string | null }

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
  return verification && asked.mode === 'full' ? withoutOthers(tools, verification, orgIds) : verification
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
  const isOwn = async (hash: string | null | undefined) =>
    hash === null || hash === undefined || (await findNode(sql, hash, orgIds)) !== undefined
  const { first_failure: first } = verification
  const checks = await Promise.all(
    verification.checks.map(async (check) =>
      (await isOwn(check.node))
        ? check
        : { id: check.id, status: check.status, detail: `not so: ${checkNames[check.id]}` },
    ),
  )
  const isFirstOwn = await isOwn(first?.hash)
  return {
    ...verification,
    checks,
    first_failure: first && !isFirstOwn ? { check: first.check, hash: null, stream: null, pos: null } : first,
  }
}

/** What holds of an organisation's parameters: as its evidence says it, inside the bounds of the constitution in force. */
import { Value } from '@sinclair/typebox/value'
import type { Reader } from '#db/client'
import { HeldDocument } from '#db/documents/calibration'
import { findHeld, type VersionRow } from '#db/queries/parameters'
import { type BroughtValue, bringInside } from '#shared/calibration/bring'
import { type GridPoint, type ParameterSpace, valuesOf } from '#shared/calibration/grid'
import { type HarmonySettings, harmonySettingsOf } from '#shared/calibration/parameters'
import type { NodeBody } from '#shared/contracts/node'
import type { InputNode } from '#shared/evidence/node-of-kind'
import { openNodeProof } from '#shared/evidence/proven-nodes'
import { astrayInVersion } from '#shared/evidence/proven-parameters'
import type { Signer } from '#shared/evidence/signing'
import type { Compiled } from '#shared/governance/compiled'
import { unread } from '#shared/governance/decide'
import type { Governance } from '#shared/governance/governance'
import { sha256Hex } from '#shared/kernel/canonical'
import { nothingToCalibrate, parametersAstray } from '#shared/kernel/errors/calibrations'
import { uuidFrom } from '#shared/kernel/seeded-uuid'

/** What may be calibrated now. */
export type Declared = Pick<Compiled, 'hash' | 'document'> & { space: ParameterSpace }

/** The parameters of the constitution in force. @throws STATE_CONFLICT where it declares none. */
export function declaredNow(governance: Pick<Governance, 'inForce'>): Declared {
  const compiled = governance.inForce()
  if (!compiled?.space) throw nothingToCalibrate(compiled?.document.version ?? 'which could not be read yet,')
  return { hash: compiled.hash, document: compiled.document, space: compiled.space }
}

export type HeldParameters = {
  /** 0 where nothing was calibrated. */
  version: number
  /** The node that says so. */
  node: InputNode | undefined
  changedAt: Date | undefined
  point: GridPoint
  values: Readonly<Record<string, number>>
  /** What was calibrated under other bounds, and lies inside these now. */
  brought: readonly BroughtValue[]
  document: HeldDocument | undefined
}

/** Of an organisation's row of parameters. */
export const setIdOf = (orgId: string): string => uuidFrom(orgId, 'parameters')

/** A row of which its newest node says all. */
type Sound = { head: string; height: number; version: number; changedAt: Date; document: HeldDocument }

/**
 * The row as its evidence says it; undefined where nothing was calibrated. Its node is held to its signature: the ledger takes a moment to
 * put aside one that nobody signed who may. @throws STATE_CONFLICT otherwise: then it decides nothing.
 */
export async function findSound(sql: Reader, signer: Signer, orgId: string): Promise<Sound | undefined> {
  const row = await findHeld(sql, setIdOf(orgId))
  if (!row) return undefined
  const { org_id, document, changed_at: changedAt, head, version, newest, said, pos, height, signature, kid } = row
  if (newest === null || said === null || height === null || pos === null || signature === null || kid === null)
    throw parametersAstray((version ?? 0) + 1)
  const isNewest = head !== null && head === newest && version === pos && sha256Hex(said) === newest
  if (!isNewest || document === null || org_id !== orgId || changedAt?.toISOString() !== bodyOf(said).timestamp)
    throw parametersAstray(pos + 1)
  const isSigned = await openNodeProof(sql, signer)({ id: newest, body: said, signature, kid })
  if (!isSigned) throw parametersAstray(pos + 1)
  return { head, height, version, changedAt, document: soundDocument({ document, said }, version + 1) }
}

/** @throws STATE_CONFLICT where the row says something else than its evidence. */
export async function readHeld(
  { sql, signer }: { sql: Reader; signer: Signer },
  { space }: Pick<Declared, 'space'>,
  orgId: string,
): Promise<HeldParameters> {
  const row = await findSound(sql, signer, orgId)
  const document = row?.document
  const { point, brought } = bringInside(space, document?.values ?? {})
  return {
    version: row ? row.version + 1 : 0,
    node: row && { hash: row.head, height: row.height },
    changedAt: row?.changedAt,
    point,
    values: valuesOf(space, point),
    brought,
    document,
  }
}

/**
 * What a row says, if its node says it too.
 * @throws STATE_CONFLICT otherwise: somebody has edited it, and it decides nothing.
 */
export function soundDocument(
  { document, said }: Pick<VersionRow, 'document' | 'said'>,
  version: number,
): HeldDocument {
  const facts = factsIn(said)
  if (facts['document_sha256'] !== sha256Hex(document) || facts['version'] !== version) throw parametersAstray(version)
  const value: unknown = JSON.parse(document)
  if (!Value.Check(HeldDocument, value)) throw parametersAstray(version)
  return value
}

/** @throws STATE_CONFLICT unless a version is all that its node says. */
export function requireSoundVersion(row: VersionRow): void {
  if (astrayInVersion(row) !== undefined) throw parametersAstray(row.version)
}

/** The values before a version, if its node says them too. @throws STATE_CONFLICT otherwise. */
export function soundBefore({ before_values, version, said }: VersionRow): Readonly<Record<string, number>> {
  const facts = factsIn(said)
  if (facts['before_sha256'] !== sha256Hex(before_values) || facts['version'] !== version)
    throw parametersAstray(version)
  // Sound: written by this service, as its signed digest says.
  return JSON.parse(before_values) as Record<string, number>
}

const bodyOf = (said: string): NodeBody => JSON.parse(said)

const factsIn = (said: string | null): Readonly<Record<string, unknown>> =>
  (said === null ? null : bodyOf(said).result) ?? {}

/**
 * What an organisation's texts are weighed with. Where the constitution in force declares no parameters, that is how it is where
 * nobody calibrates. @throws STATE_CONFLICT where the row says something else than its evidence.
 */
export async function readHarmonySettings(
  store: { sql: Reader; signer: Signer },
  governance: Pick<Governance, 'inForce'>,
  orgId: string,
): Promise<HarmonySettings> {
  const compiled = governance.inForce()
  const constitution = compiled?.hash ?? unread
  if (!compiled?.space) return harmonySettingsOf({}, { constitution, version: 0 })
  const { values, version } = await readHeld(store, { space: compiled.space }, orgId)
  return harmonySettingsOf(values, { constitution, version })
}

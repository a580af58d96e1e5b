/**
 * A node as a SCITT transparent statement (RFC 9943): its very text signed as a COSE_Sign1, with the log's receipt in the
 * unprotected header. What the log holds of it is the SHA-256 of that text, the node's id.
 */
import type { Reader } from '#db/client'
import type { GraphRow } from '#db/queries/graph'
import { keyNodes } from '#db/queries/integrity'
import { coseHeaders, isBytes, isSign1By, readSign1, sealSign1 } from '#shared/evidence/cose'
import { proveInclusion } from '#shared/evidence/log'
import { claimsOf, makeReceipt, readClaims, readKeyId, readReceipt } from '#shared/evidence/receipts'
import { nodeMediaType, type Signer } from '#shared/evidence/signing'
import { sha256Hex } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { parseCheckpoint } from '#shared/tlog/checkpoint'
import { isSame, leafHash, verifyInclusion } from '#shared/tlog/merkle'
import { noteVerifier, openNote, type Verifier } from '#shared/tlog/signed-note'
import type { BundleVerification } from '#shared/verification/bundle'
import { judgeText, signatureFault } from '#shared/verification/checks'
import { type Findings, openFindings } from '#shared/verification/findings'
import { keyringOf, kidOf, rawKeyOf } from '#shared/verification/keyring'

export type MadeStatement = { statement: Uint8Array; receipt: Uint8Array }

/**
 * The service signs here what it reads from a store that others may have written to: so it first holds the node to its
 * signature, the path to the root, and the root to a checkpoint that the log's key has signed.
 * @returns undefined while no checkpoint covers the node. @throws EVIDENCE_MISMATCH for what a key of ours never signed.
 */
export async function makeStatement(sql: Reader, row: GraphRow, signer: Signer): Promise<MadeStatement | undefined> {
  const [proof, lines] = await Promise.all([proveInclusion(sql, row.id), keyNodes(sql)])
  if (!proof) return undefined
  const keyring = keyringOf(
    lines.map((line) => ({ ...line, at: line.ins })),
    [signer.publicKey],
  )
  const { faults, body } = judgeText(row)
  if (!body || faults.length > 0 || signatureFault(row, body.agent.key, keyring, row.ins))
    throw evidenceMismatch('edg_nodes', row.id)
  const { leaf, size, root, hashes, checkpoint } = proof
  if (!verifyInclusion(leaf, size, leafHash(row.id), hashes, root)) throw evidenceMismatch('edg_tiles', row.id)
  const origin = originSigned(
    checkpoint,
    proof,
    [...keyring.values()].map(({ raw }) => raw),
  )
  if (origin === undefined) throw evidenceMismatch('edg_checkpoints', row.id)
  const receipt = makeReceipt({ origin, size, root, leaf, hashes }, signer)
  return { receipt, statement: seal({ text: row.body, origin, subject: body.stream, receipt }, signer) }
}

/** Whose log a checkpoint is of, if it says this size and root and one of these keys has signed it. */
function originSigned(
  note: string,
  { size, root }: { size: number; root: Uint8Array },
  keys: readonly Uint8Array[],
): string | undefined {
  try {
    const claimed = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1))
    openNote(
      note,
      keys.map((raw) => noteVerifier(claimed.origin, raw)),
    )
    return claimed.size === size && isSame(claimed.root, root) ? claimed.origin : undefined
  } catch {
    return undefined
  }
}

type Said = { text: string; origin: string; subject: string; receipt: Uint8Array }

/** The subject is the node's stream: who has a later statement about the same thing finds the same name in it. */
const seal = ({ text, origin, subject, receipt }: Said, signer: Pick<Signer, 'kid' | 'signBytes'>): Uint8Array =>
  sealSign1(
    {
      headers: new Map<unknown, unknown>([claimsOf(origin, subject), [coseHeaders.contentType, nodeMediaType]]),
      unprotected: new Map([[coseHeaders.receipts, [receipt]]]),
      payload: Buffer.from(text),
    },
    signer,
  )

/**
 * Judges a statement, or a receipt alone, with neither network nor store.
 * @param verifier the log's key, known from elsewhere; without it, whose word it is stays open.
 * @param node the id of the node that a receipt is of; a statement says it itself.
 */
export function verifyCose(bytes: Uint8Array, verifier: Verifier | undefined, node?: string): BundleVerification {
  const found = openFindings()
  const head = node === undefined ? judgeStatement(bytes, verifier, found) : node
  if (node !== undefined) judgeReceipt(bytes, node, verifier, found)
  return { ...found.outcome(), checked_nodes: 1, head: head ?? null }
}

/** @returns the id of the node that it holds. */
function judgeStatement(bytes: Uint8Array, verifier: Verifier | undefined, found: Findings): string | undefined {
  const read = attempt(() => readStatement(bytes))
  if (typeof read === 'string') {
    found.fail('V2', undefined, read)
    return undefined
  }
  const { text, subject, kid, receipt } = read
  const id = sha256Hex(text)
  const { faults, body } = judgeText({ id, body: text })
  const spot = { id, stream: body?.stream ?? null, pos: body?.pos ?? null, at: 0 }
  for (const { check, detail } of faults) found.fail(check, spot, detail)
  for (const check of ['V1', 'V2', 'V3'] as const) found.note(check)
  if (body && body.stream !== subject) found.fail('V4', spot, `it is about ${subject}, its node about ${body.stream}`)
  found.note('V4', 'its subject is its node’s stream')
  if (!verifier) found.skip('V5', 'no key was given: who signed it stays open', true)
  else if (kid !== kidOf(rawKeyOf(verifier))) found.fail('V5', spot, `it is signed with the key ${kid}`)
  else if (!read.isBy(rawKeyOf(verifier))) found.fail('V5', spot, 'the statement’s signature is not the key’s')
  else found.note('V5', `the statement is signed by ${verifier.name}; its node’s own signature is not part of it`)
  const log = judgeReceipt(receipt, id, verifier, found)
  if (log !== undefined && log !== read.issuer) found.fail('V10', spot, `its receipt is of the log ${log}`)
  if (body?.governance) found.skip('V13', 'the constitution that decided is not in a statement')
  return id
}

/** @returns the log's name, where it is a receipt of this node at all. */
function judgeReceipt(
  bytes: Uint8Array,
  id: string,
  verifier: Verifier | undefined,
  found: Findings,
): string | undefined {
  const spot = { id, stream: null, pos: null, at: 0 }
  const read = attempt(() => readReceipt(bytes, Buffer.from(id, 'hex')))
  if (typeof read === 'string') {
    found.fail('V9', spot, `the receipt: ${read}`)
    return undefined
  }
  const { kid, origin, leaf, size } = read
  const place = `leaf ${leaf} of ${size} in ${origin}`
  if (!verifier) {
    found.skip('V9', 'a path leads somewhere; without the log’s key nobody says that it is to a root of the log')
    found.skip('V10', 'no key was given: whose it is stays open', true)
    return origin
  }
  // A key signs for logs of one name; what another log's key says is nothing to this one.
  if (origin !== verifier.name) found.fail('V10', spot, `it is of the log ${origin}`)
  else if (kid !== kidOf(rawKeyOf(verifier))) found.fail('V10', spot, `the receipt is signed with the key ${kid}`)
  else if (!read.isBy(rawKeyOf(verifier)))
    found.fail('V9', spot, 'the path does not lead to a root that the log signed')
  else {
    found.note('V9', place)
    found.note('V10', `its root is signed by ${verifier.name}`)
  }
  return origin
}

type ReadStatement = Said & { kid: string; issuer: string; isBy: (publicKey: Uint8Array) => boolean }

/** @throws Error */
function readStatement(bytes: Uint8Array): ReadStatement {
  const message = readSign1(bytes)
  const { headers, unprotected, payload } = message
  if (headers.get(coseHeaders.contentType) !== nodeMediaType) throw new Error('it is no statement of an evidence node')
  if (payload === null) throw new Error('its node is not in it')
  const listed: unknown = unprotected.get(coseHeaders.receipts)
  const [receipt, another]: unknown[] = Array.isArray(listed) ? listed : []
  if (!isBytes(receipt) || another !== undefined) throw new Error('it has not one receipt')
  const { issuer, subject } = readClaims(headers)
  const kid = readKeyId(headers)
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload)
  const again = seal({ text, origin: issuer, subject, receipt }, { kid, signBytes: () => message.signature })
  if (Buffer.compare(again, bytes) !== 0) throw new Error('it is not written as statements are')
  const isBy = (publicKey: Uint8Array) => isSign1By(publicKey, message, payload)
  return { text, origin: issuer, issuer, subject, receipt, kid, isBy }
}

const attempt = <Value>(act: () => Value): Value | string => {
  try {
    return act()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

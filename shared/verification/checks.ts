/** The checks of one node by itself and among its parents. Pure: what is needed of the world comes in. */
import type { KeyObject } from 'node:crypto'
import type { NodeBody } from '#shared/contracts/node'
import { isSignedBy } from '#shared/evidence/signing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { shapeFault } from '#shared/verification/kinds'

/** Every check there is, with what it catches. */
export const checkNames = {
  V1: 'the id is the SHA-256 of the body',
  V2: 'the body is its own RFC 8785 text',
  V3: 'the body fits its kind',
  V4: 'columns and edges say what the body says',
  V5: 'signed by a key that was registered and not revoked by then',
  V6: 'every parent is there, lower, and earlier in the log',
  V7: 'one line without gap or fork',
  V8: 'the payload has its digest, or was erased by a node that says so',
  V9: 'included in the log',
  V10: 'checkpoints are signed, recompute, and are consistent with those kept elsewhere',
  V11: 'no witness has seen more than this log holds',
  V12: 'rows of state equal their newest nodes',
  V13: 'the decision made again is the decision recorded',
} as const
export type CheckId = keyof typeof checkNames
export const checkIds = Object.keys(checkNames) as CheckId[]

/** A node as it came, whoever kept it. */
export type NodeText = { id: string; body: string; signature: Uint8Array; kid: string }

/** A key that may have signed, between the places of the nodes that registered and revoked it. */
export type KnownKey = { raw: Uint8Array; publicKey: KeyObject; registeredAt: number; revokedAt: number }
export type Keyring = ReadonlyMap<string, KnownKey>

/** A place among the nodes, by the order they came in. */
type Place = { stream: string; pos: number }

/** The faults of a node's own text: V1, V2, V3. @returns the body too, when the text is one. */
export function judgeText(node: Pick<NodeText, 'id' | 'body'>): {
  faults: { check: CheckId; detail: string }[]
  body: NodeBody | undefined
} {
  const faults: { check: CheckId; detail: string }[] = []
  if (sha256Hex(node.body) !== node.id) faults.push({ check: 'V1', detail: 'the body has another digest' })
  const value = parsed(node.body)
  if (value === undefined || !isCanonical(value, node.body)) {
    faults.push({ check: 'V2', detail: 'the body is not its own canonical text' })
    if (value === undefined) return { faults, body: undefined }
  }
  const shape = shapeFault(value)
  if (shape !== undefined) return { faults: [...faults, { check: 'V3', detail: shape }], body: undefined }
  // Sound: shapeFault checked it against the very schema.
  return { faults, body: value as NodeBody }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isCanonical(value: unknown, text: string): boolean {
  try {
    return canonicalJson(value) === text
  } catch {
    return false
  }
}

/** V5, but for the signature itself. @param at the node's place in the order of nodes, to judge a revoked key by. */
export function keyFault(node: NodeText, claimed: string, keyring: Keyring, at: number): string | undefined {
  if (claimed !== node.kid) return `it names the key ${claimed}, but ${node.kid} is said to have signed`
  const key = keyring.get(node.kid)
  if (!key) return `the key ${node.kid} is registered by nobody who is trusted`
  if (at < key.registeredAt) return `the key ${node.kid} was not registered yet`
  return at > key.revokedAt ? `the key ${node.kid} was revoked before` : undefined
}

export const notSigned = 'the signature is not the key’s'

/** V5. */
export function signatureFault(node: NodeText, claimed: string, keyring: Keyring, at: number): string | undefined {
  const fault = keyFault(node, claimed, keyring, at)
  const key = keyring.get(node.kid)
  if (fault !== undefined || !key) return fault
  return isSignedBy(node.body, node.signature, key.publicKey) ? undefined : notSigned
}

/** A parent as it is known: undefined members of one that is not there. */
export type KnownParent = {
  rel: string
  hash: string
  place: (Place & { height: number }) | undefined
  leaf: number | undefined
}

/** V6. @param leaf the node's own place in the log, if it has one yet. */
export function parentFault(
  body: NodeBody,
  parents: readonly KnownParent[],
  leaf: number | undefined,
): string | undefined {
  const missing = parents.find(({ place }) => !place)
  if (missing) return `its parent ${missing.hash} is not there`
  const height = parents.length === 0 ? 0 : 1 + Math.max(...parents.map(({ place }) => place?.height ?? 0))
  if (body.height !== height) return `its height is ${body.height}, its parents make it ${height}`
  if (leaf === undefined) return undefined
  const late = parents.find((parent) => parent.leaf === undefined || parent.leaf >= leaf)
  return late ? `its parent ${late.hash} is not before it in the log` : undefined
}

/** V7, as far as the node and its predecessor show it. @param twins how many nodes claim this place. */
export function lineFault(body: NodeBody, parents: readonly KnownParent[], twins: number): string | undefined {
  if (twins > 1) return `${twins} nodes claim place ${body.pos} of ${body.stream}`
  const before = parents.filter(({ rel }) => rel === 'prev')
  if (body.pos === 0)
    return body.prev === null && before.length === 0 ? undefined : 'the first of a stream has a predecessor'
  const [prev] = before
  if (before.length !== 1 || !prev || prev.hash !== body.prev) return 'its predecessor is not one of its parents'
  if (!prev.place) return `its predecessor ${prev.hash} is not there`
  return prev.place.stream === body.stream && prev.place.pos === body.pos - 1
    ? undefined
    : `its predecessor stands at ${prev.place.stream} ${prev.place.pos}`
}

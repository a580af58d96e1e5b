/** Nodes as their kinds have them: the stream, what they are about, their place, and the digest of a payload follow from what is said. */
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { NodeBody, NodeKind } from '#shared/contracts/node'
import { kinds, type SaidOf } from '#shared/evidence/kinds'
import { following, makeNode, type SignedNode, type StreamHead } from '#shared/evidence/node'
import type { Payload } from '#shared/evidence/payload-kinds'
import type { Signer } from '#shared/evidence/signing'
import { saltedTextDigest } from '#shared/kernel/canonical'
import { versions } from '#shared/kernel/version'

/** A node that another rests on; `rel` is `input` where it is not said. */
export type InputNode = { hash: string; height: number; rel?: NodeBody['parents'][number]['rel'] }

export type Said<Kind extends NodeKind> = {
  kind: Kind
  /** Of what it is about; its stream is called by it too. */
  id: string
  orgId: string
  /** Who says so. */
  agent: string
  at: Date
  /** Where it is not the first of its stream: the newest before it. Its time is `at`, but never before that one's. */
  after?: StreamHead | undefined
  inputs?: readonly InputNode[]
  /** Where it is about something else than what its kind says first, by the same id. */
  subject?: NodeBody['subject']
  payload?: Payload
  result?: SaidOf<Kind>
  governance?: GovernanceRecord | null
  /** Under which it is said; null where a process does it of itself. */
  request?: NodeBody['request']
}

/** The node that says so, signed. */
export function nodeOfKind<Kind extends NodeKind>(signer: Signer, said: Said<Kind>): SignedNode {
  const { kind, id, orgId, agent, at, after, inputs = [], subject, payload, result, governance, request } = said
  const { stream, subjects } = kinds[kind]
  const heights = inputs.map(({ height }) => height)
  const place = after
    ? following(after, at, heights)
    : { height: 1 + Math.max(-1, ...heights), timestamp: at.toISOString() }
  return makeNode(
    {
      kind,
      stream: stream.endsWith(':') ? `${stream}${id}` : stream,
      ...place,
      parents: inputs.map(({ rel = 'input', hash }) => ({ rel, hash })),
      agent,
      subject: subject ?? { type: subjects[0], id },
      ...(payload
        ? { payload: { ...saltedTextDigest(payload.salt, payload.text), media_type: 'application/json' } }
        : {}),
      // Sound: every kind's facts are flat.
      result: (result ?? null) as NodeBody['result'],
      governance: governance ?? null,
      request: request ?? null,
    },
    orgId,
    signer,
    versions.api,
  )
}

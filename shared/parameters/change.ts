/** Puts calibrated parameters in force: the row, the version and the node that says so, on what held when they were calculated. */
import type { Tx } from '#db/client'
import type { HeldDocument } from '#db/documents/calibration'
import { streamHead } from '#db/queries/log'
import { findParameterVersion, lockParameters, putParameters } from '#db/queries/parameters'
import type { NodeBody } from '#shared/contracts/node'
import { headOfRow } from '#shared/evidence/node'
import { type InputNode, nodeOfKind } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { calibrationTakenBack, parametersMoved } from '#shared/kernel/errors/calibrations'
import { findSound, requireSoundVersion, setIdOf } from '#shared/parameters/held'

export type ParameterChange = {
  orgId: string
  /** The node of what held when this was calculated; undefined where nothing was calibrated yet. */
  head: string | undefined
  before: Readonly<Record<string, number>>
  document: HeldDocument
  /** The version that this takes back. */
  takesBack: number | undefined
  at: Date
}

type Saying = {
  signer: Signer
  /** The node of the calibration that it comes of. */
  input: InputNode
  request: NodeBody['request']
  jobId: string
  keyId: string
}

/**
 * In the caller's transaction, under the organisation's lock. @returns the version that holds from then on.
 * @throws STATE_CONFLICT where another has changed them meanwhile, or taken back the same: nothing is written then.
 */
export async function changeParameters(tx: Tx, change: ParameterChange, saying: Saying): Promise<number> {
  const { orgId, before, document, takesBack, at } = change
  await lockParameters(tx, orgId)
  const now = await findSound(tx, saying.signer, orgId)
  if (now?.head !== change.head) throw parametersMoved(now ? now.version + 1 : 0)
  const taken = takesBack === undefined ? undefined : await findParameterVersion(tx, orgId, takesBack)
  if (taken) requireSoundVersion(taken)
  if (taken && taken.taken_back_by !== null) throw calibrationTakenBack(taken.version, taken.taken_back_by)
  const setId = setIdOf(orgId)
  const last = await streamHead(tx, `parameters:${setId}`)
  const text = canonicalJson(document)
  const beforeText = canonicalJson(before)
  const node = nodeOfKind(saying.signer, {
    kind: 'parameters.changed',
    id: setId,
    orgId,
    agent: 'assay-analyze-content',
    at,
    after: last && headOfRow(last),
    inputs: [saying.input],
    result: {
      state: 'in_force',
      org: orgId,
      version: (last?.pos ?? -1) + 2,
      constitution: document.constitution,
      document_sha256: sha256Hex(text),
      before_sha256: sha256Hex(beforeText),
      ...(takesBack === undefined ? {} : { takes_back: takesBack }),
    },
    request: saying.request,
  })
  const row = {
    set_id: setId,
    org_id: orgId,
    before_values: beforeText,
    document: text,
    job_id: saying.jobId,
    key_id: saying.keyId,
    takes_back: takesBack ?? null,
    changed_at: node.body.timestamp,
  }
  await putParameters(tx, row, node)
  return node.body.pos + 1
}

/** Makes an answer again of what is stored, and says what of it is not as it was. Writes nothing. */
import type { Reader } from '#db/client'
import { type BriefingToReplay, briefingToReplay, unpackBriefing } from '#db/queries/briefings'
import { replay } from '#shared/briefing/replay'
import type { BriefingReplay } from '#shared/contracts/briefings'
import { saltedTextDigest, sha256Hex } from '#shared/kernel/canonical'
import { briefingNotFound } from '#shared/kernel/errors/briefings'

/** @throws BRIEFING_NOT_FOUND also for one of another organisation. */
export async function replayBriefing(sql: Reader, orgId: string, id: string): Promise<BriefingReplay> {
  const row = await briefingToReplay(sql, orgId, id)
  if (!row) throw briefingNotFound(id)
  const [inputs, document] = await Promise.all([textOf(row.inputs), textOf(row.document)])
  const again = madeAgain(inputs, document)
  const tampered = [...new Set([...changedParts(row, inputs, document), ...again.tampered])]
  return { id, identical: tampered.length === 0 && again.identical, tampered }
}

/** Undefined of bytes that are no packed text any more. */
const textOf = (packed: Uint8Array<ArrayBuffer>): Promise<string | undefined> =>
  unpackBriefing(packed).catch(() => undefined)

/** Which of the stored texts is not the one that the node digests. */
function changedParts(
  { said, payload_salt }: BriefingToReplay,
  inputs: string | undefined,
  document: string | undefined,
): string[] {
  const node = readNode(said)
  const isDocument = document !== undefined && saltedTextDigest(payload_salt, document).digest === node.payload?.digest
  const isInputs = inputs !== undefined && sha256Hex(inputs) === node.result?.inputs
  return [...(node.payload ? [] : ['node']), ...(isDocument ? [] : ['document']), ...(isInputs ? [] : ['inputs'])]
}

type Node = { payload?: { digest?: unknown }; result?: { inputs?: unknown } }

function readNode(said: string | null): Node {
  // Sound: only its digests are looked at, and anything that is none of ours equals nothing.
  return said === null ? {} : (JSON.parse(said) as Node)
}

/** What cannot be read at all is told by its part. */
function madeAgain(inputs: string | undefined, document: string | undefined): ReturnType<typeof replay> {
  if (inputs === undefined || document === undefined) return { identical: false, tampered: [] }
  try {
    return replay(inputs, document)
  } catch {
    return { identical: false, tampered: [] }
  }
}

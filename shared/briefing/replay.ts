/** Makes an answer again of its stored inputs, and says whether it is the same to the byte, and which inputs are not what they were. Pure. */
import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { composeBriefing, composeSignals, keptHash } from '#shared/briefing/compose'
import type { ComposeInput } from '#shared/briefing/input'
import { prepareMeeting } from '#shared/briefing/meeting'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

export type AnswerReplay = {
  /** Whether the same bytes come out. */
  identical: boolean
  /** `request` for what is no item, the ids of items, `items` where there are fewer or more of them. */
  tampered: string[]
}

/** What can be read of an answer and its inputs, whatever was done to them. */
const Answered = t.Object({ evidence: t.Object({ input_hashes: t.Array(t.String()) }) })
const Stored = t.Object({
  operation: t.Union([t.Literal('briefing'), t.Literal('signals'), t.Literal('meeting')]),
  items: t.Array(t.Object({ digest: t.String(), first_seen: t.String(), item: t.Object({ id: t.String() }) })),
})

/** An answer as text: members in the order of its schema, `evidence` without the node that it led to. */
export const answerText = (input: ComposeInput): string => JSON.stringify(composedOf(input))

function composedOf(input: ComposeInput) {
  if (input.operation === 'briefing') return composeBriefing(input)
  return input.operation === 'signals' ? composeSignals(input) : prepareMeeting(input)
}

/**
 * @param inputText canonical JSON, as it was stored
 * @param answer as it was given, without its node
 * @throws Error where either is no JSON of its kind at all
 */
export function replay(inputText: string, answer: string): AnswerReplay {
  const input: unknown = JSON.parse(inputText)
  const document: unknown = JSON.parse(answer)
  if (!Value.Check(Stored, input)) throw new Error('the inputs are none of an answer')
  if (!Value.Check(Answered, document)) throw new Error('the answer says nothing of its inputs')
  return { identical: again(input) === answer, tampered: tamperedIn(input, document.evidence.input_hashes) }
}

/** Undefined where nothing can be made of them any more. */
function again(input: Static<typeof Stored>): string | undefined {
  try {
    // Sound where it was stored by us; where it was not, composing fails or other bytes come out, and both are told.
    return answerText(input as unknown as ComposeInput)
  } catch {
    return undefined
  }
}

function tamperedIn({ items, ...rest }: Static<typeof Stored>, hashes: readonly string[]): string[] {
  const [requestHash, ...itemHashes] = hashes
  const known = new Set(itemHashes)
  const isSame = (kept: (typeof items)[number]): boolean => {
    const digest = sha256Hex(canonicalJson(kept.item))
    return digest === kept.digest && known.has(keptHash({ digest, first_seen: kept.first_seen }))
  }
  return [
    ...(sha256Hex(canonicalJson(rest)) === requestHash ? [] : ['request']),
    ...items.flatMap((kept) => (isSame(kept) ? [] : [kept.item.id])),
    ...(items.length === itemHashes.length ? [] : ['items']),
  ]
}

/** What every item says, whatever it is: names, digests, the warning. Pure. */
import type { ItemDocument } from '#db/documents/item'
import { itemIdOf } from '#shared/connections/item-id'
import { withoutSecrets } from '#shared/kernel/secrets'
import type { SourceItem } from '#workers/sync-connection/adapters/source-item'
import type { ReadAbout } from '#workers/sync-connection/read/about'
import { cutWell } from '#workers/sync-connection/read/acts'
import { type LearnedFrom, learningKeys, textDigest } from '#workers/sync-connection/read/digests'
import { fieldText } from '#workers/sync-connection/read/fields'
import { hiddenInstructions, type ReadProse, type Untrusted } from '#workers/sync-connection/read/prose'

const titleLimit = 500
const mostUntrusted = 50

export type CommonOf = {
  title: string
  parts: readonly ReadProse[]
  learnedFrom: LearnedFrom
  /** Of texts that are no prose. */
  untrusted: readonly Untrusted[]
}

const readFields = ['subject', 'title', 'body', 'description', 'location', 'hidden', 'invitation'] as const

type Common = Pick<
  ItemDocument,
  'id' | 'connection_id' | 'key' | 'title' | 'at' | 'untrusted_instructions' | 'text_digest' | 'learning_keys'
>

export function commonOf(
  item: SourceItem,
  about: ReadAbout,
  { title, parts, learnedFrom, untrusted }: CommonOf,
): Common {
  const hidden = fieldText(item, 'hidden')
  const found = [
    ...parts.flatMap((part) => part.untrusted),
    ...untrusted,
    ...hiddenInstructions('hidden', hidden, 'hidden'),
  ]
  return {
    id: itemIdOf(about.orgId, about.connectionId, item.key),
    connection_id: about.connectionId,
    key: item.key,
    title: cutWell(withoutSecrets(title).value, titleLimit),
    at: item.at.toISOString(),
    untrusted_instructions: found.slice(0, mostUntrusted),
    text_digest: textDigest(
      about.salt,
      readFields.map((field) => fieldText(item, field)),
    ),
    learning_keys: learningKeys(about.salt, learnedFrom),
  }
}

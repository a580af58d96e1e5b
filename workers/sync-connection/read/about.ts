/** For whom an item is read: whose connection it is, and what the reading depends on beside the item. */
import type { SourcePerson } from '#db/documents/item'
import type { ReadingContext } from '#shared/language/text'
import { namesToKnow } from '#workers/sync-connection/read/acts'

export type ReadAbout = {
  orgId: string
  connectionId: string
  /** The connection's own: digests of addresses and words mean nothing without it. */
  salt: Uint8Array
  /** Whose connection it is: addresses, aliases and handles. */
  me: readonly SourcePerson[]
  /** IANA: of times that a text says without a zone, where it does not tell its own. */
  timezone: string
  at: Date
}

/** "anna+lists@example.org" reaches whoever "anna@example.org" does. */
const withoutTag = (address: string): string => address.toLowerCase().replace(/\+[^@]*(?=@)/, '')

export function isMe(person: SourcePerson | null | undefined, me: readonly SourcePerson[]): boolean {
  if (person === null || person === undefined) return false
  const address = person.address === null ? null : withoutTag(person.address)
  const handle = person.handle?.toLowerCase() ?? null
  return me.some(
    (own) =>
      (address !== null && own.address !== null && withoutTag(own.address) === address) ||
      (handle !== null && own.handle !== null && own.handle.toLowerCase() === handle),
  )
}

export const readingOf = (
  { timezone }: Pick<ReadAbout, 'timezone'>,
  at: Date,
  people: readonly (SourcePerson | null)[],
): ReadingContext => ({ referenceTime: at, timezone, knownPeople: namesToKnow(people) })

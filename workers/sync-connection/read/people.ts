/** Reads the names that an item comes with: one that commands a machine is told, and cut back to the name before it. Pure. */
import type { SourcePerson } from '#db/documents/item'
import type { SourceItem } from '#workers/sync-connection/adapters/source-item'
import { fieldText, namesOf, onOneLine } from '#workers/sync-connection/read/fields'
import { hiddenInstructions, type Untrusted } from '#workers/sync-connection/read/prose'

/** With names that are names alone. */
export function readPeople(item: SourceItem): { item: SourceItem; untrusted: Untrusted[] } {
  const untrusted = hiddenInstructions('people', fieldText(item, 'people'), 'name')
  if (untrusted.length === 0) return { item, untrusted }
  const cut = new Map<string, string | null>()
  let start = 0
  for (const name of namesOf(item)) {
    const found = untrusted.find((span) => span.start < start + name.length && start < span.end)
    if (found !== undefined) cut.set(name, nameBefore(name.slice(0, Math.max(0, found.start - start))))
    start += name.length + 1
  }
  const clean = (person: SourcePerson): SourcePerson => {
    const name = person.name === null ? undefined : cut.get(onOneLine(person.name))
    return name === undefined ? person : { ...person, name }
  }
  return { item: withPeople(item, clean), untrusted }
}

/** Up to four words that begin as names do; null where there are none. */
function nameBefore(text: string): string | null {
  const found = /^\s*(\p{Lu}[\p{L}\p{M}'’.-]*(?:[ ]\p{Lu}[\p{L}\p{M}'’.-]*){0,3})/u.exec(text)
  return found?.[1]?.replace(/[.-]+$/, '') ?? null
}

function withPeople(item: SourceItem, clean: (person: SourcePerson) => SourcePerson): SourceItem {
  const orNull = (person: SourcePerson | null) => (person === null ? null : clean(person))
  switch (item.source) {
    case 'mail':
      return { ...item, from: orNull(item.from), to: item.to.map(clean), cc: item.cc.map(clean) }
    case 'source_hosting':
      return { ...item, author: orNull(item.author) }
    case 'calendar':
      return {
        ...item,
        organizer: orNull(item.organizer),
        attendees: item.attendees.map((attendee) => ({ ...attendee, person: clean(attendee.person) })),
      }
  }
}

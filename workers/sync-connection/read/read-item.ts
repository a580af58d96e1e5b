/** Reads what an adapter brought into the document that is kept of it. Pure: the same item gives the same document. */
import type { ItemDocument } from '#db/documents/item'
import type { SourceItem } from '#workers/sync-connection/adapters/source-item'
import type { ReadAbout } from '#workers/sync-connection/read/about'
import { readEventItem } from '#workers/sync-connection/read/event'
import { readHostingItem } from '#workers/sync-connection/read/hosting'
import { readMailItem } from '#workers/sync-connection/read/mail'
import { readPeople } from '#workers/sync-connection/read/people'

/** @param previous what was kept of it before: what changed since is told of an event */
export function readItem(brought: SourceItem, about: ReadAbout, previous: ItemDocument | null): ItemDocument {
  const { item, untrusted } = readPeople(brought)
  switch (item.source) {
    case 'mail':
      return readMailItem(item, about, untrusted)
    case 'source_hosting':
      return readHostingItem(item, about, untrusted)
    case 'calendar':
      return readEventItem(item, about, { previous, untrusted })
  }
}

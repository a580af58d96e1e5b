/** The texts of what an adapter brought, by the names that spans call them by. Pure. */
import type { SourcePerson, SourceSpan } from '#db/documents/item'
import { type SourceItem, sourceTextLimit } from '#workers/sync-connection/adapters/source-item'

export type FieldName = SourceSpan['field']

const titleLimit = 2000
const listLimit = 500

/** A span's `text` is a slice of this. Half of a pair of UTF-16 units is U+FFFD, as long as it was. */
export function fieldText(item: SourceItem, field: FieldName): string {
  switch (field) {
    case 'subject':
      return item.source === 'mail' ? read(item.subject, titleLimit) : ''
    case 'title':
      return item.source === 'mail' ? '' : read(item.title, titleLimit)
    case 'body':
      return item.source === 'mail' ? read(item.text, sourceTextLimit) : ''
    case 'description':
      return item.source === 'mail' ? '' : read(item.text, sourceTextLimit)
    case 'location':
      return item.source === 'calendar' ? read(item.location ?? '', titleLimit) : ''
    case 'hidden':
      return read(item.hiddenText, sourceTextLimit)
    case 'people':
      return read(namesOf(item).join('\n'), sourceTextLimit)
    case 'invitation':
      return item.source === 'mail' ? read(item.invitations.map(unfolded).join('\n'), sourceTextLimit) : ''
  }
}

const read = (text: string, limit: number): string => text.slice(0, limit).toWellFormed()

/** A line that goes on in the next begins that with a space. Source: RFC 5545, 3.1. */
const unfolded = (calendar: string): string => calendar.slice(0, 2 * sourceTextLimit).replace(/\r?\n[ \t]/g, '')

/** Names that people gave themselves, each on a line of its own. */
export const namesOf = (item: SourceItem): string[] =>
  peopleOf(item)
    .slice(0, listLimit)
    .flatMap(({ name }) => (name === null ? [] : [onOneLine(name)]))

/** As long as it was. */
export const onOneLine = (name: string): string => name.toWellFormed().replaceAll(/[\r\n]/g, ' ')

function peopleOf(item: SourceItem): SourcePerson[] {
  switch (item.source) {
    case 'mail':
      return [...(item.from === null ? [] : [item.from]), ...item.to, ...item.cc]
    case 'source_hosting':
      return item.author === null ? [] : [item.author]
    case 'calendar':
      return [...(item.organizer === null ? [] : [item.organizer]), ...item.attendees.map(({ person }) => person)]
  }
}

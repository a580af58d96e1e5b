/** Which events the invitations are about that came with a mail, and whether they wait for an answer. Pure. */
import type { ItemAct, SourcePerson } from '#db/documents/item'
import { aboutEvent } from '#shared/calendar/events'

const mostInvitations = 10

/** As `ical:UID`, each once. @param text unfolded lines of text/calendar */
export function invitedTo(text: string): string[] {
  const uids = text.matchAll(/^UID(?:;[^:\r\n]{0,200})?:([^\r\n]{1,500})/gim)
  const found = new Set<string>()
  for (const [, uid = ''] of uids) {
    if (found.size === mostInvitations) break
    if (uid.trim() !== '') found.add(aboutEvent(uid.trim()))
  }
  return [...found]
}

/** Text of a calendar as it is meant: escaped line ends and marks are spaces and the mark, as long as before. Source: RFC 5545, 3.3.11. */
export const readable = (text: string): string =>
  text.replace(/\\[nN]/g, '  ').replace(/\\([,;\\])/g, (_, mark: string) => ` ${mark}`)

/** An invitation that whoever got it has not answered asks them to: the characters that say so are its own. */
export function invitationAct(text: string, me: readonly SourcePerson[], isOutgoing: boolean): ItemAct[] {
  const method = /^METHOD:REQUEST[ \t]*$/im.exec(text)
  if (method === null || isOutgoing) return []
  const addresses = me.flatMap(({ address }) => (address === null ? [] : [`mailto:${address.toLowerCase()}`]))
  const isOpen = text.split(/\r?\n/).some((line) => {
    const low = line.slice(0, 2000).toLowerCase()
    return (
      low.startsWith('attendee') &&
      low.includes('partstat=needs-action') &&
      addresses.some((each) => low.includes(each))
    )
  })
  if (!isOpen) return []
  const span = {
    field: 'invitation' as const,
    start: method.index,
    end: method.index + method[0].length,
    text: method[0],
  }
  return [{ act: 'request', owner: 'me', who: null, span, due: null, confidence: 1 }]
}

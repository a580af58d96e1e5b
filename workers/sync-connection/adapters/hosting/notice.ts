/** A thing of which no more is known than that the account was told of it. Pure. */
import type { ListedThing } from '#workers/sync-connection/adapters/hosting/state'
import type { SourceHosting } from '#workers/sync-connection/adapters/source-item'

/** @param thing whose mark begins with the moment it was told. */
export function noticeOf(thing: ListedThing): SourceHosting {
  const [time = ''] = thing.mark.split(' ')
  const { key, repository, number, what, reasons, isUnread, title, url } = thing
  return {
    source: 'source_hosting',
    key,
    about: key,
    url,
    title,
    text: '',
    hiddenText: '',
    author: null,
    at: new Date(time),
    repository,
    number,
    what,
    state: 'open',
    reasons,
    labels: [],
    is_mine: false,
    is_blocking: false,
    is_unread: isUnread,
    is_by_bot: false,
    created_at: time,
    waiting_since: null,
  }
}

/** Reads a thing of source hosting: an issue, a pull request, a check, an alert. Pure. */
import type { HostingFacts } from '#db/documents/item'
import type { SourceHosting } from '#workers/sync-connection/adapters/source-item'
import { isMe, type ReadAbout, readingOf } from '#workers/sync-connection/read/about'
import { displayName, itemActs, type Roles, wordsOfNames } from '#workers/sync-connection/read/acts'
import { commonOf } from '#workers/sync-connection/read/common'
import { excerptOf } from '#workers/sync-connection/read/excerpt'
import { fieldText } from '#workers/sync-connection/read/fields'
import { actsOf, readProse, type Untrusted } from '#workers/sync-connection/read/prose'
import { subjectWords } from '#workers/sync-connection/read/subject'

/** @param untrusted what was found in names */
export function readHostingItem(thing: SourceHosting, about: ReadAbout, untrusted: readonly Untrusted[]): HostingFacts {
  const titleText = fieldText(thing, 'title')
  const body = readProse({ field: 'description', content: fieldText(thing, 'description'), format: 'markdown' })
  const title = readProse({ field: 'title', content: titleText, format: 'text', isLabel: true })
  const context = readingOf(about, thing.at, [thing.author, ...about.me])
  return {
    ...commonOf(thing, about, {
      title: titleText,
      parts: [title, body],
      learnedFrom: {
        person: thing.author?.handle ?? thing.author?.address ?? null,
        list: thing.repository,
        words: subjectWords(title.text.plain),
      },
      untrusted,
    }),
    ...excerptOf(body),
    url: thing.url,
    thread_key: thing.about.toLowerCase(),
    about: [thing.about.toLowerCase()],
    from: thing.author,
    acts: itemActs('description', actsOf(body, context), rolesOf(thing, about)),
    source: 'source_hosting',
    repository: thing.repository,
    number: thing.number,
    what: thing.what,
    state: thing.state,
    reasons: thing.reasons,
    labels: thing.labels.slice(0, 50),
    is_mine: thing.is_mine,
    is_blocking: thing.is_blocking,
    is_unread: thing.is_unread,
    is_by_bot: thing.is_by_bot,
    created_at: thing.created_at,
    waiting_since: thing.waiting_since,
  }
}

/** What it wants of its reader only where it came because of them. */
const asksMe: ReadonlySet<HostingFacts['reasons'][number]> = new Set([
  'review_requested',
  'changes_requested',
  'assigned',
  'mentioned',
])

function rolesOf({ author, reasons }: SourceHosting, { me }: ReadAbout): Roles {
  const isByMe = isMe(author, me)
  const isAsked = !isByMe && reasons.some((reason) => asksMe.has(reason))
  return {
    sender: isByMe ? 'me' : 'them',
    senderName: displayName(author),
    recipient: isByMe ? 'them' : isAsked ? 'me' : 'unknown',
    recipientName: null,
    myNames: wordsOfNames(me),
    knownNames: wordsOfNames(author === null ? me : [author, ...me]),
  }
}

/** What adapters bring: mails, events and things of source hosting as their sources say them. Nothing here is kept as it is. */
import type { EventFacts, HostingFacts, SourcePerson } from '#db/documents/item'

/** Longer texts are read up to here. */
export const sourceTextLimit = 20_000

export type SourceMail = {
  source: 'mail'
  /** Stable over full resyncs and folders: of the Message-ID, or of a digest of the mail's own headers. */
  key: string
  folder: string
  messageId: string | null
  inReplyTo: string | null
  references: readonly string[]
  from: SourcePerson | null
  to: readonly SourcePerson[]
  cc: readonly SourcePerson[]
  subject: string
  /** When it was sent, or else when it came. */
  at: Date
  /** Of whoever sent it, as `+01:00`: what it says of hours is meant there. UTC where it does not tell. */
  zone: string
  isOutgoing: boolean
  isSeen: boolean
  isFlagged: boolean
  isAnswered: boolean
  /** As they stand, lower-case names: list-id, list-unsubscribe, precedence, auto-submitted, x-github-reason … */
  headers: Readonly<Record<string, string>>
  /** What a person reads of it, quotes included, at most `sourceTextLimit`. */
  text: string
  /** What only a machine reads: hidden by markup or style, in comments, of zero width. */
  hiddenText: string
  /** Invitations that came with it: text/calendar as it stands. */
  invitations: readonly string[]
}

export type SourceHosting = {
  source: 'source_hosting'
  key: string
  /** `github:owner/repository#12`. */
  about: string
  url: string | null
  title: string
  text: string
  hiddenText: string
  author: SourcePerson | null
  at: Date
} & Pick<
  HostingFacts,
  | 'repository'
  | 'number'
  | 'what'
  | 'state'
  | 'reasons'
  | 'labels'
  | 'is_mine'
  | 'is_blocking'
  | 'is_unread'
  | 'is_by_bot'
  | 'created_at'
  | 'waiting_since'
>

export type SourceEvent = {
  source: 'calendar'
  /** Of the calendar and the UID. */
  key: string
  title: string
  text: string
  hiddenText: string
  url: string | null
  at: Date
} & Pick<
  EventFacts,
  | 'uid'
  | 'calendar'
  | 'sequence'
  | 'location'
  | 'timezone'
  | 'organizer'
  | 'attendees'
  | 'conference_url'
  | 'rule_text'
  | 'occurrences'
  | 'expanded'
>

export type SourceItem = SourceMail | SourceHosting | SourceEvent

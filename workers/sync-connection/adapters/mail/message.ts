/** From the pieces of a mail that are read, as its source has them, to the mail. Pure; whatever the pieces hold, it does not throw. */
import PostalMime, { type Address, type Email } from 'postal-mime'
import type { SourcePerson } from '#db/documents/item'
import { wellFormed } from '#shared/kernel/well-formed'
import { readableHtml } from '#workers/sync-connection/adapters/mail/html-text'
import { cutText, type ReadableText, readablePlain } from '#workers/sync-connection/adapters/mail/plain-text'
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'

/** One part, transfer encoding and character set as its headers say. */
export type MailPart = {
  kind: 'plain' | 'html' | 'calendar'
  /** The same for parts that say the same in other ways, one of which is read. */
  group: string
  charset: string
  /** `base64`, `quoted-printable`; whatever else there may be means as it stands. */
  encoding: string
  isFlowed: boolean
  bytes: Uint8Array
  /** There is more of it than its bytes. */
  isCut: boolean
}

export type MailPieces = {
  folder: string
  isOutgoing: boolean
  isSeen: boolean
  isFlagged: boolean
  isAnswered: boolean
  /** When it came; null where its source does not say. */
  receivedAt: Date | null
  /** Its header fields as they stand, at most `headBytes`. */
  head: Uint8Array
  parts: readonly MailPart[]
}

/** As much is read of a mail's header fields, and of each of its parts, in bytes as they are sent. */
export const headBytes = 65_536
export const partBytes = 65_536

/** 132 bits in base64url. */
export const keyLength = 22

const mostPeople = 200
const mostReferences = 50
const longestHeader = 1000
const longestSubject = 2000
const longestInvitation = 65_536

/** What tells bulk from letters and names what a mail is about; nothing else of the header fields is kept. */
const keptHeaders =
  /^(?:list-(?:id|post|unsubscribe)|precedence|auto-submitted|x-auto-response-suppress|x-mailer|return-path|reply-to|sender|importance|priority|x-priority|feedback-id|x-(?:github|gitlab|gitea|forgejo)-[a-z-]{1,40})$/

/** @param at when neither its sender nor its source says a time. */
export async function mailOf(pieces: MailPieces, at: Date): Promise<SourceMail> {
  const email = await headOf(pieces.head)
  const { values, headers } = headersOf(email)
  const messageId = idsIn(values['message-id'])[0] ?? null
  const from = peopleOf(email.from ? [email.from] : [])[0] ?? null
  const { text, hidden, invitations } = await contentOf(pieces.parts)
  return wellFormed({
    source: 'mail',
    key: keyOf(messageId, from, pieces.head),
    folder: pieces.folder,
    messageId,
    inReplyTo: idsIn(values['in-reply-to'])[0] ?? null,
    references: idsIn(values['references']).slice(-mostReferences),
    from,
    to: peopleOf(email.to ?? []),
    cc: peopleOf(email.cc ?? []),
    subject: cutText(oneLine(email.subject ?? ''), longestSubject),
    at: sentAt(values['date'], pieces.receivedAt) ?? at,
    zone: zoneOf(values['date']),
    isOutgoing: pieces.isOutgoing,
    isSeen: pieces.isSeen,
    isFlagged: pieces.isFlagged,
    isAnswered: pieces.isAnswered,
    headers,
    text,
    hiddenText: hidden,
    invitations,
  })
}

/** Undefined: a part that is not read. @param disposition its first word, in lower case. */
export function partKindOf(type: string, disposition: string | undefined): MailPart['kind'] | undefined {
  if (type === 'text/calendar' || type === 'application/ics') return 'calendar'
  if (disposition === 'attachment') return undefined
  return type === 'text/plain' ? 'plain' : type === 'text/html' ? 'html' : undefined
}

/**
 * Parts of a mail whose structure its source could not say: from the beginning of its body.
 * What is cut off at the end of it is cut off in its last part.
 */
export async function looseParts(head: Uint8Array, body: Uint8Array): Promise<MailPart[]> {
  try {
    const email = await PostalMime.parse(Buffer.concat([head.subarray(0, headBytes), body]), {
      attachmentEncoding: 'utf8',
      forceRfc822Attachments: true,
    })
    const part = (kind: MailPart['kind'], text: unknown): MailPart[] =>
      typeof text === 'string'
        ? [{ kind, group: '', charset: 'utf-8', encoding: '', isFlowed: false, bytes: Buffer.from(text), isCut: false }]
        : []
    const calendars = email.attachments.filter(({ mimeType }) => mimeType === 'text/calendar').slice(0, 3)
    return [
      ...part('plain', email.text),
      ...part('html', email.html),
      ...calendars.flatMap(({ content }) => part('calendar', content)),
    ]
  } catch {
    return []
  }
}

const nothing: Email = { headers: [], headerLines: [], attachments: [] }

/** The fields alone: a body would be read as one. */
async function headOf(head: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(Buffer.concat([head.subarray(0, headBytes), Buffer.from('\r\n\r\n')]))
  } catch {
    return nothing
  }
}

/** First of each name, unfolded. A field's value is the first one's wherever two say the same name. */
function headersOf({ headers: fields }: Email) {
  const values: Record<string, string> = Object.create(null)
  const headers: Record<string, string> = {}
  for (const { key, value } of fields) {
    if (key in values) continue
    values[key] = value
    if (keptHeaders.test(key)) headers[key] = cutText(oneLine(value), longestHeader)
  }
  return { values, headers }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const controls = /[\u0000-\u001f\u007f-\u009f\ufffd]+/g
const oneLine = (text: string): string => text.replace(controls, ' ').trim()

const idsIn = (value: string | undefined): string[] =>
  [...(value ?? '').slice(0, 65_536).matchAll(/<([^<>\s]{1,900})>/g)].map(([, id = '']) => id)

function peopleOf(addresses: readonly Address[]): SourcePerson[] {
  const people: SourcePerson[] = []
  for (const each of addresses) {
    for (const { name, address } of each.group ?? [each]) {
      if (people.length === mostPeople) return people
      const person = { name: named(name), address: named(address)?.toLowerCase() ?? null, handle: null }
      if (person.name !== null || person.address !== null) people.push(person)
    }
  }
  return people
}

function named(text: string | undefined): string | null {
  const tidy = cutText(oneLine(text ?? ''), 320)
  return tidy === '' ? null : tidy
}

/**
 * The same for the same mail in every folder and after every full resync. Whoever sends a mail under another's Message-ID does
 * not take its place: the sender is part of it. Without a Message-ID: of its header fields as they stand.
 */
function keyOf(messageId: string | null, from: SourcePerson | null, head: Uint8Array): string {
  const hasher = new Bun.CryptoHasher('sha256')
  if (messageId) hasher.update(JSON.stringify(wellFormed([messageId, from?.address ?? ''])))
  else hasher.update(head.subarray(0, headBytes))
  return hasher.digest('base64url').slice(0, keyLength)
}

const dayMs = 86_400_000
/** Without its day a time would be of some day. Source: RFC 5322, 3.3. */
const dated = /\b\d{1,2}\s+[a-z]{3,9}\s+\d{2,4}\s+\d{1,2}:\d{2}/i
const zoned = /[+-]\d{4}\b|\b(?:GMT|UTC?|Z|[ECMP][SD]T)\b/i

/** When it was sent, where that can be: not after it came. A time without its zone is read as UTC, wherever this runs. */
function sentAt(value: string | undefined, receivedAt: Date | null): Date | null {
  const text = (value ?? '').slice(0, 200).replace(/\([^()]*\)/g, ' ')
  const sent = dated.test(text) ? Date.parse(zoned.test(text) ? text : `${text} +0000`) : Number.NaN
  const isLikely = sent > Date.UTC(1980, 0) && sent <= (receivedAt ? receivedAt.getTime() + dayMs : Date.UTC(9000, 0))
  return isLikely ? new Date(sent) : receivedAt
}

/** The zone that its date is written in, as `+01:00`; -0000 tells none. Source: RFC 5322, 3.3. */
function zoneOf(value: string | undefined): string {
  const [, sign, hours, minutes] = /\d{2}:\d{2}(?::\d{2})?\s+([+-])(0\d|1[0-4])([0-5]\d)\b/.exec(value ?? '') ?? []
  return sign === undefined || Number(`${hours}${minutes}`) === 0 ? 'UTC' : `${sign}${hours}:${minutes}`
}

type Content = ReadableText & { invitations: string[] }

async function contentOf(parts: readonly MailPart[]): Promise<Content> {
  const invitations: string[] = []
  const groups = new Map<string, Map<MailPart['kind'], MailPart>>()
  for (const part of parts) {
    if (part.kind === 'calendar') {
      // Half an invitation is none.
      const text = part.isCut ? '' : wellFormed(await decoded(part)).replaceAll('\ufffd', '')
      if (/BEGIN:VCALENDAR/i.test(text)) invitations.push(text.slice(0, longestInvitation))
      continue
    }
    const group = groups.get(part.group) ?? new Map<MailPart['kind'], MailPart>()
    if (!group.has(part.kind)) group.set(part.kind, part)
    groups.set(part.group, group)
  }
  const read: ReadableText[] = []
  for (const group of groups.values()) read.push(await groupText(group.get('plain'), group.get('html')))
  return {
    text: cutText(joined(read.map(({ text }) => text))),
    hidden: cutText(joined(read.map(({ hidden }) => hidden))),
    invitations,
  }
}

const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n\n')

/**
 * Where a mail says the same as HTML and as text, people are shown the HTML: that is read, and lines of the text that are not in
 * it are hidden ones. Where the HTML was not read to its end, the text is taken.
 */
async function groupText(plain: MailPart | undefined, html: MailPart | undefined): Promise<ReadableText> {
  const shown = html && readableHtml(await decoded(html))
  const said = plain && readablePlain(await decoded(plain))
  if (!shown || !said) return shown ?? said ?? { text: '', hidden: '' }
  if (html?.isCut || shown.text === '') return { text: said.text, hidden: joined([shown.hidden, said.hidden]) }
  return { text: shown.text, hidden: joined([shown.hidden, said.hidden, unseenLines(said.text, shown.text)]) }
}

/** Lines, fewer than half the words of which a reader of the other text sees. */
function unseenLines(text: string, seen: string): string {
  const words = new Set(wordsOf(seen))
  return text
    .split('\n')
    .filter((line) => {
      const own = wordsOf(line)
      return own.length > 2 && own.filter((word) => words.has(word)).length * 2 < own.length
    })
    .join('\n')
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{2,40}/gu) ?? []

/** Labels that are put on anything. */
const saysLittle = /^(?:|us-ascii|ascii|utf-?8|unknown(?:-8bit)?|default|8bit|x-unknown)$/i

/** Where the label says little and the bytes are no UTF-8, they are read as what old mails are in. */
async function decoded(part: MailPart): Promise<string> {
  const charset = part.charset.trim()
  if (!saysLittle.test(charset)) return decodedAs(part, charset)
  const text = await decodedAs(part, 'utf-8')
  const broken = text.split('\ufffd').length - 1
  if (broken === 0 || broken <= (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0)) return text
  return decodedAs(part, 'windows-1252')
}

/** What postal-mime makes of a mail that is this part and nothing else. */
async function decodedAs({ encoding, isFlowed, bytes }: MailPart, charset: string): Promise<string> {
  const label = /^[\w.:+-]{1,60}$/.test(charset) ? charset : 'windows-1252'
  const transfer = /^(?:base64|quoted-printable)$/i.test(encoding) ? encoding : '8bit'
  const type = `text/plain; charset=${label}${isFlowed ? '; format=flowed' : ''}`
  const head = `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${transfer}\r\n\r\n`
  try {
    return (await PostalMime.parse(Buffer.concat([Buffer.from(head), bytes]))).text ?? ''
  } catch {
    return ''
  }
}

/** Reads a mail: how it reached whom, what is new in it, what that asks and promises. Pure. */
import type { ItemAct, MailFacts, SourcePerson } from '#db/documents/item'
import { sha256Hex } from '#shared/kernel/canonical'
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'
import { isMe, type ReadAbout, readingOf } from '#workers/sync-connection/read/about'
import { displayName, itemActs, type Roles, wordsOfNames } from '#workers/sync-connection/read/acts'
import { commonOf } from '#workers/sync-connection/read/common'
import { excerptOf } from '#workers/sync-connection/read/excerpt'
import { fieldText } from '#workers/sync-connection/read/fields'
import { aboutOf, bareId } from '#workers/sync-connection/read/forge'
import { invitationAct, invitedTo, readable } from '#workers/sync-connection/read/invitation'
import { actsOf, languageBelow, type ReadProse, readProse, type Untrusted } from '#workers/sync-connection/read/prose'
import { isAnswerBySubject, subjectStart, subjectWords } from '#workers/sync-connection/read/subject'

const mostPeople = 100

/** @param untrusted what was found in names */
export function readMailItem(mail: SourceMail, about: ReadAbout, untrusted: readonly Untrusted[]): MailFacts {
  const subject = fieldText(mail, 'subject')
  const body = readProse({ field: 'body', content: fieldText(mail, 'body'), format: 'text' })
  const isReply = mail.inReplyTo !== null || mail.references.length > 0 || isAnswerBySubject(subject)
  const title = readProse({
    field: 'subject',
    content: subject,
    format: 'text',
    ...languageBelow(body),
    // What an answer is called was asked before.
    isLabel: isReply,
  })
  const addressed = addressedOf(mail, about.me)
  const roles = rolesOf(mail, addressed, about, body)
  const context = readingOf({ timezone: mail.zone }, mail.at, [mail.from, ...mail.to, ...mail.cc, ...about.me])
  const words = subjectWords(title.text.plain)
  const { to, cc, isOutgoing } = mail
  return {
    ...commonOf(mail, about, {
      title: subject,
      parts: [title, body],
      learnedFrom: {
        person: isOutgoing ? null : (mail.from?.address ?? null),
        list: listOf(mail),
        words,
      },
      untrusted: [...untrusted, ...instructionsOfInvitation(mail)],
    }),
    ...excerptOf(body),
    url: null,
    thread_key: threadOf(mail, subject),
    about: [...new Set([...aboutOf(mail), ...invitedTo(fieldText(mail, 'invitation'))])],
    from: mail.from,
    acts: [
      ...(isReply
        ? []
        : itemActs('subject', actsOf(title, context).filter(isSaidBehind(subjectStart(subject))), roles)),
      ...itemActs('body', actsOf(body, context), roles),
      ...invitationAct(fieldText(mail, 'invitation'), about.me, isOutgoing),
    ],
    source: 'mail',
    message_id: mail.messageId === null ? null : bareId(mail.messageId),
    folder: mail.folder,
    addressed,
    to: to.slice(0, mostPeople),
    cc: cc.slice(0, mostPeople),
    is_outgoing: isOutgoing,
    is_seen: mail.isSeen,
    is_flagged: mail.isFlagged,
    is_answered: mail.isAnswered,
    is_reply: isReply,
    is_bulk: isBulk(mail),
    is_automatic: isAutomatic(mail),
    subject_words: words,
    characters: body.characters,
  }
}

/** Told as it stands, though it was read as it is meant. */
function instructionsOfInvitation(mail: SourceMail): Untrusted[] {
  const content = fieldText(mail, 'invitation')
  if (content === '') return []
  const { untrusted } = readProse({ field: 'invitation', content: readable(content), format: 'text', isLabel: true })
  return untrusted.map((each) => ({ ...each, text: content.slice(each.start, each.end) }))
}

/** What a subject says behind the marks before it; a word or two are a name for it: "Invoice", "Order 17". */
const isSaidBehind =
  (start: number) =>
  ({ span }: { span: { start: number; text: string } }) =>
    span.start >= start && /\S+\s+\S+\s+\S/.test(span.text)

function addressedOf({ to, cc, headers }: SourceMail, me: readonly SourcePerson[]): MailFacts['addressed'] {
  if (to.some((person) => isMe(person, me))) return to.length === 1 && cc.length === 0 ? 'to_alone' : 'to'
  if (cc.some((person) => isMe(person, me))) return 'cc'
  return headers['list-id'] === undefined && headers['list-post'] === undefined ? 'not_named' : 'list'
}

function isBulk({ headers }: SourceMail): boolean {
  return (
    headers['list-id'] !== undefined ||
    headers['list-unsubscribe'] !== undefined ||
    headers['list-post'] !== undefined ||
    /\b(?:bulk|list|junk)\b/i.test(headers['precedence'] ?? '') ||
    isAutoSubmitted(headers['auto-submitted'])
  )
}

/** Source: RFC 3834, 5. */
const isAutoSubmitted = (value: string | undefined): boolean => value !== undefined && !/^\s*no\b/i.test(value)

const robots =
  /^(?:no-?_?reply|do-?not-?reply|mailer-daemon|postmaster|notifications?|bounces?|alerts?|auto(?:mated)?|cron(?:daemon)?|root|www-data|jenkins|build)(?:[+@.-]|$)/i

function isAutomatic({ headers, from }: SourceMail): boolean {
  return (
    isAutoSubmitted(headers['auto-submitted']) ||
    headers['x-auto-response-suppress'] !== undefined ||
    headers['x-github-reason'] !== undefined ||
    /\bauto_?reply\b/i.test(headers['precedence'] ?? '') ||
    robots.test(from?.address ?? '')
  )
}

/** The list that it came by, or to whom it went where its owner is not named. */
function listOf({ headers, to, isOutgoing }: SourceMail): string | null {
  const named = headers['list-id'] ?? headers['list-post']
  if (named !== undefined) return /<([^>]{1,300})>/.exec(named)?.[1] ?? named.slice(0, 300)
  return isOutgoing ? null : (to[0]?.address ?? null)
}

/** "Hi Anna," where Anna is another who got it: she is meant, not whoever else did. */
function rolesOf(mail: SourceMail, addressed: MailFacts['addressed'], { me }: ReadAbout, body: ReadProse): Roles {
  const others = mail.to.filter((person) => !isMe(person, me))
  const people = [...(mail.from === null ? [] : [mail.from]), ...mail.to, ...mail.cc, ...me]
  const named = { senderName: displayName(mail.from), myNames: wordsOfNames(me), knownNames: wordsOfNames(people) }
  if (mail.isOutgoing) return { ...named, sender: 'me', recipient: 'them', recipientName: displayName(others[0]) }
  const greeted = greetedIn(body, others)
  const recipient = greeted === null ? recipientOf(mail, addressed) : 'them'
  return {
    ...named,
    sender: 'them',
    recipient,
    recipientName: recipient === 'them' ? displayName(greeted ?? others[0]) : null,
  }
}

function recipientOf(mail: SourceMail, addressed: MailFacts['addressed']): ItemAct['owner'] {
  if (addressed === 'cc') return 'them'
  // What was sent to many asks nobody in particular, though each of them is named alone.
  if (addressed === 'to_alone') return isBulk(mail) ? 'unknown' : 'me'
  return addressed === 'to' ? 'me' : 'unknown'
}

function greetedIn({ text }: ReadProse, others: readonly SourcePerson[]): SourcePerson | null {
  const greeting = text.segments.find(({ type, depth }) => type === 'greeting' && depth === 0)
  if (greeting === undefined || greeting.end - greeting.start > 200) return null
  const words = new Set(
    text.plain
      .slice(greeting.start, greeting.end)
      .toLowerCase()
      .match(/[\p{L}-]{3,}/gu) ?? [],
  )
  if (words.has('all') || words.has('everyone') || words.has('team')) return null
  return (
    others.find((person) => [...wordsOfNames([{ ...person, handle: null }])].some((word) => words.has(word))) ?? null
  )
}

/** The first mail that it goes back to; else of subject and who takes part. */
function threadOf({ references, inReplyTo, messageId, from, to, cc }: SourceMail, subject: string): string {
  const root =
    references.find((id) => bareId(id) !== '') ?? inReplyTo ?? (isAnswerBySubject(subject) ? null : messageId)
  if (root !== null && bareId(root) !== '') return bareId(root).slice(0, 500)
  const people = [from, ...to, ...cc].flatMap((person) => (person?.address ? [person.address.toLowerCase()] : []))
  const bare = subject.slice(subjectStart(subject)).trim().toLowerCase().replace(/\s+/g, ' ')
  return `subject:${sha256Hex(JSON.stringify([bare, [...new Set(people)].sort()]))}`
}

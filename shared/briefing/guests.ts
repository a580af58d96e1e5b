/** Who comes to a meeting, who of them is in what, and what is known of each. Pure. */
import { getDomain } from 'tldts'
import type { Attendee, EventFacts, ItemDocument, SourcePerson } from '#db/documents/item'
import type { PersonHistory } from '#shared/briefing/input'

/** So many guests are looked at; a meeting of more is a broadcast. */
export const guestsLimit = 50

/** Everybody but me and what is no person, the organiser too where the list has forgotten them; each once. */
export function guestsOf({ attendees, organizer }: EventFacts, me: readonly SourcePerson[]): Attendee[] {
  const isMe = (person: SourcePerson) => me.some((mine) => isSamePerson(mine, person))
  const listed = attendees.filter(({ person, role, is_me: isMine }) => role !== 'resource' && !isMine && !isMe(person))
  const all: Attendee[] =
    organizer === null || isMe(organizer) || attendees.some(({ person }) => isSamePerson(person, organizer))
      ? listed
      : [{ person: organizer, role: 'organizer', partstat: 'unknown', is_me: false }, ...listed]
  const guests: Attendee[] = []
  for (const each of all)
    if (guests.length < guestsLimit && !guests.some(({ person }) => isSamePerson(person, each.person)))
      guests.push(each)
  return guests
}

/** By address where both have one, else by handle, else by a full name of at least two words. */
export function isSamePerson(a: SourcePerson, b: SourcePerson): boolean {
  if (a.address !== null && b.address !== null) return a.address === b.address
  if (a.handle !== null && b.handle !== null) return a.handle === b.handle
  const [name, other] = [fullName(a), fullName(b)]
  return name !== null && name === other
}

const fullName = ({ name }: SourcePerson): string | null => {
  const said = name?.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim() ?? ''
  return said.includes(' ') ? said : null
}

/** A name as it is known: what they are called, else their address, else their handle. */
export const personName = (person: SourcePerson | null): string | null =>
  person === null ? null : (person.name ?? person.address ?? person.handle)

function peopleIn(item: ItemDocument): SourcePerson[] {
  const from = item.from === null ? [] : [item.from]
  if (item.source === 'mail') return [...from, ...item.to, ...item.cc]
  if (item.source === 'source_hosting') return from
  return [
    ...(item.organizer === null ? from : [item.organizer, ...from]),
    ...item.attendees.map(({ person }) => person),
  ]
}

/** Says which guests, by their places, are in an item. */
export type GuestFinder = (item: ItemDocument) => ReadonlySet<number>

export function guestFinder(guests: readonly Attendee[]): GuestFinder {
  const places = new Map<string, number>()
  for (const [place, { person }] of guests.entries()) for (const key of keysOf(person)) places.set(key, place)
  return (item) => {
    const found = new Set<number>()
    for (const person of peopleIn(item)) {
      const key = keysOf(person).find((each) => places.has(each))
      const place = key === undefined ? undefined : places.get(key)
      const guest = place === undefined ? undefined : guests[place]
      if (place !== undefined && guest !== undefined && isSamePerson(guest.person, person)) found.add(place)
    }
    return found
  }
}

function keysOf(person: SourcePerson): string[] {
  const name = fullName(person)
  return [
    ...(person.address === null ? [] : [`a ${person.address}`]),
    ...(person.handle === null ? [] : [`h ${person.handle}`]),
    ...(name === null ? [] : [`n ${name}`]),
  ]
}

/**
 * How often each is met with in what is kept: mails from them, to them and with them, meetings together that are over, threads
 * of mail in which the last word is theirs and asks something, pull requests of theirs.
 */
export function historiesOf(
  guests: readonly Attendee[],
  items: readonly ItemDocument[],
  { atIso, sinceIso, eventId }: { atIso: string; sinceIso: string; eventId: string },
): PersonHistory[] {
  const find = guestFinder(guests)
  const told = guests.map(() => ({ last_contact: null as string | null, mails: 0, meetings: 0, shared_prs: 0 }))
  const lastOfThread = new Map<string, ItemDocument>()
  for (const item of items) {
    if (item.id === eventId || (item.source !== 'calendar' && (item.at < sinceIso || item.at > atIso))) continue
    if (item.source === 'mail') {
      const last = lastOfThread.get(item.thread_key)
      if (last === undefined || last.at < item.at || (last.at === item.at && last.id < item.id))
        lastOfThread.set(item.thread_key, item)
    }
    for (const place of find(item)) {
      const history = told[place]
      if (history !== undefined) tell(history, item, atIso, sinceIso)
    }
  }
  const open = guests.map(() => 0)
  for (const item of lastOfThread.values())
    if (isOpen(item)) for (const place of find(item)) open[place] = (open[place] ?? 0) + 1
  return told.map(({ last_contact, mails, meetings, shared_prs }, place) => ({
    last_contact,
    mails,
    meetings,
    open_threads: open[place] ?? 0,
    shared_prs,
  }))
}

function tell(history: Omit<PersonHistory, 'open_threads'>, item: ItemDocument, atIso: string, sinceIso: string): void {
  const contacts: string[] = []
  if (item.source === 'mail') {
    history.mails += 1
    contacts.push(item.at)
  } else if (item.source === 'source_hosting') {
    if (item.what === 'pull_request') history.shared_prs += 1
  } else {
    const over = item.occurrences.filter(
      ({ end, status, my_partstat: mine }) =>
        end <= atIso && end >= sinceIso && status !== 'cancelled' && mine !== 'declined',
    )
    history.meetings += over.length
    contacts.push(...over.flatMap(({ start, floating }) => (floating || !start.includes('T') ? [] : [start])))
  }
  for (const contact of contacts)
    if (history.last_contact === null || contact > history.last_contact) history.last_contact = contact
}

/** A mail that came in, wants something and was not answered. */
const isOpen = (item: ItemDocument): boolean =>
  item.source === 'mail' &&
  !item.is_outgoing &&
  !item.is_answered &&
  !item.is_bulk &&
  item.acts.some(({ act }) => act === 'question' || act === 'request')

/** Providers under whose names people share nothing but the provider. */
const mailProviders = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'yahoo.com', 'icloud.com', 'me.com'],
  ...['aol.com', 'gmx.de', 'gmx.net', 'web.de', 'proton.me', 'protonmail.com', 'fastmail.com', 'mail.ru', 'qq.com'],
])

/** Whether somebody's address is of another house than all of mine; false where either is not known. */
export function isExternal(person: SourcePerson, me: readonly SourcePerson[]): boolean {
  const domainOf = ({ address }: SourcePerson) => (address === null ? null : getDomain(address.replace(/^.*@/, '')))
  const [theirs, mine] = [domainOf(person), me.flatMap((one) => domainOf(one) ?? [])]
  if (theirs === null || mine.length === 0) return false
  return mailProviders.has(theirs) || !mine.includes(theirs)
}

/** Of a guest about whom there is nothing to say. */
export const noPersonHistory: PersonHistory = {
  last_contact: null,
  mails: 0,
  meetings: 0,
  open_threads: 0,
  shared_prs: 0,
}

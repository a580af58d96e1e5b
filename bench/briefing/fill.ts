/** Makes of one mailbox that was read five connections with many items: its mails again and again, things of source hosting, events. */
import { randomUUID } from 'node:crypto'
import { addSeals } from '#bench/fill/seals'
import type { Sql } from '#db/client'
import type { HostingFacts, ItemDocument } from '#db/documents/item'
import { itemsSince, itemText, packItem, storeItems } from '#db/queries/source-items'
import { itemIdOf } from '#shared/connections/item-id'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'
import type { SourceEvent, SourceHosting } from '#workers/sync-connection/adapters/source-item'
import { readItem } from '#workers/sync-connection/read/read-item'

const hourMs = 3_600_000
const atOnce = 500
const person = (name: string) => ({ name, address: `${name.toLowerCase()}@example.com`, handle: name.toLowerCase() })
const me = person('Bo')

type Filling = {
  sql: Sql
  sealer: Sealer
  orgId: string
  /** A mailbox that was read already. */
  mailbox: string
  /** Items in all, with those that are there. */
  items: number
  at: Date
}

/** Of all items a tenth is of source hosting and a twentieth of a calendar. @returns how many there are of each connection. */
export async function fillItems({ sql, sealer, orgId, mailbox, items, at }: Filling): Promise<Map<string, number>> {
  const mails = await mailsOf(sql, orgId)
  if (mails.length === 0) throw new Error('no mail was read')
  const hosting = Math.round(items / 10)
  const events = Math.round(items / 20)
  const copies = Math.max(0, items - mails.length - hosting - events)
  const counts = new Map([[`imap, ${mails.length} mails as they were read`, mails.length]])
  const add = async (
    kind: string,
    label: string,
    count: number,
    make: (id: string, number: number) => ItemDocument,
  ) => {
    const id = await copyConnection(sql, mailbox, kind, label)
    const documents = Array.from({ length: count }, (_, number) => make(id, number))
    await store(sql, { orgId, connectionId: id, at: at.toISOString() }, documents)
    await sql`update connections set items = ${count} where connection_id = ${id}`
    counts.set(`${kind}, ${label}`, count)
  }
  const first = Math.ceil(copies / 2)
  const copied = (offset: number) => (id: string, number: number) =>
    copyOf(mails[(offset + number) % mails.length], { orgId, id, number, at })
  await add('imap', 'the same mails some minutes earlier', first, copied(0))
  await add('imap', 'and once more', copies - first, copied(first))
  const about = { orgId, salt: new Uint8Array(16), me: [me], timezone: 'Europe/Zurich', at }
  const textOf = (number: number) => mails[number % mails.length]?.excerpt ?? ''
  await add('github', 'issues, reviews and builds', hosting, (id, number) =>
    readItem(hostingThing(number, at, textOf(number)), { ...about, connectionId: id }, null),
  )
  await add('caldav', 'events of four weeks', events, (id, number) =>
    readItem(calendarEvent(number, at, textOf(number)), { ...about, connectionId: id }, null),
  )
  // As connections stand that were read a moment ago, and are not due before the measurement is over.
  await sql`
    update connections set state = 'ok', synced_at = now(), tried_at = now(), next_sync_at = now() + interval '1 day'
    where org_id = ${orgId} and deleted_at is null`
  await addSeals(sql, sealer)
  await sql`vacuum analyze source_items`
  return counts
}

async function mailsOf(sql: Sql, orgId: string): Promise<ItemDocument[]> {
  const { rows } = await itemsSince(sql, orgId, 0)
  return rows.flatMap(({ document }) => (document === null ? [] : [JSON.parse(itemText(document))]))
}

/** Another connection with a row like this one's: nobody reads it, and its node is the other's. */
async function copyConnection(sql: Sql, from: string, kind: string, label: string): Promise<string> {
  const id = randomUUID()
  const other = JSON.stringify({ connection_id: id, kind, label })
  await sql`
    insert into connections
    select (json_populate_record(c, ${other}::json)).* from connections c where connection_id = ${from}`
  return id
}

type Copying = { orgId: string; id: string; number: number; at: Date }

/** Another mail that says the same: of another thread, some minutes earlier. */
function copyOf(item: ItemDocument | undefined, { orgId, id, number }: Copying): ItemDocument {
  if (item === undefined) throw new Error('there is nothing to copy')
  const key = `${item.key}-${number}`
  const at = new Date(Date.parse(item.at) - (number % 1000) * 60_000).toISOString()
  const other = {
    ...item,
    id: itemIdOf(orgId, id, key),
    connection_id: id,
    key,
    at,
    thread_key: `${item.thread_key}-${id}`,
  }
  return other.source === 'mail' && other.message_id !== null
    ? { ...other, message_id: `${number}.${other.message_id}` }
    : other
}

const kinds: Pick<HostingFacts, 'what' | 'state' | 'reasons' | 'is_mine' | 'is_blocking'>[] = [
  { what: 'pull_request', state: 'open', reasons: ['review_requested'], is_mine: false, is_blocking: true },
  { what: 'issue', state: 'open', reasons: ['assigned'], is_mine: false, is_blocking: false },
  { what: 'check', state: 'failed', reasons: ['ci_failed_mine'], is_mine: true, is_blocking: false },
  { what: 'pull_request', state: 'merged', reasons: ['author'], is_mine: true, is_blocking: false },
  { what: 'mention', state: 'open', reasons: ['mentioned'], is_mine: false, is_blocking: false },
]

function hostingThing(number: number, at: Date, text: string): SourceHosting {
  const repository = `team/part-${number % 20}`
  const then = new Date(at.getTime() - (number % 700) * hourMs)
  const kind = kinds[number % kinds.length]
  if (kind === undefined) throw new Error('there are no kinds')
  return {
    source: 'source_hosting',
    key: `${repository}#${number}`,
    about: `github:${repository}#${number}`,
    url: `https://github.com/${repository}/issues/${number}`,
    title: `Change ${number} of ${repository}`,
    text,
    hiddenText: '',
    author: person(`Person-${number % 40}`),
    at: then,
    repository,
    number,
    ...kind,
    labels: [],
    is_unread: number % 2 === 0,
    is_by_bot: number % 11 === 0,
    created_at: new Date(then.getTime() - 24 * hourMs).toISOString(),
    waiting_since: kind.is_blocking ? then.toISOString() : null,
  }
}

/** Half an hour long, in the hours of work of the four weeks around. */
function calendarEvent(number: number, at: Date, text: string): SourceEvent {
  const day = Math.floor(at.getTime() / (24 * hourMs)) - 14 + (number % 28)
  const start = new Date(day * 24 * hourMs + (7 + (number % 20) / 2) * hourMs)
  const end = new Date(start.getTime() + hourMs / 2)
  const occurrence = {
    id: start.toISOString(),
    start: start.toISOString(),
    end: end.toISOString(),
    all_day: false,
    floating: false,
    status: 'confirmed' as const,
    is_busy: true,
    my_partstat: number % 3 === 0 ? ('needs_action' as const) : ('accepted' as const),
  }
  return {
    source: 'calendar',
    key: `event-${number}`,
    uid: `event-${number}@example.com`,
    calendar: 'Work',
    sequence: 0,
    title: `Meeting ${number}`,
    text,
    hiddenText: '',
    url: null,
    at: new Date(at.getTime() - 48 * hourMs),
    location: null,
    timezone: null,
    organizer: person(`Person-${number % 40}`),
    attendees: [
      { person: me, role: 'required', partstat: occurrence.my_partstat, is_me: true },
      { person: person(`Person-${number % 40}`), role: 'chair', partstat: 'accepted', is_me: false },
    ],
    conference_url: null,
    rule_text: null,
    occurrences: [occurrence],
    expanded: { from: start.toISOString(), to: end.toISOString() },
  }
}

async function store(
  sql: Sql,
  bringing: { orgId: string; connectionId: string; at: string },
  documents: readonly ItemDocument[],
): Promise<void> {
  for (let from = 0; from < documents.length; from += atOnce) {
    const items = documents.slice(from, from + atOnce).map((document) => {
      const text = canonicalJson(document)
      const last = document.source === 'calendar' ? (document.occurrences.at(-1)?.end ?? document.at) : document.at
      return {
        item_id: document.id,
        source: document.source,
        at: document.at,
        last_at: last,
        digest: sha256Hex(text),
        document: packItem(text),
      }
    })
    await sql.begin(async (tx) => storeItems(tx, { ...bringing, round: 0 }, items))
  }
}

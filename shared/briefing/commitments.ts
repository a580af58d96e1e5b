/** Who promised what to whom: found in what was read, open until its thread shows otherwise. Pure. */
import type { Commitment } from '#db/documents/briefing'
import type { ItemAct, ItemDocument } from '#db/documents/item'
import { dueEnd } from '#shared/briefing/due'
import { personName } from '#shared/briefing/guests'
import type { ActReference } from '#shared/briefing/input'
import { trustedActs } from '#shared/briefing/trusted'

/** Below this, what reads like a promise is too often none: better one less than a wrong one. */
export const leastConfidence = 0.5
/** Of mine, and of others': so many are named. */
export const commitmentsLimit = 50

type Found = { reference: ActReference; owner: 'me' | 'them'; due: number; at: number; said: string }

/**
 * Those that are open among the items, mine and others' apart: what is overdue longest first, what has no day last and the
 * newest of it first.
 *
 * One is over as soon as its thread shows it: who promised wrote there again, later, without asking something or promising
 * anew (a new promise takes its place); the other side approved; or the thing of source hosting that it is about is closed.
 * What is flagged as an instruction to a machine is no promise.
 * @param isDone whether somebody said of an item that it is done
 */
export function openCommitments(
  items: readonly ItemDocument[],
  isDone: (id: string) => boolean,
): { mine: ActReference[]; theirs: ActReference[] } {
  const open = onceEach([...promisingThreads(items).values()].flatMap((thread) => openIn(thread, isDone)).sort(byDue))
  const of = (owner: Found['owner']) =>
    open
      .filter((found) => found.owner === owner)
      .slice(0, commitmentsLimit)
      .map(({ reference }) => reference)
  return { mine: of('me'), theirs: of('them') }
}

/** The threads in which something is promised; what two kinds of source call the same is two threads. */
function promisingThreads(items: readonly ItemDocument[]): ItemDocument[][] {
  const threads = new Map<string, ItemDocument[]>()
  for (const { thread_key: key, acts } of items) if (acts.length > 0 && acts.some(isPromise)) threads.set(key, [])
  if (threads.size > 0) for (const item of items) threads.get(item.thread_key)?.push(item)
  return [...threads.values()].flatMap((thread) =>
    thread.length === 1 ? [thread] : [...Map.groupBy(thread, ({ source }) => source).values()],
  )
}

const isPromise = ({ act, owner, confidence }: ItemAct): boolean =>
  act === 'commitment' && owner !== 'unknown' && confidence >= leastConfidence

/** What was written later in a thread than what is looked at. */
type Later = {
  isClosed: boolean
  /** Who wrote in a way that ends what they promised before. */
  settled: Set<string>
  approved: Set<string>
}

/** From the newest back, so that a thread of thousands is walked once. */
function openIn(thread: readonly ItemDocument[], isDone: (id: string) => boolean): Found[] {
  const [only] = thread
  if (only !== undefined && thread.length === 1)
    return isDone(only.id) || isClosed(only) ? [] : promisesOf(only, Date.parse(only.at))
  const found: Found[] = []
  const later: Later = { isClosed: false, settled: new Set(), approved: new Set() }
  const newest = thread.map((item) => ({ item, at: Date.parse(item.at) })).sort((a, b) => b.at - a.at)
  let noted = 0
  for (const [place, { item, at }] of newest.entries()) {
    // What was written at the same moment is not later.
    for (; noted < place && (newest[noted]?.at ?? at) > at; noted++) note(later, newest[noted]?.item ?? item)
    if (!isDone(item.id) && !isOver(item, later)) found.push(...promisesOf(item, at))
  }
  return found
}

function promisesOf(item: ItemDocument, at: number): Found[] {
  return trustedActs(item).flatMap(({ act, at: place }) => {
    if (!isPromise(act)) return []
    const due = act.due === null ? Number.NaN : dueEnd(act.due)
    return {
      reference: { act: place, id: item.id },
      owner: act.owner === 'me' ? 'me' : 'them',
      due: Number.isNaN(due) ? Number.POSITIVE_INFINITY : due,
      at,
      said: [item.source, item.thread_key, item.at, act.span.start, act.span.text].join('\n'),
    }
  })
}

function isOver(item: ItemDocument, later: Later): boolean {
  if (later.isClosed || isClosed(item)) return true
  const speaker = speakerOf(item)
  return later.settled.has(speaker) || later.approved.size > (later.approved.has(speaker) ? 1 : 0)
}

function note(later: Later, item: ItemDocument): void {
  const speaker = speakerOf(item)
  const acts = trustedActs(item).map(({ act }) => act.act)
  if (isClosed(item)) later.isClosed = true
  // Nobody whose name is not known is the same as another.
  if (speaker !== '' && (acts.includes('commitment') || !acts.includes('question'))) later.settled.add(speaker)
  if (acts.includes('approval')) later.approved.add(speaker)
}

/** Under however many addresses I write, it is me. Empty where nobody is named. */
function speakerOf(item: ItemDocument): string {
  if (item.source === 'mail' && item.is_outgoing) return 'me'
  const { address = null, handle = null } = item.from ?? {}
  return address !== null ? `address ${address}` : handle !== null ? `handle ${handle}` : ''
}

/** One mail in two mailboxes promises once: the first of the order. */
function onceEach(found: readonly Found[]): Found[] {
  const names = new Set<string>()
  return found.filter(({ said }) => !names.has(said) && names.add(said))
}

const isClosed = (item: ItemDocument): boolean =>
  item.source === 'source_hosting' && (item.state === 'closed' || item.state === 'merged')

function byDue(a: Found, b: Found): number {
  if (a.due !== b.due) return a.due < b.due ? -1 : 1
  if (a.at !== b.at) return b.at - a.at
  const [first, second] = [a.reference, b.reference]
  return first.id === second.id ? first.act - second.act : first.id < second.id ? -1 : 1
}

/** What a reference stands for, told with the characters that say it; undefined where the item has no such act. */
export function commitmentOf({ act: place }: ActReference, item: ItemDocument, at: number): Commitment | undefined {
  const act = item.acts[place]
  if (act === undefined) return undefined
  const speaker = act.owner === 'me' ? null : (act.who ?? personName(item.from))
  return {
    signal_id: item.id,
    text: act.span.text,
    span: act.span,
    who: speaker,
    to_whom: toWhom(act, item),
    said_at: item.at,
    due: act.due,
    overdue: act.due !== null && dueEnd(act.due) < at,
    confidence: act.confidence,
  }
}

/** To whom it was said: of what I promise, whoever the mail went to, or came from; of what others do, unknown unless it went to one alone. */
function toWhom(act: ItemAct, item: ItemDocument): string | null {
  if (item.source !== 'mail') return null
  if (act.owner === 'me') return personName(item.is_outgoing ? (item.to[0] ?? null) : item.from)
  return item.to.length === 1 ? personName(item.to[0] ?? null) : null
}

/** Folds signals about the same thing into one: mails about a pull request into it, an invitation into its event, a thread into its weightiest mail. Pure. */
import type { Scored } from '#shared/briefing/score'

export type Folded = {
  /** In the order in which they came. */
  kept: Scored[]
  /** By the id of what is kept: ids of what is folded into it, sorted. */
  duplicates: ReadonlyMap<string, readonly string[]>
}

/** What comes first is what others are folded into. */
const ranks: Readonly<Record<Scored['item']['source'], number>> = { calendar: 0, source_hosting: 1, mail: 2 }

/** Of mails that ask something of their reader that the thing itself does not show, none is folded away. */
const isFoldable = ({ kind, item }: Scored): boolean =>
  item.source === 'mail' && !item.is_outgoing && (kind !== 'mail.request' || item.is_automatic || item.is_bulk)

/** What comes of it does not depend on the order of the signals. */
export function foldDuplicates(scored: readonly Scored[]): Folded {
  const main = new Map<string, Scored>()
  const occasions = new Map<string, Scored>()
  for (const each of scored) {
    if (each.item.source === 'mail') continue
    for (const name of each.item.about) {
      main.set(name, better(main.get(name), each))
      const occasion = occasionOf(name, each)
      occasions.set(occasion, better(occasions.get(occasion), each))
    }
  }
  const threads = threadsOf(scored)
  const into = new Map<string, string>()
  for (const each of scored) {
    const target = targetOf(each, { main, occasions, threads })
    if (target !== undefined && target.id !== each.id) into.set(each.id, target.id)
  }
  const duplicates = new Map<string, string[]>()
  for (const id of into.keys()) {
    const last = endOf(id, into)
    const known = duplicates.get(last)
    if (known === undefined) duplicates.set(last, [id])
    else known.push(id)
  }
  for (const ids of duplicates.values()) ids.sort()
  return { kept: scored.filter(({ id }) => !into.has(id)), duplicates }
}

/** Mails that came in; what its owner promised or waits for stands for itself. */
const isOfThread = ({ item }: Scored): boolean => item.source === 'mail' && !item.is_outgoing

/** Mails by thread, of one connection each: another's thread may be called the same. */
type Threads = ReadonlyMap<string, ReadonlyMap<string, Scored>>

function threadsOf(scored: readonly Scored[]): Threads {
  const threads = new Map<string, Map<string, Scored>>()
  for (const each of scored) {
    if (!isOfThread(each)) continue
    const { connection_id: connection, thread_key: thread } = each.item
    let own = threads.get(connection)
    if (own === undefined) {
      own = new Map()
      threads.set(connection, own)
    }
    own.set(thread, better(own.get(thread), each))
  }
  return threads
}

/** The same thing as another connection brought it; of an event, the same occurrence. */
const occasionOf = (name: string, { occurrence }: Scored): string => `${name}\n${occurrence?.start ?? ''}`

type Targets = { main: ReadonlyMap<string, Scored>; occasions: ReadonlyMap<string, Scored>; threads: Threads }

function targetOf(each: Scored, { main, occasions, threads }: Targets): Scored | undefined {
  if (each.item.source !== 'mail') {
    for (const name of each.item.about) {
      const found = occasions.get(occasionOf(name, each))
      // A thing of another kind may be called the same.
      if (found !== undefined && found.item.source === each.item.source) return found
    }
    return undefined
  }
  if (isFoldable(each)) {
    for (const name of each.item.about) {
      const found = main.get(name)
      if (found !== undefined) return found
    }
  }
  return isOfThread(each) ? threads.get(each.item.connection_id)?.get(each.item.thread_key) : undefined
}

/** A mail may be folded into one that is itself folded into what it is about. */
function endOf(id: string, into: ReadonlyMap<string, string>): string {
  let last = into.get(id) ?? id
  // Mails lead to mails of their thread or to what is no mail, and that to what is the same: never further than three steps.
  for (let step = 0; step < 3; step++) last = into.get(last) ?? last
  return last
}

function better(known: Scored | undefined, each: Scored): Scored {
  if (known === undefined) return each
  const before = ranks[known.item.source] - ranks[each.item.source]
  if (before !== 0) return before < 0 ? known : each
  if (known.score !== each.score) return known.score > each.score ? known : each
  if (known.when !== each.when) return isEarlierChoice(known, each) ? known : each
  return known.id < each.id ? known : each
}

/** Of an event the next occurrence, of all else the newest. */
const isEarlierChoice = (known: Scored, each: Scored): boolean =>
  known.item.source === 'calendar' ? known.when < each.when : known.when > each.when

/** A signal in full: the same score as in numbers, with every factor, who it is from, and what to do. Pure. */
import type { EventFacts, ItemAct, ItemDocument, MailFacts, SourcePerson } from '#db/documents/item'
import type { Priority, Signal, SignalFactor, SignalState } from '#db/documents/signal'
import type { RankContext } from '#shared/briefing/context'
import { firstDue } from '#shared/briefing/due'
import { promiseOf } from '#shared/briefing/factors/mail'
import { mine, surest } from '#shared/briefing/factors/of-all'
import { clockText, dateText } from '#shared/briefing/moments'
import { factorsOf, type RankedThing, rankedItem } from '#shared/briefing/points'
import { type Scored, scoreWithin } from '#shared/briefing/score'
import { bandOf, rankingRules, type Weights, weightsHash } from '#shared/briefing/weights'

/** What no document of an item says of it. */
export type SignalOrigin = { /** The kind of its connection. */ adapter: string; first_seen: string }

/** `duplicates` is empty: what is folded into it is told by whoever folds. */
export function signalOf(scored: Scored, context: RankContext, origin: SignalOrigin): Signal {
  const { item, occurrence, kind, when } = scored
  const { excerpt, excerpt_offsets, url, thread_key, connection_id, source } = item
  return {
    id: scored.id,
    source,
    adapter: origin.adapter,
    connection_id,
    kind,
    title: occurrence?.title ?? item.title,
    excerpt,
    excerpt_offsets,
    url,
    thread_key,
    who: peopleOf(item, context),
    when,
    first_seen: origin.first_seen,
    priority: priorityOf(rankedOf(scored), context),
    due: dueOf(scored),
    action: { verb: scored.verb, owner: scored.owner, text: actionText(scored, context) },
    duplicates: [],
    state: stateOf(scored, context),
    safety: { untrusted_instructions: item.untrusted_instructions },
  }
}

/** @throws Error where an event comes without its occurrence: nothing here makes such a one. */
export function rankedOf({ item, occurrence }: Pick<Scored, 'item' | 'occurrence'>): RankedThing {
  if (item.source !== 'calendar') return rankedItem(item)
  if (occurrence === null) throw new Error('an event is ranked by one of its occurrences')
  return { item, occurrence }
}

function priorityOf(ranked: RankedThing, context: RankContext): Priority {
  const factors = factorsOf(ranked, context)
  const sum = factors.reduce((total, { points }) => total + points, 0)
  const score = scoreWithin(sum)
  return {
    score,
    band: bandOf(score, context.weights),
    factors: score === sum ? factors : [...factors, limitFactor(sum, score)],
    model: { ...rankingRules, weights_hash: hashOf(context.weights) },
  }
}

const limitFactor = (sum: number, score: number): SignalFactor => ({
  name: 'limit',
  points: score - sum,
  value: sum,
  because: `no score is ${sum < score ? 'less than 0' : 'more than 100'}`,
})

/** Weights are never changed in place; the digest is long to make. */
const hashes = new WeakMap<Weights, string>()
function hashOf(weights: Weights): string {
  const known = hashes.get(weights) ?? weightsHash(weights)
  hashes.set(weights, known)
  return known
}

function stateOf({ id, item }: Scored, { states, at }: RankContext): SignalState {
  const known = states.get(id)
  if (known !== undefined && known.state !== 'snoozed') return known.state
  // What woke up again was seen before.
  if (known?.until !== undefined && known.until !== null && Date.parse(known.until) <= at.getTime()) return 'seen'
  if (item.source === 'mail') return item.is_seen || item.is_outgoing ? 'seen' : 'new'
  if (item.source === 'source_hosting') return item.is_unread ? 'new' : 'seen'
  return 'new'
}

const frequentFrom = 5
const mostPeople = 20

function peopleOf(item: ItemDocument, { history }: RankContext): Signal['who'] {
  if (item.source === 'calendar') {
    const guests = item.attendees.slice(0, mostPeople)
    return guests.map(({ person, is_me: isMe }) => ({ ...person, relation: isMe ? 'self' : 'known' }))
  }
  if (item.source === 'mail' && item.is_outgoing)
    return item.to.slice(0, mostPeople).map((person) => ({ ...person, relation: 'known' }))
  if (item.from === null) return []
  const received = history.keys.get(item.learning_keys.find((key) => key.startsWith('p')) ?? '')?.received ?? 0
  return [{ ...item.from, relation: relationOf(item, received) }]
}

function relationOf(item: Exclude<ItemDocument, EventFacts>, received: number): Signal['who'][number]['relation'] {
  if (item.source === 'source_hosting' ? item.is_by_bot : item.is_automatic) return 'bot'
  if (received >= frequentFrom) return 'frequent'
  return received > 0 ? 'known' : 'new'
}

/** Which of its acts says by when. */
function dueActs({ item, kind }: Scored): readonly ItemAct[] {
  if (item.source === 'mail' && item.is_outgoing) {
    const act = kind === 'mail.commitment_due' ? promiseOf(item) : askedBy(item)
    return act === null ? [] : [act]
  }
  if (item.source === 'mail' && kind === 'mail.commitment_due') {
    const act = promiseOf(item, 'them')
    return act === null ? [] : [act]
  }
  return mine(item.acts)
}

const askedBy = ({ acts }: MailFacts) => surest(acts, 'request', 'them') ?? surest(acts, 'question', 'them')

function dueOf(scored: Scored): Signal['due'] {
  if (scored.due === null) return { at: null, text: null, confidence: 0, span: null }
  const first = scored.item.source === 'calendar' ? null : firstDue(dueActs(scored))
  if (first === null) return { at: scored.due, text: null, confidence: 1, span: null }
  return {
    at: scored.due,
    text: first.due.span.text,
    confidence: Math.round(first.act.confidence * 1000) / 1000,
    span: first.due.span,
  }
}

const nameOf = (person: SourcePerson | null | undefined): string =>
  person?.name ?? person?.handle ?? person?.address ?? 'somebody'

/** Of what was found, never of what the text says to do. */
function actionText({ item, kind, verb, due }: Scored, { timezone }: RankContext): string {
  const dueMs = due === null ? Number.NaN : Date.parse(due)
  const by = Number.isNaN(dueMs) ? '' : ` by ${dateText(dueMs, timezone)} ${clockText(dueMs, timezone)}`
  switch (item.source) {
    case 'calendar':
      return eventTexts[kind] ?? 'Attend'
    case 'source_hosting': {
      const thing = `${item.repository}${item.number === null ? '' : ` #${item.number}`}`
      return `${hostingTexts[verb] ?? 'Read'} ${thing}${by}`
    }
    case 'mail':
      if (kind === 'mail.commitment_due')
        return item.is_outgoing
          ? `Do what you promised ${nameOf(item.to[0])}${by}`
          : `Wait for what ${nameOf(item.from)} promised${by}`
      if (kind === 'mail.reply_awaited') return `${nameOf(item.to[0])} has not answered yet`
      if (verb === 'none') return 'You answered it'
      return `${verb === 'reply' ? 'Reply to' : 'Read what came from'} ${nameOf(item.from)}${verb === 'reply' ? by : ''}`
  }
}

const eventTexts: Partial<Record<Scored['kind'], string>> = {
  'event.needs_response': 'Say whether you come',
  'event.conflict': 'Decide which one to go to',
  'event.changed': 'Look at what changed, and attend',
  'event.no_agenda': 'Ask what it is about, or say it',
}
const hostingTexts: Partial<Record<Scored['verb'], string>> = {
  fix: 'Fix',
  review: 'Review',
  reply: 'Answer in',
  decide: 'Decide on',
}

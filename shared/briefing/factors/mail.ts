/** The factors of a mail's priority. Pure. */
import type { ItemAct, MailFacts } from '#db/documents/item'
import type { Correspondence, RankContext } from '#shared/briefing/context'
import { firstDue } from '#shared/briefing/due'
import { claim, hourMs, lengthOf, nearness, type RankingFactor, within } from '#shared/briefing/factors/factor'
import { ageFactor, dueFactor, momentOf, surest } from '#shared/briefing/factors/of-all'

type MailFactor = RankingFactor<MailFacts>

const reachOf: Readonly<Record<MailFacts['addressed'], number>> = {
  to_alone: 1,
  to: 0.7,
  cc: 0.25,
  list: 0,
  not_named: 0,
}
const reachWords: Readonly<Record<MailFacts['addressed'], string>> = {
  to_alone: 'it is written to you alone',
  to: 'it is written to you and others',
  cc: 'you got a copy of it',
  list: 'it came by a list',
  not_named: 'you are not named in it',
}

/** What one asks or tells, as sure as it is. */
const said = (name: MailFactor['name'], act: ItemAct['act'], owner: ItemAct['owner'], because: string): MailFactor => ({
  name,
  valueOf: ({ acts }) => (acts.length === 0 ? 0 : (surest(acts, act, owner)?.confidence ?? 0)),
  reasonOf: ({ acts }) => {
    const found = surest(acts, act, owner)
    return found === null
      ? { value: null, because }
      : { value: Math.round(found.confidence * 100) / 100, because, evidence: [found.span] }
  },
})

/** So many mails, of which this share was answered, stand before the first that was counted. */
const priorMails = 4
const priorShare = 0.2
const logOdds = (share: number) => Math.log(share / (1 - share))
const priorLogOdds = logOdds(priorShare)

/**
 * How much oftener than is usual mails of one key are answered: log-odds, by 3, within -1 and 1. Smoothed with a Beta prior; its
 * mean is fixed, so that mails that have nothing to do with one another move no points of one another.
 */
function answeredMore(known: Pick<Correspondence, 'received' | 'answered'> | undefined): number {
  if (known === undefined || known.received === 0) return 0
  const own = (known.answered + priorMails * priorShare) / (known.received + priorMails)
  return within((logOdds(own) - priorLogOdds) / 3, -1, 1)
}

const keyOf = ({ learning_keys: keys }: MailFacts, letter: string): string | undefined => {
  for (const key of keys) if (key.startsWith(letter)) return key
  return undefined
}

/** Of a person or a list: how often what came by it was answered. */
const answersTo = (name: MailFactor['name'], letter: string, of: (item: MailFacts) => string): MailFactor => ({
  name,
  valueOf: (item, context) => {
    const key = keyOf(item, letter)
    return key === undefined ? 0 : answeredMore(context.history.keys.get(key))
  },
  reasonOf: (item, { history }) => {
    const known = history.keys.get(keyOf(item, letter) ?? '')
    return {
      value: known === undefined ? null : Math.round((known.answered / Math.max(1, known.received)) * 100) / 100,
      because: `of ${known?.received ?? 0} mails ${of(item)}, ${known?.answered ?? 0} were answered`,
    }
  },
})

const wordsHistory: MailFactor = {
  name: 'words_history',
  valueOf: (item, context) => {
    let [sum, count] = [0, 0]
    for (const key of item.learning_keys) {
      if (!key.startsWith('w')) continue
      sum += answeredMore(context.history.keys.get(key))
      count += 1
    }
    return count === 0 ? 0 : within(sum / Math.sqrt(count), -1, 1)
  },
  reasonOf: (item, context) => {
    const more = wordsHistory.valueOf(item, context) > 0
    return { value: more, because: `mails with words of this subject were answered ${more ? 'oftener' : 'less often'}` }
  },
}

const threadHistory: MailFactor = {
  name: 'thread_history',
  valueOf: (item, { history }) => answeredMore(history.threads.get(item.thread_key)),
  reasonOf: (item, { history }) => {
    const past = history.threads.get(item.thread_key)
    return {
      value: past?.answered ?? 0,
      because: `of ${past?.received ?? 0} mails in this thread, ${past?.answered ?? 0} were answered`,
    }
  },
}

const conversation: MailFactor = {
  name: 'conversation',
  valueOf: (item, { history }) => within(((history.threads.get(item.thread_key)?.mails ?? 1) - 1) / 8, 0, 1),
  reasonOf: (item, { history }) => {
    const mails = history.threads.get(item.thread_key)?.mails ?? 1
    return { value: mails, because: `there are ${mails} mails in this thread` }
  },
}

const toMe: MailFactor = {
  name: 'to_me',
  valueOf: ({ addressed }) => reachOf[addressed],
  reasonOf: ({ addressed }) => ({ value: addressed, because: reachWords[addressed] }),
}

const length: MailFactor = {
  name: 'length',
  valueOf: ({ characters }) => within((Math.log(characters + 20) - 6) / 3, -1, 1),
  reasonOf: ({ characters }) => ({ value: characters, because: `what is new in it has ${characters} characters` }),
}

export const incomingFactors: readonly MailFactor[] = [
  claim('mail', () => true, 'a mail came in'),
  toMe,
  claim('to_list', ({ addressed }) => addressed === 'list', 'it came by a list'),
  said('request', 'request', 'me', 'it asks you to do something'),
  said('question', 'question', 'me', 'it asks you a question'),
  said('request_to_all', 'request', 'unknown', 'it asks whoever reads it to do something'),
  said('question_to_all', 'question', 'unknown', 'it asks whoever reads it a question'),
  dueFactor,
  answersTo('sender_history', 'p', ({ from }) => `from ${from?.name ?? from?.address ?? 'this sender'}`),
  answersTo('list_history', 'l', () => 'of this list'),
  wordsHistory,
  threadHistory,
  claim(
    'thread_begun',
    ({ thread_key: key }, { history }) => history.threads.get(key)?.begun === 'me',
    'you began this thread',
  ),
  claim(
    'thread_written',
    ({ thread_key: key }, { history }) => (history.threads.get(key)?.mine ?? null) !== null,
    'you wrote in this thread',
  ),
  conversation,
  claim('reply', ({ is_reply: isReply }) => isReply, 'it answers another mail'),
  length,
  claim('bulk', ({ is_bulk: isBulk }) => isBulk, 'it was sent to many at once'),
  claim('automatic', ({ is_automatic: isAutomatic }) => isAutomatic, 'a program sent it'),
  claim('flagged', ({ is_flagged: isFlagged }) => isFlagged, 'you flagged it'),
  claim('answered', (item, context) => isAnswered(item, context), 'you answered it since'),
  claim('seen', ({ is_seen: isSeen }) => isSeen, 'you have seen it'),
  ageFactor,
]

/** Its flag says so, or its owner wrote in the thread after it. */
export const isAnswered = (item: MailFacts, { history }: RankContext): boolean =>
  item.is_answered || (history.threads.get(item.thread_key)?.mine ?? '') > item.at

/** What somebody promised in it, its owner unless said, the one that is due first before those that have no time. */
export function promiseOf({ acts }: MailFacts, by: ItemAct['owner'] = 'me'): ItemAct | null {
  if (acts.length === 0) return null
  const promises = acts.filter(
    ({ act, owner, confidence }) => act === 'commitment' && owner === by && confidence >= 0.5,
  )
  return firstDue(promises)?.act ?? promises[0] ?? null
}

/** What its owner asked in it. */
export const askedIn = ({ acts }: MailFacts): ItemAct | null =>
  acts.length === 0 ? null : (surest(acts, 'request', 'them') ?? surest(acts, 'question', 'them'))

/** From when on an answer is waited for. */
const patienceMs = 24 * hourMs

/** What was asked and had no answer for a day. */
export function awaited(item: MailFacts, { at, history }: RankContext): ItemAct | null {
  const asked = askedIn(item)
  if (asked === null || at.getTime() - momentOf(item) < patienceMs) return null
  return (history.threads.get(item.thread_key)?.theirs ?? '') > item.at ? null : asked
}

const promised: MailFactor = {
  name: 'promised',
  isTimed: true,
  valueOf: (item, { at }) => {
    const promise = promiseOf(item)
    if (promise === null) return 0
    const first = firstDue([promise])
    return (first === null ? 0.3 : nearness(first.end - at.getTime())) * promise.confidence
  },
  reasonOf: (item, { at }) => {
    const promise = promiseOf(item)
    const first = promise === null ? null : firstDue([promise])
    const left = first === null ? 0 : first.end - at.getTime()
    const when = first === null ? '' : left < 0 ? `, due ${lengthOf(-left)} ago` : `, due in ${lengthOf(left)}`
    return {
      value: first?.due.at ?? null,
      because: `you promised something${when}`,
      evidence: promise === null ? [] : [promise.span, ...(first === null ? [] : [first.due.span])],
    }
  },
}

const unanswered: MailFactor = {
  name: 'unanswered',
  isTimed: true,
  valueOf: (item, context) => awaited(item, context)?.confidence ?? 0,
  reasonOf: (item, context) => {
    const asked = awaited(item, context)
    const age = context.at.getTime() - momentOf(item)
    return {
      value: Math.round(age / hourMs),
      because: `you asked ${lengthOf(age)} ago and nobody answered in this thread`,
      evidence: asked === null ? [] : [asked.span],
    }
  },
}

export const outgoingFactors: readonly MailFactor[] = [
  claim('mail', () => true, 'you sent a mail'),
  promised,
  unanswered,
  claim('flagged', ({ is_flagged: isFlagged }) => isFlagged, 'you flagged it'),
  ageFactor,
]

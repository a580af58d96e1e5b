/**
 * Lets a corpus come in mail by mail, in the order in which it was sent, and ranks each by what was known then: labels are
 * learned only once the answer came or three days were over. By the product's own reading, factors and learning.
 */

import type { LabelledMail } from '#bench/ranking/threads'
import type { MailFacts } from '#db/documents/item'
import { historyOf, type RankContext, replyDays } from '#shared/briefing/context'
import { type Feedback, featuresOf, learn } from '#shared/briefing/learn'
import { scoreOf } from '#shared/briefing/score'
import { defaultWeights, type Weights } from '#shared/briefing/weights'
import { readItem } from '#workers/sync-connection/read/read-item'

export type RankedMail = LabelledMail & { score: number; isAnswered: boolean }

const dayMs = 86_400_000
const hourMs = 3_600_000

const about = {
  orgId: 'bench',
  connectionId: '00000000-0000-4000-8000-000000000000',
  salt: new Uint8Array(16),
  me: [],
  timezone: 'UTC',
}

export type Replay = {
  ranked: RankedMail[]
  /** What was learned in the end. */
  weights: Weights
}

/** Documents of mails, in their order; reading them takes longest. */
export const documentsOf = (mails: readonly LabelledMail[]): MailFacts[] =>
  mails.map(({ mail }) => {
    const item = readItem(mail, { ...about, at: mail.at }, null)
    if (item.source !== 'mail') throw new Error('a mail was read as something else')
    return item
  })

type Pending = { index: number; settledAt: number; isAnswered: boolean; feedback: Feedback }

/** @param learns without it, the default weights stay what they are; history counts all the same */
export function replay(mails: readonly LabelledMail[], documents: readonly MailFacts[], learns: boolean): Replay {
  const known: MailFacts[] = []
  const given: Feedback[] = []
  const pending: Pending[] = []
  const ranked: RankedMail[] = []
  let [weights, history, hour] = [defaultWeights, historyOf([], new Date(0), 'UTC'), -1]
  for (const [index, labelled] of mails.entries()) {
    const now = labelled.mail.at.getTime()
    const document = documents[index]
    if (document === undefined) throw new Error('a mail has no document')
    // As a worker does that keeps what it computed: an hour's mails are ranked by what was known when it began.
    if (Math.floor(now / hourMs) !== hour) {
      hour = Math.floor(now / hourMs)
      settle(pending, now, known, given)
      history = historyOf(known, new Date(now), 'UTC')
      if (learns) weights = learn(defaultWeights, given)
    }
    const context: RankContext = { at: new Date(now), timezone: 'UTC', weights, history, states: new Map() }
    const scored = scoreOf(document, context)
    const { answeredAt } = labelled
    const isAnswered = answeredAt !== null && answeredAt - now <= replyDays * dayMs
    ranked.push({ ...labelled, score: scored?.score ?? 0, isAnswered })
    const settledAt = isAnswered ? (answeredAt ?? now) : now + replyDays * dayMs
    pending.push({
      index: known.length,
      settledAt,
      isAnswered,
      feedback: {
        at: new Date(settledAt).toISOString(),
        verdict: isAnswered ? 'important' : 'not_important',
        features: featuresOf(document, context),
      },
    })
    known.push(document)
  }
  return { ranked, weights }
}

/** What came to an end by now: an answered mail has the flag that a mailbox would give it. */
function settle(pending: Pending[], now: number, known: MailFacts[], given: Feedback[]): void {
  const done = pending.filter(({ settledAt }) => settledAt <= now).sort((a, b) => a.settledAt - b.settledAt)
  if (done.length === 0) return
  for (const { index, isAnswered, feedback } of done) {
    given.push(feedback)
    const document = known[index]
    if (isAnswered && document !== undefined) known[index] = { ...document, is_answered: true }
  }
  const left = pending.filter(({ settledAt }) => settledAt > now)
  pending.splice(0, pending.length, ...left)
}

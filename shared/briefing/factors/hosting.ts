/** The factors of the priority of what source hosting brought: reviews, checks, issues, alerts. Pure. */
import type { HostingFacts } from '#db/documents/item'
import { claim, dayMs, lengthOf, type RankingFactor, within } from '#shared/briefing/factors/factor'
import { ageFactor, dueFactor, surest } from '#shared/briefing/factors/of-all'

type HostingFactor = RankingFactor<HostingFacts>

const wanted = (name: HostingFactor['name'], reason: HostingFacts['reasons'][number], because: string) =>
  claim<HostingFacts>(name, ({ reasons }) => reasons.includes(reason), because)

/** Since then it is as urgent as waiting makes it. */
const longWait = 7 * dayMs

const waiting: HostingFactor = {
  name: 'waiting',
  isTimed: true,
  valueOf: ({ waiting_since: since }, { at }) =>
    since === null ? 0 : within((at.getTime() - Date.parse(since)) / longWait, 0, 1),
  reasonOf: ({ waiting_since: since }, { at }) => {
    const waited = since === null ? 0 : at.getTime() - Date.parse(since)
    return { value: Math.round(waited / 3_600_000), because: `it has waited for ${lengthOf(waited)}` }
  },
}

const asking = (name: 'request' | 'question', because: string): HostingFactor => ({
  name,
  valueOf: ({ acts }) => (acts.length === 0 ? 0 : (surest(acts, name, 'me')?.confidence ?? 0)),
  reasonOf: ({ acts }) => {
    const found = surest(acts, name, 'me')
    return { value: found?.confidence ?? null, because, evidence: found === null ? [] : [found.span] }
  },
})

export const hostingFactors: readonly HostingFactor[] = [
  claim('hosting', () => true, 'it is of source hosting'),
  wanted('review_requested', 'review_requested', 'your review is requested'),
  wanted('changes_requested', 'changes_requested', 'changes to your pull request are requested'),
  wanted('ci_failed', 'ci_failed_mine', 'checks fail on what is yours'),
  wanted('assigned', 'assigned', 'it is assigned to you'),
  wanted('mentioned', 'mentioned', 'you are mentioned in it'),
  wanted('security', 'security', 'it is about security'),
  wanted('stale', 'stale', 'nothing happened to it for long'),
  wanted('commented', 'comment', 'somebody commented on it'),
  claim('mine', ({ is_mine: isMine }) => isMine, 'you made it'),
  claim('blocking', ({ is_blocking: isBlocking }) => isBlocking, 'somebody waits for you'),
  waiting,
  asking('request', 'it asks you to do something'),
  asking('question', 'it asks you a question'),
  dueFactor,
  claim('bot', ({ is_by_bot: isByBot }) => isByBot, 'a program made it'),
  claim('closed', isClosed, 'it is closed'),
  claim('seen', ({ is_unread: isUnread }) => !isUnread, 'you have seen it'),
  ageFactor,
]

export function isClosed({ state }: HostingFacts): boolean {
  return state === 'closed' || state === 'merged' || state === 'passed'
}

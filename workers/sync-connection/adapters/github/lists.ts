/** What GitHub's lists name for an account: what it was told of, is asked for, wrote, was given, and is warned of. */
import type { Static } from '@sinclair/typebox'
import { AdapterError } from '#workers/sync-connection/adapters/adapter'
import { switchedOff } from '#workers/sync-connection/adapters/github/api'
import {
  GitHubAlert,
  GitHubFound,
  GitHubNotification,
  GitHubRepository,
} from '#workers/sync-connection/adapters/github/shapes'
import { emptyList, type HostingApi, listOf, perPage } from '#workers/sync-connection/adapters/hosting/api'
import type { HostingServer } from '#workers/sync-connection/adapters/hosting/round'
import type { HostingList, HostingReason, ListedThing } from '#workers/sync-connection/adapters/hosting/state'

export type GitHubPlace = {
  api: HostingApi
  baseUrl: string
  at: Date
  backDays: number
  repositories: readonly string[] | undefined
}

const dayMs = 86_400_000
/** Warnings come seldom, and are asked for by repository. */
const alertsEveryMs = 15 * 60_000
const alertedAtMost = 20

export function gitHubLists(place: GitHubPlace): ReturnType<HostingServer['lists']> {
  const searched = (query: string, reasons: readonly HostingReason[]) => (before?: HostingList) =>
    listOf(place.api, {
      path: `/search/issues?q=${encodeURIComponent(query)}&sort=updated&order=desc&per_page=${perPage}`,
      schema: GitHubFound,
      at: place.at,
      before,
      thingOf: foundAs(reasons),
    })
  return {
    notifications: (before) => notifications(place, before),
    'reviews asked for': searched('is:open is:pr archived:false review-requested:@me', ['review_requested']),
    'own pull requests': searched('is:open is:pr archived:false author:@me', ['author']),
    'assigned issues': (before) =>
      listOf(place.api, {
        path: `/issues?filter=assigned&state=open&sort=updated&per_page=${perPage}`,
        schema: GitHubFound,
        at: place.at,
        before,
        thingOf: foundAs(['assigned']),
      }),
    'security alerts': (before) => alerts(place, before),
  }
}

const foundAs =
  (reasons: readonly HostingReason[]) =>
  ({ number, title, url, updated_at: mark, pull_request, head }: Static<typeof GitHubFound>): ListedThing | null => {
    const repository = /\/repos\/([^/]+\/[^/]+)\/(?:issues|pulls)\/\d+$/.exec(url)?.[1]
    if (repository === undefined) return null
    const isPull = Boolean(pull_request ?? head)
    return {
      key: keyOf(repository, number),
      repository,
      number,
      what: isPull ? 'pull_request' : 'issue',
      reasons: [...reasons],
      isUnread: false,
      mark,
      title,
      url: null,
      path: null,
      commentPath: null,
    }
  }

export const keyOf = (repository: string, number: number): string => `github:${repository}#${number}`

/** The token goes nowhere else: an address that is not the server's own is none. */
const pathUnder = (baseUrl: string, url: string | null | undefined): string | null =>
  url?.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : null

/** Only classic tokens may read them; with others, what involves the account is searched for, and it is said that they are missing. */
async function notifications(place: GitHubPlace, before: HostingList | undefined): Promise<HostingList> {
  const { api, at, backDays } = place
  const since = new Date(Math.floor((at.getTime() - backDays * dayMs) / dayMs) * dayMs).toISOString()
  try {
    return await listOf(api, {
      path: `/notifications?since=${since}&per_page=${perPage}`,
      schema: GitHubNotification,
      at,
      before: before?.missing.includes(unseen) ? undefined : before,
      thingOf: (notification) => noticed(place, notification),
      goesByTime: true,
      pollSecondsOf: (headers) => Number(headers.get('x-poll-interval')),
    })
  } catch (error) {
    if (!isClosed(error)) throw error
    return involved(place, since)
  }
}

const unseen = 'the token may not read them; what involves you is searched for instead'
const isClosed = (error: unknown): error is AdapterError =>
  error instanceof AdapterError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND')

async function involved(place: GitHubPlace, since: string): Promise<HostingList> {
  const of = (query: string, reason: HostingReason) =>
    listOf(place.api, {
      path: `/search/issues?q=${encodeURIComponent(`is:open archived:false ${query} updated:>=${since.slice(0, 10)}`)}&sort=updated&order=desc&per_page=${perPage}`,
      schema: GitHubFound,
      at: place.at,
      before: undefined,
      thingOf: foundAs([reason]),
    })
  const [mentioned, taken] = [await of('mentions:@me', 'mentioned'), await of('involves:@me', 'subscribed')]
  return {
    ...emptyList(place.at, [unseen, ...mentioned.missing, ...taken.missing]),
    things: [...mentioned.things, ...taken.things],
    isWhole: mentioned.isWhole && taken.isWhole,
  }
}

const reasonsOf: Record<string, HostingReason> = {
  assign: 'assigned',
  author: 'author',
  ci_activity: 'ci_failed_mine',
  comment: 'comment',
  mention: 'mentioned',
  team_mention: 'mentioned',
  approval_requested: 'review_requested',
  review_requested: 'review_requested',
  security_alert: 'security',
  security_advisory_credit: 'security',
}

const subjects: Record<string, ListedThing['what']> = {
  PullRequest: 'pull_request',
  Issue: 'issue',
  CheckSuite: 'check',
  WorkflowRun: 'check',
  Release: 'release',
  RepositoryVulnerabilityAlert: 'alert',
  RepositoryDependabotAlertsThread: 'alert',
  SecurityAdvisory: 'alert',
}

function noticed({ baseUrl }: GitHubPlace, notification: Static<typeof GitHubNotification>): ListedThing {
  const { id, unread, reason, subject, repository, updated_at: mark } = notification
  const what = subjects[subject.type] ?? 'mention'
  const path = pathUnder(baseUrl, subject.url)
  const number = Number(/\/(?:issues|pulls)\/(\d+)$/.exec(path ?? '')?.[1] ?? Number.NaN)
  const isThread = (what === 'pull_request' || what === 'issue') && Number.isInteger(number)
  const isGood = what === 'check' && !/fail|cancel|error|timed/i.test(subject.title)
  const comment = pathUnder(baseUrl, subject.latest_comment_url)
  return {
    key: isThread ? keyOf(repository.full_name, number) : `github:${repository.full_name}/notifications/${id}`,
    repository: repository.full_name,
    number: isThread ? number : null,
    what: isThread || (what !== 'pull_request' && what !== 'issue') ? what : 'mention',
    reasons: [isGood ? 'subscribed' : (reasonsOf[reason] ?? 'subscribed')],
    isUnread: unread,
    mark: `${mark} ${unread ? 'unread' : 'read'}`,
    title: subject.title,
    url: null,
    path: what === 'release' ? path : null,
    commentPath: comment === path ? null : comment,
  }
}

/** Of the repositories that were named, or else of the account's own that moved last. */
async function alerts(place: GitHubPlace, before: HostingList | undefined): Promise<HostingList> {
  const { api, at, repositories } = place
  if (before?.notBefore && Date.parse(before.notBefore) > at.getTime()) return before
  const list = { ...emptyList(at), notBefore: new Date(at.getTime() + alertsEveryMs).toISOString() }
  const closed: string[] = []
  const named = repositories ?? (await ownRepositories(api))
  for (const repository of named.slice(0, alertedAtMost)) {
    try {
      const found = await listOf(api, {
        path: `/repos/${repository}/dependabot/alerts?state=open&per_page=${perPage}`,
        schema: GitHubAlert,
        at,
        before: undefined,
        thingOf: (alert) => warned(repository, alert),
      })
      list.things.push(...found.things)
      list.missing.push(...found.missing)
      list.isWhole &&= found.isWhole
    } catch (error) {
      if (!isClosed(error)) throw error
      if (error.message !== switchedOff) closed.push(repository)
    }
  }
  if (closed.length > 0) list.missing.push(`the token may not read those of ${closed.join(', ')}`)
  const left = named.length - alertedAtMost
  if (repositories && left > 0) list.missing.push(`those of ${left} more repositories`)
  return list
}

async function ownRepositories(api: HostingApi): Promise<string[]> {
  const found = await api.list(`/user/repos?affiliation=owner&sort=pushed&per_page=${alertedAtMost}`, GitHubRepository)
  return found?.items.map(({ full_name }) => full_name) ?? []
}

const warned = (
  repository: string,
  { number, updated_at: mark, security_advisory }: Static<typeof GitHubAlert>,
): ListedThing => ({
  key: `github:${repository}/dependabot/${number}`,
  repository,
  number: null,
  what: 'alert',
  reasons: ['security'],
  isUnread: false,
  mark,
  title: security_advisory.summary,
  url: null,
  path: `/repos/${repository}/dependabot/alerts/${number}`,
  commentPath: null,
})

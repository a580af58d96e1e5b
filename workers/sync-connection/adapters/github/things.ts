/** Reads one thing at GitHub whole: what it is, how it stands, and what it wants of the account. */
import { AdapterError } from '#workers/sync-connection/adapters/adapter'
import type { GitHubPlace } from '#workers/sync-connection/adapters/github/lists'
import {
  GitHubAlert,
  GitHubCheckRuns,
  GitHubComment,
  GitHubIssue,
  GitHubPullRequest,
  GitHubRelease,
  GitHubReview,
  GitHubThreadEvent,
  type GitHubUser,
} from '#workers/sync-connection/adapters/github/shapes'
import { isBot } from '#workers/sync-connection/adapters/hosting/bots'
import { seenOf } from '#workers/sync-connection/adapters/hosting/markdown'
import { noticeOf } from '#workers/sync-connection/adapters/hosting/notice'
import type { HostingAccount, ThingRead } from '#workers/sync-connection/adapters/hosting/round'
import type { HostingReason, ListedThing } from '#workers/sync-connection/adapters/hosting/state'
import type { SourceHosting } from '#workers/sync-connection/adapters/source-item'

export function readGitHub(place: GitHubPlace, thing: ListedThing, me: HostingAccount): Promise<ThingRead> {
  if (thing.number !== null) return readThread(place, thing, thing.number, me)
  if (thing.what === 'alert' && thing.path) return readAlert(place, thing, thing.path)
  if (thing.what === 'release' && thing.path) return readRelease(place, thing, thing.path)
  return readNotice(place, thing)
}

/** What is asked beside the thread itself, and what it says to the account. */
type Facts = {
  state: SourceHosting['state']
  reasons: HostingReason[]
  /** By reason, since when. */
  since: Partial<Record<HostingReason, string>>
  watch: ThingRead['watch']
  missing: string[]
}

async function readThread(
  place: GitHubPlace,
  thing: ListedThing,
  number: number,
  me: HostingAccount,
): Promise<ThingRead> {
  const { api } = place
  const { repository } = thing
  const at = `/repos/${repository}/${thing.what === 'pull_request' ? 'pulls' : 'issues'}/${number}`
  const pull = thing.what === 'pull_request' ? await api.get(at, GitHubPullRequest) : null
  const thread = pull ?? (await api.get(at, GitHubIssue))
  const isMine = thread.user?.login === me.login
  const isOpen = thread.state === 'open'
  const facts: Facts = { state: stateOf(thread, pull), reasons: [], since: {}, watch: null, missing: [] }
  const isAsked = isOpen && isAmong(pull?.requested_reviewers, me)
  const isGiven = isOpen && isAmong(thread.assignees, me)
  if (isAsked || (isOpen && thing.reasons.includes('review_requested') && !isMine))
    facts.reasons.push('review_requested')
  if (isGiven) facts.reasons.push('assigned')
  if (isAsked || isGiven) Object.assign(facts.since, await askedSince(place, repository, number, me))
  if (pull && isMine && isOpen) await noteOwn(place, repository, number, pull, facts)
  const comment = await commentOf(place, thing, me)
  if (comment) facts.since.mentioned = comment.created_at
  for (const reason of thing.reasons) if (!decided.has(reason)) facts.reasons.push(reason)
  if (isMine) facts.reasons.push('author')
  const labels = thread.labels.flatMap((label) => (typeof label === 'string' ? label : (label.name ?? [])))
  if (labels.some((label) => /^(?:stale|inactive)$/i.test(label))) facts.reasons.push('stale')

  const said = comment ?? thread
  const reasons = [...new Set(facts.reasons)]
  return {
    item: {
      ...common(thing, said.user),
      ...seenOf(said.body),
      url: said.html_url,
      title: thread.title,
      at: new Date(latest([thread.updated_at, facts.since.ci_failed_mine, facts.since.mentioned])),
      state: facts.state,
      reasons,
      labels,
      is_mine: isMine,
      is_blocking: reasons.some((reason) => blocking.has(reason)),
      created_at: thread.created_at,
      waiting_since: firstOf(reasons, facts.since),
    },
    watch: facts.watch,
    missing: facts.missing,
  }
}

/** Lists may be behind: these are said by the thing itself. */
const decided: ReadonlySet<HostingReason> = new Set(['review_requested', 'assigned', 'author', 'ci_failed_mine'])
/** Somebody waits for the account. */
const blocking: ReadonlySet<HostingReason> = new Set(['review_requested', 'changes_requested'])

const isAmong = (users: readonly GitHubUser[] | null | undefined, { login }: HostingAccount): boolean =>
  users?.some((user) => user.login === login) ?? false

function stateOf({ state }: { state: string }, pull: GitHubPullRequest | null): SourceHosting['state'] {
  if (pull?.merged_at) return 'merged'
  if (state !== 'open') return 'closed'
  return pull?.draft ? 'draft' : 'open'
}

const latest = (times: readonly (string | undefined)[]): number =>
  Math.max(...times.flatMap((time) => (time ? Date.parse(time) : [])).filter((time) => !Number.isNaN(time)))

function firstOf(reasons: readonly HostingReason[], since: Facts['since']): string | null {
  const times = reasons.flatMap((reason) => since[reason] ?? []).sort()
  return times[0] ?? null
}

async function askedSince(
  { api }: GitHubPlace,
  repository: string,
  number: number,
  me: HostingAccount,
): Promise<Facts['since']> {
  const events = await api.list(`/repos/${repository}/issues/${number}/events?per_page=100`, GitHubThreadEvent)
  const since: Facts['since'] = {}
  for (const { event, created_at, requested_reviewer, assignee } of events?.items ?? []) {
    if (event === 'review_requested' && requested_reviewer?.login === me.login) since.review_requested = created_at
    if (event === 'assigned' && assignee?.login === me.login) since.assigned = created_at
  }
  return since
}

const failed = new Set(['failure', 'timed_out', 'startup_failure', 'action_required'])

/** An own pull request: what reviewers and checks say of it. Checks change without its being said anywhere else, and are watched. */
async function noteOwn(
  { api }: GitHubPlace,
  repository: string,
  number: number,
  { head }: GitHubPullRequest,
  facts: Facts,
): Promise<void> {
  const reviews = await api.list(`/repos/${repository}/pulls/${number}/reviews?per_page=100`, GitHubReview)
  const last = new Map<string, { state: string; submitted_at?: string | null }>()
  for (const review of reviews?.items ?? [])
    if (review.user && review.state !== 'COMMENTED' && review.state !== 'PENDING') last.set(review.user.login, review)
  const refused = [...last.values()].filter(({ state }) => state === 'CHANGES_REQUESTED')
  if (refused.length > 0) {
    facts.reasons.push('changes_requested')
    const [first] = refused.flatMap(({ submitted_at }) => submitted_at ?? []).sort()
    if (first) facts.since.changes_requested = first
  }
  const path = `/repos/${repository}/commits/${head.sha}/check-runs?per_page=100`
  try {
    const { value, tag } = await api.tagged(path, GitHubCheckRuns)
    facts.watch = { path, validator: tag }
    const broken = value.check_runs.filter(({ conclusion }) => failed.has(conclusion ?? ''))
    if (broken.length > 0) facts.reasons.push('ci_failed_mine')
    const [first] = broken.flatMap(({ completed_at }) => completed_at ?? []).sort()
    if (first) facts.since.ci_failed_mine = first
  } catch (error) {
    if (!(error instanceof AdapterError) || error.code !== 'FORBIDDEN') throw error
    facts.missing.push(`checks of ${repository}#${number}: ${error.message}`)
  }
}

/** The comment that the account was told of, where somebody else wrote it. */
async function commentOf(
  { api }: GitHubPlace,
  { commentPath }: ListedThing,
  me: HostingAccount,
): Promise<GitHubComment | null> {
  if (!commentPath || !/\/comments\/\d+$/.test(commentPath)) return null
  try {
    const comment = await api.get(commentPath, GitHubComment)
    return comment.user?.login === me.login ? null : comment
  } catch (error) {
    // It was taken back.
    if (error instanceof AdapterError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

async function readAlert({ api }: GitHubPlace, thing: ListedThing, path: string): Promise<ThingRead> {
  const alert = await api.get(path, GitHubAlert)
  const { summary, description, severity } = alert.security_advisory
  return alone({
    ...common(thing, null),
    ...seenOf(description),
    url: alert.html_url,
    title: summary,
    at: new Date(alert.updated_at),
    state: alert.state === 'open' ? 'open' : 'closed',
    labels: [severity],
    created_at: alert.created_at,
    waiting_since: alert.state === 'open' ? alert.created_at : null,
  })
}

async function readRelease({ api }: GitHubPlace, thing: ListedThing, path: string): Promise<ThingRead> {
  const release = await api.get(path, GitHubRelease)
  const { name, tag_name, author, html_url, created_at, published_at } = release
  return alone({
    ...common(thing, author),
    ...seenOf(release.body),
    about: `github:${thing.repository}@${tag_name}`,
    url: html_url,
    title: name || tag_name,
    at: new Date(published_at ?? created_at),
    created_at,
  })
}

/** All that there is of a run of checks, a discussion, an invitation: what the account was told of it. */
async function readNotice({ baseUrl }: GitHubPlace, thing: ListedThing): Promise<ThingRead> {
  const notice = noticeOf(thing)
  const isFailed = thing.reasons.includes('ci_failed_mine')
  const checked: Partial<SourceHosting> =
    thing.what === 'check' ? { state: isFailed ? 'failed' : 'passed', is_mine: isFailed } : {}
  return alone({
    ...notice,
    ...checked,
    url: pageOf(baseUrl, thing),
    waiting_since: isFailed ? notice.created_at : null,
  })
}

const tabs: Partial<Record<ListedThing['what'], string>> = { check: '/actions', alert: '/security' }

/** Where people look at it: the API lies at a name or a path of its own. */
function pageOf(baseUrl: string, { repository, what }: ListedThing): string {
  const { origin } = new URL(baseUrl)
  const site = origin === 'https://api.github.com' ? 'https://github.com' : origin
  return `${site}/${repository}${tabs[what] ?? ''}`
}

const common = (thing: ListedThing, author: GitHubUser | null | undefined): SourceHosting => ({
  ...noticeOf(thing),
  author: author ? { name: null, address: null, handle: author.login } : null,
  is_by_bot: author ? isBot(author.login, author.type) : false,
})

const alone = (item: SourceHosting): ThingRead => ({ item, watch: null, missing: [] })

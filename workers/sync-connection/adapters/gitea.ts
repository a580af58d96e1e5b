/** Reads source hosting at Gitea or Forgejo: over REST, by GET alone. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import '#shared/kernel/schema/formats'
import { adapterFetch } from '#shared/egress/adapter-fetch'
import {
  type Adapter,
  type AdapterContext,
  AdapterError,
  type OpenConnection,
} from '#workers/sync-connection/adapters/adapter'
import { type HostingApi, listOf, perPage } from '#workers/sync-connection/adapters/hosting/api'
import { isBot } from '#workers/sync-connection/adapters/hosting/bots'
import { hostingFetchLimits } from '#workers/sync-connection/adapters/hosting/limits'
import { seenOf } from '#workers/sync-connection/adapters/hosting/markdown'
import { noticeOf } from '#workers/sync-connection/adapters/hosting/notice'
import { openPlainApi } from '#workers/sync-connection/adapters/hosting/plain-api'
import {
  type HostingAccount,
  type HostingServer,
  syncHosting,
  type ThingRead,
} from '#workers/sync-connection/adapters/hosting/round'
import type { HostingList, HostingReason, ListedThing } from '#workers/sync-connection/adapters/hosting/state'
import { firstUtc, utcOf } from '#workers/sync-connection/adapters/hosting/times'
import type { SourceHosting } from '#workers/sync-connection/adapters/source-item'

const maybe = <Schema extends TSchema>(schema: Schema) => t.Optional(t.Union([schema, t.Null()]))
const Moment = t.String({ format: 'date-time' })
const User = t.Object({ login: t.String(), full_name: maybe(t.String()) })
type User = Static<typeof User>

const Account = t.Object({ id: t.Integer(), login: t.String() })
const Found = t.Object({
  number: t.Integer(),
  title: t.String(),
  updated_at: Moment,
  pull_request: maybe(t.Object({})),
  repository: t.Object({ full_name: t.String() }),
})
const Notification = t.Object({
  id: t.Integer(),
  unread: t.Boolean(),
  updated_at: Moment,
  repository: t.Object({ full_name: t.String() }),
  subject: t.Object({
    title: t.String(),
    type: t.String(),
    url: maybe(t.String()),
    html_url: maybe(t.String()),
    latest_comment_url: maybe(t.String()),
  }),
})
const thread = {
  number: t.Integer(),
  title: t.String(),
  body: maybe(t.String()),
  state: t.String(),
  user: maybe(User),
  assignees: maybe(t.Array(User)),
  labels: maybe(t.Array(t.Object({ name: t.String() }))),
  html_url: t.String(),
  created_at: Moment,
  updated_at: Moment,
}
const Issue = t.Object(thread)
const PullRequest = t.Object({
  ...thread,
  draft: t.Optional(t.Boolean()),
  merged: t.Optional(t.Boolean()),
  requested_reviewers: maybe(t.Array(User)),
  head: t.Object({ sha: t.String() }),
})
type PullRequest = Static<typeof PullRequest>
const Review = t.Object({
  user: maybe(User),
  state: t.String(),
  dismissed: maybe(t.Boolean()),
  submitted_at: maybe(Moment),
})
const Status = t.Object({
  state: t.String(),
  statuses: maybe(t.Array(t.Object({ status: t.String(), updated_at: maybe(Moment) }))),
})
const Comment = t.Object({ body: maybe(t.String()), user: maybe(User), html_url: t.String(), created_at: Moment })

function openServer({ config, secret }: OpenConnection<'gitea'>, context: AdapterContext): HostingServer {
  const { at, backDays, policy, signal } = context
  const fetch = adapterFetch({
    policy,
    signal,
    methods: ['GET'],
    ...hostingFetchLimits,
    ...(config.ca === undefined ? {} : { ca: config.ca }),
  })
  const baseUrl = `${config.base_url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`
  const api = openPlainApi({ fetch, baseUrl, headers: { authorization: `token ${secret.token}` }, at })
  return {
    account: async () => {
      const { id, login } = await api.get('/user', Account)
      return { id: String(id), login }
    },
    lists: () => listsOf(api, at, backDays),
    read: (thing, me) => readThing(api, thing, me),
    watched: async ({ path, validator }) => {
      const now = await api.changed(path, validator)
      return now === null ? null : { path, validator: now }
    },
    spentUntil: api.spentUntil,
  }
}

const dayMs = 86_400_000

function listsOf(api: HostingApi, at: Date, backDays: number): ReturnType<HostingServer['lists']> {
  const found = (query: string, reasons: readonly HostingReason[]) => (before?: HostingList) =>
    listOf(api, {
      path: `/repos/issues/search?state=open&${query}&limit=${perPage}`,
      schema: Found,
      at,
      before,
      thingOf: (item) => foundAs(item, reasons),
    })
  const since = new Date(Math.floor((at.getTime() - backDays * dayMs) / dayMs) * dayMs).toISOString()
  return {
    notifications: (before) =>
      listOf(api, {
        path: `/notifications?status-types=unread&since=${since}&limit=${perPage}`,
        schema: Notification,
        at,
        before,
        thingOf: noticed,
      }),
    'reviews asked for': found('type=pulls&review_requested=true', ['review_requested']),
    'own pull requests': found('type=pulls&created=true', ['author']),
    assigned: found('assigned=true', ['assigned']),
    mentions: found('mentioned=true', ['mentioned']),
  }
}

function foundAs(item: Static<typeof Found>, reasons: readonly HostingReason[]): ListedThing {
  const { number, title, updated_at, pull_request, repository } = item
  return {
    key: `gitea:${repository.full_name}#${number}`,
    repository: repository.full_name,
    number,
    what: pull_request ? 'pull_request' : 'issue',
    reasons: [...reasons],
    isUnread: false,
    mark: utcOf(updated_at),
    title,
    url: null,
    path: null,
    commentPath: null,
  }
}

const subjects: Record<string, ListedThing['what']> = { Pull: 'pull_request', Issue: 'issue' }

/** The server calls itself by a name of its own choice: of its addresses nothing is taken but the path under the API. */
function noticed({ id, unread, updated_at, repository, subject }: Static<typeof Notification>): ListedThing {
  const named = subjects[subject.type]
  const digits = /\/(?:issues|pulls)\/(\d+)$/.exec(subject.url ?? '')?.[1]
  const number = named && digits ? Number(digits) : null
  const comment = /\/repos\/[\w.-]+\/[\w.-]+\/issues\/comments\/\d+$/.exec(subject.latest_comment_url ?? '')?.[0]
  return {
    key:
      number === null ? `gitea:${repository.full_name}/notifications/${id}` : `gitea:${repository.full_name}#${number}`,
    repository: repository.full_name,
    number,
    what: number === null ? 'mention' : (named ?? 'mention'),
    reasons: ['subscribed'],
    isUnread: unread,
    mark: `${utcOf(updated_at)} ${unread ? 'unread' : 'read'}`,
    title: subject.title,
    url: subject.html_url ?? null,
    path: null,
    commentPath: comment ?? null,
  }
}

async function readThing(api: HostingApi, thing: ListedThing, me: HostingAccount): Promise<ThingRead> {
  const { number } = thing
  if (number === null) return { item: noticeOf(thing), watch: null, missing: [] }
  const at = `/repos/${thing.repository}`
  const pull = thing.what === 'pull_request' ? await api.get(`${at}/pulls/${number}`, PullRequest) : null
  const read = pull ?? (await api.get(`${at}/issues/${number}`, Issue))
  const isOpen = read.state === 'open'
  const isMine = read.user?.login === me.login
  const reasons = new Set<HostingReason>(thing.reasons.filter((reason) => !decided.has(reason)))
  const since: (string | null | undefined)[] = []
  let watch: ThingRead['watch'] = null
  if (isOpen && read.assignees?.some(({ login }) => login === me.login)) reasons.add('assigned')
  if (pull && isOpen) {
    const reviews = (await api.list(`${at}/pulls/${number}/reviews?limit=${perPage}`, Review))?.items ?? []
    if (pull.requested_reviewers?.some(({ login }) => login === me.login)) {
      reasons.add('review_requested')
      since.push(
        reviews.findLast(({ state, user }) => state === 'REQUEST_REVIEW' && user?.login === me.login)?.submitted_at,
      )
    }
    if (isMine) {
      const refused = refusedBy(reviews)
      if (refused.length > 0) reasons.add('changes_requested')
      since.push(...refused.map(({ submitted_at }) => submitted_at))
      const path = `${at}/commits/${pull.head.sha}/status`
      const { value, tag } = await api.tagged(path, Status)
      watch = { path, validator: tag }
      if (failed.has(value.state)) {
        reasons.add('ci_failed_mine')
        const broken = value.statuses?.filter(({ status }) => failed.has(status)) ?? []
        since.push(...broken.map(({ updated_at }) => updated_at))
      }
    }
  }
  if (isMine) reasons.add('author')
  const comment = await commentOf(api, thing, me)
  if (comment && reasons.has('mentioned')) since.push(comment.created_at)
  const labels = read.labels?.map(({ name }) => name) ?? []
  if (labels.some((label) => /^(?:stale|inactive)$/i.test(label))) reasons.add('stale')
  const said = comment ?? read
  return {
    item: {
      source: 'source_hosting',
      key: thing.key,
      about: thing.key,
      ...seenOf(said.body),
      url: said.html_url,
      title: read.title,
      author: personOf(said.user),
      at: new Date(read.updated_at),
      repository: thing.repository,
      number,
      what: thing.what,
      state: stateOf(read.state, pull),
      reasons: [...reasons],
      labels,
      is_mine: isMine,
      is_blocking: reasons.has('review_requested') || reasons.has('changes_requested'),
      is_unread: thing.isUnread,
      is_by_bot: said.user ? isBot(said.user.login) : false,
      created_at: utcOf(read.created_at),
      waiting_since: firstUtc(since),
    },
    watch,
    missing: [],
  }
}

/** Lists may be behind: these are said by the thing itself. */
const decided: ReadonlySet<HostingReason> = new Set(['review_requested', 'assigned', 'author'])
const failed = new Set(['failure', 'error'])

/** The last word of each reviewer, where it asks for changes. */
function refusedBy(reviews: readonly Static<typeof Review>[]): Static<typeof Review>[] {
  const last = new Map<string, Static<typeof Review>>()
  for (const review of reviews)
    if (review.user && !review.dismissed && (review.state === 'APPROVED' || review.state === 'REQUEST_CHANGES'))
      last.set(review.user.login, review)
  return [...last.values()].filter(({ state }) => state === 'REQUEST_CHANGES')
}

function stateOf(state: string, pull: PullRequest | null): SourceHosting['state'] {
  if (pull?.merged) return 'merged'
  if (state !== 'open') return 'closed'
  return pull?.draft ? 'draft' : 'open'
}

const personOf = (user: User | null | undefined) =>
  user ? { name: user.full_name || null, address: null, handle: user.login } : null

/** The newest comment, where somebody else wrote it. */
async function commentOf(
  api: HostingApi,
  { commentPath }: ListedThing,
  me: HostingAccount,
): Promise<Static<typeof Comment> | null> {
  if (!commentPath) return null
  try {
    const comment = await api.get(commentPath, Comment)
    return comment.user?.login === me.login ? null : comment
  } catch (error) {
    // It was taken back.
    if (error instanceof AdapterError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

export const giteaAdapter: Adapter<'gitea'> = {
  kind: 'gitea',
  test: async (connection, context) => {
    await openServer(connection, context).account()
  },
  sync: (connection, state, context) => syncHosting(openServer(connection, context), state, context),
}

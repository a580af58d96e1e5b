/** Reads source hosting at GitLab: over REST, by GET alone. Its own client library brings no fetch of ours, and asks again ten times. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import '#shared/kernel/schema/formats'
import { adapterFetch } from '#shared/egress/adapter-fetch'
import type { Adapter, AdapterContext, OpenConnection } from '#workers/sync-connection/adapters/adapter'
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
const User = t.Object({ username: t.String(), name: maybe(t.String()), bot: maybe(t.Boolean()) })
type User = Static<typeof User>

const Account = t.Object({ id: t.Integer(), username: t.String() })
const Found = t.Object({
  iid: t.Integer(),
  title: t.String(),
  updated_at: Moment,
  web_url: t.String(),
  references: t.Object({ full: t.String() }),
})
const Todo = t.Object({
  id: t.Integer(),
  action_name: t.String(),
  target_type: t.String(),
  target: maybe(t.Object({ iid: maybe(t.Integer()) })),
  target_url: t.String(),
  body: t.String(),
  project: maybe(t.Object({ path_with_namespace: t.String() })),
  created_at: Moment,
  updated_at: maybe(Moment),
})
const thread = {
  iid: t.Integer(),
  title: t.String(),
  description: maybe(t.String()),
  state: t.String(),
  author: maybe(User),
  assignees: maybe(t.Array(User)),
  labels: t.Array(t.String()),
  created_at: Moment,
  updated_at: Moment,
  web_url: t.String(),
}
const Issue = t.Object(thread)
const MergeRequest = t.Object({
  ...thread,
  draft: t.Optional(t.Boolean()),
  head_pipeline: maybe(t.Object({ status: t.String(), updated_at: maybe(Moment) })),
})
type MergeRequest = Static<typeof MergeRequest>
const Reviewer = t.Object({ user: User, state: t.String(), created_at: maybe(Moment) })

type Place = { api: HostingApi; at: Date }

function openServer({ config, secret }: OpenConnection<'gitlab'>, context: AdapterContext): HostingServer {
  const { at, policy, signal } = context
  const fetch = adapterFetch({
    policy,
    signal,
    methods: ['GET'],
    ...hostingFetchLimits,
    ...(config.ca === undefined ? {} : { ca: config.ca }),
  })
  const baseUrl = `${config.base_url.replace(/\/+$/, '').replace(/\/api\/v4$/, '')}/api/v4`
  // Takes personal, project and group tokens, and those of OAuth.
  const api = openPlainApi({ fetch, baseUrl, headers: { authorization: `Bearer ${secret.token}` }, at })
  return {
    account: async () => {
      const { id, username } = await api.get('/user', Account)
      return { id: String(id), login: username }
    },
    lists: (me) => listsOf({ api, at }, me),
    read: (thing, me) => readThing(api, thing, me),
    watched: async ({ path, validator }) => {
      const now = await api.changed(path, validator)
      return now === null ? null : { path, validator: now }
    },
    spentUntil: api.spentUntil,
  }
}

function listsOf({ api, at }: Place, me: HostingAccount): ReturnType<HostingServer['lists']> {
  const found = (path: string, reasons: readonly HostingReason[]) => (before?: HostingList) =>
    listOf(api, {
      path: `${path}&state=opened&order_by=updated_at&per_page=${perPage}`,
      schema: Found,
      at,
      before,
      thingOf: (item) => foundAs(item, reasons),
    })
  return {
    'to-dos': (before) =>
      listOf(api, { path: `/todos?state=pending&per_page=${perPage}`, schema: Todo, at, before, thingOf: noticed }),
    'reviews asked for': found(`/merge_requests?scope=all&reviewer_username=${encodeURIComponent(me.login)}`, [
      'review_requested',
    ]),
    'own merge requests': found('/merge_requests?scope=created_by_me', ['author']),
    'assigned merge requests': found('/merge_requests?scope=assigned_to_me', ['assigned']),
    'assigned issues': found('/issues?scope=assigned_to_me', ['assigned']),
  }
}

/** `group/project!12` is a merge request, `group/project#12` an issue. */
function foundAs(item: Static<typeof Found>, reasons: readonly HostingReason[]): ListedThing | null {
  const { iid, title, updated_at, references } = item
  const [, repository, sign] = /^(.+)([!#])\d+$/.exec(references.full) ?? []
  if (repository === undefined) return null
  return {
    key: `gitlab:${repository}${sign}${iid}`,
    repository,
    number: iid,
    what: sign === '!' ? 'pull_request' : 'issue',
    reasons: [...reasons],
    isUnread: false,
    mark: utcOf(updated_at),
    title,
    url: null,
    path: null,
    commentPath: null,
  }
}

const reasonsOf: Record<string, HostingReason> = {
  assigned: 'assigned',
  mentioned: 'mentioned',
  directly_addressed: 'mentioned',
  build_failed: 'ci_failed_mine',
  review_requested: 'review_requested',
  approval_required: 'review_requested',
  review_submitted: 'comment',
}
const signs: Record<string, string> = { MergeRequest: '!', Issue: '#', WorkItem: '#' }

function noticed(todo: Static<typeof Todo>): ListedThing {
  const { id, action_name, target_type, target, target_url, body, project } = todo
  const repository = project?.path_with_namespace ?? ''
  const sign = repository === '' ? undefined : signs[target_type]
  const number = sign ? (target?.iid ?? null) : null
  return {
    key: number === null ? `gitlab:todos/${id}` : `gitlab:${repository}${sign}${number}`,
    repository,
    number,
    what: number === null ? 'mention' : sign === '!' ? 'pull_request' : 'issue',
    reasons: [reasonsOf[action_name] ?? 'subscribed'],
    isUnread: true,
    mark: `${utcOf(todo.updated_at ?? todo.created_at)} unread`,
    title: body,
    url: target_url,
    path: null,
    commentPath: null,
  }
}

async function readThing(api: HostingApi, thing: ListedThing, me: HostingAccount): Promise<ThingRead> {
  const { number: iid } = thing
  if (iid === null) return { item: { ...noticeOf(thing), ...seenOf(thing.title) }, watch: null, missing: [] }
  const isMerge = thing.what === 'pull_request'
  const path = `/projects/${encodeURIComponent(thing.repository)}/${isMerge ? 'merge_requests' : 'issues'}/${iid}`
  const merge = isMerge ? await api.tagged(path, MergeRequest) : null
  const read = merge?.value ?? (await api.get(path, Issue))
  const isOpen = read.state === 'opened' || read.state === 'locked'
  const isMine = read.author?.username === me.login
  const reasons = new Set<HostingReason>(thing.reasons.filter((reason) => !decided.has(reason)))
  const since: (string | null | undefined)[] = []
  if (isOpen && read.assignees?.some(({ username }) => username === me.login)) reasons.add('assigned')
  if (merge && isOpen) {
    const reviewers = (await api.list(`${path}/reviewers`, Reviewer))?.items ?? []
    const asked = reviewers.find(({ user, state }) => user.username === me.login && waiting.has(state))
    if (asked) reasons.add('review_requested')
    if (isMine && reviewers.some(({ state }) => state === 'requested_changes')) reasons.add('changes_requested')
    since.push(asked?.created_at)
  }
  const pipeline = isMine && isOpen ? merge?.value.head_pipeline : null
  if (pipeline?.status === 'failed') {
    reasons.add('ci_failed_mine')
    since.push(pipeline.updated_at)
  }
  if (isMine) reasons.add('author')
  if (read.labels.some((label) => /^(?:stale|inactive)$/i.test(label))) reasons.add('stale')
  return {
    item: {
      source: 'source_hosting',
      key: thing.key,
      about: thing.key,
      ...seenOf(read.description),
      url: read.web_url,
      title: read.title,
      author: personOf(read.author),
      at: new Date(read.updated_at),
      repository: thing.repository,
      number: iid,
      what: thing.what,
      state: stateOf(read.state, merge?.value),
      reasons: [...reasons],
      labels: read.labels,
      is_mine: isMine,
      is_blocking: reasons.has('review_requested') || reasons.has('changes_requested'),
      is_unread: thing.isUnread,
      is_by_bot: read.author ? read.author.bot === true || isBot(read.author.username) : false,
      created_at: utcOf(read.created_at),
      waiting_since: firstUtc(since),
    },
    // A pipeline's end is no change of its merge request.
    watch: merge && isMine && isOpen ? { path, validator: merge.tag } : null,
    missing: [],
  }
}

/** Lists may be behind: these are said by the thing itself. */
const decided: ReadonlySet<HostingReason> = new Set(['review_requested', 'assigned', 'author', 'ci_failed_mine'])
/** Of a reviewer who has yet to say something. */
const waiting = new Set(['unreviewed', 'review_started'])

function stateOf(state: string, merge: MergeRequest | undefined): SourceHosting['state'] {
  if (state === 'merged') return 'merged'
  if (state === 'closed') return 'closed'
  return merge?.draft ? 'draft' : 'open'
}

const personOf = (user: User | null | undefined) =>
  user ? { name: user.name ?? null, address: null, handle: user.username } : null

export const gitlabAdapter: Adapter<'gitlab'> = {
  kind: 'gitlab',
  test: async (connection, context) => {
    await openServer(connection, context).account()
  },
  sync: (connection, state, context) => syncHosting(openServer(connection, context), state, context),
}

/** A server of GitHub's API with a state of its own: emulate, and what it lacks: whose token it is, what one is told of, warnings, conditions. */
import { createHash } from 'node:crypto'
import type { components } from '@octokit/openapi-types'
import type { Server } from 'bun'
import { createEmulator } from 'emulate'

type Schemas = components['schemas']
type Thread = Schemas['thread']
type Alert = Schemas['dependabot-alert']
type Event = Schemas['issue-event']

export type GitHubServer = {
  port: number
  /** What its answers call it: where adapters see it. Its own address unless it is told. */
  calledAs: (url: string) => void
  /** Somebody does something there. @throws where it is refused */
  as: (login: string, method: 'POST' | 'PATCH' | 'PUT', path: string, body: unknown) => Promise<unknown>
  /** Tells `ada` of something. The newest of a thread counts. */
  notify: (thread: {
    id: string
    repository: string
    reason: string
    title: string
    type: string
    path: string
    commentPath?: string
    unread?: boolean
    at: Date
  }) => Promise<void>
  warn: (repository: string, number: number, summary: string, at: Date) => void
  /** An event of an issue or a pull request, as `ada` was asked for a review of it. */
  note: (repository: string, number: number, event: 'review_requested' | 'assigned', at: Date) => void
  /** Every request, as `GET /user 200`. */
  requests: string[]
  stop: () => Promise<void>
}

export const gitHubTokens = {
  /** May read all of ada's. */
  ada: 'ghp_ada',
  /** Fine-grained: neither notifications nor warnings. */
  narrow: 'github_pat_narrow',
} as const
const people = ['ada', 'grace', 'hedy']
const loginOf: Record<string, string> = {
  [gitHubTokens.ada]: 'ada',
  [gitHubTokens.narrow]: 'ada',
  ...Object.fromEntries(people.map((login) => [`seed_${login}`, login])),
}

/** @param pollSeconds how often notifications may be asked for. */
export async function startGitHub({ pollSeconds = 0 }: { pollSeconds?: number } = {}): Promise<GitHubServer> {
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: Object.fromEntries(Object.entries(loginOf).map(([token, login]) => [token, { login, scopes: ['repo'] }])),
      github: {
        users: people.map((login) => ({ login })),
        repos: [
          { owner: 'ada', name: 'engine' },
          { owner: 'grace', name: 'compiler' },
        ],
      },
    },
  })
  const threads = new Map<string, Thread>()
  const alerts = new Map<string, Alert[]>()
  const events = new Map<string, Event[]>()
  const requests: string[] = []
  let publicUrl: string | undefined
  const own = new URL(emulator.url)
  const target = `http://127.0.0.1:${own.port}`
  const called = () => publicUrl ?? `http://127.0.0.1:${server.port}`

  async function forwarded(path: string, token: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `token ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(target + path, { ...init, headers })
    const text = (await answer.text()).replaceAll(emulator.url, called())
    return new Response(text, { status: answer.status, headers: kept(answer.headers) })
  }

  async function found(query: string, login: string): Promise<Found[]> {
    const asked = query.replaceAll('@me', login)
    const answer = await forwarded(`/search/issues?per_page=100&q=${encodeURIComponent(asked)}`, `seed_${login}`)
    const { items } = (await answer.json()) as { items: Found[] }
    return items.filter(
      ({ user, assignees, requested_reviewers, body }) =>
        (!query.includes('review-requested:') || isAmong(requested_reviewers, login)) &&
        (!query.includes('mentions:') || (body ?? '').includes(`@${login}`)) &&
        (!query.includes('involves:') ||
          user?.login === login ||
          isAmong(assignees, login) ||
          (body ?? '').includes(`@${login}`)),
    )
  }

  async function answered(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname
    const token = request.headers.get('authorization')?.replace(/^(?:token|bearer) /i, '') ?? ''
    const login = loginOf[token]
    if (login === undefined) return refused(401, 'Bad credentials')
    const isNarrow = token === gitHubTokens.narrow
    if (path === '/notifications') {
      if (isNarrow) return refused(403, 'Resource not accessible by personal access token')
      return told(request, [...threads.values()], pollSeconds)
    }
    if (path === '/search/issues') {
      const items = await found(url.searchParams.get('q') ?? '', login)
      return Response.json({ total_count: items.length, incomplete_results: false, items })
    }
    if (path === '/issues') return Response.json(await found(`is:issue is:open assignee:${login}`, login))
    const [, repository = '', number] = /^\/repos\/([^/]+\/[^/]+)\/dependabot\/alerts(?:\/(\d+))?$/.exec(path) ?? []
    if (repository !== '') {
      if (isNarrow) return refused(403, 'Resource not accessible by personal access token')
      const known = alerts.get(repository)
      if (!known) return refused(403, 'Dependabot alerts are disabled for this repository.')
      const one = known.find((alert) => alert.number === Number(number))
      if (number !== undefined) return one ? Response.json(one) : refused(404, 'Not Found')
      return Response.json(known)
    }
    const [, about] = /^\/repos\/(.+\/issues\/\d+)\/events$/.exec(path) ?? []
    if (about !== undefined) return Response.json(events.get(about) ?? [])
    return forwarded(path + url.search, token)
  }

  const server: Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const answer = await conditional(request, await answered(request))
      requests.push(`${request.method} ${new URL(request.url).pathname} ${answer.status}`)
      return answer
    },
  })

  return {
    port: server.port ?? 0,
    calledAs: (url) => {
      publicUrl = url
    },
    as: async (login, method, path, body) => {
      const answer = await forwarded(path, `seed_${login}`, { method, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    notify: async ({ id, repository, reason, title, type, path, commentPath, unread = true, at }) => {
      const about = await forwarded(`/repos/${repository}`, 'seed_ada')
      threads.set(id, {
        id,
        repository: (await about.json()) as Thread['repository'],
        subject: { title, type, url: called() + path, latest_comment_url: called() + (commentPath ?? path) },
        reason,
        unread,
        updated_at: second(at),
        last_read_at: null,
        url: `${called()}/notifications/threads/${id}`,
        subscription_url: `${called()}/notifications/threads/${id}/subscription`,
      })
    },
    warn: (repository, number, summary, at) => {
      alerts.set(repository, [...(alerts.get(repository) ?? []), alertOf(called(), repository, number, summary, at)])
    },
    note: (repository, number, event, at) => {
      const about = `${repository}/issues/${number}`
      events.set(about, [...(events.get(about) ?? []), eventOf(called(), event, at)])
    },
    requests,
    stop: async () => {
      await server.stop(true)
      await emulator.close()
    },
  }
}

type Found = {
  user: { login: string } | null
  assignees?: { login: string }[]
  requested_reviewers?: { login: string }[]
  body: string | null
}
const isAmong = (users: readonly { login: string }[] | undefined, login: string) =>
  users?.some((user) => user.login === login) ?? false

/** GitHub writes whole seconds. */
const second = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z')
const refused = (status: number, message: string) => Response.json({ message }, { status })

const kept = (headers: Headers): Headers => {
  const copy = new Headers(headers)
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection']) copy.delete(name)
  return copy
}

/** Goes by the time of the newest, as GitHub documents it. */
function told(request: Request, threads: readonly Thread[], pollSeconds: number): Response {
  const unread = threads.filter((thread) => thread.unread)
  const newest = Math.max(0, ...threads.map(({ updated_at }) => Date.parse(updated_at)))
  const headers = { 'last-modified': new Date(newest).toUTCString(), 'x-poll-interval': String(pollSeconds) }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '')
  if (since >= newest) return new Response(null, { status: 304, headers })
  return Response.json(unread, { headers })
}

/** Every answer has a tag, and none is given twice to who has it. */
async function conditional(request: Request, answer: Response): Promise<Response> {
  if (request.method !== 'GET' || answer.status !== 200 || answer.headers.has('last-modified')) return answer
  const text = await answer.text()
  const etag = `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`
  const headers = kept(answer.headers)
  headers.set('etag', etag)
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(text, { status: 200, headers })
}

const alertOf = (url: string, repository: string, number: number, summary: string, at: Date): Alert => {
  const about = { ecosystem: 'npm', name: 'left-handed' }
  const vulnerability = {
    package: about,
    severity: 'high' as const,
    vulnerable_version_range: '< 2.0.0',
    first_patched_version: { identifier: '2.0.0' },
  }
  return {
    number,
    state: 'open',
    dependency: { package: about, manifest_path: 'package.json', scope: 'runtime' },
    security_advisory: {
      ghsa_id: 'GHSA-aaaa-bbbb-cccc',
      cve_id: null,
      summary,
      description: `${summary}. Take 2.0.0.`,
      vulnerabilities: [vulnerability],
      severity: 'high',
      cvss: { score: 7.5, vector_string: null },
      cwes: [],
      identifiers: [],
      references: [],
      published_at: second(at),
      updated_at: second(at),
      withdrawn_at: null,
    },
    security_vulnerability: vulnerability,
    url: `${url}/repos/${repository}/dependabot/alerts/${number}`,
    html_url: `${url}/${repository}/security/dependabot/${number}`,
    created_at: second(at),
    updated_at: second(at),
    dismissed_at: null,
    dismissed_by: null,
    dismissed_reason: null,
    dismissed_comment: null,
    fixed_at: null,
  }
}

const simpleUser = (url: string, login: string): NonNullable<Event['assignee']> => ({
  login,
  id: 1,
  node_id: login,
  avatar_url: url,
  gravatar_id: null,
  url: `${url}/users/${login}`,
  html_url: `${url}/${login}`,
  followers_url: url,
  following_url: url,
  gists_url: url,
  starred_url: url,
  subscriptions_url: url,
  organizations_url: url,
  repos_url: url,
  events_url: url,
  received_events_url: url,
  type: 'User',
  site_admin: false,
})

const eventOf = (url: string, event: string, at: Date): Event => ({
  id: at.getTime(),
  node_id: String(at.getTime()),
  url,
  actor: simpleUser(url, 'grace'),
  event,
  commit_id: null,
  commit_url: null,
  created_at: second(at),
  ...(event === 'assigned' ? { assignee: simpleUser(url, 'ada') } : { requested_reviewer: simpleUser(url, 'ada') }),
})

/** What is read of GitLab and Gitea: against small servers with a state that changes. */
import { afterEach, expect, test } from 'bun:test'
import { type ForgeServer, startForge } from '#test/servers/forges'
import { contextFor } from '#test/support/adapters'
import { AdapterError, type SyncDelta, type SyncState } from '#workers/sync-connection/adapters/adapter'
import { giteaAdapter } from '#workers/sync-connection/adapters/gitea'
import { gitlabAdapter } from '#workers/sync-connection/adapters/gitlab'

const servers: ForgeServer[] = []
const started = (server: ForgeServer): ForgeServer => {
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const { requests } of servers) expect(requests.every((request) => request.startsWith('GET '))).toBe(true)
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

const id = '0190a000-0000-7000-8000-000000000002'
const at = new Date('2026-11-20T08:00:00Z')
const portOf = ({ url }: ForgeServer) => Number(new URL(url).port)
const stored = ({ state }: SyncDelta): SyncState => JSON.parse(JSON.stringify(state))
const itemsOf = (delta: SyncDelta) =>
  Object.fromEntries(delta.items.flatMap((item) => (item.source === 'source_hosting' ? [[item.key, item]] : [])))
const codeOf = async (asking: Promise<unknown>) => {
  try {
    await asking
    return 'ok'
  } catch (error) {
    return error instanceof AdapterError ? error.code : error
  }
}

const merge = (iid: number, more: object = {}) => ({
  iid,
  title: `Merge ${iid}`,
  description: 'Why <!-- hidden -->',
  state: 'opened',
  draft: false,
  author: { username: 'grace', name: 'Grace', bot: false },
  assignees: [],
  labels: ['kind::bug'],
  created_at: '2026-11-18T09:00:00.000+01:00',
  updated_at: '2026-11-19T09:00:00.000Z',
  web_url: `https://gitlab.test/group/sub/project/-/merge_requests/${iid}`,
  references: { full: `group/sub/project!${iid}` },
  head_pipeline: null,
  ...more,
})
const project = '/projects/group%2Fsub%2Fproject'

const gitlab = () =>
  started(
    startForge('/api/v4', 'Bearer glpat', {
      '/user': { id: 1, username: 'ada' },
      '/todos': [
        {
          id: 5,
          action_name: 'mentioned',
          target_type: 'MergeRequest',
          target: { iid: 1 },
          target_url: 'https://gitlab.test/1',
          body: '@ada?',
          project: { path_with_namespace: 'group/sub/project' },
          created_at: '2026-11-19T08:00:00.000Z',
        },
        {
          id: 6,
          action_name: 'member_access_requested',
          target_type: 'Namespace',
          target: {},
          target_url: 'https://gitlab.test/members',
          body: 'Hedy wants in',
          project: null,
          created_at: '2026-11-19T08:00:00.000Z',
        },
      ],
      '/merge_requests': (query) => {
        if (query.get('scope') === 'created_by_me') return [merge(2)]
        return query.get('reviewer_username') === 'ada' ? [merge(1)] : []
      },
      '/issues': [
        { ...merge(3), references: { full: 'group/sub/project#3' }, web_url: 'https://gitlab.test/issues/3' },
      ],
      [`${project}/merge_requests/1`]: merge(1),
      [`${project}/merge_requests/1/reviewers`]: [
        { user: { username: 'ada' }, state: 'unreviewed', created_at: '2026-11-18T10:00:00.000Z' },
      ],
      [`${project}/merge_requests/2`]: merge(2, {
        author: { username: 'ada' },
        draft: true,
        head_pipeline: { status: 'running' },
      }),
      [`${project}/merge_requests/2/reviewers`]: [{ user: { username: 'grace' }, state: 'requested_changes' }],
      [`${project}/issues/3`]: { ...merge(3), assignees: [{ username: 'ada' }], author: { username: 'project_9_bot' } },
    }),
  )
const syncGitLab = (server: ForgeServer, state: SyncState, token = 'glpat') =>
  gitlabAdapter.sync(
    { id, config: { base_url: `${server.url}/` }, secret: { token } },
    state,
    contextFor([portOf(server)], { at }),
  )

test('GitLab: what waits for the account is brought, with why and since when', async () => {
  const delta = await syncGitLab(gitlab(), null)

  expect([delta.isReset, delta.hasMore, delta.missing]).toEqual([true, false, []])
  expect(itemsOf(delta)).toMatchObject({
    'gitlab:group/sub/project!1': {
      repository: 'group/sub/project',
      number: 1,
      what: 'pull_request',
      state: 'open',
      reasons: ['mentioned', 'review_requested'],
      is_blocking: true,
      is_unread: true,
      text: 'Why                ',
      hiddenText: '<!-- hidden -->',
      author: { name: 'Grace', handle: 'grace' },
      created_at: '2026-11-18T08:00:00.000Z',
      waiting_since: '2026-11-18T10:00:00.000Z',
      labels: ['kind::bug'],
    },
    'gitlab:group/sub/project!2': { state: 'draft', reasons: ['changes_requested', 'author'], is_mine: true },
    'gitlab:group/sub/project#3': { what: 'issue', reasons: ['assigned'], is_by_bot: true },
    'gitlab:todos/6': { what: 'mention', number: null, title: 'Hedy wants in', is_unread: true },
  })
  expect(delta.items).toHaveLength(4)
})

test('GitLab: a second round brings a failed pipeline, a merge and a done to-do, and nothing else', async () => {
  const server = gitlab()
  const first = await syncGitLab(server, null)
  server.requests.length = 0
  const same = await syncGitLab(server, stored(first))
  expect([same.items, same.gone]).toEqual([[], []])
  expect(server.requests.filter((request) => !request.endsWith('304'))).toEqual(['GET /user 200'])

  const broken = { status: 'failed', updated_at: '2026-11-20T07:00:00.000Z' }
  server.state[`${project}/merge_requests/2`] = merge(2, { author: { username: 'ada' }, head_pipeline: broken })
  server.state[`${project}/merge_requests/1`] = merge(1, { state: 'merged' })
  server.state['/merge_requests'] = (query) => (query.get('scope') === 'created_by_me' ? [merge(2)] : [])
  server.state['/todos'] = []
  const second = await syncGitLab(server, stored(same))

  expect(itemsOf(second)).toMatchObject({
    'gitlab:group/sub/project!1': { state: 'merged', is_unread: false, is_blocking: false },
    'gitlab:group/sub/project!2': { reasons: ['changes_requested', 'ci_failed_mine', 'author'] },
  })
  expect(second.items).toHaveLength(2)
  expect(second.gone).toEqual(['gitlab:todos/6'])
})

test('GitLab: what cannot be read of one thing is said, and the rest is brought', async () => {
  const server = gitlab()
  delete server.state[`${project}/merge_requests/1`]
  server.state[`${project}/issues/3`] = { iid: 3 }
  server.state['/todos'] = [{ id: 'what' }]

  const delta = await syncGitLab(server, null)

  expect(delta.gone).toEqual(['gitlab:group/sub/project!1'])
  expect(delta.missing).toEqual(['to-dos: 1 cannot be read', 'group/sub/project#3: The answer is not as it should be.'])
  expect(Object.keys(itemsOf(delta))).toEqual(['gitlab:group/sub/project!2'])
  const again = await syncGitLab(server, stored(delta))
  expect(again.missing).toEqual(delta.missing)
})

test('GitLab: a refused token and an answer that is no list have their codes', async () => {
  const server = gitlab()
  expect(await codeOf(syncGitLab(server, null, 'other'))).toBe('CREDENTIALS')
  server.state['/issues'] = { issues: [] }
  expect(await codeOf(syncGitLab(server, null))).toBe('MALFORMED')
})

test('GitLab: pages are counted, and an address that the server names is not gone to', async () => {
  const server = gitlab()
  server.state['/issues'] = Array.from({ length: 120 }, (_, index) => ({
    ...merge(index + 10),
    references: { full: `group/sub/project#${index + 10}` },
  }))
  for (let iid = 10; iid < 130; iid += 1) server.state[`${project}/issues/${iid}`] = merge(iid)
  let state: SyncState = null
  let count = 0
  for (let piece = 0; piece < 10; piece += 1) {
    const delta = await syncGitLab(server, state)
    count += delta.items.length
    state = stored(delta)
    if (!delta.hasMore) break
  }

  expect(count).toBe(123)
  expect(server.requests.filter((request) => request.startsWith('GET /issues'))).toHaveLength(3)
})

const pull = (number: number, more: object = {}) => ({
  number,
  title: `Pull ${number}`,
  body: 'Why',
  state: 'open',
  draft: false,
  merged: false,
  user: { login: 'grace', full_name: '' },
  assignees: null,
  labels: [{ name: 'stale' }],
  html_url: `https://gitea.test/grace/compiler/pulls/${number}`,
  created_at: '2026-11-18T09:00:00+01:00',
  updated_at: '2026-11-19T09:00:00+01:00',
  requested_reviewers: null,
  head: { sha: `sha${number}` },
  pull_request: { merged: false },
  repository: { full_name: 'grace/compiler' },
  ...more,
})
const gitea = () =>
  started(
    startForge('/api/v1', 'token gitea', {
      '/user': { id: 1, login: 'ada' },
      '/notifications': [
        {
          id: 9,
          unread: true,
          updated_at: '2026-11-19T10:00:00+01:00',
          repository: { full_name: 'grace/compiler' },
          subject: {
            title: 'Pull 1',
            type: 'Pull',
            url: 'http://called.otherwise/api/v1/repos/grace/compiler/pulls/1',
            latest_comment_url: 'http://called.otherwise/api/v1/repos/grace/compiler/issues/comments/4',
          },
        },
        {
          id: 10,
          unread: true,
          updated_at: '2026-11-19T10:00:00+01:00',
          repository: { full_name: 'grace/compiler' },
          subject: { title: 'Moved', type: 'Repository', html_url: 'https://gitea.test/grace/compiler' },
        },
      ],
      '/repos/issues/search': (query) => {
        if (query.get('review_requested')) return [pull(1)]
        if (query.get('created')) return [pull(2)]
        return query.get('assigned') ? [pull(3, { pull_request: null })] : []
      },
      '/repos/grace/compiler/pulls/1': pull(1, { requested_reviewers: [{ login: 'ada' }] }),
      '/repos/grace/compiler/pulls/1/reviews': [
        { user: { login: 'ada' }, state: 'REQUEST_REVIEW', submitted_at: '2026-11-18T12:00:00+01:00' },
      ],
      '/repos/grace/compiler/issues/comments/4': {
        body: 'Well?',
        user: { login: 'hedy', full_name: 'Hedy' },
        html_url: 'https://gitea.test/grace/compiler/pulls/1#4',
        created_at: '2026-11-19T09:00:00+01:00',
      },
      '/repos/grace/compiler/pulls/2': pull(2, { user: { login: 'ada' } }),
      '/repos/grace/compiler/pulls/2/reviews': [
        { user: { login: 'grace' }, state: 'REQUEST_CHANGES', submitted_at: '2026-11-18T12:00:00Z' },
        { user: { login: 'grace' }, state: 'APPROVED', submitted_at: '2026-11-18T13:00:00Z' },
      ],
      '/repos/grace/compiler/commits/sha2/status': {
        state: 'failure',
        statuses: [{ status: 'failure', updated_at: '2026-11-18T14:00:00Z' }],
      },
      '/repos/grace/compiler/issues/3': pull(3, { assignees: [{ login: 'ada' }], user: { login: 'renovate-bot' } }),
    }),
  )
const syncGitea = (server: ForgeServer, state: SyncState, token = 'gitea') =>
  giteaAdapter.sync(
    { id, config: { base_url: server.url }, secret: { token } },
    state,
    contextFor([portOf(server)], { at }),
  )

test('Gitea: what waits for the account is brought, with why and since when', async () => {
  const delta = await syncGitea(gitea(), null)

  expect([delta.isReset, delta.hasMore, delta.missing]).toEqual([true, false, []])
  expect(itemsOf(delta)).toMatchObject({
    'gitea:grace/compiler#1': {
      what: 'pull_request',
      reasons: ['subscribed', 'review_requested', 'stale'],
      is_blocking: true,
      is_unread: true,
      text: 'Well?',
      author: { name: 'Hedy', handle: 'hedy' },
      created_at: '2026-11-18T08:00:00.000Z',
      waiting_since: '2026-11-18T11:00:00.000Z',
    },
    'gitea:grace/compiler#2': {
      reasons: ['ci_failed_mine', 'author', 'stale'],
      is_mine: true,
      is_blocking: false,
      waiting_since: '2026-11-18T14:00:00.000Z',
    },
    'gitea:grace/compiler#3': { what: 'issue', reasons: ['assigned', 'stale'], is_by_bot: true },
    'gitea:grace/compiler/notifications/10': {
      what: 'mention',
      number: null,
      url: 'https://gitea.test/grace/compiler',
    },
  })
  expect(delta.items).toHaveLength(4)
})

test('Gitea: a second round brings what moved, how it ended, and forgets what was read', async () => {
  const server = gitea()
  const first = await syncGitea(server, null)
  const same = await syncGitea(server, stored(first))
  expect([same.items, same.gone, same.isReset]).toEqual([[], [], false])

  server.state['/repos/grace/compiler/commits/sha2/status'] = { state: 'success', statuses: [] }
  server.state['/repos/grace/compiler/issues/3'] = pull(3, { state: 'closed', user: null })
  server.state['/repos/issues/search'] = (query) =>
    query.get('review_requested') ? [pull(1)] : query.get('created') ? [pull(2)] : []
  server.state['/notifications'] = []
  const second = await syncGitea(server, stored(same))

  expect(itemsOf(second)).toMatchObject({
    'gitea:grace/compiler#1': { is_unread: false, text: 'Why' },
    'gitea:grace/compiler#2': { reasons: ['author', 'stale'] },
    'gitea:grace/compiler#3': { state: 'closed', author: null },
  })
  expect(second.gone).toEqual(['gitea:grace/compiler/notifications/10'])
})

test('Gitea: another account behind the token begins anew, and a refused one is refused', async () => {
  const server = gitea()
  const first = await syncGitea(server, null)
  server.state['/user'] = { id: 2, login: 'hedy' }

  expect((await syncGitea(server, stored(first))).isReset).toBe(true)
  expect((await syncGitea(server, { version: 0 })).isReset).toBe(true)
  expect(await codeOf(syncGitea(server, null, 'other'))).toBe('CREDENTIALS')
})

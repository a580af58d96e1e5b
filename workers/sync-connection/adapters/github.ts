/** Reads source hosting at GitHub, or an Enterprise server of one's own: over REST, by GET alone. */
import { adapterFetch } from '#shared/egress/adapter-fetch'
import type { Adapter, AdapterContext, OpenConnection } from '#workers/sync-connection/adapters/adapter'
import { openGitHubApi } from '#workers/sync-connection/adapters/github/api'
import { type GitHubPlace, gitHubLists } from '#workers/sync-connection/adapters/github/lists'
import { GitHubAccount } from '#workers/sync-connection/adapters/github/shapes'
import { readGitHub } from '#workers/sync-connection/adapters/github/things'
import { hostingFetchLimits } from '#workers/sync-connection/adapters/hosting/limits'
import { type HostingServer, syncHosting } from '#workers/sync-connection/adapters/hosting/round'

const publicApi = 'https://api.github.com'

function openServer({ config, secret }: OpenConnection<'github'>, context: AdapterContext): HostingServer {
  const { at, backDays, policy, signal } = context
  const baseUrl = (config.base_url ?? publicApi).replace(/\/+$/, '')
  const fetch = adapterFetch({
    policy,
    signal,
    methods: ['GET'],
    ...hostingFetchLimits,
    ...(config.ca === undefined ? {} : { ca: config.ca }),
  })
  const api = openGitHubApi({ fetch, baseUrl, token: secret.token, at })
  const place: GitHubPlace = { api, baseUrl, at, backDays, repositories: config.repositories }
  return {
    account: async () => {
      const { id, login } = await api.get('/user', GitHubAccount)
      return { id: String(id), login }
    },
    lists: () => gitHubLists(place),
    read: (thing, me) => readGitHub(place, thing, me),
    watched: async ({ path, validator }) => {
      const now = await api.changed(path, validator)
      return now === null ? null : { path, validator: now }
    },
    spentUntil: api.spentUntil,
  }
}

export const githubAdapter: Adapter<'github'> = {
  kind: 'github',
  test: async (connection, context) => {
    await openServer(connection, context).account()
  },
  sync: (connection, state, context) => {
    const wanted = connection.config.repositories?.map((name) => name.toLowerCase())
    return syncHosting(openServer(connection, context), state, context, (repository) =>
      wanted ? wanted.includes(repository.toLowerCase()) : true,
    )
  },
}

/** GitHub's REST API, by its own library: only ever asked, within its budget. */
import { Octokit } from '@octokit/core'
import { paginateRest } from '@octokit/plugin-paginate-rest'
import type { Static } from '@sinclair/typebox'
import { AdapterError } from '#workers/sync-connection/adapters/adapter'
import {
  type ApiList,
  conditionOf,
  digestOf,
  fitting,
  fittingItems,
  type HostingApi,
  pagesAtMost,
  validatorOf,
} from '#workers/sync-connection/adapters/hosting/api'
import { adapterErrorOf, malformed } from '#workers/sync-connection/adapters/http-errors'

const GitHub = Octokit.plugin(paginateRest)

/** There is nothing to be read, rather than something that may not be. */
export const switchedOff = 'This is switched off there.'

/** Others use the same account's budget: so much of it is left to them. */
const keptBack = 100

/** What it says of itself would go to the console otherwise. */
const unheard = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** @param baseUrl without a slash at its end. */
export function openGitHubApi(asked: { fetch: typeof fetch; baseUrl: string; token: string; at: Date }): HostingApi {
  const { baseUrl, at } = asked
  let spentUntil: Date | null = null
  const octokit = new GitHub({
    auth: asked.token,
    baseUrl,
    userAgent: 'Assay',
    log: unheard,
    request: { fetch: asked.fetch },
  })
  octokit.hook.before('request', ({ url }) => {
    // The next page is asked for where the server says it is: not there, if that is somewhere else.
    if (/^[a-z]+:/i.test(url) && !url.startsWith(`${baseUrl}/`)) throw malformed('The next page is on another server.')
  })
  octokit.hook.after('request', ({ data, headers }) => {
    // The library takes a page that is empty, or no JSON, for an empty list.
    if (typeof data !== 'object' || data === null) throw malformed('The answer is no JSON.')
    const {
      'x-ratelimit-resource': resource = 'core',
      'x-ratelimit-remaining': left,
      'x-ratelimit-reset': reset,
    } = headers
    if (resource === 'core' && left !== undefined && Number(left) <= keptBack)
      spentUntil = new Date(Number(reset) * 1000)
  })

  /** Null where what was asked on a condition is as it was. */
  async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
    try {
      return await answer
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? error.status : undefined
      if (status === 304) return null
      if (status === 403 && / disabled\b/.test(String(error))) throw new AdapterError('FORBIDDEN', switchedOff)
      throw adapterErrorOf(error, at)
    }
  }
  const ask = (path: string, validator?: string | null) =>
    orNull(octokit.request({ method: 'GET', url: path, headers: conditionOf(validator) }))

  return {
    get: async (path, schema) => fitting(schema, (await ask(path))?.data),
    tagged: async (path, schema) => {
      const answer = await ask(path)
      return { value: fitting(schema, answer?.data), tag: tagOf(answer) }
    },
    list: async (path, schema, validator) => {
      const pages = octokit.paginate.iterator(path, { headers: conditionOf(validator) })[Symbol.asyncIterator]()
      let found: ApiList<Static<typeof schema>> | undefined
      for (let page = 1; page <= pagesAtMost; page += 1) {
        const answer = await orNull(pages.next())
        if (!answer) return found ? { ...found, isWhole: false } : null
        if (answer.done) break
        const headers = headersOf(answer.value.headers)
        const { items, unreadable } = fittingItems(schema, answer.value.data)
        found ??= { items: [], unreadable: 0, isWhole: false, validator: validatorOf(headers), headers }
        found.items.push(...items)
        found.unreadable += unreadable
        found.isWhole = !hasNext(headers)
      }
      return found ?? null
    },
    changed: async (path, validator) => {
      const answer = await ask(path, validator)
      if (!answer) return null
      const now = tagOf(answer)
      return now === validator ? null : now
    },
    spentUntil: () => spentUntil,
  }
}

const tagOf = (answer: { headers: Record<string, string | number | undefined>; data: unknown } | null): string =>
  validatorOf(headersOf(answer?.headers ?? {})) ?? digestOf(JSON.stringify(answer?.data ?? null))

const hasNext = (headers: Headers) => /;\s*rel="next"/.test(headers.get('link') ?? '')

const headersOf = (plain: Record<string, string | number | undefined>): Headers =>
  new Headers(Object.entries(plain).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

/** GitLab's and Gitea's way of paging, over plain requests. */
import type { Static } from '@sinclair/typebox'
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
import { adapterErrorOf, statusFailure } from '#workers/sync-connection/adapters/http-errors'

/** @param baseUrl of the API, without a slash at its end. */
export function openPlainApi(asked: {
  fetch: typeof fetch
  baseUrl: string
  headers: Record<string, string>
  at: Date
}): HostingApi {
  const { baseUrl, at } = asked

  async function answered(path: string, validator?: string | null): Promise<Response | null> {
    const headers = { accept: 'application/json', ...asked.headers, ...conditionOf(validator) }
    try {
      const response = await asked.fetch(baseUrl + path, { headers })
      if (response.status === 304 && validator) return null
      const failure = statusFailure(response.status, response.headers, at)
      if (failure) throw failure
      return response
    } catch (error) {
      throw adapterErrorOf(error, at)
    }
  }

  return {
    get: async (path, schema) => fitting(schema, await jsonOf(await answered(path), at)),
    tagged: async (path, schema) => {
      const response = await answered(path)
      const value = await jsonOf(response, at)
      return { value: fitting(schema, value), tag: tagOf(response?.headers, value) }
    },
    list: async (path, schema, validator) => {
      let found: ApiList<Static<typeof schema>> | undefined
      for (let page = 1; page <= pagesAtMost; page += 1) {
        const response = await answered(pageOf(path, page), page === 1 ? validator : null)
        if (!response) return found ? { ...found, isWhole: false } : null
        const { headers } = response
        const { items, unreadable } = fittingItems(schema, await jsonOf(response, at))
        found ??= { items: [], unreadable: 0, isWhole: false, validator: validatorOf(headers), headers }
        found.items.push(...items)
        found.unreadable += unreadable
        found.isWhole = !hasNext(headers)
        if (found.isWhole) break
      }
      return found ?? null
    },
    changed: async (path, validator) => {
      const response = await answered(path, validator)
      if (!response) return null
      const now = tagOf(response.headers, await jsonOf(response, at))
      return now === validator ? null : now
    },
    spentUntil: () => null,
  }
}

const tagOf = (headers: Headers | undefined, value: unknown): string =>
  (headers && validatorOf(headers)) ?? digestOf(JSON.stringify(value ?? null))

async function jsonOf(response: Response | null, at: Date): Promise<unknown> {
  try {
    return await response?.json()
  } catch (error) {
    throw adapterErrorOf(error, at)
  }
}

const pageOf = (path: string, page: number) => `${path}${path.includes('?') ? '&' : '?'}page=${page}`

/** By the number of the next page alone: an address that the server names is not gone to. */
const hasNext = (headers: Headers) => /;\s*rel="?next"?/.test(headers.get('link') ?? '')

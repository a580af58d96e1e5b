/** How a server that hosts sources is read: JSON that is checked against what is read of it, by pages that are counted. */
import { createHash } from 'node:crypto'
import type { Static, TSchema } from '@sinclair/typebox'
import { faultsOf } from '#shared/kernel/schema/faults'
import type { HostingList, ListedThing } from '#workers/sync-connection/adapters/hosting/state'
import { malformed } from '#workers/sync-connection/adapters/http-errors'

export type ApiList<Item> = {
  items: Item[]
  /** Of those that are not as they should be, how many. */
  unreadable: number
  isWhole: boolean
  validator: string | null
  headers: Headers
}

/** Paths begin with a slash and are relative to the server's own address: nothing else is asked. All of it throws AdapterErrors. */
export type HostingApi = {
  get: <Schema extends TSchema>(path: string, schema: Schema) => Promise<Static<Schema>>
  /** The same, with what `changed` is told. */
  tagged: <Schema extends TSchema>(path: string, schema: Schema) => Promise<{ value: Static<Schema>; tag: string }>
  /** Null where `validator`, an ETag or else a time, still holds. */
  list: <Schema extends TSchema>(
    path: string,
    schema: Schema,
    validator?: string | null,
  ) => Promise<ApiList<Static<Schema>> | null>
  /** What tells how a path answers now, or null where it answers as `validator` says. */
  changed: (path: string, validator: string | null) => Promise<string | null>
  spentUntil: () => Date | null
}

export const perPage = 50
/** More is left where it is, and said to be. */
export const pagesAtMost = 10

/** A request that is conditional on an ETag, or on the time of an answer that had none. */
export const conditionOf = (validator: string | null | undefined): Record<string, string> => {
  if (!validator || /^[0-9a-f]{64}$/.test(validator)) return {}
  return validator.includes('"') ? { 'if-none-match': validator } : { 'if-modified-since': validator }
}
export const validatorOf = (headers: Headers): string | null => headers.get('etag') ?? headers.get('last-modified')
/** The same answer has the same, where a server tells nothing of the kind. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** @throws AdapterError MALFORMED */
export function fitting<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (faultsOf(schema, value).length > 0) throw malformed('The answer is not as it should be.')
  return value as Static<Schema>
}

/** What fits of a list, and how much of it does not. @throws AdapterError MALFORMED where it is no list. */
export function fittingItems<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
): { items: Static<Schema>[]; unreadable: number } {
  if (!Array.isArray(value)) throw malformed('The answer is not as it should be.')
  const items = value.filter((item): item is Static<Schema> => faultsOf(schema, item).length === 0)
  return { items, unreadable: value.length - items.length }
}

/**
 * A list as it stands now, or as it stood before where nothing changed or it may not be asked for again yet.
 */
export async function listOf<Schema extends TSchema>(
  api: HostingApi,
  asked: {
    path: string
    schema: Schema
    at: Date
    before: HostingList | undefined
    thingOf: (item: Static<Schema>) => ListedThing | null
    /** How long the server does not want to be asked again, in seconds. */
    pollSecondsOf?: (headers: Headers) => number
    /** The server says what is new by its time, not by a tag. */
    goesByTime?: boolean
  },
): Promise<HostingList> {
  const { path, schema, at, before, thingOf, pollSecondsOf, goesByTime = false } = asked
  if (before?.notBefore && Date.parse(before.notBefore) > at.getTime()) return before
  const isTrusted = before !== undefined && at.getTime() - Date.parse(before.at) < trustedForMs
  const found = await api.list(path, schema, isTrusted ? before.validator : null)
  if (found === null) return before ? { ...before, notBefore: after(at, before.pollSeconds) } : emptyList(at)
  const { items, unreadable, isWhole, validator, headers } = found
  const pollSeconds = Math.min(Math.max(pollSecondsOf?.(headers) || 0, 0), pollSecondsAtMost)
  return {
    things: items.flatMap((item) => thingOf(item) ?? []),
    isWhole,
    validator: goesByTime ? headers.get('last-modified') : validator,
    at: at.toISOString(),
    pollSeconds,
    notBefore: after(at, pollSeconds),
    missing: [
      ...(unreadable > 0 ? [`${unreadable} cannot be read`] : []),
      ...(isWhole ? [] : [`all but the newest ${perPage * pagesAtMost}`]),
    ],
  }
}

const pollSecondsAtMost = 3600
const after = (at: Date, seconds: number): string | null =>
  seconds > 0 ? new Date(at.getTime() + seconds * 1000).toISOString() : null

/** A time says only what came since, not what went: everything is asked for again after this. */
const trustedForMs = 15 * 60_000

export const emptyList = (at: Date, missing: readonly string[] = []): HostingList => ({
  things: [],
  isWhole: true,
  validator: null,
  at: at.toISOString(),
  pollSeconds: 0,
  notBefore: null,
  missing: [...missing],
})

/** Where a page of signals ended, as clients hand it back. Pure. */
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ordered } from '#shared/briefing/order'

const Written = t.Tuple([
  t.String({ maxLength: 40 }),
  t.Integer({ minimum: 0, maximum: 100 }),
  t.Union([t.String({ maxLength: 40 }), t.Null()]),
  t.String({ maxLength: 40 }),
  t.String({ pattern: '^[0-9a-f]{64}$' }),
])

/** @param at the moment that all pages of it are read at */
export const signalCursor = (at: string, { score, due, when, id }: Ordered): string =>
  Buffer.from(JSON.stringify([at, score, due, when, id])).toString('base64url')

/** Undefined where it is none that was given out. */
export function readSignalCursor(text: string): { at: string; after: Ordered } | undefined {
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Value.Check(Written, read)) return undefined
  const [at, score, due, when, id] = read
  const moments = due === null ? [at, when] : [at, when, due]
  return moments.some((moment) => Number.isNaN(Date.parse(moment)))
    ? undefined
    : { at, after: { score, due, when, id } }
}

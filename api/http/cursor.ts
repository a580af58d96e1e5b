/** Cursors of lists: opaque to clients, checked when they come back. */

import { unstorable } from '#api/http/body'
import type { ComponentPlace } from '#db/queries/components'
import { invalidRequest } from '#shared/kernel/errors/request'
import { isDateTime, isUuid } from '#shared/kernel/schema/formats'

export type ListPlace = { createdAt: string; id: string }

/** The place after which a list goes on that is ordered by time and id. */
export const placeCursor = ({ createdAt, id }: ListPlace): string => encode([createdAt, id])

/** @throws INVALID_REQUEST for what is no cursor of ours. */
export function readPlaceCursor(cursor: string | undefined): ListPlace | undefined {
  if (cursor === undefined) return undefined
  const [createdAt, id, ...more] = decode(cursor)
  if (typeof createdAt !== 'string' || typeof id !== 'string' || more.length > 0) throw noCursor()
  if (!isDateTime(createdAt) || !isUuid(id)) throw noCursor()
  return { createdAt, id }
}

/** The page of a run after which its results go on. */
export const pageCursor = (page: number): string => encode([page])

/** @throws INVALID_REQUEST for what is no cursor of ours. */
export function readPageCursor(cursor: string | undefined): number {
  if (cursor === undefined) return -1
  const [page, ...more] = decode(cursor)
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 0 || page > 1e9 || more.length > 0) throw noCursor()
  return page
}

/** The component after which a list goes on that is ordered by name, id and library. */
export const componentCursor = ({ name, id, library }: ComponentPlace): string => encode([name, id, library])

/** @throws INVALID_REQUEST for what is no cursor of ours. */
export function readComponentCursor(cursor: string | undefined): ComponentPlace | undefined {
  if (cursor === undefined) return undefined
  const [name, id, library, ...more] = decode(cursor)
  if (typeof name !== 'string' || typeof id !== 'string' || typeof library !== 'string' || more.length > 0)
    throw noCursor()
  if (unstorable([name, id, library]).length > 0) throw noCursor()
  return { name, id, library }
}

const encode = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

function decode(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(parts)) return parts
  } catch {
    // Told below.
  }
  throw noCursor()
}

const noCursor = () =>
  invalidRequest([
    { path: '?cursor', message: 'is not a cursor of this list', expected: 'the cursor that the page before gave' },
  ])

/** Pages of traces: by cursor, or by offset at any depth in milliseconds. */
import type { Reader } from '#db/client'
import { countedAtMost } from '#db/documents/counted'
import {
  type Bookmark,
  bookmarksAfter,
  countTraces,
  isCounted,
  type PageKey,
  pageAfter,
  pageAtOffset,
  pageFromOldest,
} from '#db/queries/traces'
import type { TraceRow } from '#db/tables/traces'
import type { TraceFilterQuery, TraceList, TraceListQuery } from '#shared/contracts/traces'
import { requireProvenTraces } from '#shared/evidence/sealed/traces'
import { cache } from '#shared/kernel/cache'
import { invalidRequest } from '#shared/kernel/errors/request'
import { isDateTime } from '#shared/kernel/schema/formats'
import type { Sealer } from '#shared/kernel/sealer'
import { presentTrace } from '#shared/traces/present'

/** A page on the wire. */
export const presentPage = (page: Page, { limit, offset }: { limit: number; offset: number }): TraceList => ({
  traces: page.rows.map(presentTrace),
  total: page.total,
  limit,
  offset,
  next_cursor: page.nextCursor,
})

type Page = { rows: TraceRow[]; total: number; nextCursor: string | null }
export type TracePages = { page: (sql: Reader, orgId: string, query: TraceListQuery) => Promise<Page> }

// Nearer to an end than this, the index is simply walked.
const shallow = 2000
const bookmarkStep = 1000
const organisationsKept = 100

/** @throws EVIDENCE_MISMATCH where a trace of a page is not as it came in. */
export function openTracePages(signer: Sealer): TracePages {
  /** Per organisation, oldest first: rows that can no longer move, every thousandth. */
  const shelf = cache<Bookmark[]>(organisationsKept)

  async function bookmarkFor(sql: Reader, orgId: string, rank: number): Promise<Bookmark | undefined> {
    const marks = shelf.get(orgId) ?? []
    const last = marks.at(-1)
    if (!last || last.rank < rank) {
      const more = await bookmarksAfter(sql, orgId, last, bookmarkStep)
      // Another request may have put the same marks on the shelf while this one read them.
      marks.push(...more.filter((mark) => mark.rank > (marks.at(-1)?.rank ?? -1)))
      shelf.set(orgId, marks)
    }
    // Ranks are step-1, 2*step-1, …
    return marks[Math.max(0, Math.ceil((rank + 1) / bookmarkStep) - 1)]
  }

  async function byOffset(sql: Reader, orgId: string, filter: TraceFilterQuery, offset: number, limit: number) {
    if (offset <= shallow) return pageAtOffset(sql, orgId, filter, { offset, limit })
    const total = await countTraces(sql, orgId, filter)
    // There may be more than were counted: nobody knows where the far end is.
    if (isCut(filter, total)) return pageAtOffset(sql, orgId, filter, { offset, limit })
    const fromEnd = total - offset - limit
    if (fromEnd < 0 || fromEnd <= shallow || (isFiltered(filter) && fromEnd < offset))
      return pageFromOldest(sql, orgId, filter, { offset, limit })
    const bookmark = isFiltered(filter) ? undefined : await bookmarkFor(sql, orgId, total - 1 - offset)
    return pageAtOffset(sql, orgId, filter, { offset, limit, bookmark })
  }

  return {
    async page(sql, orgId, { limit, offset, cursor, ...given }) {
      const filter = normalFilter(given)
      if (cursor !== undefined) {
        const [rows, total] = await Promise.all([
          pageAfter(sql, orgId, filter, readCursor(cursor), limit),
          countTraces(sql, orgId, filter),
        ])
        requireProvenTraces(signer, rows)
        return { rows, total, nextCursor: rows.length === limit ? cursorAfter(rows) : null }
      }
      const { rows, total } = await byOffset(sql, orgId, filter, offset, limit)
      requireProvenTraces(signer, rows)
      const isMore = isCut(filter, total) ? rows.length === limit : offset + rows.length < total
      return { rows, total, nextCursor: isMore ? cursorAfter(rows) : null }
    },
  }
}

/** Times as the store takes them. */
export function normalFilter({ from, to, ...rest }: TraceFilterQuery): TraceFilterQuery {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  }
}

const isCut = (filter: TraceFilterQuery, total: number) => !isCounted(filter) && total >= countedAtMost
const isFiltered = (filter: TraceFilterQuery) => Object.values(filter).some((value) => value !== undefined)

function cursorAfter(rows: TraceRow[]): string | null {
  const last = rows.at(-1)
  if (!last) return null
  return Buffer.from(JSON.stringify([last.created_at.toISOString(), last.trace_id])).toString('base64url')
}

function readCursor(cursor: string): PageKey {
  try {
    const [createdAt, traceId]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const isOurs =
      typeof createdAt === 'string' &&
      isDateTime(createdAt) &&
      typeof traceId === 'string' &&
      /^SVC-[a-zA-Z0-9]+-\d+$/.test(traceId)
    if (isOurs) return { created_at: new Date(createdAt).toISOString(), trace_id: traceId }
  } catch {
    // Falls through: whatever it was, it is none of our cursors.
  }
  throw invalidRequest([
    { path: '?cursor', message: 'is not a cursor of ours', expected: 'next_cursor of an earlier page' },
  ])
}

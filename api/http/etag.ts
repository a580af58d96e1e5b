/** Whether a caller has what it asks for already. */
import type { HttpRequest } from '#api/http/wire'

/** RFC 9110 13.1.2: some tag of If-None-Match is this one, weak or strong, or `*`. */
export const isKnown = (request: HttpRequest, etag: string): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, '')))

/** The headers of what a caller may keep, as the API's description has them. */
export const cachingHeaders = {
  ETag: 'What this is the text of: sent back in If-None-Match, it spares the caller the body.',
  'Cache-Control': 'Who may keep it, and for how long.',
}
/** The headers of a file, as the API's description has them. */
export const fileHeaders = { 'Content-Disposition': 'A name for the file.' }
export const keptByNobody = { 'Cache-Control': 'no-store.' }

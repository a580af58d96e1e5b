/** Whether a caller has what it asks for already. */
import type { HttpRequest } from '#api/http/wire'

/** RFC 9110 13.1.2: some tag of If-None-Match is this one, weak or strong, or `*`. */
export const isKnown = (request: HttpRequest, etag: string): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((tag) => [etag, '*'].includes(tag.trim().replace(/^W\//, '')))

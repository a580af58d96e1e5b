/** The address a request was sent to. A request may name no host, or one that no URL can be made of. */
import type { HttpRequest } from '#api/http/wire'
import { invalidRequest } from '#shared/kernel/errors/request'

/** @throws INVALID_REQUEST for a Host that is no host name. */
export function addressOf(request: HttpRequest): URL {
  const url = URL.parse(request.url)
  if (!url) throw invalidRequest([{ path: 'Host', message: 'is not a host name', expected: 'a host name' }])
  return url
}

/** The address a request was sent to. A request may name no host, or one that no URL can be made of. */
import { invalidRequest } from '#shared/errors'

/** Without a host, as HTTP/1.0 allows and load balancers' checks do, it is one of localhost. @throws INVALID_REQUEST for a Host that is no host name. */
export function addressOf(request: Request): URL {
  const isWithoutHost = request.url.startsWith('/') && !request.headers.get('host')
  const url = URL.parse(isWithoutHost ? `http://localhost${request.url}` : request.url)
  if (!url) throw invalidRequest([{ path: 'Host', message: 'is no host name', expected: 'a host name' }])
  return url
}

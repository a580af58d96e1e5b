/** Where a connection leads, and whether it may: what can be said of its settings without asking the network. Pure. */
import type { ConnectionKind } from '#shared/contracts/connections'
import {
  type AddressRefusal,
  type EgressAllow,
  isNamed,
  judgeAddress,
  judgeUrl,
  literalOf,
  portOf,
  type UrlRefusal,
} from '#shared/kernel/addresses'
import type { Issue } from '#shared/kernel/errors'

export type ConnectionPlace = {
  host: string
  port: number
  /** Nobody on the way can read it. */
  isEncrypted: boolean
  /** Where in the config it is said. */
  path: string
}

/** The parts of any kind's config that say where it leads. */
type Where = { host?: string; port?: number; security?: string; url?: string; base_url?: string }

const standard: Partial<Record<ConnectionKind, string>> = {
  github: 'https://api.github.com',
  gmail: 'https://gmail.googleapis.com',
  google_calendar: 'https://www.googleapis.com',
}

/** Undefined of what is no address. */
export function placeOf(kind: ConnectionKind, config: unknown): ConnectionPlace | undefined {
  // Sound: configs were checked by the schema of their kind.
  const { host, port, security, url: ownUrl, base_url } = config as Where
  if (kind === 'imap')
    return host === undefined || port === undefined
      ? undefined
      : { host, port, isEncrypted: security !== 'none', path: '/config/host' }
  const path = ownUrl === undefined ? '/config/base_url' : '/config/url'
  const url = URL.parse(ownUrl ?? base_url ?? standard[kind] ?? '')
  if (!url) return undefined
  return { host: url.hostname, port: portOf(url), isEncrypted: url.protocol === 'https:', path }
}

/** IMAP's own ports, which connections may reach on public addresses without being named. */
const imapPorts = new Set([143, 993])

/** Whether what it leads to may be reached in clear: the operator named it. */
export const isClearAllowed = ({ host, port, isEncrypted }: ConnectionPlace, allow: EgressAllow): boolean =>
  isEncrypted || isNamed(host, port, allow)

/** What of its settings no connection may have. A name is judged by its addresses when it is dialled. */
export function placeFaults(kind: ConnectionKind, config: unknown, allow: EgressAllow): Issue[] {
  const place = placeOf(kind, config)
  if (!place) return [{ path: '/config', message: 'leads nowhere', expected: 'an address' }]
  const { path } = place
  // Sound: as above.
  const { url: ownUrl, base_url: base } = config as Where
  const judged = kind === 'imap' ? undefined : judgeUrl(ownUrl ?? base ?? standard[kind] ?? '', allow)
  if (judged && !judged.ok)
    return [{ path, message: refusalSaid(judged.reason, place.port), expected: 'a public https address' }]
  if (kind === 'imap') {
    if (!/^[A-Za-z0-9.:_[\]-]+$/.test(place.host))
      return [{ path, message: 'is neither a name nor an address', expected: 'a host' }]
    const refused = imapRefusal(place, allow)
    if (refused)
      return [{ path, message: refusalSaid(refused, place.port), expected: 'a public address, port 143 or 993' }]
  }
  if (isClearAllowed(place, allow)) return []
  return [
    {
      path: kind === 'imap' ? '/config/security' : path,
      message: 'goes in clear, which the operator has not allowed there',
      expected: kind === 'imap' ? 'tls or starttls' : 'an https address',
    },
  ]
}

const refusalSaid = (reason: UrlRefusal, port: number): string =>
  ({
    not_a_url: 'is no address',
    scheme: 'is no http address',
    credentials: 'has a name or a password in it',
    address: 'is a private address, which the operator has not allowed',
    port: `is at port ${port}, which the operator has not allowed`,
  })[reason]

function imapRefusal({ host, port }: ConnectionPlace, allow: EgressAllow): AddressRefusal | undefined {
  const literal = literalOf(host)
  if (literal !== undefined) {
    const refused = judgeAddress(literal, port, { allow })
    return refused === 'port' && imapPorts.has(port) ? undefined : refused
  }
  return imapPorts.has(port) || isNamed(host, port, allow) ? undefined : 'port'
}

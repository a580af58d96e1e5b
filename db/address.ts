/** Where a URL says that Postgres is, read as libpq reads it: a host, several of which one takes writes, or a socket. */

/** Why nothing could be done, to be read by whoever gave the address. It says no password. */
export class StoreRefusal extends Error {}

export type StorePlace = { hosts: [string, ...string[]]; ports: [number, ...number[]] } | { socket: string }

export type StoreAddress = {
  /** Of the first host, or of this machine for a socket; without what is read here. */
  url: URL
  place: StorePlace
}

const form = 'DATABASE_URL is not of the form postgres://user:password@host:port/database'
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(\/[^?#]*)?(\?[^#]*)?$/

/** What libpq knows and neither we nor Postgres do: passed over, it would be a promise that nobody keeps. */
const unread = new Set([
  ...['channel_binding', 'dbname', 'gssdelegation', 'gssencmode', 'gsslib', 'hostaddr', 'krbsrvname'],
  ...['load_balance_hosts', 'passfile', 'password', 'replication', 'require_auth', 'requirepeer', 'service'],
  ...['servicefile', 'user'],
])
/** Of several hosts the one is used that takes writes, however that is asked for. */
const writable = new Set(['', 'any', 'primary', 'read-write'])

/** @throws StoreRefusal where it is no address, or asks for what is not read here. */
export function readAddress(text: string): StoreAddress {
  const [, before, authority = '', path = '', query] = parts.exec(text) ?? []
  if (before === undefined) throw new StoreRefusal(form)
  const asked = new URLSearchParams(query)
  const said = (name: string) => {
    const value = asked.get(name) ?? ''
    asked.delete(name)
    return value
  }
  const attribute = said('target_session_attrs')
  if (!writable.has(attribute))
    throw new StoreRefusal(`DATABASE_URL says target_session_attrs=${attribute}, and the store is written to`)
  const strange = [...asked.keys()].find((name) => unread.has(name))
  if (strange !== undefined) throw new StoreRefusal(`DATABASE_URL says ${strange}, which is not read here`)
  const host = said('host')
  if (`${authority}${path}${host}` === '') throw new StoreRefusal(form)
  const place = placeOf(authority, host, said('port'))
  const url = URL.parse(`${before}${'hosts' in place ? inUrl(place.hosts[0], place.ports[0]) : 'localhost'}${path}`)
  if (!url) throw new StoreRefusal(form)
  url.search = asked.toString()
  return { url, place }
}

/** For whoever is told of it: without account and password. */
export function placeText({ url, place }: StoreAddress): string {
  const where = 'socket' in place ? place.socket : place.hosts.map((host, at) => inUrl(host, place.ports[at])).join(',')
  return `${where}${url.pathname}`
}

const inUrl = (host: string, port: number | undefined) => `${host.includes(':') ? `[${host}]` : host}:${port}`

const oneHost = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/

/** What stands behind the question mark goes before what stands in the address. */
function placeOf(authority: string, host: string, port: string): StorePlace {
  const named = (host || authority).split(',').map((each) => {
    // An address of IPv6 needs no brackets where no port stands with it.
    const found = host === '' ? oneHost.exec(each) : ['', undefined, each]
    if (!found) throw new StoreRefusal(form)
    const [, bracketed, bare, own] = found
    return { host: decoded(bracketed ?? bare ?? ''), port: own }
  })
  const ports = port.split(',')
  const portOf = (own: string | undefined, at: number) => {
    const text = (ports.length > 1 ? ports[at] : port) || own || '5432'
    const value = Number(text)
    if (!(Number.isInteger(value) && value > 0 && value < 65_536)) throw new StoreRefusal(form)
    return value
  }
  const places = named.map(({ host: name, port: own }, at) => ({ host: name || 'localhost', port: portOf(own, at) }))
  const [first, ...more] = places
  if (!first) throw new StoreRefusal(form)
  if (places.every(({ host: name }) => !name.startsWith('/')))
    return {
      hosts: [first.host, ...more.map((each) => each.host)],
      ports: [first.port, ...more.map((each) => each.port)],
    }
  if (more.length > 0) throw new StoreRefusal('DATABASE_URL says several hosts, of which one is a socket')
  return { socket: `${first.host.replace(/\/$/, '')}/.s.PGSQL.${first.port}` }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StoreRefusal(form)
  }
}

/** Which addresses and ports may be visited: decided on parsed addresses, never on text. Pure. */
import { isIP } from 'node:net'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

/** Opens what is refused otherwise: a network with its ports, or `public`: a port on every public address. */
type EgressRule = { network: [IPv4 | IPv6, number] | 'public'; fromPort: number; toPort: number }
export type EgressAllow = readonly EgressRule[]

export type AddressRefusal = 'address' | 'port'

/** Web servers' ports. Any other is more often a database or a mail server than a page. */
const webPorts = new Set([80, 443, 8080, 8443])

/** Unicast by their number, but answered by the cloud's own machinery: Azure's wire server hands out credentials. */
const metadata = [ipaddr.parseCIDR('168.63.129.16/32')]

/** All that is assigned for the public Internet; whatever lies outside is no stranger's web server. */
const globalUnicastV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * May this address and port be dialled? Gives why not, or undefined.
 * @param own addresses of this machine's interfaces: public by number, but ours.
 */
export function judgeAddress(
  address: string,
  port: number,
  { allow, own = [] }: { allow: EgressAllow; own?: readonly string[] },
): AddressRefusal | undefined {
  const parsed = parseAddress(address)
  if (!parsed) return 'address'
  const isOwn = own.some((one) => parseAddress(one)?.toNormalizedString() === parsed.toNormalizedString())
  if (allow.some((rule) => opens(rule, parsed, port, isOwn))) return undefined
  if (isOwn || !isPublic(parsed)) return 'address'
  return webPorts.has(port) || allow.some((rule) => rule.network === 'public' && hasPort(rule, port))
    ? undefined
    : 'port'
}

/** Whether a rule names this address and port: then the operator knows of it. Of a name only its port can be told. */
export function isNamed(host: string, port: number, allow: EgressAllow): boolean {
  const literal = literalOf(host)
  const parsed = literal === undefined ? undefined : parseAddress(literal)
  if (!parsed) return literal === undefined && allow.some((rule) => hasPort(rule, port))
  return allow.some((rule) =>
    rule.network === 'public' ? hasPort(rule, port) && isPublic(parsed) : opens(rule, parsed, port, false),
  )
}

export type UrlRefusal = 'not_a_url' | 'scheme' | 'credentials' | AddressRefusal
export type UrlJudgement = { ok: true; url: URL } | { ok: false; reason: UrlRefusal }

/** What can be said of a URL without asking DNS. A name passes here and is judged by its addresses when it is dialled. */
export function judgeUrl(text: string, allow: EgressAllow): UrlJudgement {
  const url = URL.parse(text)
  if (!url) return { ok: false, reason: 'not_a_url' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { ok: false, reason: 'scheme' }
  if (url.hostname === '' || url.hostname.length > 255) return { ok: false, reason: 'not_a_url' }
  if (url.username !== '' || url.password !== '') return { ok: false, reason: 'credentials' }
  const literal = literalOf(url.hostname)
  const refused = literal && judgeAddress(literal, portOf(url), { allow })
  return refused ? { ok: false, reason: refused } : { ok: true, url }
}

/** Whether a browser may be at this URL. It reaches file: and chrome: without any network. */
export function isVisitable(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}

/** The port a URL's request goes to. */
export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)

/** The address that a URL's host is written as, or that `localhost` always is; undefined for a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare)) return bare
  const name = bare.replace(/\.+$/, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') ? '127.0.0.1' : undefined
}

/**
 * Reads `CIDR:port[,CIDR:port...]`: `127.0.0.1/32:8123`, `10.1.0.0/16:443`, `[fd00::/8]:80-90`, `10.0.0.7:*`, `public:3000`.
 * @throws Error naming the part that does not fit.
 */
export function readEgressAllow(text: string): EgressAllow {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readRule)
}

// Anything wider would open loopback and metadata along with what was meant.
const widestPrefix = { ipv4: 8, ipv6: 7 }

function readRule(part: string): EgressRule {
  const fail = (why: string) => new Error(`"${part}": ${why}`)
  const [, v6, plain, ports = ''] = /^(?:\[([^\]]*)\]|([^:]*)):([^:]*)$/.exec(part) ?? []
  const where = v6 ?? plain
  if (where === undefined) throw fail('expected CIDR:port, with an IPv6 CIDR in square brackets')
  const [fromPort, toPort] = readPorts(ports) ?? []
  if (fromPort === undefined || toPort === undefined) throw fail(`"${ports}" is no port, range of ports, or *`)
  if (where === 'public') return { network: 'public', fromPort, toPort }
  const network = readNetwork(where)
  if (!network || (network[0].kind() === 'ipv6') !== (v6 !== undefined)) throw fail(`"${where}" is no address or CIDR`)
  if (network[1] < widestPrefix[network[0].kind()]) throw fail(`"${where}" is too wide; name the networks one by one`)
  return { network, fromPort, toPort }
}

function readNetwork(text: string): [IPv4 | IPv6, number] | undefined {
  const [address = '', prefix, ...rest] = text.split('/')
  const parsed = parseAddress(address)
  if (!parsed || rest.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined
  const bits = parsed.kind() === 'ipv4' ? 32 : 128
  const length = prefix === undefined ? bits : Number(prefix)
  return length <= bits ? [parsed, length] : undefined
}

function readPorts(text: string): [number, number] | undefined {
  if (text === '*') return [1, 65_535]
  const [, from, to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []
  if (from === undefined) return undefined
  const range: [number, number] = [Number(from), Number(to ?? from)]
  return range[0] >= 1 && range[1] <= 65_535 && range[0] <= range[1] ? range : undefined
}

function opens(rule: EgressRule, address: IPv4 | IPv6, port: number, isOwn: boolean): boolean {
  if (rule.network === 'public' || !hasPort(rule, port)) return false
  const [network, length] = rule.network
  if (network.kind() !== address.kind()) return false
  // Whoever opens a network means its other machines: this one is opened only by its own address.
  if (isOwn && length < (address.kind() === 'ipv4' ? 32 : 128)) return false
  return address.match(network, length)
}

const hasPort = ({ fromPort, toPort }: EgressRule, port: number) => port >= fromPort && port <= toPort

function isPublic(address: IPv4 | IPv6): boolean {
  if (metadata.some(([network, length]) => address.kind() === network.kind() && address.match(network, length)))
    return false
  // Mapped, compatible, 6to4, Teredo and NAT64 forms have ranges of their own: none of them is unicast.
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address.match(globalUnicastV6) && !isIsatap(address as IPv6))
}

/** ISATAP (RFC 5214) carries an IPv4 address behind the interface id 0000:5efe or 0200:5efe, in any network. */
const isIsatap = ({ parts }: IPv6) => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe

/** Only the forms that the kernel's own conversion gives; short, octal and hex ones are for URL to unfold. */
function parseAddress(text: string): IPv4 | IPv6 | undefined {
  return isIP(text) && !text.includes('%') ? ipaddr.parse(text) : undefined
}

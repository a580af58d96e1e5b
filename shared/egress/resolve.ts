/** From a host to addresses that may be dialled: resolved once, every answer judged, nothing resolved again behind it. */
import { promises as dns, Resolver } from 'node:dns'
import { networkInterfaces } from 'node:os'
import { type AddressRefusal, type EgressAllow, judgeAddress, literalOf } from '#shared/kernel/addresses'

/** Every address of a name, v4 and v6. Throws, or gives none, where there is none. */
type Resolve = (name: string) => Promise<string[]>

export type EgressPolicy = {
  allow: EgressAllow
  resolve: Resolve
  /** This machine's addresses. */
  own: readonly string[]
}

export type EgressSettings = {
  allow: EgressAllow
  /** Asked instead of the system's resolver, e.g. `10.0.0.2:53`. */
  dnsServers?: readonly string[]
  resolve?: Resolve
}

export function openPolicy({ allow, dnsServers, resolve }: EgressSettings): EgressPolicy {
  return { allow, resolve: resolve ?? (dnsServers ? resolverAt(dnsServers) : systemResolve), own: ownAddresses() }
}

/** Why a host was not reached. None of them tells what the name resolved to. */
export type TargetRefusal = AddressRefusal | 'name_not_found'

export type DialTarget = { ok: true; addresses: readonly string[] } | { ok: false; reason: TargetRefusal }

const resolveTimeoutMs = 5000

/** The addresses to dial. A name with one address that is refused is refused: which one answers is not ours to choose. */
export async function resolveTarget(hostname: string, port: number, policy: EgressPolicy): Promise<DialTarget> {
  const addresses = await addressesOf(hostname, policy.resolve)
  if (addresses.length === 0) return { ok: false, reason: 'name_not_found' }
  const refusals = addresses.map((address) => judgeAddress(address, port, policy))
  const reason = refusals.find((one) => one === 'address') ?? refusals.find((one) => one !== undefined)
  if (reason) return { ok: false, reason }
  return { ok: true, addresses }
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<string[]> {
  const literal = literalOf(hostname)
  if (literal) return [literal]
  let timer: Timer | undefined
  const late = new Promise<string[]>((give) => {
    timer = setTimeout(() => give([]), resolveTimeoutMs)
  })
  try {
    return await Promise.race([resolve(hostname), late])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}

const systemResolve: Resolve = async (name) => {
  const answers = await dns.lookup(name, { all: true, verbatim: true })
  return answers.map(({ address }) => address)
}

function resolverAt(servers: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  resolver.setServers(servers)
  const ask = (kind: 'resolve4' | 'resolve6', name: string) =>
    new Promise<string[]>((give) =>
      resolver[kind](name, (error: unknown, addresses: string[]) => give(error ? [] : addresses)),
    )
  return async (name) => (await Promise.all([ask('resolve4', name), ask('resolve6', name)])).flat()
}

/** Public by number or not, they are ours. Loopback needs no naming. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
}

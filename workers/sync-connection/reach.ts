/** Reaches the other side of a connection: its secret opened, its way out judged, its time bounded, its failures named. */
import type { HeldConnection } from '#db/queries/connections'
import { isClearAllowed, placeOf } from '#shared/connections/places'
import { openSecret } from '#shared/connections/secrets'
import type { SyncFailure } from '#shared/connections/standing'
import type { ConfigOf, ConnectionKind, SecretOf } from '#shared/contracts/connections'
import { type EgressPolicy, openPolicy } from '#shared/egress/resolve'
import { type EgressAllow, isNamed, readEgressAllow } from '#shared/kernel/addresses'
import type { Seal } from '#shared/kernel/encryption'
import { type Adapter, AdapterError, type OpenConnection } from '#workers/sync-connection/adapters/adapter'

/** Of a connection, what it takes to get there. */
export type Reachable = Pick<HeldConnection, 'org_id' | 'connection_id' | 'kind'> & {
  /** RFC 8785 text. */
  config: string
  /** Sealed. */
  secret: string
}

export type ReachTools = {
  seal: Seal
  /** What the operator opened for connections. */
  allow: EgressAllow
  adapterOf: (kind: ConnectionKind) => Promise<Adapter>
  /** Asked instead of the system's resolver. */
  resolve?: EgressPolicy['resolve']
}

export type Reached = { adapter: Adapter; open: OpenConnection; policy: EgressPolicy }

/** @throws AdapterError where it does not come to a call at all. */
export async function reach(row: Reachable, { seal, allow, adapterOf, resolve }: ReachTools): Promise<Reached> {
  const adapter = await adapterOf(row.kind)
  const secret = openSecret(seal, row, row.secret)
  if (secret === undefined)
    throw new AdapterError('SECRET_UNREADABLE', 'its secret does not open with the keys that are here: give it anew')
  const config: unknown = JSON.parse(row.config)
  // Sound: both were checked by the schemas of their kind when they came in.
  const open = {
    id: row.connection_id,
    config: config as ConfigOf<ConnectionKind>,
    secret: secret as SecretOf<ConnectionKind>,
  }
  return { adapter, open, policy: policyOf(row.kind, config, allow, resolve) }
}

const imapPorts = readEgressAllow('public:143,public:993')

/** By which addresses are judged. What goes in clear goes to named addresses alone. @throws AdapterError */
function policyOf(
  kind: ConnectionKind,
  config: unknown,
  allow: EgressAllow,
  resolve: EgressPolicy['resolve'] | undefined,
): EgressPolicy {
  const rules = kind === 'imap' ? [...allow, ...imapPorts] : allow
  const policy = openPolicy({ allow: rules, ...(resolve && { resolve }) })
  const place = placeOf(kind, config)
  if (!place || place.isEncrypted) return policy
  if (!isClearAllowed(place, allow))
    throw new AdapterError('ADDRESS_REFUSED', 'it goes in clear, which the operator has not allowed there')
  const named = async (name: string) => {
    const addresses = await policy.resolve(name)
    return addresses.every((address) => isNamed(address, place.port, allow)) ? addresses : []
  }
  return { ...policy, allow, resolve: named }
}

/** What it came to, or the failure that it came to. @throws what is neither: a bug; and the signal's own reason. */
export async function tryWithin<T>(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ value: T } | { failure: SyncFailure }> {
  const late = AbortSignal.timeout(seconds * 1000)
  const either = AbortSignal.any([signal, late])
  try {
    return { value: await raced(either, work(either)) }
  } catch (error) {
    signal.throwIfAborted()
    const failure = failureOf(error)
    if (failure) return { failure }
    if (late.aborted) return { failure: { code: 'TIMEOUT', message: `no end came within ${seconds} s`, retryAt: null } }
    throw error
  }
}

/** Whatever it does with the signal, it is waited for no longer. */
function raced<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', end))
}

/** Undefined of what no adapter says. */
export const failureOf = (error: unknown): SyncFailure | undefined =>
  error instanceof AdapterError ? { code: error.code, message: error.message, retryAt: error.retryAt } : undefined

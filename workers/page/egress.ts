/** What leaves the machine for a visit: how much it may be, and what it was. */
import type { DialRefusal } from '#shared/egress/dial'
import type { TargetRefusal } from '#shared/egress/resolve'
import { portOf } from '#shared/kernel/addresses'

/** Of one visit. */
export type EgressLimits = {
  connectMs: number
  /** A connection on which nothing moves for so long is cut. */
  idleMs: number
  /** Both ways together, as they cross the network. */
  bytes: number
  /** HTTP requests and tunnels. */
  requests: number
  /** Open at once. */
  connections: number
}

export const egressDefaults: EgressLimits = {
  connectMs: 10_000,
  idleMs: 30_000,
  bytes: 50_000_000,
  requests: 500,
  connections: 100,
}

export type EgressDenialReason =
  | Exclude<TargetRefusal, 'name_not_found'>
  | 'scheme'
  | 'bytes'
  | 'requests'
  | 'connections'
export type EgressFailureReason = Exclude<DialRefusal, EgressDenialReason>

type Entry<Reason> = { host: string; port: number; reason: Reason; count: number }

/** What a visit did, live. */
export type EgressRecord = {
  requests: number
  bytes: number
  /** Refused by policy or limit; the first hundred hosts. */
  denied: Entry<EgressDenialReason>[]
  /** Allowed, but not reached. */
  failed: Entry<EgressFailureReason>[]
}

export const emptyRecord = (): EgressRecord => ({ requests: 0, bytes: 0, denied: [], failed: [] })

const listedHosts = 100

/** Counts what did not come through, by host and reason. */
export function noteEgress<Reason>(list: Entry<Reason>[], host: string, port: number, reason: Reason): void {
  const known = list.find((entry) => entry.host === host && entry.port === port && entry.reason === reason)
  if (known) known.count += 1
  else if (list.length < listedHosts) list.push({ host, port, reason, count: 1 })
}

/** Why this URL's host was not reached, if it was not: the browser itself tells a refusal from a failure only vaguely. */
export function egressRefusalOf(
  record: EgressRecord,
  url: string,
): EgressDenialReason | EgressFailureReason | undefined {
  const parsed = URL.parse(url)
  if (!parsed) return undefined
  const isIt = ({ host, port }: { host: string; port: number }) => host === parsed.hostname && port === portOf(parsed)
  return (record.denied.find(isIt) ?? record.failed.find(isIt))?.reason
}

/** A connection to a mailbox that can only read: dialled as it was judged, encrypted as configured, all that writes thrown back. */
import { createHash } from 'node:crypto'
import type { ConnectionOptions } from 'node:tls'
import { ImapFlow, type ListResponse } from 'imapflow'
import type { ConfigOf } from '#shared/contracts/connections'
import { tlsTerms } from '#shared/egress/certificates'
import { type EgressPolicy, resolveTarget } from '#shared/egress/resolve'
import { isNamed } from '#shared/kernel/addresses'
import { AdapterError, type OpenConnection } from '#workers/sync-connection/adapters/adapter'
import { clearRefused, type FailedAt, refusedTarget } from '#workers/sync-connection/adapters/imap/failures'

export type ImapTimes = {
  /** TCP and TLS, for each address. */
  connectMs: number
  greetingMs: number
  /** Without a byte while a command is under way; while nothing is, a sign of life is asked for so often. */
  silentMs: number
  /** IDLE is begun anew before servers end it. Source: RFC 2177 says 29 minutes. */
  idleMs: number
  /** An unused connection is kept as long. */
  keepMs: number
}

export const imapTimes: ImapTimes = {
  connectMs: 10_000,
  greetingMs: 10_000,
  silentMs: 120_000,
  idleMs: 24 * 60_000,
  keepMs: 60_000,
}

/** Bounds of one answer: text parts and headers are asked for in pieces of 64 KiB, structures of mails may be long. */
const limits = { maxLineLength: 8 << 20, maxLiteralSize: 1 << 20, maxResponseSize: 16 << 20 }
const mostAddresses = 3
/** A server that says of more UIDs that they are gone is not listened to: then UIDs are compared. */
const longestVanished = 1 << 20

/** All that is ever sent. Folders are only examined, so that fetching sets no flag either. */
const readingCommands = new Set([
  'CAPABILITY',
  'ID',
  'STARTTLS',
  'AUTHENTICATE',
  'LOGIN',
  'NAMESPACE',
  'ENABLE',
  'LIST',
  'XLIST',
  'LSUB',
  'EXAMINE',
  'SEARCH',
  'UID SEARCH',
  'FETCH',
  'UID FETCH',
  'NOOP',
  'IDLE',
  'LOGOUT',
])

export class ImapSession {
  readonly client: ImapFlow
  /** Of the connection it was opened for, its secret included. */
  readonly print: string
  /** What was said to be gone since the last change was asked for; undefined: too much to keep. */
  vanished: string[] | undefined = []
  /** The folders that there are, as they were asked for last. */
  listing: { at: Date; folders: ListResponse[] } | undefined
  cause: unknown
  hasBegun = false
  isBusy = false
  #stirs = 0
  #stirred = Promise.withResolvers<void>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(client: ImapFlow, print: string) {
    this.client = client
    this.print = print
    const stir = () => this.stir()
    // Without a listener an error would end the process.
    client.on('error', (error) => {
      this.cause ??= error
    })
    client.on('exists', stir).on('expunge', stir).on('flags', stir).on('close', stir)
    client.on('response', () => {
      if (this.hasBegun) return
      this.cause ??= Object.assign(new Error('spoke no IMAP'), { code: 'NotImap' })
      client.close()
    })
    onlyReading(this)
  }

  get isOpen(): boolean {
    return this.client.usable && !this.client.isClosed
  }

  /** One after the other: a folder that somebody reads in is not changed under them. */
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await before
    this.isBusy = true
    try {
      return await work()
    } finally {
      this.isBusy = false
      resolve()
    }
  }

  /** How often something has moved on the other side. */
  get stirs(): number {
    return this.#stirs
  }

  /** Resolves once something has moved after `stirs` was this. */
  stirredSince(stirs: number): Promise<void> {
    return this.#stirs === stirs ? this.#stirred.promise : Promise.resolve()
  }

  stir(): void {
    this.#stirs += 1
    this.#stirred.resolve()
    this.#stirred = Promise.withResolvers<void>()
  }

  end(): void {
    this.client.close()
  }

  failedAt(at: Date, isAborted: boolean): FailedAt {
    const { client, cause } = this
    return { at, isAborted, cause, byeReason: client.byeReason, hasSpoken: client.stats().received > 0 }
  }
}

type Attribute = { value?: unknown }
/** What imapflow's types leave out of its class: where every command passes by, and where it is told what is gone. */
type Inside = {
  exec: (command: string, ...rest: unknown[]) => unknown
  untaggedVanished: (answer: { attributes?: (Attribute | Attribute[])[] }) => Promise<void>
}
/** imapflow is pinned, and both are methods of its class in that version; the tests see them at work. */
const insideOf = (client: ImapFlow): Inside => client as unknown as Inside

/** Nothing but reading is sent: not by us, and not by the library for reasons of its own. */
function onlyReading(session: ImapSession): void {
  const inside = insideOf(session.client)
  const send = inside.exec.bind(inside)
  inside.exec = (command, ...rest) => {
    session.hasBegun = true
    if (!readingCommands.has(command.toUpperCase())) throw new Error(`${command} is not sent: mailboxes are only read`)
    return send(command, ...rest)
  }
  // imapflow would write out each UID of a range: a server could keep it busy for long with one line.
  inside.untaggedVanished = async ({ attributes = [] }) => {
    const [first] = attributes
    const isEarlier = Array.isArray(first)
    const set = isEarlier ? attributes[1] : first
    const uids = set !== undefined && !Array.isArray(set) && typeof set.value === 'string' ? set.value : ''
    session.vanished?.push(uids)
    const length = session.vanished?.reduce((sum, each) => sum + each.length, 0) ?? 0
    if (length > longestVanished) session.vanished = undefined
    if (!isEarlier) session.stir()
  }
}

/** Changes with whatever it takes to get in. Kept in memory alone. */
export const printOf = ({ config, secret }: OpenConnection<'imap'>): string =>
  createHash('sha256')
    .update(JSON.stringify([config, secret]))
    .digest('base64')

type Opening = { policy: EgressPolicy; signal: AbortSignal; at: Date; times: ImapTimes }

/**
 * Logged in, no folder open. Tries each address of the name, one after the other.
 * @throws AdapterError, or what `failureOf` makes one of
 */
export async function openSession(
  connection: OpenConnection<'imap'>,
  { policy, signal, at, times }: Opening,
  failureOf: (error: unknown, about: FailedAt) => AdapterError,
): Promise<ImapSession> {
  const { host, port, security } = connection.config
  const target = await resolveTarget(host, port, policy)
  if (!target.ok) throw refusedTarget(target.reason)
  if (security === 'none' && !target.addresses.every((address) => isNamed(address, port, policy.allow)))
    throw clearRefused()
  let failure = new AdapterError('UNREACHABLE', 'The server cannot be reached.')
  for (const address of target.addresses.slice(0, mostAddresses)) {
    const session = new ImapSession(clientOf(connection, address, times), printOf(connection))
    const onAbort = () => session.end()
    signal.addEventListener('abort', onAbort)
    try {
      if (signal.aborted) session.end()
      await session.client.connect()
      return session
    } catch (error) {
      session.end()
      failure = failureOf(error, session.failedAt(at, signal.aborted))
      // Whoever answered has answered: another address would ask the same login again.
      if (session.hasBegun || signal.aborted || !['UNREACHABLE', 'TIMEOUT'].includes(failure.code)) throw failure
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }
  throw failure
}

function clientOf({ config, secret }: OpenConnection<'imap'>, address: string, times: ImapTimes): ImapFlow {
  const { port, security, user } = config
  return new ImapFlow({
    host: address,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    tls: termsOf(config),
    auth: 'password' in secret ? { user, pass: secret.password } : { user, accessToken: secret.access_token },
    logger: false,
    emitLogs: false,
    clientInfo: { name: 'assay', version: false, vendor: false, 'support-url': false },
    qresync: true,
    disableIMAP4rev2: true,
    disableCompression: true,
    disableAutoIdle: true,
    disableBinary: true,
    connectionTimeout: times.connectMs,
    greetingTimeout: times.greetingMs,
    socketTimeout: times.silentMs,
    maxIdleTime: times.idleMs,
    ...limits,
  })
}

/** The certificate must be the configured name's. */
function termsOf({ host, ca }: ConfigOf<'imap'>): ConnectionOptions {
  try {
    return tlsTerms(host.replace(/^\[(.*)\]$/, '$1'), ca)
  } catch {
    throw new AdapterError('CERTIFICATE', 'The certificate that is to be trusted cannot be read.')
  }
}

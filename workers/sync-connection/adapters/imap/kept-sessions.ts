/** Connections to mailboxes that are kept between syncs and watches, one for each connection: a new mail costs no new login. */
import { type AdapterContext, AdapterError, type OpenConnection } from '#workers/sync-connection/adapters/adapter'
import { imapFailure } from '#workers/sync-connection/adapters/imap/failures'
import { type ImapSession, type ImapTimes, openSession, printOf } from '#workers/sync-connection/adapters/imap/session'

type Asked = Pick<AdapterContext, 'policy' | 'signal' | 'at'>
type Kept = { session: ImapSession; timer: Timer | undefined; watches: number }

export class KeptSessions {
  readonly #times: ImapTimes
  readonly #kept = new Map<string, Kept>()
  readonly #opening = new Map<string, Promise<ImapSession>>()

  constructor(times: ImapTimes) {
    this.#times = times
  }

  /**
   * Works with the connection's session: the kept one, or a new one. What breaks a kept one is tried again with a new one, since
   * servers end what is idle without a word; what breaks a new one, or goes past the time, is a failure.
   * @throws AdapterError
   */
  async use<Result>(
    connection: OpenConnection<'imap'>,
    asked: Asked,
    work: (session: ImapSession) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      const wasKept = this.#find(connection) !== undefined
      const session = await this.#session(connection, asked)
      const onAbort = () => session.end()
      asked.signal.addEventListener('abort', onAbort)
      try {
        if (asked.signal.aborted) session.end()
        return await session.exclusively(() => work(session))
      } catch (error) {
        const isAborted = asked.signal.aborted
        if (wasKept && !isAborted && !session.isOpen && !(error instanceof AdapterError)) continue
        // What it was in the middle of is not known: the next begins with a new one.
        session.end()
        throw imapFailure(error, session.failedAt(asked.at, isAborted))
      } finally {
        asked.signal.removeEventListener('abort', onAbort)
        this.#rest(connection.id)
      }
    }
  }

  /** While it lasts the session is kept, used or not. */
  async watched<Result>(id: string, watch: () => Promise<Result>): Promise<Result> {
    const kept = this.#kept.get(id)
    if (kept) kept.watches += 1
    try {
      return await watch()
    } finally {
      if (kept) kept.watches -= 1
      this.#rest(id)
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#opening.values())
    for (const id of [...this.#kept.keys()]) this.#drop(id)
  }

  #find({ id, ...connection }: OpenConnection<'imap'>): ImapSession | undefined {
    const session = this.#kept.get(id)?.session
    return session?.isOpen && session.print === printOf({ id, ...connection }) ? session : undefined
  }

  async #session(connection: OpenConnection<'imap'>, asked: Asked): Promise<ImapSession> {
    const found = this.#find(connection)
    if (found) return found
    const { id } = connection
    // Whoever comes while it is opened waits, and looks again: it may be opened for another secret.
    const opening = this.#opening.get(id)
    if (opening) {
      await opening.catch(() => undefined)
      return this.#session(connection, asked)
    }
    this.#drop(id)
    const opened = openSession(connection, { ...asked, times: this.#times }, imapFailure)
    this.#opening.set(id, opened)
    try {
      const session = await opened
      this.#kept.set(id, { session, timer: undefined, watches: 0 })
      return session
    } finally {
      this.#opening.delete(id)
    }
  }

  #rest(id: string): void {
    const kept = this.#kept.get(id)
    if (!kept) return
    clearTimeout(kept.timer)
    if (!kept.session.isOpen) {
      this.#drop(id)
      return
    }
    if (kept.watches > 0) return
    kept.timer = setTimeout(() => {
      if (!kept.session.isBusy && kept.watches === 0) this.#drop(id)
    }, this.#times.keepMs)
    kept.timer.unref()
  }

  #drop(id: string): void {
    const kept = this.#kept.get(id)
    if (!kept) return
    clearTimeout(kept.timer)
    this.#kept.delete(id)
    kept.session.end()
  }
}

/** Bounds on what is asked of Postgres: a look that nobody waits for ends; a transaction was kept, or was not, or it is said that nobody knows. */
import type { Socket } from 'node:net'
import postgres from 'postgres'
import {
  commitUnanswered,
  errorWithCode,
  isDeadlock,
  isPlanOld,
  type Reader,
  type Sql,
  type Tx,
  tooSlow,
  type Writer,
} from '#db/client'

export type WriteBounds = {
  /** From the beginning to COMMIT; what has not come so far is not kept. */
  beforeCommitMs: number
  /** From COMMIT to its answer. */
  commitMs: number
}

/** What postgres.js knows of a statement that it was given. */
type Statement = {
  /** Whether it was given to the pool at all; fragments never are. */
  executed: boolean
  cancel: () => void
  /** Of the connection that it was sent through, by our patch; absent while it waits. */
  socket?: Socket | null
}

// Sound: every statement of postgres.js has these members, though its types do not say so.
const statementOf = (query: object) => query as unknown as Statement

/** Ends the connection that a statement was sent through: Postgres takes back what was not committed. */
const cut = (query: object): void => void statementOf(query).socket?.destroy()

/** How long Postgres itself may overrun its bound before its connection is taken for dead. */
const graceMs = 1000

/**
 * A look into the store that ends in time: what waits then is not sent any more, what was sent is ended by Postgres (the
 * pool's statement_timeout), and a connection on which that does not happen is given up.
 * @throws STORE_TOO_SLOW, or what the look throws.
 */
export async function lookWithin<Handle extends Reader, T>(
  pool: Handle,
  withinMs: number,
  look: (sql: Handle) => Promise<T>,
): Promise<T> {
  const sent = new Set<object>()
  let isOver = false
  const watched = new Proxy(pool, {
    apply(target, self, args) {
      if (isOver) throw late(withinMs)
      const made: unknown = Reflect.apply(target as (...args: unknown[]) => unknown, self, args)
      if (made instanceof Promise) sent.add(made)
      return made
    },
  })
  try {
    return await inTime(withinMs, look(watched))
  } catch (error) {
    isOver = true
    for (const query of sent) {
      const statement = statementOf(query)
      if (!statement.executed) continue
      if (statement.socket) cutUnlessAnswered(query as Promise<unknown>)
      else statement.cancel()
    }
    throw error
  }
}

function cutUnlessAnswered(query: Promise<unknown>): void {
  const timer = setTimeout(() => cut(query), graceMs)
  timer.unref()
  const end = () => clearTimeout(timer)
  query.then(end, end)
}

/** The same for several statements, which see the store as it was at one moment. */
export async function lookAtOnce<T>(pool: Sql, withinMs: number, look: (sql: Reader) => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const leftMs = withinMs - (performance.now() - startedAt)
    try {
      return await lookOnce(pool, leftMs, look)
    } catch (error) {
      if (!isPlanOld(error)) throw error
    }
  }
}

async function lookOnce<T>(pool: Sql, withinMs: number, look: (sql: Reader) => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const connection = await reserveWithin(pool, withinMs)
  const begun = connection`begin isolation level repeatable read read only`.execute()
  begun.catch(() => undefined)
  try {
    const seen = await inTime(withinMs - (performance.now() - startedAt), look(connection))
    void rollBack(connection, begun)
    return seen
  } catch (error) {
    if (isLate(error)) cut(begun)
    else void rollBack(connection, begun)
    throw error
  }
}

async function reserveWithin(pool: Sql, withinMs: number): Promise<Connection> {
  const reserving = pool.reserve()
  try {
    return await inTime(withinMs, reserving)
  } catch (error) {
    reserving.then(
      (granted) => granted.release(),
      () => undefined,
    )
    throw error
  }
}

/** Who begins anew at once may take what the other is only just being given. */
const otherFirstMs = 50

/** What writes in time, through a pool whose connections refuse to write outside of such transactions. */
export const boundedWriter = (pool: Sql, bounds: WriteBounds): Writer => ({
  async begin(act) {
    const startedAt = performance.now()
    const leftMs = () => bounds.beforeCommitMs - (performance.now() - startedAt)
    let deadlocks = 0
    for (;;) {
      try {
        return await beginWithin(pool, { ...bounds, beforeCommitMs: leftMs() }, act)
      } catch (error) {
        // Of neither was anything done. Each of the pool's connections may have to prepare each of its statements anew.
        if (isPlanOld(error)) continue
        // Everybody locks in one order; where that fails after all, the other one goes on.
        if (!isDeadlock(error) || deadlocks > 0 || leftMs() <= otherFirstMs) throw error
        deadlocks += 1
        await Bun.sleep(otherFirstMs)
      }
    }
  },
})

/**
 * A transaction that ends in time. Only COMMIT makes anything of it last, so until that is sent it can be given up at
 * any moment, and nothing of it will ever have been; from then on its answer is waited for.
 * @throws STORE_TOO_SLOW or what broke: nothing was kept. COMMIT_UNANSWERED: that is not known.
 */
async function beginWithin<T>(
  pool: Sql,
  { beforeCommitMs, commitMs }: WriteBounds,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  const leftMs = () => beforeCommitMs - (performance.now() - startedAt)
  const connection = await reserveWithin(pool, beforeCommitMs)
  // Should it fail, what follows finds a session that writes nothing: it need not be waited for.
  const begun = connection`begin read write`.execute()
  begun.catch(() => undefined)
  let made: T
  try {
    const acting = act(connection)
    made = await inTime(leftMs(), acting)
    await inTime(leftMs(), begun)
  } catch (error) {
    if (isLate(error)) cut(begun)
    else await rollBack(connection, begun)
    throw error
  }
  const committing = connection`commit`.execute()
  let command: string
  try {
    ;({ command } = await inTime(commitMs, committing))
  } catch (error) {
    if (isRefusal(error)) connection.release()
    else cut(begun)
    throw isRefusal(error) ? error : errorWithCode(commitUnanswered, 'COMMIT was sent and not answered', error)
  }
  connection.release()
  if (command !== 'COMMIT') throw new Error('a transaction was rolled back: a failure in it was passed over')
  return made
}

type Connection = Awaited<ReturnType<Sql['reserve']>>

async function rollBack(connection: Connection, begun: object): Promise<void> {
  try {
    await inTime(graceMs, connection`rollback`.execute())
    connection.release()
  } catch {
    // Nothing of it was kept, whatever became of the connection.
    cut(begun)
  }
}

/** Whether Postgres says that it has not kept the transaction, as opposed to that it ends the session, or says nothing. */
const isRefusal = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.severity_local !== undefined && error.severity === 'ERROR'

const late = (ms: number) => errorWithCode(tooSlow, `no answer in ${Math.max(0, Math.round(ms))} ms`)
const isLate = (error: unknown) => error instanceof Error && 'code' in error && error.code === tooSlow

/** @throws STORE_TOO_SLOW when it takes longer; then it goes on unheard. */
async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  // What has arrived while this process was busy is read first.
  const timer = setTimeout(() => setImmediate(() => reject(late(ms))), Math.max(0, ms))
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
    over.catch(() => undefined)
  }
}

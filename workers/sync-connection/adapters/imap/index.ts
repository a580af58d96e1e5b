/** Mailboxes over IMAP: read by examining folders, followed by what changed since, watched by IDLE. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Adapter, OpenConnection } from '#workers/sync-connection/adapters/adapter'
import { examineFolder, foldersOf, type OpenedFolder } from '#workers/sync-connection/adapters/imap/folders'
import { KeptSessions } from '#workers/sync-connection/adapters/imap/kept-sessions'
import { type ImapSession, type ImapTimes, imapTimes } from '#workers/sync-connection/adapters/imap/session'
import { syncMailbox } from '#workers/sync-connection/adapters/imap/sync'

/** A server that knows no IDLE, or ends it at once, is looked at so often. */
const lookEveryMs = 30_000

/** The part of what a folder looks like that any new mail changes. */
const looksOf = ({ uidValidity, uidNext, exists, modseq }: OpenedFolder) =>
  [uidValidity, uidNext, exists, modseq].join(' ')

export function openImapAdapter(times: ImapTimes): Required<Adapter<'imap'>> {
  const sessions = new KeptSessions(times)
  /** How INBOX looked when it was last watched, by connection. */
  const seen = new Map<string, string>()

  return {
    kind: 'imap',
    test: (connection, context) =>
      sessions.use(connection, context, async (session) => {
        await foldersOf(session, connection.config, context.at)
      }),

    sync: (connection, state, context) =>
      sessions.use(connection, context, (session) => syncMailbox(session, connection, state, context)),

    /** What came before a connection was ever watched by this process is not known, so that the first watch returns at once. */
    async watch(connection, context) {
      const { id } = connection
      const { signal } = context
      const aborted = Promise.withResolvers<void>()
      const onAbort = () => aborted.resolve()
      signal.addEventListener('abort', onAbort)
      try {
        for (let quickEnds = 0; !signal.aborted; ) {
          const idle = await sessions.use(connection, context, (session) =>
            beginIdle(session, connection, context.at, seen),
          )
          if (!idle) return
          const begunAt = performance.now()
          const how = await sessions.watched(id, () => Promise.race([idle.stirred, idle.ended, aborted.promise]))
          // Somebody else may watch it now.
          if (signal.aborted && !idle.session.isBusy) idle.session.end()
          if (signal.aborted) return
          if (!idle.session.isOpen) {
            // Whether something came while nobody listened is not known.
            seen.delete(id)
            return
          }
          quickEnds = how !== undefined && performance.now() - begunAt < 1000 ? quickEnds + 1 : 0
          if (how === 'refused' || quickEnds > 3) await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
        }
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },

    close: async () => {
      seen.clear()
      await sessions.close()
    },
  }
}

type Idle = { session: ImapSession; stirred: Promise<void>; ended: Promise<'ended' | 'refused'> }

/** Undefined where the first folder does not look as it did when it was last watched. */
async function beginIdle(
  session: ImapSession,
  { id, config }: OpenConnection<'imap'>,
  at: Date,
  seen: Map<string, string>,
): Promise<Idle | undefined> {
  const { found } = await foldersOf(session, config, at)
  const { stirs } = session
  const looks = looksOf(await examineFolder(session, found[0]?.path ?? 'INBOX'))
  const before = seen.get(id)
  seen.set(id, looks)
  if (before !== looks) return undefined
  // Begun before anybody else has a turn, whose first command then ends it.
  const ended = session.client.idle().then(
    (result) => (result === false ? ('refused' as const) : ('ended' as const)),
    () => 'ended' as const,
  )
  return { session, stirred: session.stirredSince(stirs), ended }
}

/** Opens nothing before it is asked to. */
export const imapAdapter = openImapAdapter(imapTimes)

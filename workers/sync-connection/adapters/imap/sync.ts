/** One sync of a mailbox: what changed in each folder since the last, and a piece of what is still to be fetched. */
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import {
  type AdapterContext,
  AdapterError,
  type OpenConnection,
  type SyncDelta,
  type SyncState,
} from '#workers/sync-connection/adapters/adapter'
import { fetchByUid, fetchMails, flagsOf } from '#workers/sync-connection/adapters/imap/fetch-mails'
import {
  examineFolder,
  foldersOf,
  type ListedFolders,
  type OpenedFolder,
  type ReadFolder,
  refusedFolder,
} from '#workers/sync-connection/adapters/imap/folders'
import type { ImapSession } from '#workers/sync-connection/adapters/imap/session'
import {
  type FolderMemory,
  type MailboxMemory,
  mailboxState,
  mostMails,
  readMailboxState,
} from '#workers/sync-connection/adapters/imap/state'
import { uidsWithin } from '#workers/sync-connection/adapters/imap/uid-set'
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'

type Round = {
  session: ImapSession
  connection: OpenConnection<'imap'>
  context: AdapterContext
  memory: MailboxMemory
  found: readonly ReadFolder[]
  /** Keys that left a folder; some may still be in another. */
  left: Set<string>
  items: Map<string, SourceMail>
}

const dayMs = 86_400_000

/** @throws AdapterError, and whatever a session breaks with */
export async function syncMailbox(
  session: ImapSession,
  connection: OpenConnection<'imap'>,
  state: SyncState,
  context: AdapterContext,
): Promise<SyncDelta> {
  const listed = await foldersOf(session, connection.config, context.at)
  const known = readMailboxState(state)
  const followed = known && (await syncFolders(session, connection, known, listed, context))
  if (followed) return followed
  const anew = await syncFolders(session, connection, new Map(), listed, context)
  if (!anew) throw new AdapterError('MALFORMED', 'The server numbers its mails anew while they are read.')
  return { ...anew, isReset: true }
}

/**
 * Undefined where a folder is another than it was: the same numbers may be other mails then, and nothing that is known of one is
 * worth anything.
 */
async function syncFolders(
  session: ImapSession,
  connection: OpenConnection<'imap'>,
  memory: MailboxMemory,
  listed: ListedFolders,
  context: AdapterContext,
): Promise<SyncDelta | undefined> {
  const { found } = listed
  const missing = [...listed.missing]
  const round: Round = { session, connection, context, memory, found, left: new Set(), items: new Map() }
  if (missing.length === 0) forgetOthers(round)
  const refused = new Map<string, unknown>()
  for (const folder of found) {
    const opened = await openFolder(session, folder)
    if ('refusal' in opened) refused.set(folder.path, opened.refusal)
    else if ((await syncFolder(round, folder, opened)) === 'renumbered') return undefined
  }
  const [refusal] = refused.values()
  if (refused.size === found.length) throw refusal
  const gone = goneOf(round)
  return {
    state: mailboxState(memory),
    items: [...round.items.values()],
    gone,
    isReset: false,
    hasMore: found.some(({ path }) => !refused.has(path) && (memory.get(path)?.todo.size ?? 0) > 0),
    missing: [...missing, ...[...refused.keys()].map(refusedFolder)],
  }
}

/** Folders that are not read any more. One that was asked for and is not there now may come back. */
function forgetOthers({ memory, left, found }: Round): void {
  for (const [path, { known }] of memory) {
    if (found.some((folder) => folder.path === path)) continue
    for (const { key } of known.values()) left.add(key)
    memory.delete(path)
  }
}

async function openFolder(session: ImapSession, { path }: ReadFolder): Promise<OpenedFolder | { refusal: unknown }> {
  try {
    return await examineFolder(session, path)
  } catch (error) {
    if (!isRefusal(error) || !session.isOpen) throw error
    return { refusal: error }
  }
}

async function syncFolder(round: Round, folder: ReadFolder, opened: OpenedFolder): Promise<'done' | 'renumbered'> {
  const { session, memory, context, found } = round
  const kept = memory.get(folder.path)
  if (kept && isAnother(kept, opened)) return 'renumbered'
  const now = kept ?? (await firstLook(session.client, opened, context))
  if (kept) await followChanges(round, kept, opened)
  Object.assign(now, opened)
  memory.set(folder.path, now)
  const later = found.slice(found.indexOf(folder) + 1)
  const waiting = later.reduce((sum, { path }) => sum + (memory.get(path)?.todo.size ?? context.limit), 0)
  const left = context.limit - round.items.size
  const share = waiting === 0 ? left : Math.max(left - waiting, Math.ceil(left / (later.length + 1)))
  await fetchPiece(round, folder, now, share)
  return 'done'
}

/** What only ever grows has not: a folder of the same name was put in its place, or an older copy of it. */
const isAnother = (kept: FolderMemory, opened: OpenedFolder): boolean =>
  kept.uidValidity !== opened.uidValidity ||
  opened.uidNext < kept.uidNext ||
  (opened.modseq !== null && kept.modseq !== null && BigInt(opened.modseq) < BigInt(kept.modseq))

/** The server's no to one command; it goes on with others. */
const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'responseStatus' in error && error.responseStatus === 'NO'

async function firstLook(
  client: ImapFlow,
  opened: OpenedFolder,
  { at, backDays }: AdapterContext,
): Promise<FolderMemory> {
  const since = new Date(at.getTime() - backDays * dayMs)
  const uids = opened.exists === 0 ? [] : await searched(client, { since })
  const recent = uids.filter((uid) => uid < opened.uidNext).sort((one, other) => one - other)
  return { ...opened, todo: new Set(recent.slice(-mostMails)), known: new Map(), tidied: dayOf(at) }
}

async function searched(client: ImapFlow, query: Parameters<ImapFlow['search']>[0]): Promise<number[]> {
  const uids = await client.search(query, { uid: true })
  if (!uids) throw new AdapterError('UPSTREAM', 'The server refused a command.')
  return uids
}

async function followChanges(round: Round, kept: FolderMemory, opened: OpenedFolder): Promise<void> {
  const { client } = round.session
  if (kept.tidied !== dayOf(round.context.at)) await tidy(client, kept, round.context)
  const counts = opened.modseq !== null && kept.modseq !== null
  if (counts && opened.modseq === kept.modseq && opened.uidNext === kept.uidNext && opened.exists === kept.exists)
    return
  const lowest = Math.min(kept.uidNext, ...lowestOf(kept.known.keys()), ...lowestOf(kept.todo))
  const range = `${lowest}:*`
  round.session.vanished = []
  const since = counts && kept.modseq !== null ? BigInt(kept.modseq) : undefined
  const rows =
    opened.exists === 0
      ? new Map<number, FetchMessageObject>()
      : await fetchByUid(client, range, { flags: true }, since)
  for (const [uid, { flags }] of rows) {
    if (uid >= opened.uidNext) continue
    const before = kept.known.get(uid)
    if (before ? before.flags !== flagsOf(flags) : uid >= kept.uidNext) kept.todo.add(uid)
  }
  const uids = [...kept.known.keys(), ...kept.todo]
  const sets = round.session.vanished
  const says = counts && client.enabled.has('QRESYNC') && sets !== undefined && opened.exists > 0
  const gone = says
    ? uidsWithin(uids, sets)
    : without(uids, await standing(client, range, opened, counts ? undefined : rows))
  for (const uid of gone) {
    const key = kept.known.get(uid)?.key
    if (key !== undefined) round.left.add(key)
    kept.known.delete(uid)
    kept.todo.delete(uid)
  }
}

/** Two numbers at most: spreading all would be too many arguments. */
function lowestOf(uids: Iterable<number>): number[] {
  let lowest = Number.POSITIVE_INFINITY
  for (const uid of uids) lowest = Math.min(lowest, uid)
  return Number.isFinite(lowest) ? [lowest] : []
}

/** All that is there now: what was answered just now, or what is asked for. */
async function standing(
  client: ImapFlow,
  range: string,
  opened: OpenedFolder,
  rows: ReadonlyMap<number, unknown> | undefined,
): Promise<Set<number>> {
  if (opened.exists === 0) return new Set()
  return new Set(rows ? rows.keys() : await searched(client, { uid: range }))
}

const without = (uids: readonly number[], there: ReadonlySet<number>) => uids.filter((uid) => !there.has(uid))

/** Once a day, what is older than is asked for at first is forgotten: it has no effect any more, and is kept no longer either. */
async function tidy(client: ImapFlow, kept: FolderMemory, { at, backDays }: AdapterContext): Promise<void> {
  const before = new Date(at.getTime() - backDays * dayMs)
  const [lowest] = lowestOf([...lowestOf(kept.known.keys()), ...lowestOf(kept.todo)])
  if (lowest !== undefined) {
    for (const uid of await searched(client, { before, uid: `${lowest}:${kept.uidNext}` })) {
      kept.known.delete(uid)
      kept.todo.delete(uid)
    }
  }
  kept.tidied = dayOf(at)
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** The newest first. A mail that lies in several folders is brought from the first of them. */
async function fetchPiece(round: Round, folder: ReadFolder, now: FolderMemory, share: number): Promise<void> {
  const { session, context, items, memory, found } = round
  const uids = [...now.todo].sort((one, other) => other - one).slice(0, Math.max(share, 0))
  if (uids.length === 0) return
  const before = found.slice(0, found.indexOf(folder)).map(({ path }) => memory.get(path)?.known.values() ?? [])
  const elsewhere = new Set(before.flatMap((known) => [...known].map(({ key }) => key)))
  const here = new Map([...now.known].map(([uid, { key }]) => [key, uid]))
  for (const { uid, flags, mail } of await fetchMails(uids, { client: session.client, folder, at: context.at })) {
    const isCopy = !now.known.has(uid) && here.has(mail.key)
    now.known.set(uid, { key: mail.key, flags })
    here.set(mail.key, uid)
    if (isCopy || elsewhere.has(mail.key) || items.has(mail.key)) continue
    items.set(mail.key, { ...mail, isOutgoing: mail.isOutgoing || isOwn(mail, round.connection) })
  }
  for (const uid of uids) now.todo.delete(uid)
}

function isOwn({ from }: SourceMail, { config }: OpenConnection<'imap'>): boolean {
  const own = [config.user, ...(config.aliases ?? [])].map((address) => address.toLowerCase())
  return from?.address !== null && from?.address !== undefined && own.includes(from.address)
}

/** What left a folder and is in no other. What is in another is brought again, as it is there. */
function goneOf({ left, memory, items, found }: Round): string[] {
  if (left.size === 0) return []
  const there = new Set<string>(items.keys())
  for (const { path } of found) {
    const kept = memory.get(path)
    if (!kept) continue
    for (const [uid, { key }] of kept.known) {
      if (!left.has(key) || there.has(key)) continue
      there.add(key)
      kept.todo.add(uid)
    }
  }
  return [...left].filter((key) => !there.has(key))
}

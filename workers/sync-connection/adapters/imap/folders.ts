/** Which folders of a mailbox are read, and how they stand: only ever examined. */
import type { ImapFlow, ListResponse } from 'imapflow'
import type { ConfigOf } from '#shared/contracts/connections'
import { AdapterError } from '#workers/sync-connection/adapters/adapter'
import type { ImapSession } from '#workers/sync-connection/adapters/imap/session'

export type ReadFolder = { path: string; isSent: boolean }

export type ListedFolders = {
  found: readonly ReadFolder[]
  /** In words. */
  missing: readonly string[]
}

/** Folders come and go less often than mails. */
const listedForMs = 10 * 60_000

const isInbox = (path: string) => path.toUpperCase() === 'INBOX'
const unreadable = ['\\Noselect', '\\NonExistent']

/**
 * The configured ones, else INBOX and where mails go that were sent. INBOX comes first.
 * @throws AdapterError where none of them is there
 */
export async function foldersOf(session: ImapSession, { folders }: ConfigOf<'imap'>, at: Date): Promise<ListedFolders> {
  const listed = await listedAt(session, at)
  const asked = folders?.map((path) => ({
    path,
    entry: listed.find((entry) => entry.path === path || (isInbox(path) && isInbox(entry.path))),
  }))
  const found = (asked ? asked.map(({ entry }) => entry) : listed)
    .filter((entry) => entry !== undefined)
    .map(({ path, specialUse }) => ({ path, isSent: specialUse === '\\Sent' }))
    .filter(({ path, isSent }) => asked !== undefined || isInbox(path) || isSent)
  const missing = asked?.filter(({ entry }) => entry === undefined).map(({ path }) => missingFolder(path)) ?? []
  if (found.length === 0) throw new AdapterError('NOT_FOUND', 'None of the folders is there.')
  return { found: found.sort((one, other) => Number(isInbox(other.path)) - Number(isInbox(one.path))), missing }
}

async function listedAt(session: ImapSession, at: Date): Promise<ListResponse[]> {
  const { listing } = session
  if (listing && Math.abs(at.getTime() - listing.at.getTime()) < listedForMs) return listing.folders
  const all = await session.client.list()
  const folders = all.filter(({ flags }) => !unreadable.some((flag) => flags.has(flag)))
  session.listing = { at, folders }
  return folders
}

const missingFolder = (path: string) => `the folder ${path} is not there`
export const refusedFolder = (path: string): string => `the folder ${path} cannot be read`

/** Old servers do not say which UID comes next. */
async function afterLast(client: ImapFlow): Promise<number> {
  const last = await client.search({ uid: '*' }, { uid: true })
  return (last ? (last.at(-1) ?? 0) : 0) + 1
}

/** How a folder stood when it was opened. */
export type OpenedFolder = {
  uidValidity: string
  uidNext: number
  exists: number
  /** Everything that ever changes in it raises it; null where the server does not count. */
  modseq: string | null
}

/** Opens it for reading alone. Copied at once: imapflow raises these as it reads on. */
export async function examineFolder({ client }: ImapSession, path: string): Promise<OpenedFolder> {
  const { uidValidity, uidNext, exists, highestModseq, noModseq } = await client.mailboxOpen(path, { readOnly: true })
  if (uidValidity === undefined) throw new AdapterError('MALFORMED', 'The server does not say which mails are which.')
  return {
    uidValidity: uidValidity.toString(),
    uidNext: uidNext || (await afterLast(client)),
    exists: exists || 0,
    modseq: client.enabled.has('CONDSTORE') && highestModseq && !noModseq ? highestModseq.toString() : null,
  }
}

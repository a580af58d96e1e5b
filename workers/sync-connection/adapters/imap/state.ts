/** What is kept of a mailbox between syncs: how each folder stood, what is still to be fetched, and which mail is which. Pure. */
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { SyncState } from '#workers/sync-connection/adapters/adapter'
import { packUids, unpackUids } from '#workers/sync-connection/adapters/imap/uid-set'
import { keyLength } from '#workers/sync-connection/adapters/mail/message'

/** A mail that was brought: its key, and which of its flags are set (seen 1, flagged 2, answered 4). */
export type KnownMail = { key: string; flags: number }

export type FolderMemory = {
  uidValidity: string
  uidNext: number
  exists: number
  modseq: string | null
  /** Mails that are still to be fetched. */
  todo: Set<number>
  known: Map<number, KnownMail>
  /** The day when mails that have grown too old were last forgotten. */
  tidied: string
}
export type MailboxMemory = Map<string, FolderMemory>

const number = t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const digits = t.String({ pattern: '^[0-9]{1,20}$' })
const KeptFolder = t.Object({
  uidValidity: digits,
  uidNext: number,
  exists: number,
  modseq: t.Union([digits, t.Null()]),
  todo: t.String(),
  known: t.String(),
  tidied: t.String(),
})
const KeptState = t.Object({ folders: t.Record(t.String(), KeptFolder) })

/** Of each folder the newest are remembered, and fetched at first. */
export const mostMails = 50_000

/** Undefined where it is none of ours: everything is new then. */
export function readMailboxState(state: SyncState): MailboxMemory | undefined {
  if (state === null) return new Map()
  if (!Value.Check(KeptState, state)) return undefined
  return new Map(
    Object.entries(state.folders).map(([path, kept]) => [
      path,
      { ...kept, todo: new Set(unpackUids(kept.todo, mostMails)), known: unpackKnown(kept.known) },
    ]),
  )
}

export function mailboxState(memory: MailboxMemory): NonNullable<SyncState> {
  const folders = [...memory].map(([path, { todo, known, ...kept }]) => [
    path,
    { ...kept, todo: packUids([...todo]), known: packKnown(known) },
  ])
  return { folders: Object.fromEntries(folders) }
}

/** Each UID as what it is more than the one before, in base 36, its key and its flags: a mail takes some 27 characters. */
function packKnown(known: FolderMemory['known']): string {
  let before = 0
  return [...known]
    .sort(([one], [other]) => one - other)
    .slice(-mostMails)
    .map(([uid, { key, flags }]) => {
      const step = (uid - before).toString(36)
      before = uid
      return `${step}:${key}${flags}`
    })
    .join(',')
}

function unpackKnown(packed: string): FolderMemory['known'] {
  const known: FolderMemory['known'] = new Map()
  let uid = 0
  for (const each of packed === '' ? [] : packed.split(',')) {
    const colon = each.indexOf(':')
    uid += Number.parseInt(each.slice(0, colon), 36)
    const key = each.slice(colon + 1, colon + 1 + keyLength)
    known.set(uid, { key, flags: Number(each.slice(colon + 1 + keyLength)) || 0 })
  }
  return known
}

/** Fetches mails of the folder that is open: header fields, texts and invitations of each, never marking one as seen. */
import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow'
import { AdapterError } from '#workers/sync-connection/adapters/adapter'
import type { ReadFolder } from '#workers/sync-connection/adapters/imap/folders'
import { ownPart, type WantedPart, wantedParts } from '#workers/sync-connection/adapters/imap/parts'
import { packUids } from '#workers/sync-connection/adapters/imap/uid-set'
import { headBytes, looseParts, type MailPart, mailOf, partBytes } from '#workers/sync-connection/adapters/mail/message'
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'

export type FetchedMail = { uid: number; flags: number; mail: SourceMail }

/** The structure of a larger mail is not asked for: what its body begins with is read. */
const largestMail = 10 << 20
/** So many mails' texts are in memory at once. */
const atOnce = 50
/** A server that answers more than was asked for is not listened to for ever. */
const mostAnswers = 200_000

/** Seen 1, flagged 2, answered 4. */
export const flagsOf = (flags: ReadonlySet<string> | undefined): number =>
  (flags?.has('\\Seen') ? 1 : 0) + (flags?.has('\\Flagged') ? 2 : 0) + (flags?.has('\\Answered') ? 4 : 0)

type Fetching = { client: ImapFlow; folder: ReadFolder; at: Date }

/** Those that are still there, in no order. */
export async function fetchMails(uids: readonly number[], fetching: Fetching): Promise<FetchedMail[]> {
  const fetched: FetchedMail[] = []
  for (let at = 0; at < uids.length; at += atOnce) {
    fetched.push(...(await fetchSome(uids.slice(at, at + atOnce), fetching)))
    // Others have their turn: reading takes the processor.
    await new Promise((turn) => setImmediate(turn))
  }
  return fetched
}

/** By UID; what was not asked for is left out. */
export async function fetchByUid(
  client: ImapFlow,
  range: string,
  query: FetchQueryObject,
  changedSince?: bigint,
): Promise<Map<number, FetchMessageObject>> {
  const found = new Map<number, FetchMessageObject>()
  const options = { uid: true, ...(changedSince === undefined ? {} : { changedSince }) }
  for await (const message of client.fetch(range, { uid: true, ...query }, options)) {
    if (message.uid) found.set(message.uid, message)
    if (found.size > mostAnswers) throw new AdapterError('TOO_LARGE', 'The server’s answer is too large.')
  }
  return found
}

async function fetchSome(uids: readonly number[], { client, folder, at }: Fetching): Promise<FetchedMail[]> {
  const heads = await fetchByUid(client, packUids(uids), {
    flags: true,
    internalDate: true,
    size: true,
    bodyParts: [{ key: 'HEADER', start: 0, maxLength: headBytes }],
  })
  const wanted = await wantedOf(client, heads, new Set(uids))
  const bodies = await bodiesOf(client, wanted)
  const mails: FetchedMail[] = []
  for (const [uid, head] of heads) {
    const parts = wanted.get(uid)
    if (parts === undefined) continue
    const flags = flagsOf(head.flags)
    const fields = bytesOf(head.headers, headBytes)
    const mail = await mailOf(
      {
        folder: folder.path,
        isOutgoing: folder.isSent,
        isSeen: (flags & 1) !== 0,
        isFlagged: (flags & 2) !== 0,
        isAnswered: (flags & 4) !== 0,
        receivedAt: head.internalDate instanceof Date ? head.internalDate : null,
        head: fields,
        parts: await partsOf(parts, fields, bodies.get(uid)),
      },
      at,
    )
    mails.push({ uid, flags, mail })
  }
  return mails
}

/** The parts of each mail that are to be fetched; `loose` where nothing is known of them. */
type Wanted = readonly WantedPart[] | 'loose'

async function wantedOf(
  client: ImapFlow,
  heads: ReadonlyMap<number, FetchMessageObject>,
  asked: ReadonlySet<number>,
): Promise<Map<number, Wanted>> {
  const wanted = new Map<number, Wanted>()
  const structured: number[] = []
  for (const [uid, { headers, size = 0 }] of heads) {
    if (!asked.has(uid)) continue
    wanted.set(uid, ownPart(bytesOf(headers, headBytes), size) ?? 'loose')
    if (wanted.get(uid) === 'loose' && size <= largestMail) structured.push(uid)
  }
  if (structured.length === 0) return wanted
  // A mail whose structure imapflow cannot read is missing here, and is read loosely.
  const structures = await fetchByUid(client, packUids(structured), { bodyStructure: true })
  for (const uid of structured) {
    const structure = structures.get(uid)?.bodyStructure
    if (structure) wanted.set(uid, wantedParts(structure))
  }
  return wanted
}

type Bodies = Map<number, FetchMessageObject['bodyParts']>

/** One command for all mails that want the same parts. */
async function bodiesOf(client: ImapFlow, wanted: ReadonlyMap<number, Wanted>): Promise<Bodies> {
  const alike = new Map<string, { uids: number[]; names: string[] }>()
  for (const [uid, parts] of wanted) {
    const names = parts === 'loose' ? ['TEXT'] : [...new Set(parts.map(({ name }) => name))]
    if (names.length === 0) continue
    const group = alike.get(names.join()) ?? { uids: [], names }
    group.uids.push(uid)
    alike.set(names.join(), group)
  }
  const bodies: Bodies = new Map()
  for (const { uids, names } of alike.values()) {
    const bodyParts = names.map((key) => ({ key, start: 0, maxLength: partBytes }))
    for (const [uid, message] of await fetchByUid(client, packUids(uids), { bodyParts }))
      bodies.set(uid, message.bodyParts)
  }
  return bodies
}

async function partsOf(
  wanted: Wanted,
  head: Uint8Array,
  bodies: FetchMessageObject['bodyParts'],
): Promise<readonly MailPart[]> {
  // imapflow names parts in lower case.
  const bodyOf = (name: string) => bytesOf(bodies?.get(name.toLowerCase()), partBytes)
  if (wanted === 'loose') return looseParts(head, bodyOf('TEXT'))
  return wanted.map(({ name, ...part }) => ({ ...part, bytes: bodyOf(name) }))
}

/** A server may send more than was asked for, or nothing. */
const bytesOf = (bytes: Buffer | false | undefined, limit: number): Uint8Array =>
  bytes ? bytes.subarray(0, limit) : new Uint8Array()

/** Mails of an account at Google: read by the Gmail API, followed by its history. */
import { gmail, type gmail_v1 } from '@googleapis/gmail'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import {
  type Adapter,
  type AdapterContext,
  AdapterError,
  type OpenConnection,
  type SyncDelta,
  type SyncState,
} from '#workers/sync-connection/adapters/adapter'
import { type GoogleSites, googleAccess, googleFailure } from '#workers/sync-connection/adapters/google'
import { type MailPart, mailOf, partBytes, partKindOf } from '#workers/sync-connection/adapters/mail/message'
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'

const GmailState = t.Object({
  /** Everything up to here was followed; null as long as there was nothing to begin from. */
  historyId: t.Union([t.String(), t.Null()]),
  /** Ids of messages that are still to be fetched, the newest first. */
  todo: t.Array(t.String({ maxLength: 64 }), { maxItems: 50_000 }),
})
type GmailState = { historyId: string | null; todo: string[] }

type Asking = { api: gmail_v1.Gmail; context: AdapterContext; connection: OpenConnection<'gmail'> }

const userId = 'me'
const dayMs = 86_400_000
const mostMails = 50_000
const pageSize = 500
const atOnce = 5
const unread = ['SPAM', 'TRASH', 'DRAFT', 'CHAT']

export function openGmailAdapter(sites: GoogleSites): Adapter<'gmail'> {
  const asking = (connection: OpenConnection<'gmail'>, context: AdapterContext): Asking => ({
    api: gmail({ version: 'v1', ...googleAccess(connection.secret, context, sites) }),
    context,
    connection,
  })
  return {
    kind: 'gmail',
    async test(connection, context) {
      await asked(context, () => asking(connection, context).api.users.messages.list({ userId, maxResults: 1 }))
    },
    sync: (connection, state, context) => syncGmail(asking(connection, context), state),
  }
}

export const gmailAdapter = openGmailAdapter({})

/** @throws AdapterError */
async function asked<Data>({ at }: AdapterContext, ask: () => Promise<{ data: Data }>): Promise<Data> {
  try {
    return (await ask()).data
  } catch (error) {
    throw googleFailure(error, at)
  }
}

async function syncGmail(asking: Asking, state: SyncState): Promise<SyncDelta> {
  const kept: GmailState | undefined = Value.Check(GmailState, state) ? { ...state } : undefined
  const followed = kept?.historyId ? await followHistory(asking, kept, kept.historyId) : undefined
  const begun = followed ?? { now: await firstList(asking), gone: new Set<string>() }
  const { now, gone } = begun
  const piece = now.todo.slice(0, asking.context.limit)
  const items: SourceMail[] = []
  for (let at = 0; at < piece.length; at += atOnce) {
    const ids = piece.slice(at, at + atOnce)
    for (const [index, mail] of (await Promise.all(ids.map((id) => fetchMail(asking, id)))).entries()) {
      const id = ids[index]
      if (mail) items.push(mail)
      else if (id !== undefined) gone.add(id)
    }
  }
  const rest = now.todo.slice(piece.length)
  return {
    state: { historyId: now.historyId, todo: rest },
    items,
    gone: [...gone],
    isReset: state !== null && !followed,
    hasMore: rest.length > 0,
    missing: [],
  }
}

/** The newest mail's own mark in the history is where following begins. */
async function firstList({ api, context }: Asking): Promise<GmailState> {
  const since = Math.floor((context.at.getTime() - context.backDays * dayMs) / 1000)
  const ids: string[] = []
  let pageToken: string | undefined
  do {
    const page = await asked(context, () =>
      api.users.messages.list({
        userId,
        maxResults: pageSize,
        q: `after:${since}`,
        ...(pageToken ? { pageToken } : {}),
      }),
    )
    for (const { id } of page.messages ?? []) if (id) ids.push(id)
    pageToken = page.nextPageToken ?? undefined
  } while (pageToken !== undefined && ids.length < mostMails)
  const [newest] = ids
  if (newest === undefined) return { historyId: null, todo: [] }
  const { historyId } = await asked(context, () => api.users.messages.get({ userId, id: newest, format: 'minimal' }))
  return { historyId: historyId ?? null, todo: ids.slice(0, mostMails) }
}

/** Undefined where the history does not reach back as far any more. */
async function followHistory(
  { api, context }: Asking,
  { todo }: GmailState,
  startHistoryId: string,
): Promise<{ now: GmailState; gone: Set<string> } | undefined> {
  const changed = new Set<string>()
  const gone = new Set<string>()
  let historyId = startHistoryId
  let pageToken: string | undefined
  do {
    let page: gmail_v1.Schema$ListHistoryResponse
    try {
      page = await asked(context, () =>
        api.users.history.list({ userId, startHistoryId, maxResults: pageSize, ...(pageToken ? { pageToken } : {}) }),
      )
    } catch (error) {
      if (error instanceof AdapterError && error.code === 'NOT_FOUND') return undefined
      throw error
    }
    for (const { messagesAdded, labelsAdded, labelsRemoved, messagesDeleted } of page.history ?? []) {
      for (const { message } of [...(messagesAdded ?? []), ...(labelsAdded ?? []), ...(labelsRemoved ?? [])])
        if (message?.id) changed.add(message.id)
      for (const { message } of messagesDeleted ?? []) {
        if (!message?.id) continue
        gone.add(message.id)
        changed.delete(message.id)
      }
    }
    historyId = page.historyId ?? historyId
    pageToken = page.nextPageToken ?? undefined
  } while (pageToken !== undefined && changed.size < mostMails)
  const waiting = [...changed, ...todo.filter((id) => !changed.has(id))].filter((id) => !gone.has(id))
  return { now: { historyId, todo: waiting.slice(0, mostMails) }, gone }
}

/** Undefined where it is not there any more, or in a place that is not read. */
async function fetchMail(asking: Asking, id: string): Promise<SourceMail | undefined> {
  const { api, context } = asking
  const get = (format: 'full' | 'metadata') => asked(context, () => api.users.messages.get({ userId, id, format }))
  let message: gmail_v1.Schema$Message
  try {
    // What is too large is known by its header fields alone.
    message = await get('full').catch((error: unknown) => {
      if (error instanceof AdapterError && error.code === 'TOO_LARGE') return get('metadata')
      throw error
    })
  } catch (error) {
    if (error instanceof AdapterError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
  const labels = message.labelIds ?? []
  if (labels.some((label) => unread.includes(label))) return undefined
  const isSent = labels.includes('SENT')
  const receivedAt = new Date(Number(message.internalDate ?? Number.NaN))
  const mail = await mailOf(
    {
      folder: labels.includes('INBOX') ? 'INBOX' : isSent ? 'SENT' : 'ARCHIVE',
      isOutgoing: isSent,
      isSeen: !labels.includes('UNREAD'),
      isFlagged: labels.includes('STARRED'),
      isAnswered: false,
      receivedAt: Number.isFinite(receivedAt.getTime()) ? receivedAt : null,
      head: headOfMessage(message.payload),
      parts: await partsOfMessage(asking, id, message.payload),
    },
    context.at,
  )
  // Gmail's own id never changes, in whatever folder the mail lies.
  return { ...mail, key: id }
}

type Payload = gmail_v1.Schema$MessagePart | undefined

function headOfMessage(payload: Payload): Uint8Array {
  const lines = (payload?.headers ?? []).map(
    ({ name, value }) => `${name}: ${(value ?? '').replace(/[\r\n]+/g, ' ')}\r\n`,
  )
  return Buffer.from(lines.join(''))
}

const mostParts = 1000
const mostTexts = 6
const mostInvitations = 3

async function partsOfMessage(asking: Asking, id: string, payload: Payload): Promise<MailPart[]> {
  const parts: MailPart[] = []
  const waiting: { part: Payload; group: string | undefined }[] = [{ part: payload, group: undefined }]
  for (let seen = 0; waiting.length > 0 && seen < mostParts; seen += 1) {
    const { part, group } = waiting.shift() ?? {}
    const type = part?.mimeType?.toLowerCase() ?? ''
    if (type.startsWith('multipart/')) {
      const inside = type === 'multipart/alternative' ? `${part?.partId ?? ''}/` : group
      waiting.unshift(...(part?.parts ?? []).map((each) => ({ part: each, group: inside })))
      continue
    }
    const field = (name: string) => part?.headers?.find((each) => each.name?.toLowerCase() === name)?.value ?? ''
    const kind = partKindOf(type, /^\s*attachment/i.test(field('content-disposition')) ? 'attachment' : undefined)
    const have = parts.filter((each) => (each.kind === 'calendar') === (kind === 'calendar')).length
    if (kind === undefined || have >= (kind === 'calendar' ? mostInvitations : mostTexts)) continue
    const bytes = await bytesOfPart(asking, id, part?.body)
    parts.push({
      kind,
      group: group ?? part?.partId ?? '',
      charset: /charset\s*=\s*"?([\w.:+-]{1,60})/i.exec(field('content-type'))?.[1] ?? '',
      encoding: '',
      isFlowed: /format\s*=\s*"?flowed/i.test(field('content-type')),
      bytes: bytes.subarray(0, partBytes),
      isCut: bytes.length > partBytes,
    })
  }
  // Bodies come in UTF-8, whatever the part says of itself; what is none is read by its label.
  return parts.map((part) => (isUtf8(part) ? { ...part, charset: 'utf-8' } : part))
}

async function bytesOfPart(
  { api, context }: Asking,
  messageId: string,
  body: gmail_v1.Schema$MessagePartBody | undefined,
) {
  const id = body?.attachmentId
  const isWorthIt = id && (body?.size ?? 0) <= partBytes
  const data = isWorthIt
    ? (await asked(context, () => api.users.messages.attachments.get({ userId, messageId, id }))).data
    : body?.data
  return Buffer.from(data ?? '', 'base64url')
}

/** A character that was cut off at the end is no fault. */
function isUtf8({ bytes, isCut }: MailPart): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
    return true
  } catch {
    return false
  }
}

/** Which parts of a mail are read: texts and invitations, no attachments. Pure. */
import type { MessageStructureObject } from 'imapflow'
import { type MailPart, partBytes, partKindOf } from '#workers/sync-connection/adapters/mail/message'

/** A part that is to be fetched: `name` is the server's for it. */
export type WantedPart = Omit<MailPart, 'bytes'> & { name: string }

const mostTexts = 6
const mostInvitations = 3
/** Of a mail with more parts as many are looked at. */
const mostParts = 10_000
/** Servers nest no deeper in what they answer, and imapflow reads no deeper. */
const deepest = 30

type Walk = { wanted: WantedPart[]; seen: number }

/** In the order of the mail. */
export function wantedParts(structure: MessageStructureObject): WantedPart[] {
  const walk: Walk = { wanted: [], seen: 0 }
  visit(structure, undefined, 0, walk)
  return walk.wanted
}

function visit(node: MessageStructureObject, group: string | undefined, depth: number, walk: Walk): void {
  walk.seen += 1
  if (walk.seen > mostParts || depth > deepest) return
  if (node.type.startsWith('multipart/')) {
    const inside = node.type === 'multipart/alternative' ? (node.part ?? 'TEXT') : group
    for (const child of node.childNodes ?? []) visit(child, inside, depth + 1, walk)
    return
  }
  const kind = partKindOf(node.type, node.disposition)
  if (kind === undefined) return
  const have = walk.wanted.filter((each) => (each.kind === 'calendar') === (kind === 'calendar')).length
  if (have >= (kind === 'calendar' ? mostInvitations : mostTexts)) return
  const name = node.part ?? 'TEXT'
  walk.wanted.push({
    name,
    kind,
    group: group ?? name,
    charset: node.parameters?.['charset'] ?? '',
    encoding: node.encoding ?? '',
    isFlowed: /^flowed$/i.test(node.parameters?.['format'] ?? ''),
    isCut: (node.size ?? 0) > partBytes,
  })
}

const field = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}[ \\t]*:((?:[^\\r\\n]|\\r?\\n[ \\t]){0,2000})`, 'im')
    .exec(head)?.[1]
    ?.replace(/\r?\n[ \t]/g, ' ')
    .trim()

const parameter = (value: string, name: string): string =>
  new RegExp(`;\\s{0,20}${name}\\s{0,20}=\\s{0,20}(?:"([^"]{0,200})"|([^\\s;"]{1,200}))`, 'i')
    .exec(value)
    ?.slice(1)
    .find((each) => each !== undefined) ?? ''

/** What a mail's own header fields say of its body: `undefined` where it has parts, whose structure is to be asked for. */
export function ownPart(head: Uint8Array, size: number): WantedPart[] | undefined {
  const text = Buffer.from(head).toString('latin1')
  const type = field(text, 'content-type') ?? 'text/plain'
  const name = /^[^\s;]*/.exec(type)?.[0].toLowerCase() ?? ''
  if (name.startsWith('multipart/')) return undefined
  // Old mails say `text`, and mean plain text.
  const kind = partKindOf(name === '' || name === 'text' ? 'text/plain' : name, dispositionOf(text))
  if (kind === undefined) return []
  return [
    {
      name: 'TEXT',
      kind,
      group: 'TEXT',
      charset: parameter(type, 'charset'),
      encoding: field(text, 'content-transfer-encoding') ?? '',
      isFlowed: /^flowed$/i.test(parameter(type, 'format')),
      isCut: size - head.length > partBytes,
    },
  ]
}

const dispositionOf = (head: string) => /^[^\s;]*/.exec(field(head, 'content-disposition') ?? '')?.[0].toLowerCase()

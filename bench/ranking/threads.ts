/** Which mails of a corpus were answered within it, and when; which thread each belongs to, and which half that is in. Pure. */
import { sha256Hex } from '#shared/kernel/canonical'
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'

export type LabelledMail = {
  mail: SourceMail
  /** When the first answer came; null where none is in the corpus. */
  answeredAt: number | null
  /** Of threads, by a digest: what is tuned on, and what is only reported. */
  half: 'tuned' | 'unseen'
}

/** In the order in which they were sent; mails of one Message-ID once. */
export function labelled(mails: readonly SourceMail[]): LabelledMail[] {
  const known = new Map<string, SourceMail>()
  for (const mail of mails) {
    const id = mail.messageId ?? mail.key
    const before = known.get(id)
    if (before === undefined || mail.at < before.at) known.set(id, mail)
  }
  const sorted = [...known.values()].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.key < b.key ? -1 : 1))
  const answers = new Map<string, number>()
  for (const mail of sorted) {
    const parent = mail.inReplyTo ?? mail.references.at(-1)
    if (parent === undefined || !known.has(parent)) continue
    const before = answers.get(parent) ?? Number.POSITIVE_INFINITY
    answers.set(parent, Math.min(before, mail.at.getTime()))
  }
  const rootOf = rootsOf(known)
  return sorted.map((mail) => {
    const id = mail.messageId ?? mail.key
    const answeredAt = answers.get(id) ?? null
    return {
      mail,
      // An answer that is older than what it answers has a wrong clock: it came, and when is not known.
      answeredAt: answeredAt === null ? null : Math.max(answeredAt, mail.at.getTime() + 60_000),
      half: Number.parseInt(sha256Hex(rootOf(id)).slice(0, 8), 16) % 2 === 0 ? 'tuned' : 'unseen',
    }
  })
}

/** Up to the first mail of a thread that the corpus knows of. */
function rootsOf(known: ReadonlyMap<string, SourceMail>): (id: string) => string {
  const parentOf = (id: string) => {
    const mail = known.get(id)
    return mail === undefined ? undefined : (mail.references[0] ?? mail.inReplyTo ?? undefined)
  }
  return (id) => {
    let root = id
    for (let step = 0; step < 100; step++) {
      const parent = parentOf(root)
      if (parent === undefined || parent === root) break
      root = parent
    }
    return root
  }
}

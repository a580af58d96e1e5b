/** Mailboxes of real mails on a real Dovecot: the SpamAssassin public corpus, dated so that the newest came just now. */
import { corpusMail, datedMail, mailCorpus } from '#test/servers/corpus'
import { type Dovecot, startDovecot } from '#test/servers/dovecot'

const users = ['first@example.com', 'second@example.com'] as const
/** As far back as a first sync may go, and a little less. */
const days = 28
const dayMs = 86_400_000

export type Mailboxes = {
  /** What a connection is told, and keeps to itself. */
  login: (box: 0 | 1) => { config: Record<string, unknown>; secret: { password: string } }
  /** Fills it with so many other mails than the one before. @returns how many there were. */
  fill: (box: 0 | 1, count: number) => number
  /** One that came just now. */
  append: (box: 0 | 1, letter: string) => void
  address: (box: 0 | 1) => string
  /** As ADAPTER_ALLOW has it. */
  allow: string
  stop: () => Promise<void>
}

export async function openMailboxes(): Promise<Mailboxes | { why: string }> {
  const corpus = await mailCorpus(['easy-ham-1', 'easy-ham-2', 'hard-ham-1', 'spam-1', 'spam-2'])
  if ('why' in corpus) return corpus
  const dovecot = await startDovecot(users)
  if ('why' in dovecot) return dovecot
  return mailboxesOf(dovecot, corpus.paths)
}

function mailboxesOf(dovecot: Dovecot, paths: readonly string[]): Mailboxes {
  const { tlsPort: port, ca, password } = dovecot
  let taken = 0
  return {
    login: (box) => ({
      config: { host: '127.0.0.1', port, security: 'tls', user: users[box], ca },
      secret: { password },
    }),
    fill(box, count) {
      const some = paths.slice(taken, taken + count)
      taken += some.length
      const now = Date.now()
      const mails = some.map((path, number) => {
        const at = new Date(now - ((some.length - number) / some.length) * days * dayMs)
        return { bytes: datedMail(corpusMail(path), at), at }
      })
      dovecot.seed(users[box], '', mails)
      return mails.length
    },
    append: (box, letter) => void dovecot.seed(users[box], '', [{ bytes: Buffer.from(letter), at: new Date() }]),
    address: (box) => users[box],
    allow: `127.0.0.1/32:${port}`,
    stop: () => dovecot.stop(),
  }
}

/** The mails of the public corpus as an adapter brings them. */
import { corpusMail, mailCorpus } from '#test/servers/corpus'
import { looseParts, mailOf } from '#workers/sync-connection/adapters/mail/message'
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'

/** All that people wrote, and those that say no time left out. @throws Error where the corpus cannot be had */
export async function corpusSourceMails(): Promise<SourceMail[]> {
  const corpus = await mailCorpus()
  if ('why' in corpus) throw new Error(corpus.why)
  const mails = await Promise.all(corpus.paths.map((path) => sourceMail(corpusMail(path))))
  return mails.filter(({ at }) => at.getTime() > 0)
}

/** @param whole as it was sent, headers first */
async function sourceMail(whole: Uint8Array): Promise<SourceMail> {
  const blank = /\r?\n\r?\n/.exec(Buffer.from(whole).toString('latin1'))
  const end = blank === null ? whole.length : blank.index + blank[0].length
  const [head, body] = [whole.subarray(0, end), whole.subarray(end)]
  return mailOf(
    {
      folder: 'INBOX',
      isOutgoing: false,
      isSeen: false,
      isFlagged: false,
      isAnswered: false,
      receivedAt: null,
      head,
      parts: await looseParts(head, body),
    },
    new Date(0),
  )
}

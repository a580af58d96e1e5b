/** How fast mails are read, and thousands of items are ranked. */
import { median } from '#bench/report'
import type { MailFacts } from '#db/documents/item'
import { historyOf, type RankContext } from '#shared/briefing/context'
import { rankItems } from '#shared/briefing/score'
import { defaultWeights } from '#shared/briefing/weights'
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'
import { readItem } from '#workers/sync-connection/read/read-item'

/** Of typical mails: so many a second, and a second of processor time, which others on the machine take less from. */
export function readingSpeed(mails: readonly SourceMail[]): { perSecond: number; perProcessorSecond: number } {
  const about = {
    orgId: 'bench',
    connectionId: '00000000-0000-4000-8000-000000000000',
    salt: new Uint8Array(16),
    me: [],
    timezone: 'UTC',
    at: new Date(0),
  }
  const some = mails.slice(0, 1000)
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  for (const mail of some) readItem(mail, about, null)
  const used = process.cpuUsage(before)
  return {
    perSecond: (some.length * 1000) / (performance.now() - startedAt),
    perProcessorSecond: (some.length * 1_000_000) / (used.user + used.system),
  }
}

const itemCount = 10_000
const rounds = 60

export function rankingSpeed(documents: readonly MailFacts[]): { scoreMs: number; historyMs: number } {
  const items = Array.from({ length: itemCount }, (_, index): MailFacts => {
    const document = documents[index % documents.length]
    if (document === undefined) throw new Error('there is no mail')
    return { ...document, id: index.toString(16).padStart(64, '0') }
  })
  const at = new Date(items.reduce((last, { at: each }) => Math.max(last, Date.parse(each)), 0))
  const window = { from: at, to: new Date(at.getTime() + 86_400_000) }
  const timed = (work: () => void) =>
    median(
      Array.from({ length: rounds }, () => {
        const startedAt = performance.now()
        work()
        return performance.now() - startedAt
      }),
    )
  const historyMs = timed(() => historyOf(items, at, 'UTC'))
  const context: RankContext = {
    at,
    timezone: 'UTC',
    weights: defaultWeights,
    history: historyOf(items, at, 'UTC'),
    states: new Map(),
  }
  return { scoreMs: timed(() => rankItems(items, context, window)), historyMs }
}

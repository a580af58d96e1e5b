/** How many mails of people who write to people are taken for commands to a machine. */
import type { SourceMail } from '#workers/sync-connection/adapters/source-item'
import { readItem } from '#workers/sync-connection/read/read-item'

/** A line that tells its reader to do something. */
const imperative =
  /^[ \t]*(?:please|send|check|click|run|use|try|read|note|make sure|don't|do not|remember|install|remove|ignore|forget|reply|forward|tell|stop|never|always|follow|add|delete|open|see)\b/im

export type Alarms = { looked: number; flagged: number; reasons: string[] }

/** The first of them that tell their reader something, at most so many. */
export function benignAlarms(mails: readonly SourceMail[], most = 200): Alarms {
  const commanding = mails.filter(({ text }) => imperative.test(text)).slice(0, most)
  const reasons = commanding.flatMap((mail) => {
    const about = {
      orgId: 'bench',
      connectionId: '00000000-0000-4000-8000-000000000000',
      salt: new Uint8Array(16),
      me: [],
      timezone: 'UTC',
      at: mail.at,
    }
    const [first] = readItem(mail, about, null).untrusted_instructions
    return first === undefined ? [] : [first.reason]
  })
  return { looked: commanding.length, flagged: reasons.length, reasons }
}

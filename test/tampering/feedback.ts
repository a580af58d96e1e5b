/** What can be done to what people said of signals. */
import { columnsOf, type TamperedRow, tampered } from '#test/tampering/rows'
import type { Tampering } from '#test/tampering/tampering'

const uuid = '00000000-0000-4000-8000-000000000000'
const feedback: TamperedRow = {
  table: 'signal_feedback',
  where: ({ things }) => `feedback_id = '${things.feedback}'`,
  stream: `'feedback:' || feedback_id`,
  // Refused before anything is written.
  opens: ({ service, things }) =>
    service.call(`POST /signals/${things.signal}/feedback`, { body: { take_back: things.feedback } }),
}
const payload = { named: { check: 'V8' } } as const
const gone = { opens: null } as const

export const feedbackTamperings: readonly Tampering[] = [
  ...columnsOf(feedback, {
    feedback_id: [`'${uuid}'`, { ...payload, ...gone }],
    org_id: ["'org_else'", gone],
    item_id: "sha256('x')",
    signal_id: "sha256('x')",
    connection_id: `'${uuid}'`,
    verdict: "'done'",
    status: "'taken_back'",
    features: [`'{}'`, payload],
    payload_salt: ["decode('00112233445566778899aabbccddeeff', 'hex')", payload],
    until: 'now()',
    at: "at - interval '1 day'",
    key_id: "'key_another'",
    taken_back_at: 'now()',
    head: "sha256('x')",
    version: 'version + 1',
    seal: 'null',
  }),
  tampered(
    feedback,
    ['verdict', 'seal'],
    'what two say, exchanged',
    () => `
      update signal_feedback a set verdict = b.verdict, seal = b.seal from signal_feedback b
      where a.org_id = b.org_id and a.feedback_id <> b.feedback_id`,
  ),
  tampered(feedback, '*', 'deleted', (where) => `delete from signal_feedback where ${where}`, { ...payload, ...gone }),
  tampered(
    feedback,
    '*',
    'one more',
    (where) => `
      insert into signal_feedback (feedback_id, org_id, item_id, signal_id, connection_id, verdict, status, features, payload_salt,
        until, at, key_id, head, version, seal)
      select '${uuid}', org_id, item_id, signal_id, connection_id, 'done', status, features, payload_salt, until,
        at + interval '1 second', key_id, head, version, seal from signal_feedback where ${where}`,
    {
      stream: `'feedback:${uuid}'`,
      opens: ({ service, things }) =>
        service.call(`POST /signals/${things.signal}/feedback`, { body: { take_back: uuid } }),
    },
  ),
]

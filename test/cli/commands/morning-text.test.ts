/** Signals and meetings as a terminal shows them: within its width, and nothing of them an instruction to it. */
import { expect, test } from 'bun:test'
import { meetingText } from '#cli/commands/meeting-text'
import { dayAndHour, fitted, signalsText } from '#cli/commands/signals-text'
import type { AdapterState, MeetingPrep, SignalList } from '#db/documents/briefing'
import type { Signal } from '#db/documents/signal'

const style = { isColourful: false, width: 60, timezone: 'Europe/Zurich', now: new Date('2026-06-03T07:00:00Z') }
const span = { field: 'body' as const, start: 0, end: 4, text: 'Send' }
const signal: Signal = {
  id: 'a'.repeat(64),
  source: 'mail',
  adapter: 'imap',
  connection_id: '0190a1b2-0000-7000-8000-000000000001',
  kind: 'mail.request',
  title: 'Draft\u001B[31m of the report\n\u202Eand a great deal more than a line of it holds',
  excerpt: 'Send me the draft.',
  excerpt_offsets: [0, 18],
  url: null,
  thread_key: 't',
  who: [{ name: 'Bo', address: 'bo@example.com', handle: null, relation: 'frequent' }],
  when: '2026-06-03T06:00:00Z',
  first_seen: '2026-06-03T06:00:01Z',
  priority: {
    score: 81,
    band: 'act_now',
    factors: [
      { name: 'request', points: 85, value: 1, because: 'it asks you for something' },
      { name: 'seen', points: -4, value: true, because: 'you have seen it' },
    ],
    model: { id: 'factors', version: 'factors-1', weights_hash: 'b'.repeat(64) },
  },
  due: { at: '2026-06-05T15:00:00Z', text: 'by Friday', confidence: 0.9, span },
  action: { verb: 'reply', owner: 'me', text: 'Reply to Bo' },
  duplicates: [],
  state: 'new',
  safety: { untrusted_instructions: [{ ...span, reason: 'asks a machine' }] },
}
const adapter: AdapterState = {
  connection_id: signal.connection_id,
  kind: 'imap',
  label: 'Work mail',
  status: 'stale',
  fetched_at: '2026-06-03T05:00:00Z',
  age_s: 7200,
  items: 3,
  latency_ms: 12,
  error: { code: 'TIMEOUT', message: 'no answer in 10 s', retry_at: '2026-06-03T07:05:00Z' },
}
const evidence: SignalList['evidence'] = {
  input_hashes: [],
  considered: { count: 0, digest: '' },
  rules_version: 'factors-1',
  reproducible: true,
}
const list: SignalList = {
  signals: [signal],
  total: 1200,
  next_cursor: 'more',
  adapters: [adapter, { ...adapter, status: 'ok', error: null }],
  completeness: { score: 0.75, missing: ['Work mail (imap): stale'] },
  evidence,
}
const prep: MeetingPrep = {
  id: signal.connection_id,
  generated_at: '2026-06-03T07:00:00Z',
  event: {
    signal_id: signal.id,
    event_id: `${signal.id}:2026-06-03T08:00:00Z`,
    uid: 'u',
    occurrence: {
      id: '2026-06-03T08:00:00Z',
      start: '2026-06-03T08:00:00Z',
      end: '2026-06-03T09:00:00Z',
      all_day: false,
      floating: false,
      status: 'confirmed',
      is_busy: true,
      my_partstat: 'needs_action',
    },
    title: 'Budget',
    location: 'Room 2',
    calendar: 'Work',
    connection_id: signal.connection_id,
    attendees: 1,
    conference_url: null,
    series: null,
  },
  attendees: [
    {
      name: null,
      address: 'new@example.org',
      handle: null,
      role: 'required',
      partstat: 'needs_action',
      history: { mails_90d: 1, last_contact: null, meetings_together: 0, open_threads: 0, shared_prs: 0 },
      unknown: true,
      external: true,
    },
  ],
  related: {
    mail_threads: [
      {
        id: signal.id,
        title: 'Budget 2027',
        url: null,
        score: 40,
        why: [{ name: 'words', points: 40, value: 2, because: 'the same words' }],
        last_activity: '2026-06-02T07:00:00Z',
      },
    ],
    issues: [],
    pull_requests: [],
    documents: [],
  },
  open_questions: [
    { text: 'Who pays?', asked_by: null, asked_at: '2026-06-02T07:00:00Z', answered: false, span, ref: signal.id },
  ],
  commitments: [],
  decisions: [],
  changed_since_scheduled: [],
  suggested_agenda: [{ title: 'Who pays?', minutes: 10, why: 'it is open', refs: [signal.id] }],
  gaps: ['no agenda in invite'],
  safety: { untrusted_instructions: [] },
  adapters: [adapter],
  completeness: { score: 0.5, missing: [] },
  evidence,
}

const linesOf = (text: string) => text.split('\n')

test('a signal is two lines within the width; its factors are there where they are asked for', () => {
  const [short, long] = [signalsText(list, false, style), signalsText(list, true, style)]

  expect(linesOf(short)[0]).toBe(' 81  act now    mail.request  Draft [31m of the report and …')
  expect(linesOf(short)[1]).toStartWith('     Reply to Bo  aaaa')
  expect(linesOf(short).slice(2)).toEqual([
    '1 signal of 1,200',
    'Work mail (imap) is stale',
    '  TIMEOUT: no answer in 10 s; tried again in 5 minutes',
    expect.stringContaining('  It did not answer in time'),
    '',
  ])
  expect(linesOf(long).slice(2, 4)).toEqual(['      +85  it asks you for something', '       -4  you have seen it'])
  for (const sign of ['\u001B', '\u202E']) expect(short).not.toContain(sign)
  expect(signalsText(list, false, { ...style, isColourful: true })).toContain('\u001B[')
})

test('a meeting is told part by part, and what is not known as well', () => {
  const text = meetingText(prep, style)

  expect(linesOf(text)).toEqual([
    'Budget',
    'Wed 3 Jun 10:00 to Wed 3 Jun 11:00  Room 2',
    '',
    'Who comes',
    fitted('new@example.org  required, needs action  1 mail, from elsewhere, never met before', 60),
    '',
    'Open questions',
    'Who pays?  somebody, Tue 2 Jun 09:00',
    '',
    'To do with it',
    'mail: Budget 2027  Tue 2 Jun 09:00  the same words',
    '',
    'An agenda',
    ' 10 min  Who pays?  it is open',
    '',
    'Not known',
    'no agenda in invite',
    'Work mail (imap) is stale',
    '  TIMEOUT: no answer in 10 s; tried again in 5 minutes',
    expect.stringContaining('It did not answer in time'),
    '',
  ])
})

test('a moment is told in the zone that is asked for, and a day stays that day everywhere', () => {
  expect(['Europe/Zurich', 'America/New_York'].map((zone) => dayAndHour('2026-06-03T22:30:00Z', zone))).toEqual([
    'Thu 4 Jun 00:30',
    'Wed 3 Jun 18:30',
  ])
  expect(dayAndHour('2026-06-03', 'America/New_York')).toBe('Wed 3 Jun')
  expect(dayAndHour('soon', 'UTC')).toBe('soon')
})

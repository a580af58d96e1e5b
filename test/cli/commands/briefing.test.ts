/** The morning from the command line: a calendar is added, briefed of, made again from its evidence, and removed; by the real service. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Briefing, MeetingPrep, SignalList } from '#db/documents/briefing'
import { runAssay } from '#test/support/assay'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const hour = 3_600_000
const stamp = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
const from = Math.ceil(Date.now() / hour) * hour + hour
/** An event in some hours from now, an hour long. */
const event = (uid: string, title: string, inHours: number) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${stamp(from - 48 * hour)}`,
  `DTSTART:${stamp(from + inHours * hour)}`,
  `DTEND:${stamp(from + (inHours + 1) * hour)}`,
  `SUMMARY:${title}`,
  'END:VEVENT',
]
const feed = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//tests//EN',
  ...event('review@example.com', 'Review of the budget', 0),
  ...event('clash@example.com', 'Interview', 0.5),
  'END:VCALENDAR',
  '',
].join('\r\n')

let site: ReturnType<typeof Bun.serve>
let service: Service

beforeAll(async () => {
  site = Bun.serve({ port: 0, fetch: () => new Response(feed, { headers: { 'content-type': 'text/calendar' } }) })
  service = await startService({ workers: 0, env: { ADAPTER_ALLOW: `127.0.0.1/32:${site.port}` } })
  await Promise.all(['sync-connection', 'gather-briefing'].map((job) => service.startWorker(job)))
}, 120_000)
afterAll(async () => {
  await service.stop()
  await site.stop(true)
})

const assay = (args: readonly string[], input = '') =>
  runAssay(args, { env: { ASSAY_URL: service.urls[0] ?? '', ASSAY_KEY: service.key }, input })
const hours = ['--tz', 'UTC', '--hours', '24']

test('a calendar is added and briefed of, and the briefing comes out the same again', async () => {
  const added = await assay(
    ['connections', 'add', 'ics', '--label', 'Team', '--secret-stdin'],
    `http://127.0.0.1:${site.port}/team.ics`,
  )
  expect([added.code, added.err]).toEqual([0, expect.stringContaining('Team is added')])
  const id = added.out.trim()
  await until(async () => ((await service.call(`GET /connections/${id}`)).body as { items: number }).items === 2, {
    what: 'the events',
  })

  const told = await assay(['briefing', ...hours, '--json'])
  expect([told.code, told.err]).toEqual([0, ''])
  const briefing: Briefing = JSON.parse(told.out)
  const [first] = briefing.schedule.events
  const [text, page, again, signals, meeting, unknown] = await Promise.all([
    assay(['briefing', ...hours]),
    assay(['briefing', ...hours, '--format', 'html']),
    assay(['briefing', '--replay', briefing.id]),
    assay(['signals', '--tz', 'UTC', '--json']),
    assay(['meeting-prep', first?.event_id ?? '', '--tz', 'UTC', '--json']),
    assay(['meeting-prep', 'nobody@example.com', '--uid']),
  ])

  expect(briefing.schedule.events.map(({ title }) => title)).toEqual(['Review of the budget', 'Interview'])
  expect(briefing.schedule.conflicts).toHaveLength(1)
  expect(text.out).toContain('Review of the budget')
  expect(Math.max(...text.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(page.out).toStartWith('<!doctype html>')
  expect([again.code, again.out]).toEqual([0, `${briefing.id} comes out the same, byte for byte\n`])
  expect((JSON.parse(signals.out) as SignalList).signals.length).toBeGreaterThan(0)
  expect((JSON.parse(meeting.out) as MeetingPrep).event.title).toBe('Review of the budget')
  expect([unknown.code, unknown.out]).toEqual([3, ''])
}, 120_000)

test('what is removed is in no briefing any more', async () => {
  const removed = await assay(['connections', 'remove', 'Team', '--yes'])
  const [text, signals] = await Promise.all([assay(['briefing', ...hours]), assay(['signals'])])

  expect([removed.code, removed.err]).toEqual([0, ''])
  expect([text.code, signals.code]).toEqual([0, 0])
  expect(text.out).not.toContain('Review of the budget')
  expect(text.out).toContain('Nothing is connected')
  expect(signals.out).toContain('0 signals of 0')
}, 120_000)

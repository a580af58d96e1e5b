/** Dates are those of the caller's zone, with its daylight saving, wherever the process runs. */
import { afterEach, expect, test } from 'bun:test'
import { saidIn } from '#test/shared/language/dates/reading'

const own = process.env['TZ']
afterEach(() => {
  if (own === undefined) delete process.env['TZ']
  else process.env['TZ'] = own
})
const at = (time: string, timezone: string) => ({ referenceTime: new Date(time), timezone, knownPeople: [] })

test('a day that is an hour short or long keeps its clock times', () => {
  const before = at('2026-03-28T12:00:00+01:00', 'Europe/Zurich')

  expect(saidIn('tomorrow at noon', before)).toEqual(['2026-03-29T12:00:00+02:00 hour'])
  expect(saidIn('in 24 hours', before)).toEqual(['2026-03-29T13:00:00+02:00 minute'])
  expect(saidIn('in 2 weeks', before)).toEqual(['2026-04-11T00:00:00+02:00 day'])
})

test('a time that is skipped is the hour after, one that is there twice the first (RFC 5545, 3.3.5)', () => {
  expect(saidIn('tomorrow at 02:30', at('2026-03-28T12:00:00+01:00', 'Europe/Zurich'))).toEqual([
    '2026-03-29T03:30:00+02:00 minute',
  ])
  expect(saidIn('tomorrow at 02:30', at('2026-10-24T12:00:00+02:00', 'Europe/Zurich'))).toEqual([
    '2026-10-25T02:30:00+02:00 minute',
  ])
  expect(saidIn('on 11 March 2007 at 2:30 am', at('2007-03-01T12:00:00-05:00', 'America/New_York'))).toEqual([
    '2007-03-11T03:30:00-04:00 minute',
  ])
})

test('hours that are counted go on through the hour that is there twice', () => {
  expect(saidIn('in 3 hours', at('2026-10-25T00:30:00+02:00', 'Europe/Zurich'))).toEqual([
    '2026-10-25T02:30:00+01:00 minute',
  ])
})

test('a zone that is named is turned into that of the caller', () => {
  const there = at('2026-03-11T10:20:00+01:00', 'Europe/Zurich')

  expect(saidIn('Friday 9 am PST', there)).toEqual(['2026-03-13T18:00:00+01:00 minute'])
  expect(saidIn('at 14:00 UTC', there)).toEqual(['2026-03-11T15:00:00+01:00 minute'])
  expect(saidIn('4pm (CET)', there)).toEqual(['2026-03-11T16:00:00+01:00 minute'])
  expect(saidIn('10:00 UTC+2 tomorrow', there)).toEqual(['2026-03-12T09:00:00+01:00 minute'])
  expect(saidIn('9 am Eastern time on 13 July 2026', there)).toEqual(['2026-07-13T15:00:00+02:00 minute'])
  expect(saidIn('2026-03-14T22:30:00Z', there)).toEqual(['2026-03-14T23:30:00+01:00 second'])
})

test('figures are read month first where the zone writes them so', () => {
  expect(saidIn('on 03/04/2026', at('2026-03-01T12:00:00Z', 'America/New_York'))).toEqual([
    '2026-03-04T00:00:00-05:00 day',
  ])
  expect(saidIn('on 03/04/2026', at('2026-03-01T12:00:00Z', 'Europe/London'))).toEqual([
    '2026-04-03T00:00:00+01:00 day',
  ])
})

test('the zone of the process changes nothing', () => {
  const texts = [
    'tomorrow at 3pm',
    'next Friday',
    'in 2 hours',
    'by EOD',
    'the last Monday of March',
    '2026-03-29 02:30',
    'every Monday at 9am',
    'Hanukkah 2026',
  ]
  const read = (zone: string) => {
    process.env['TZ'] = zone
    return { hours: new Date(0).getHours(), said: texts.map((text) => saidIn(text)) }
  }

  const [utc, tokyo, newYork] = [read('UTC'), read('Asia/Tokyo'), read('America/New_York')]

  expect([utc?.hours, tokyo?.hours, newYork?.hours]).toEqual([0, 9, 19])
  expect(tokyo?.said).toEqual(utc?.said)
  expect(newYork?.said).toEqual(utc?.said)
})

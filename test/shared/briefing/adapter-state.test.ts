/** How connections stand in a briefing: none is left out, and each says what is wrong with it. */
import { expect, test } from 'bun:test'
import { adapterStatesOf, peopleOf, type StandingRow } from '#shared/briefing/adapter-state'

const at = new Date('2026-05-20T08:00:00.000Z')
const row = (odd: Partial<StandingRow> = {}): StandingRow => ({
  connection_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  kind: 'imap',
  label: 'Mail',
  state: 'ok',
  error_code: null,
  error_message: null,
  retry_at: null,
  missing: '[]',
  latency_ms: 120,
  synced_at: new Date(at.getTime() - 60_000),
  items: 3,
  ...odd,
})
const stateOf = (odd: Partial<StandingRow> = {}) => adapterStatesOf([row(odd)], at, new Date(at.getTime() - 120_000))[0]

test('read within the time that is asked for it is ok, longer ago stale', () => {
  expect(stateOf()).toMatchObject({ status: 'ok', age_s: 60, error: null, items: 3, latency_ms: 120 })
  expect(stateOf({ synced_at: new Date(at.getTime() - 120_001) })).toMatchObject({ status: 'stale', error: null })
})

test('never read it has failed, and says why or that it was not read yet', () => {
  expect(stateOf({ synced_at: null, state: 'new' })).toMatchObject({
    status: 'failed',
    fetched_at: null,
    age_s: null,
    error: { code: 'NOT_SYNCED_YET' },
  })
  expect(stateOf({ synced_at: null, state: 'paused', error_code: 'CREDENTIALS', error_message: 'no' })).toMatchObject({
    status: 'failed',
    error: { code: 'CREDENTIALS', message: 'no', retry_at: null },
  })
})

test('what failed the last time but has something stored is stale, with its error', () => {
  expect(stateOf({ state: 'failing', error_code: 'TIMEOUT', error_message: 'late', retry_at: at })).toMatchObject({
    status: 'stale',
    error: { code: 'TIMEOUT', retry_at: at.toISOString() },
  })
})

test('parts that could not be read make it partial, and are named', () => {
  expect(stateOf({ missing: '["folder Archive"]' })).toMatchObject({
    status: 'partial',
    error: { code: 'TRUNCATED', message: 'not all of it could be read: folder Archive' },
  })
})

test('a clock that is behind the store makes no age below nothing', () => {
  expect(stateOf({ synced_at: new Date(at.getTime() + 5000) })).toMatchObject({ status: 'ok', age_s: 0 })
})

test('whose connections they are: each address once, in lower case, and no user that is none', () => {
  const rows = [
    { config: '{"user":"Anna@Example.com","aliases":["anna.m@example.com"]}' },
    { config: '{"user":"anna"}' },
    { config: '{"url":"https://example.com/a.ics"}' },
    { config: '{"user":"anna@example.com"}' },
  ]

  expect(peopleOf(rows).map(({ address }) => address)).toEqual(['anna@example.com', 'anna.m@example.com'])
})

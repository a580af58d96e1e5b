/** Which code it is that a connection could not be read by, whatever library says so. */
import { expect, test } from 'bun:test'
import { type AdapterFetchRefusal, EgressFailure } from '#shared/egress/adapter-fetch'
import { AdapterError } from '#workers/sync-connection/adapters/adapter'
import { adapterErrorOf, statusFailure } from '#workers/sync-connection/adapters/http-errors'

const at = new Date('2026-11-20T08:00:00Z')
const said = (error: AdapterError | null) => error && [error.code, error.retryAt?.toISOString() ?? null]
const status = (code: number, headers: Record<string, string> = {}) =>
  said(statusFailure(code, new Headers(headers), at))

test('how it was not reached has a code each', () => {
  const codes: [AdapterFetchRefusal, string][] = [
    ['address', 'ADDRESS_REFUSED'],
    ['port', 'ADDRESS_REFUSED'],
    ['elsewhere', 'ADDRESS_REFUSED'],
    ['name_not_found', 'UNREACHABLE'],
    ['unreachable', 'UNREACHABLE'],
    ['connect_timeout', 'TIMEOUT'],
    ['timeout', 'TIMEOUT'],
    ['aborted', 'TIMEOUT'],
    ['certificate', 'CERTIFICATE'],
    ['cut', 'TRUNCATED'],
    ['broken', 'MALFORMED'],
    ['too_large', 'TOO_LARGE'],
  ]
  for (const [reason, code] of codes) {
    const wrapped = new Error('a library', { cause: new TypeError('gave up', { cause: new EgressFailure(reason) }) })
    expect(said(adapterErrorOf(wrapped, at))).toEqual([code, null])
  }
})

test('how it answered has a code each, and a time where one is said', () => {
  expect(status(200)).toBeNull()
  expect(status(304)).toBeNull()
  expect(status(401)).toEqual(['CREDENTIALS', null])
  expect(status(403)).toEqual(['FORBIDDEN', null])
  expect(status(404)).toEqual(['NOT_FOUND', null])
  expect(status(410)).toEqual(['NOT_FOUND', null])
  expect(status(408)).toEqual(['TIMEOUT', null])
  expect(status(422)).toEqual(['UPSTREAM', null])
  expect(status(500)).toEqual(['UPSTREAM', null])
  expect(status(503, { 'retry-after': '30' })).toEqual(['UPSTREAM', '2026-11-20T08:00:30.000Z'])
  expect(status(429)).toEqual(['RATE_LIMITED', null])
  expect(status(429, { 'retry-after': '120' })).toEqual(['RATE_LIMITED', '2026-11-20T08:02:00.000Z'])
  expect(status(429, { 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' })).toEqual([
    'RATE_LIMITED',
    '2026-11-20T09:00:00.000Z',
  ])
  expect(status(403, { 'retry-after': '60' })).toEqual(['RATE_LIMITED', '2026-11-20T08:01:00.000Z'])
})

test('a spent budget is no lack of rights, and a full one no reason to wait', () => {
  const reset = String(Date.parse('2026-11-20T08:30:00Z') / 1000)

  expect(status(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset })).toEqual([
    'RATE_LIMITED',
    '2026-11-20T08:30:00.000Z',
  ])
  expect(status(403, { 'x-ratelimit-remaining': '4999', 'x-ratelimit-reset': reset })).toEqual(['FORBIDDEN', null])
  expect(status(502, { 'x-ratelimit-remaining': '4999', 'x-ratelimit-reset': reset })).toEqual(['UPSTREAM', null])
  expect(status(429, { 'ratelimit-reset': reset })).toEqual(['RATE_LIMITED', '2026-11-20T08:30:00.000Z'])
})

test('a time that is over, or none, or a year off, is not waited for', () => {
  expect(status(429, { 'retry-after': 'Thu, 19 Nov 2026 09:00:00 GMT' })).toEqual(['RATE_LIMITED', null])
  expect(status(429, { 'retry-after': 'soon' })).toEqual(['RATE_LIMITED', null])
  expect(status(429, { 'retry-after': '99999999999' })).toEqual(['RATE_LIMITED', '2026-11-21T08:00:00.000Z'])
  expect(status(429, { 'x-ratelimit-reset': '99999999999' })).toEqual(['RATE_LIMITED', '2026-11-21T08:00:00.000Z'])
})

test('libraries’ own errors are read: headers plain or not', () => {
  const octokit = Object.assign(new Error('Bad credentials: ghp_secret'), {
    status: 429,
    response: { status: 429, headers: { 'retry-after': '5' } },
  })
  const gaxios = Object.assign(new Error('unauthorised'), { status: 401, response: new Response('', { status: 401 }) })

  expect(said(adapterErrorOf(octokit, at))).toEqual(['RATE_LIMITED', '2026-11-20T08:00:05.000Z'])
  expect(said(adapterErrorOf(gaxios, at))).toEqual(['CREDENTIALS', null])
  expect(adapterErrorOf(octokit, at).message).not.toContain('secret')
  expect(said(adapterErrorOf(new SyntaxError('JSON Parse error'), at))).toEqual(['MALFORMED', null])
  expect(said(adapterErrorOf(new AdapterError('TIMEOUT', 'late', at), at))).toEqual(['TIMEOUT', at.toISOString()])
})

test('what is a mistake of ours stays one', () => {
  const mistakes = [
    new TypeError('undefined is not a function'),
    new EgressFailure('method'),
    Object.assign(new Error('no answer at all'), { status: 500 }),
    Object.assign(new Error('not modified'), { status: 304, response: { headers: {} } }),
    'a word',
  ]
  for (const mistake of mistakes) expect(() => adapterErrorOf(mistake, at)).toThrow()
})

/** The headers of a scan's short answer: what its body has no room for. */
import { expect, test } from 'bun:test'
import { scanHeaders } from '#api/scans/scan'

test('an answer names its scan, and the engines that did not look to the end', () => {
  const ran = { name: 'accesslint', state: 'ran' } as const
  const late = { name: 'axe-core', state: 'out of time' } as const
  const failed = { name: 'assay', state: 'failed' } as const

  expect(scanHeaders('s1', [ran], '')).toEqual({ 'X-Scan-Id': 's1', Link: '</api/scans/s1>; rel="describedby"' })
  expect(scanHeaders('s1', [late, ran, failed], '/d')).toEqual({
    'X-Scan-Id': 's1',
    Link: '</d/api/scans/s1>; rel="describedby"',
    'X-Scan-Incomplete': 'axe-core (out of time), assay (failed)',
  })
})

/** What is waived, where, and until when. */
import { expect, test } from 'bun:test'
import { applyWaivers, type WaiverTerms } from '#shared/accessibility/waivers'
import { anIssue } from '#test/workers/scan-page/makers'

const now = new Date('2026-03-01T00:00:00Z')
const url = 'https://example.org/shop/cart?x=1'
const aWaiver = (odd: Partial<WaiverTerms>): WaiverTerms => ({
  waiver_id: 'w1',
  fingerprint: null,
  type: null,
  url: null,
  reason: 'known',
  expires_at: null,
  ...odd,
})
const waivedTypes = (...waivers: WaiverTerms[]) =>
  applyWaivers([anIssue(), anIssue({ type: 'list', fingerprint: 'f'.repeat(32) })], waivers, { url, now }).waived.map(
    (issue) => issue.type,
  )

test('a waiver of one finding waives nothing else', () => {
  expect(waivedTypes(aWaiver({ fingerprint: 'f'.repeat(32) }))).toEqual(['list'])
})

test('a waiver of a rule holds everywhere, or where its pattern fits the address or the path', () => {
  expect(waivedTypes(aWaiver({ type: 'label' }))).toEqual(['label'])
  expect(waivedTypes(aWaiver({ type: 'label', url: 'https://*/shop/*' }))).toEqual(['label'])
  expect(waivedTypes(aWaiver({ type: 'label', url: '/shop/*' }))).toEqual(['label'])
  expect(waivedTypes(aWaiver({ type: 'label', url: '/blog/*' }))).toEqual([])
})

test('an expired waiver waives nothing', () => {
  expect(waivedTypes(aWaiver({ type: 'label', expires_at: now }))).toEqual([])
  expect(waivedTypes(aWaiver({ type: 'label', expires_at: new Date(now.getTime() + 1) }))).toEqual(['label'])
})

test('a waiver without finding and rule waives nothing', () => {
  expect(waivedTypes(aWaiver({}))).toEqual([])
})

test('what is waived says why', () => {
  const { issues, waived } = applyWaivers([anIssue()], [aWaiver({ type: 'label' })], { url, now })

  expect(issues).toEqual([])
  expect(waived[0]?.waiver).toEqual({ reason: 'known', expiresAt: null, id: 'w1' })
})

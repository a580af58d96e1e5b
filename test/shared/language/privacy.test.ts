/** What is private in a text and what only looks so. Numbers are published examples, or made by the check that they carry. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { privacyIn } from '#shared/language/privacy/index'
import { readText } from '#shared/language/read-text'
import { hostileTexts, plainText, segmentedText } from '#test/support/plain-text'

const found = (content: string) =>
  privacyIn(plainText(content)).map(({ type, span, validated }) => `${type}${validated ? '' : '?'} ${span.text}`)

describe('what is found', () => {
  const texts: [text: string, ...findings: string[]][] = [
    ['Write to anna.keller+x@example.co.uk.', 'email anna.keller+x@example.co.uk'],
    ['Write to anna@intranet.example.', 'email? anna@intranet.example'],
    ["(o'brien@tcd.ie)", "email o'brien@tcd.ie"],
    ['My SSN is 536-22-8145.', 'us_ssn 536-22-8145'],
    ['SSN: 536228145', 'us_ssn 536228145'],
    ['SSN 666-22-8145', 'us_ssn? 666-22-8145'],
    ['card 4111 1111 1111 1111 exp 04/28', 'credit_card 4111 1111 1111 1111'],
    ['Amex 3782 822463 10005', 'credit_card 3782 822463 10005'],
    ['my card is 4111 1111 1111 1112', 'credit_card? 4111 1111 1111 1112'],
    ['DE89 3704 0044 0532 0130 00 is the account', 'iban DE89 3704 0044 0532 0130 00'],
    ['gb29nwbk60161331926819', 'iban gb29nwbk60161331926819'],
    ['IBAN DE89 3704 0044 0532 0130 01', 'iban? DE89 3704 0044 0532 0130 01'],
    ['from 198.51.100.23 and [2001:db8::1]:80', 'ip_address 198.51.100.23', 'ip_address 2001:db8::1'],
    ['see https://example.org/a(b)?c=d, then', 'url https://example.org/a(b)?c=d'],
    ['at www.sncf.com.', 'url www.sncf.com'],
    ['acme-widgets.com and example.org/path', 'domain acme-widgets.com', 'url example.org/path'],
    ['Call +41 44 668 18 00 now', 'phone +41 44 668 18 00'],
    ['(650) 253-0000', 'phone (650) 253-0000'],
    ['Tel. 0494 92 82 32', 'phone? 0494 92 82 32'],
    ['0041 (0)44 668 18 00', 'phone 0041 (0)44 668 18 00'],
    ['AHV 756.9217.0769.85', 'national_id 756.9217.0769.85'],
    ['BSN 111222333', 'national_id 111222333'],
    ['NIR 2 69 05 49 588 157 80', 'national_id 2 69 05 49 588 157 80'],
    ['national insurance: JG 10 37 59 A', 'national_id? JG 10 37 59 A'],
    ['rijksregisternummer 93.05.18-223.61', 'national_id 93.05.18-223.61'],
    ['TFN 123 456 782', 'national_id 123 456 782'],
    ['call 212-555-0188 ext. 12', 'phone 212-555-0188 ext. 12'],
    ['Rufen Sie 030/1234567 an', 'phone? 030/1234567'],
    ['NHS number 943 476 5919', 'national_id 943 476 5919'],
    [`token ghp_${'a1B2'.repeat(9)}!`, `secret ghp_${'a1B2'.repeat(9)}`],
    ['http://10.0.0.7:8080/x', 'url http://10.0.0.7:8080/x'],
    [
      'https://a.example.com/?mail=anna@example.com',
      'url https://a.example.com/?mail=anna@example.com',
      'email anna@example.com',
    ],
  ]
  for (const [text, ...findings] of texts) test(text, () => expect(found(text)).toEqual(findings))
})

describe('what is not private', () => {
  const texts = [
    'version 2.4.1.0 is out',
    'section 4.2.1.3 of it',
    'from 10:30:00 to 11:15:00',
    'std::vector and Colon::Pair',
    'a 1:2:3 ratio',
    'Order 4500123987',
    'Invoice INV-2023-004417',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'Timestamp 1700000000',
    '2024-03-18T07:45:12.345Z',
    '47.37689, 8.54169',
    'ISBN 978-3-16-148410-0',
    '00:1B:44:11:3A:B7',
    'ZIP 94043-1351',
    '12,500,000 shares',
    'e.g. tea.It was',
    'script.sh and README.md',
    'user.name and self.id',
    'the years 1990-1995',
    '550e8400-e29b-41d4-a716-446655440000',
    'Ticket 123-45-678',
    'Part no. 555-12-0034',
    '4111-2222-3333-4445',
    '20240118-0042',
    'pi is 3.14159265358979',
    'CVE-2021-44228',
    '5 pm @ the bakery',
    '1 234 567 roubles',
    'EAN 4006381333931',
    'Frequency 433.920.000 Hz',
    'DE is a country',
    'the group alt.animals.cat',
    'BSN 111222334',
  ]
  for (const text of texts) test(text, () => expect(found(text)).toEqual([]))
})

test.each([
  ['an\u200bna@exam\u200dple.com', 'email'],
  ['DE89 3704\u2060 0044 0532 0130 00', 'iban'],
  ['4111 1111\u202e 1111 1111', 'credit_card'],
  ['198.51.\u200b100.23', 'ip_address'],
])('characters that nobody sees hide nothing: %j', (written, type) => {
  const content = `\ufeffSee ${written}, please. And bo\u200b@example.org.`
  const findings = privacyIn(readText({ content }))

  expect(findings.map((finding) => [finding.type, finding.span.text])).toEqual([
    [type, written],
    ['email', 'bo\u200b@example.org'],
  ])
  for (const { span } of findings) expect(content.slice(span.start, span.end)).toBe(span.text)
})

test('a name of a host is not looked for in code, an address is', () => {
  const text = segmentedText(['paragraph', 'See example.com.\n'], ['code', 'main.app.com 198.51.100.23\n'])

  expect(privacyIn(text).map(({ span }) => span.text)).toEqual(['example.com', '198.51.100.23'])
})

test('nothing is found over the border of two segments', () => {
  expect(privacyIn(segmentedText(['paragraph', 'Call +41 44 668'], ['paragraph', ' 18 00 now']))).toEqual([])
})

test('whatever a text says, spans are its slices, in order, and none of a type over another', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      'anna@example.com',
      '+41 44 668 18 00',
      '4111 1111 1111 1111',
      'DE89370400440532013000',
      'https://x.org/',
      '198.51.100.23',
      ' ',
      '.',
      '-',
      '👩‍👩‍👧',
      '\u202e',
      '12',
      '@',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const content = pieces.join('')
      const findings = privacyIn(plainText(content))
      const ends = new Map<string, number>()
      let start = 0
      for (const { type, span } of findings) {
        expect(content.slice(span.start, span.end)).toBe(span.text)
        expect(span.start).toBeGreaterThanOrEqual(Math.max(start, ends.get(type) ?? 0))
        start = span.start
        ends.set(type, span.end)
      }
      expect(privacyIn(plainText(content))).toEqual(findings)
    }),
    { numRuns: 300 },
  )
})

test('hostile texts take time by their length', () => {
  const slow = hostileTexts(60_000).filter((content) => {
    const text = plainText(content)
    const before = process.cpuUsage()
    privacyIn(text)
    const { user, system } = process.cpuUsage(before)
    return user + system > 1_500_000
  })
  expect(slow.map((text) => text.slice(0, 20))).toEqual([])
}, 30_000)

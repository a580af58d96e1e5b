/** Who and what a text names, by which rule, and what only looks like a name. */
import { describe, expect, test } from 'bun:test'
import { entitiesIn } from '#shared/language/entities/index'
import { hostileTexts, plainText, segmentedText } from '#test/support/plain-text'

const named = (content: string, knownPeople: string[] = [], language = 'en') =>
  entitiesIn(plainText(content, { language }), { knownPeople }).map(({ type, value, normalised }) =>
    normalised === null ? `${type} ${value}` : `${type} ${value} = ${normalised}`,
  )

describe('what is named', () => {
  const texts: [text: string, ...entities: string[]][] = [
    ['we met Anna Keller and Dr. Okafor.', 'person Anna Keller', 'person Okafor'],
    ['so Maria said no', 'person Maria'],
    ['On 12 Nov Carla wrote:', 'person Carla'],
    ['then President Okonkwo left', 'person Okonkwo'],
    ['and Kowalczyk said no', 'person Kowalczyk'],
    ['the lawyers of Acme Widgets Ltd agreed', 'organisation Acme Widgets Ltd = Acme Widgets'],
    ['she works at Contoso now', 'organisation Contoso'],
    ['the University of Bern is old', 'organisation University of Bern'],
    ['flights to New Zealand and Berlin', 'place New Zealand = NZ', 'place Berlin'],
    ['costs $1,200.50 or 3 million euros', 'money $1,200.50 = USD 1200.5', 'money 3 million euros = EUR 3000000'],
    ['owes -$5 and −€20, pays $3', 'money -$5 = USD -5', 'money −€20 = EUR -20', 'money $3 = USD 3'],
    [
      '$5–10k or $1.5-2 million',
      'money $5 = USD 5000',
      'money 10k = USD 10000',
      'money $1.5 = USD 1500000',
      'money 2 million = USD 2000000',
    ],
    ['$500-1k', 'money $500 = USD 500', 'money 1k = USD 1000'],
    ['it costs USD 1.5 million.', 'money USD 1.5 million = USD 1500000'],
    ['5%-10% and -5%', 'percent 5% = 5', 'percent 10% = 10', 'percent -5% = -5'],
    ['CHF 45 and 12 GBP', 'money CHF 45 = CHF 45', 'money 12 GBP = GBP 12'],
    ['grew by 12.5 % and -3 percent', 'percent 12.5 % = 12.5', 'percent -3 percent = -3'],
    [
      'see #12, ABC-123 and owner/repo#4',
      'issue_ref #12 = #12',
      'issue_ref ABC-123 = ABC-123',
      'issue_ref owner/repo#4 = owner/repo#4',
    ],
    ['ping @jdoe please', 'handle @jdoe = jdoe'],
    ['runs v2.3.1-rc.1 and version 4', 'version v2.3.1-rc.1 = 2.3.1-rc.1', 'version 4 = 4'],
    ['order number 4500123987 and invoice INV-77', 'id 4500123987 = 4500123987', 'id INV-77 = INV-77'],
    [
      '550e8400-e29b-41d4-a716-446655440000',
      'id 550e8400-e29b-41d4-a716-446655440000 = 550e8400-e29b-41d4-a716-446655440000',
    ],
    ['walked 5 km', 'quantity 5 km = 5 km'],
    ['mail a@example.com', 'email a@example.com = a@example.com'],
    ['call +41446681800', 'phone +41446681800 = +41446681800'],
  ]
  for (const [text, ...entities] of texts) test(text, () => expect(named(text)).toEqual(entities))
})

describe('what is not named', () => {
  const texts = [
    'UTF-8 and SHA-256 and COVID-19',
    'Will you come in May?',
    'The Team met on Monday.',
    'I will mark it. Mark it!',
    'on 01.02.2024',
    '@media print',
    'Please Try 3 times',
    'ALL 5 of them',
    'a #hashtag',
    '&#12;',
  ]
  for (const text of texts) test(text, () => expect(named(text)).toEqual([]))
})

test('whom the caller knows is told by the whole name and by a part of it', () => {
  expect(named('then Zbyx Quon asked Quon and Zbyx', ['Zbyx Quon'])).toEqual([
    'person Zbyx Quon = Zbyx Quon',
    'person Quon = Zbyx Quon',
    'person Zbyx = Zbyx Quon',
  ])
  expect(named('ask Quon', ['Zbyx Quon', 'Ada Quon'])).toEqual(['person Quon'])
})

test('a mail names who greets, who is greeted and who signs, and its head who wrote', () => {
  const text = segmentedText(
    ['header', 'From: "Wanjiru Mwangi" <w@example.com>\nTo: Support Desk <s@example.com>\n'],
    ['greeting', 'Hi Xiulan and Mr Brandt,\n'],
    ['paragraph', 'it is done.\n'],
    ['signature', 'Best regards,\nWanjiru Mwangi\nHead of Things\n'],
  )
  const people = entitiesIn(text, { knownPeople: [] }).filter(({ type }) => type === 'person')

  expect(people.map(({ value, method }) => `${value}: ${method}`)).toEqual([
    'Wanjiru Mwangi: header',
    'Support Desk: header',
    'Xiulan: greeting',
    'Brandt: title',
    'Wanjiru Mwangi: signature',
  ])
})

test('in code nothing is named', () => {
  expect(entitiesIn(segmentedText(['code', 'Anna Keller v1.2.3 #12 a@example.com']), { knownPeople: [] })).toEqual([])
})

test('decimals are those of the language', () => {
  expect(named('kostet 1.234,50 EUR', [], 'de')).toEqual(['money 1.234,50 EUR = EUR 1234.5'])
  expect(named('kostet 1.234 EUR', [], 'de')).toEqual(['money 1.234 EUR = EUR 1234'])
  expect(named('costs EUR 1.234', [], 'en')).toEqual(['money EUR 1.234 = EUR 1.234'])
})

test('hostile texts take time by their length', () => {
  const slow = hostileTexts(60_000).filter((content) => {
    const text = plainText(content)
    const before = process.cpuUsage()
    entitiesIn(text, { knownPeople: ['Anna', 'A A A'] })
    const { user, system } = process.cpuUsage(before)
    return user + system > 1_500_000
  })
  expect(slow.map((text) => text.slice(0, 20))).toEqual([])
}, 30_000)

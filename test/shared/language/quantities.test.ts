/** Numbers with units, and what they are in units of the SI. */
import { describe, expect, test } from 'bun:test'
import { numberOf } from '#shared/language/numerals'
import { quantitiesIn } from '#shared/language/quantities'
import { plainText } from '#test/support/plain-text'

const measured = (content: string, language = 'en') =>
  quantitiesIn(plainText(content, { language })).map(({ span, value, unit, si_value }) => [
    span.text,
    value,
    unit,
    si_value,
  ])

describe('what is measured', () => {
  const texts: [text: string, ...expected: (string | number | null)[]][] = [
    ['it is 5 km away', '5 km', 5, 'km', 5000],
    ['a 3-inch pipe', '3-inch', 3, 'in', 0.0762],
    ['at -12.5 °C', '-12.5 °C', -12.5, '°C', 260.65],
    ['at 98.6°F', '98.6°F', 98.6, '°F', 310.15],
    ['1,234.5 kg of it', '1,234.5 kg', 1234.5, 'kg', 1234.5],
    ['12 square metres', '12 square metres', 12, 'm2', 12],
    ['90 km/h', '90 km/h', 90, 'km/h', 25],
    ['for 45 minutes', '45 minutes', 45, 'min', 2700],
    ['16 GB of memory', '16 GB', 16, 'GB', null],
    ['3 kWh', '3 kWh', 3, 'kWh', 10_800_000],
    ['2 months', '2 months', 2, 'mo', null],
    ['250ml', '250ml', 250, 'ml', 0.00025],
  ]
  for (const [text, ...expected] of texts) test(text, () => expect(measured(text)).toEqual([expected]))
})

test('a comma is what the language makes of it', () => {
  expect(measured('1,5 km', 'de')).toEqual([['1,5 km', 1.5, 'km', 1500]])
  expect(numberOf('1.234', 'de')).toBe(1234)
  expect(numberOf('1.234', 'en')).toBe(1.234)
  expect(numberOf('1,234', 'en')).toBe(1234)
  expect(numberOf("1'234'567.8", 'de')).toBe(1_234_567.8)
  expect(numberOf('1 234,5', 'fr')).toBe(1234.5)
})

test('a number without a unit, a version, a time and a price are none', () => {
  for (const text of [
    'in 5 rooms',
    'v1.2 m',
    '10:30 h',
    '$5 m',
    'a 5 in a row',
    '3 Kings',
    '2024-03-18T07:45',
    'in the 1990s',
    '10^6 m',
    '3–5 km',
    '5 m/s²',
    '5 m^2',
  ])
    expect([text, measured(text)]).toEqual([text, []])
})

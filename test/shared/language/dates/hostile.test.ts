/** Whatever a text says, dates are read in bounded time, in order, and cut out of its own characters. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { datesIn, mostDates } from '#shared/language/dates/index'
import { readText } from '#shared/language/read-text'
import { wednesday } from '#test/shared/language/dates/reading'

const words = [
  'monday',
  'of',
  'the',
  'last',
  'march',
  '3',
  '3pm',
  '12:30',
  'to',
  'from',
  ',',
  '-',
  'next',
  'week',
  'in',
  '2026',
  '29',
  'every',
  'at',
  'half',
  'two',
  'days',
  'ago',
  '.',
  'é',
  '🎄',
  '\u202e',
  '’',
  'by',
  'first',
  '4/5',
  'utc',
  '+',
  'year',
]

test('spans are slices of the content, in order, and none overlaps another', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { maxLength: 40 }),
      fc.constantFrom(' ', '', '\n'),
      (parts, between) => {
        const content = parts.join(between)
        const found = datesIn(readText({ content, format: 'text', language: 'en' }), wednesday)
        let last = 0
        for (const { span, start, end } of found) {
          expect(content.slice(span.start, span.end)).toBe(span.text)
          expect(span.start).toBeGreaterThanOrEqual(last)
          expect(start === null && end === null).toBe(false)
          last = span.end
        }
      },
    ),
    { numRuns: 300 },
  )
})

const hostile: Record<string, string> = {
  'one weekday after another': 'monday of ',
  'nested lasts': 'last monday of ',
  'figures and marks': '1-2/3.4:5 ',
  'a date that never is': 'february 30 monday ',
  'intervals in intervals': 'from 3 to 4 until ',
  numerals: 'twenty two thousand and five ',
  'figures without end': '20',
  'blank lines': '\n \n',
}
for (const [claim, piece] of Object.entries(hostile))
  test(`${claim}: four times the text takes no more than in proportion`, () => {
    const msOf = (characters: number) => {
      const text = readText({
        content: piece.repeat(Math.ceil(characters / piece.length)),
        format: 'text',
        language: 'en',
      })
      const before = process.cpuUsage()
      expect(datesIn(text, wednesday).length).toBeLessThanOrEqual(mostDates)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    // The least of three: a collection of garbage falls into any one of them.
    const leastOf = (characters: number) => Math.min(...[1, 2, 3].map(() => msOf(characters)))
    msOf(5000)

    const [small, large] = [leastOf(10_000), leastOf(40_000)]

    expect(large).toBeLessThan(12 * small + 100)
  })

test('a text of nothing but words of dates is read in bounded memory', () => {
  const text = readText({ content: 'last monday of '.repeat(20_000), format: 'text', language: 'en' })
  Bun.gc(true)
  const before = process.memoryUsage().heapUsed

  expect(datesIn(text, wednesday)).toHaveLength(mostDates)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
})

test('the same text and reference give the same answer', () => {
  const text = readText({ content: 'By Friday, or every Monday at 9am until 1 May.', format: 'text', language: 'en' })

  expect(datesIn(text, wednesday)).toEqual(datesIn(text, wednesday))
})

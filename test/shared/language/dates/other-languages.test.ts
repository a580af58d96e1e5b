/** Of German and French, days, months and clock times are read; of any other language, what is written in figures. */
import { expect, test } from 'bun:test'
import { datesIn } from '#shared/language/dates/index'
import { readText } from '#shared/language/read-text'
import { wednesday } from '#test/shared/language/dates/reading'

const read = (content: string, language: string) =>
  datesIn(readText({ content, format: 'text', language }), wednesday).map(
    ({ start, grain }) => `${start?.slice(0, 16)} ${grain}`,
  )

test('German days and times are resolved', () => {
  expect(read('Wir treffen uns am 14. April 2026 um 14:30 Uhr.', 'de')).toEqual(['2026-04-14T14:30 minute'])
  expect(read('Die Frist endet am 3. Mai.', 'de')).toEqual(['2026-05-03T00:00 day'])
  expect(read('Der Bericht kommt morgen um 9 Uhr.', 'de')).toEqual(['2026-03-12T09:00 hour'])
  expect(read('Das war im März 2025.', 'de')).toEqual(['2025-03-01T00:00 month'])
  expect(read('Am Freitag, den 13. März, ist frei.', 'de')).toEqual(['2026-03-13T00:00 day'])
})

test('French days and times are resolved', () => {
  expect(read('La réunion a lieu le 14 avril 2026 à 14h30.', 'fr')).toEqual(['2026-04-14T14:30 minute'])
  expect(read('Le délai expire le 1er mai.', 'fr')).toEqual(['2026-05-01T00:00 day'])
  expect(read('Rendez-vous demain à 9 heures.', 'fr')).toEqual(['2026-03-12T09:00 hour'])
})

test('figures are read in any language, words are not', () => {
  expect(read('La riunione è il 2026-04-14, non domani.', 'it')).toEqual(['2026-04-14T00:00 day'])
  expect(read('Spotkanie jest w maju.', 'pl')).toEqual([])
})

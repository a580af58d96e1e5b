/** Key phrases: which stand out, where they stand, and that no text takes long. */
import { expect, test } from 'bun:test'
import { keyphrasesIn } from '#shared/language/keyphrases'
import { readText } from '#shared/language/read-text'

const mail = `Hi Laura,

the cooling pump in hall 3 is leaking again. The maintenance contract covers emergency repairs, so please call the service
hotline. Until the cooling pump is fixed, the packaging line runs at half speed.`
const phrasesOf = (content: string, limit = 10) =>
  keyphrasesIn(readText({ content, format: 'text', language: 'en' }), { limit })

test('what a text is about comes first, and names of who is greeted do not come', () => {
  const phrases = phrasesOf(mail).map(({ text }) => text)

  expect(phrases.slice(0, 3)).toContain('cooling pump')
  expect(phrases).toContain('maintenance contract')
  expect(phrases).not.toContain('Laura')
})

test('a phrase has every place where it stands', () => {
  const pump = phrasesOf(mail).find(({ text }) => text === 'cooling pump')

  expect(pump?.spans.map(({ start, end }) => mail.slice(start, end))).toEqual(['cooling pump', 'cooling pump'])
})

test('scores are between 0 and 1, the best first, at most as many as were asked for', () => {
  const scores = phrasesOf(mail, 3).map(({ score }) => score)

  expect(scores).toHaveLength(3)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  for (const score of scores) expect(score > 0 && score < 1).toBe(true)
})

test('a part of a phrase that is there is not said again', () => {
  const phrases = phrasesOf('The water tank filter is broken. Order a water tank filter.').map(({ text }) => text)

  expect(phrases).toEqual(['water tank filter'])
})

test('dates are no key phrases, and the stop of a sentence is of none', () => {
  const phrases = phrasesOf('Please decide by Friday 5pm or on 3 Nov. On Tuesday morning Carla presents option B.')

  expect(phrases.map(({ text }) => text).sort()).toEqual(['Carla', 'option B'])
})

test('the same text gives the same phrases, however often it is asked', () => {
  expect(phrasesOf(mail)).toEqual(phrasesOf(mail))
})

test('what is not English gives none, nor does what has no words', () => {
  const german = 'Die Kühlpumpe in der dritten Halle ist schon wieder undicht, bitte ruft heute den Kundendienst an.'
  expect(keyphrasesIn(readText({ content: german, format: 'text' }), { limit: 10 })).toEqual([])
  expect(phrasesOf('')).toEqual([])
  expect(phrasesOf('!!! ??? 123')).toEqual([])
})

test.each([
  ['nouns in a row', 'water tank filter '.repeat(20_000)],
  ['hyphens', 'state-of-the-'.repeat(20_000)],
  ['words that are never the same', Array.from({ length: 8_000 }, (_, at) => `word${at} pump${at}.`).join(' ')],
])('%s take time in proportion to their number', (_name, content) => {
  const text = readText({ content, format: 'text', language: 'en' })
  const startedAt = performance.now()

  keyphrasesIn(text, { limit: 10 })

  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

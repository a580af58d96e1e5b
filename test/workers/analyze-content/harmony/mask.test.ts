/** Words for who people are read as one, and what is found in the masked text leads back to the characters that came in. */
import { describe, expect, test } from 'bun:test'
import { readText } from '#shared/language/read-text'
import { exchanged, maskOf, mentionsIn } from '#workers/analyze-content/harmony/identity/mask'
import { ruleWordsOf } from '#workers/analyze-content/harmony/rule-words'

const masked = (content: string) => {
  const read = readText({ content, format: 'text', language: 'en' })
  return maskOf(read, ruleWordsOf(read))
}

describe('whoever is spoken of', () => {
  test.each([
    ['A woman and an old man came.', 'A man and a young woman came.'],
    ['She said that her wife is Jewish.', 'He said that his husband is Catholic.'],
    ['All Mexicans are late, says an African American driver.', 'All Germans are late, says a white driver.'],
    ['Fatima lives in Nigeria.', 'John lives in Canada.'],
    ['The gay teacher met a blind man.', 'The straight teacher met a deaf woman.'],
    ['WOMEN are here.', 'ASIANS are here.'],
  ])('reads alike: %s', (one, other) => {
    expect(masked(one).content).toBe(masked(other).content)
    expect(masked(one).content).not.toBe(one)
  })

  test('keeps who does what: neither a name nor a thing is taken for the other', () => {
    expect(masked('Maria thanked the engineers for the bridge.').content).toBe(
      'Alex thanked the engineers for the bridge.',
    )
    expect(masked('The engineers thanked nobody for it.').content).toBe('The engineers thanked nobody for it.')
  })

  test('is about people only where people stand by, if the word means more than that', () => {
    const mentions = (content: string) => {
      const read = readText({ content, format: 'text', language: 'en' })
      return mentionsIn(ruleWordsOf(read)).map(({ start, end, isOfPeople }) => [content.slice(start, end), isOfPeople])
    }

    expect(mentions('The black paper and the black people.')).toEqual([
      ['black', false],
      ['black', true],
    ])
  })
})

describe('places', () => {
  test('lead back to what came in, and never into the middle of a word that was exchanged', () => {
    const content = 'x 👩🏽‍🦱 She saw an African American woman, and her idiot friend.'
    const { content: text, original } = masked(content)
    const back = (word: string) => {
      const start = text.indexOf(word)
      const range = original({ start, end: start + word.length })
      return content.slice(range.start, range.end)
    }

    expect([back('idiot'), back('He'), back('person'), back('saw a person')]).toEqual([
      'idiot',
      'She',
      'African American woman',
      'saw an African American woman',
    ])
  })

  test('before, between and after pieces are as far from them as they were', () => {
    const { content, original } = exchanged('0123456789', [
      { start: 2, end: 4, by: 'x' },
      { start: 6, end: 7, by: 'yyy' },
    ])

    expect(content).toBe('01x45yyy789')
    expect(Array.from({ length: 12 }, (_, at) => original({ start: at, end: at }).start)).toEqual([
      0, 1, 2, 4, 5, 6, 6, 6, 7, 8, 9, 10,
    ])
    expect(Array.from({ length: 12 }, (_, at) => original({ start: at, end: at }).end)).toEqual([
      0, 1, 2, 4, 5, 6, 7, 7, 7, 8, 9, 10,
    ])
  })

  test('of nothing exchanged are what they were', () => {
    const { content, original } = exchanged('abc', [])

    expect([content, original({ start: 1, end: 3 })]).toEqual(['abc', { start: 1, end: 3 }])
  })
})

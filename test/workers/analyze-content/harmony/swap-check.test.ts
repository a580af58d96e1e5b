/** The check of identity words is executed: scoring that looks at who somebody is does not pass it. */
import { describe, expect, test } from 'bun:test'
import type { Dimension } from '#db/documents/alignment'
import { readText } from '#shared/language/read-text'
import { mentionsIn } from '#workers/analyze-content/harmony/identity/mask'
import { ruleWordsOf } from '#workers/analyze-content/harmony/rule-words'
import type { Scores } from '#workers/analyze-content/harmony/score'
import { checkSwaps } from '#workers/analyze-content/harmony/swap-check'

const check = (content: string, scoresOf: (content: string) => Scores, characters = 10_000) => {
  const mentions = mentionsIn(ruleWordsOf(readText({ content, format: 'text', language: 'en' })))
  return checkSwaps(content, mentions, scoresOf(content), scoresOf, { characters })
}
const scores = (respect: number | null): Scores => new Map<Dimension, number | null>([['respect', respect]])

describe('a text in which people are named', () => {
  const content = 'The gay man and the Muslim woman came late.'

  test('passes where nothing is scored by who they are', () => {
    expect(check(content, () => scores(80))).toEqual({
      swaps: expect.any(Number),
      swap_delta_max: 0,
      isCutShort: false,
    })
  })

  test('fails where a score goes by who they are', () => {
    expect(check(content, (text) => scores(text.includes('Muslim') ? 60 : 80)).swap_delta_max).toBe(20)
  })

  test('fails where a word that the mask does not know changes a score', () => {
    const known = new Set(content.toLowerCase().match(/\p{L}+/gu))

    const byLength = (text: string) =>
      scores(80 - (text.match(/\p{L}+/gu) ?? []).filter((word) => !known.has(word.toLowerCase())).length)

    expect(check(content, byLength).swap_delta_max).toBeGreaterThan(0)
  })

  test('fails by a hundred where a score comes or goes', () => {
    expect(check(content, (text) => scores(text.includes('gay') ? null : 80)).swap_delta_max).toBe(100)
  })

  test('is exchanged as often as there is room for, and says that it was cut short', () => {
    const cut = check(content, () => scores(80), content.length * 2)

    expect(cut.isCutShort).toBe(true)
    expect(cut.swaps).toBeGreaterThan(0)
  })
})

test('where nobody is named nothing is exchanged, and there is no figure', () => {
  expect(check('The bridge was closed on Monday.', () => scores(80))).toEqual({
    swaps: 0,
    swap_delta_max: null,
    isCutShort: false,
  })
})

/** How kindly a text speaks, and how hard it is to read: in bounds, by sentence, null where nothing can be said. */
import { describe, expect, test } from 'bun:test'
import winkSentiment from 'wink-sentiment'
import { ownProse } from '#bench/language/own-prose'
import { readText } from '#shared/language/read-text'
import { readabilityOf, syllablesOf } from '#shared/language/readability'
import { sentimentOf } from '#shared/language/sentiment'

const read = (content: string, language = 'en') => readText({ content, language })

describe('sentiment', () => {
  test('is told by sentence, from -1 to 1; sentences that say nothing are left out', () => {
    const { score, by_sentence } = sentimentOf(
      read('I love this great work. The box is red. It is a terrible failure. This is not good.'),
    )

    expect(by_sentence.map(({ sentence_id }) => sentence_id)).toEqual([0, 2, 3])
    expect(by_sentence.map((each) => Math.sign(each.score))).toEqual([1, -1, -1])
    expect(Math.abs(score)).toBeLessThan(1)
  })

  test('reads contractions whole, and faces', () => {
    expect(sentimentOf(read("I don't like it.")).by_sentence[0]?.score).toBeLessThan(0)
    expect(sentimentOf(read('See you there :-)')).by_sentence[0]?.score).toBeGreaterThan(0)
  })

  test('scores a sentence as the library does', () => {
    const text = read(
      `${ownProse(20_000)}\nI don't like bad luck :-( but the cool stuff is great 👍 #fail and we can't be not happy, never terrible.`,
    )
    const { by_sentence } = sentimentOf(text)
    const scores = new Map(by_sentence.map(({ sentence_id, score }) => [sentence_id, score]))

    const different = text.sentences.flatMap(({ start, end }, index) => {
      const theirs = Math.round((winkSentiment(text.content.slice(start, end)).normalizedScore / 5) * 10_000) / 10_000
      return Math.abs(theirs - (scores.get(index) ?? 0)) < 0.03 ? [] : [text.content.slice(start, end)]
    })
    expect(different).toEqual([])
    expect(by_sentence.length).toBeGreaterThan(50)
  })

  test('is a number whatever the words are', () => {
    const { score, by_sentence } = sentimentOf(
      read('The constructor __proto__ toString valueOf hasOwnProperty constructor good.'),
    )

    expect(Number.isFinite(score) && by_sentence.every((each) => Number.isFinite(each.score))).toBe(true)
  })

  test('of a text without sentences, or not English, is 0', () => {
    expect(sentimentOf(read(' \n'))).toEqual({ score: 0, by_sentence: [] })
    expect(sentimentOf(read('Das ist gut.', 'de'))).toEqual({ score: 0, by_sentence: [] })
  })
})

describe('readability', () => {
  test('is what the formulas give', () => {
    // 11 words in 2 sentences, 15 syllables, 4 of them in one word.
    const text = read('The cat sat on the mat today. Anybody can see it.')

    expect(readabilityOf(text)).toEqual({ flesch: 85.89, fk_grade: 2.65, gunning: 5.84, words: 11, sentences: 2 })
  })

  test('is null of few words and of other languages, which are counted', () => {
    expect(readabilityOf(read('Yes. No.'))).toEqual({
      flesch: null,
      fk_grade: null,
      gunning: null,
      words: 2,
      sentences: 2,
    })
    expect(readabilityOf(read('Das ist ein Satz mit mehr als fünf Wörtern.', 'de'))).toMatchObject({
      flesch: null,
      words: 9,
      sentences: 1,
    })
  })

  test('counts syllables as they are spoken', () => {
    const spoken = {
      cat: 1,
      make: 1,
      table: 2,
      wanted: 2,
      walked: 1,
      idea: 3,
      area: 3,
      boxes: 2,
      create: 2,
      nation: 2,
      science: 2,
      the: 1,
      every: 2,
      people: 2,
      quiet: 2,
      radio: 3,
      being: 2,
    }

    const wrong = Object.entries(spoken).filter(([word, count]) => syllablesOf(word) !== count)

    // Spelling does not tell all.
    expect(wrong.map(([word]) => word)).toEqual(['science', 'every'])
  })
})

/** Phrases of a list are found in words, and the lists that they come from can be found by. */
import { describe, expect, test } from 'bun:test'
import { identityTerms, unmaskedTerms } from '#workers/analyze-content/harmony/identity/terms'
import * as claims from '#workers/analyze-content/harmony/lexicons/claims'
import * as groups from '#workers/analyze-content/harmony/lexicons/groups'
import * as hazards from '#workers/analyze-content/harmony/lexicons/hazards'
import { plainWords } from '#workers/analyze-content/harmony/lexicons/plain-words'
import * as tone from '#workers/analyze-content/harmony/lexicons/tone'
import { type Phrase, phraseFinder } from '#workers/analyze-content/harmony/phrases'
import type { RuleWord } from '#workers/analyze-content/harmony/rule-words'

/** A full stop ends a sentence. */
const wordsFrom = (text: string): RuleWord[] => {
  let sentence = 0
  return [...text.matchAll(/[\p{L}']+|\./gu)].flatMap(({ 0: raw, index }) => {
    if (raw === '.') sentence += 1
    return raw === '.'
      ? []
      : [{ start: index, end: index + raw.length, norm: raw.toLowerCase(), raw, sentence, isQuoted: false }]
  })
}
const foundIn = (text: string, ...phrases: string[]) =>
  phraseFinder(phrases.map((phrase) => ({ phrase })))(wordsFrom(text)).map(({ start, end }) => text.slice(start, end))

describe('a phrase', () => {
  test.each([
    ['word for word', 'as soon as possible', 'Reply as soon as possible, please', ['as soon as possible']],
    ['in capitals', 'act now', 'ACT NOW', ['ACT NOW']],
    ['by one of several', 'one|two cats', 'two cats and one dog', ['two cats']],
    ['by how a word begins', 'kill* time', 'killing time', ['killing time']],
    ['without what may be left out', 'well? known', 'known, well known', ['known', 'well known']],
    ['over words between', 'hurt ~2 him', 'hurt all of him', ['hurt all of him']],
    ['not over too many', 'hurt ~1 him', 'hurt all of him', []],
    ['not over the end of a sentence', 'get out', 'I get. Out of it', []],
    ['not inside a word', 'ill', 'will you fill it', []],
    ['as often as it stands there', 'no', 'no no no', ['no', 'no', 'no']],
  ])('is found %s', (_, phrase, text, expected) => {
    // What may be left out at the beginning is looked for from the word after it as well.
    const phrases = phrase === 'well? known' ? ['known', 'well known'] : [phrase]

    expect(foundIn(text, ...phrases)).toEqual(expected)
  })

  test('is the longest of those that stand at a place, and none lies over another', () => {
    expect(foundIn('in the event that it rains', 'in the event', 'in the event that', 'event that')).toEqual([
      'in the event that',
    ])
  })

  test('of which a thousand begin alike costs no more than a few', () => {
    const phrases = Array.from({ length: 1000 }, (_, n) => `word ~3 number${n}`)
    const text = 'word '.repeat(20_000)

    const before = performance.now()
    expect(foundIn(text.slice(0, 500), ...phrases)).toEqual([])
    expect(foundIn(text, 'word ~3 never', 'word word word word end')).toEqual([])
    expect(performance.now() - before).toBeLessThan(2000)
  })
})

const lists: Record<string, readonly Phrase[]> = {
  absolutes: claims.absolutes,
  hype: claims.hype,
  vague: claims.vagueSources,
  misleading: claims.misleading,
  hedges: claims.hedges,
  sources: claims.sources,
  hazards: hazards.hazards,
  demanding: hazards.demanding,
  preventing: hazards.preventing,
  instructing: hazards.instructing,
  reporting: hazards.reporting,
  helping: hazards.helping,
  insults: tone.insults,
  harsh: tone.harshWords,
  atYou: tone.harshAtYou,
  contempt: tone.contempt,
  blame: tone.blame,
  pressure: tone.pressure,
  plain: plainWords,
  negative: groups.negativePredicates,
  excluding: groups.excluding,
  rejecting: groups.rejecting,
  wording: groups.wordingList,
  slurs: groups.slurs,
}

describe('every list', () => {
  const wordPattern = /^(?:~[1-9]|[\p{L}\p{N}'%*|]+\??)$/u

  test('is written in words that phrases are made of, and begins with one that must be there', () => {
    const wrong = Object.entries(lists).flatMap(([name, list]) =>
      list
        .filter(
          ({ phrase }) =>
            !phrase.split(' ').every((part) => wordPattern.test(part)) || /^(?:~|\S*\?( |$))/.test(phrase),
        )
        .map(({ phrase }) => `${name}: ${phrase}`),
    )

    expect(wrong).toEqual([])
  })

  test('has no option of two words, which would be read as two words that both must be there', () => {
    // "do not|never" is "do", then "not" or "never".
    const split = /(?:^|\|)(?:do|does|will|can|could|no|would|have|is|are|per|going) (?:not|one|to|cent|like|never)\|/
    const wrong = Object.entries(lists).flatMap(([name, list]) =>
      list
        .filter(({ phrase }) => split.test(phrase) && phrase.split(' ')[0]?.includes('|'))
        .map(({ phrase }) => `${name}: ${phrase}`),
    )

    expect(wrong).toEqual([])
  })

  test('but those of fairness knows no word for who somebody is: such a word is masked before it is looked for', () => {
    const fair = new Set(['negative', 'excluding', 'rejecting', 'wording', 'slurs'])
    // Words of the mask that mean more than people: they stand in phrases that a mask would change.
    const known = new Set(
      [...identityTerms, ...unmaskedTerms]
        .filter(({ isAmbiguous }) => !isAmbiguous)
        .map(({ phrase }) => phrase.toLowerCase()),
    )
    const pronouns = new Set(['he', 'she', 'his', 'her', 'him', 'hers', 'himself', 'herself'])
    const wrong = Object.entries(lists)
      .filter(([name]) => !fair.has(name))
      .flatMap(([name, list]) =>
        list.flatMap(({ phrase }) =>
          phrase
            .split(' ')
            .filter((part) => {
              const options = part.replace(/\?$/, '').split('|')
              return options.length === 1 && known.has(part) && !pronouns.has(part)
            })
            .map((part) => `${name}: ${part} in ${phrase}`),
        ),
      )

    expect(wrong).toEqual([])
  })
})

/** What holds of every text that was read, whatever it says. */
import { expect } from 'bun:test'
import { readText } from '#shared/language/read-text'
import { longestSentence } from '#shared/language/sentences'
import type { Range, ReadText } from '#shared/language/text'

/** Names what does not hold; nothing where all does. Comparing lists by `expect` would take a second of each large text. */
export function faultsOfReading(text: ReadText): string[] {
  const { content, plain, segments, sentences, tokens, hidden } = text
  const faults: string[] = []
  const claim = (holds: boolean, what: string) => {
    if (!holds && faults.length < 10) faults.push(what)
  }
  claim(plain.length === content.length, 'plain is as long as the content')
  claim(segments.map(({ start, end }) => content.slice(start, end)).join('') === content, 'segments are the content')
  claim(
    segments.every(({ start, end }) => start < end),
    'no segment is empty',
  )
  inOrder(sentences, content.length, 'sentence', claim)
  inOrder(tokens, content.length, 'token', claim)
  let next = 0
  for (const sentence of sentences) {
    const segment = segments[sentence.segment]
    claim(
      segment !== undefined && segment.start <= sentence.start && sentence.end <= segment.end,
      'a sentence leaves its segment',
    )
    claim(
      sentence.tokens.from === next && sentence.tokens.to > next,
      'a token is in no sentence, or a sentence has none',
    )
    next = sentence.tokens.to
    const first = tokens[sentence.tokens.from]
    const last = tokens[sentence.tokens.to - 1]
    claim(
      first?.start === sentence.start && last?.end === sentence.end,
      'a sentence is not from its first token to its last',
    )
    claim(
      sentence.end - sentence.start <= longestSentence + 2048,
      `a sentence has ${sentence.end - sentence.start} units`,
    )
  }
  claim(next === tokens.length, 'a token is in no sentence')
  for (const { start, end, norm, lemma } of tokens) {
    claim(typeof norm === 'string' && typeof lemma === 'string' && lemma !== '', 'a token has no norm or lemma')
    claim(isWhole(content, start) && isWhole(content, end), 'a token cuts a character')
  }
  claim(
    hidden.every(({ start, end }) => 0 <= start && start < end && end <= content.length),
    'what is hidden is out of bounds',
  )
  return faults
}

function inOrder(
  ranges: readonly Range[],
  length: number,
  name: string,
  claim: (holds: boolean, what: string) => void,
) {
  let end = 0
  for (const range of ranges) {
    claim(
      end <= range.start && range.start < range.end && range.end <= length,
      `a ${name} is empty, out of order or bounds`,
    )
    end = range.end
  }
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** Whether a place is not between the two units of one character. */
const isWhole = (content: string, at: number) => !(isHigh(content.charCodeAt(at - 1)) && isLow(content.charCodeAt(at)))

/** Reads it in every format; each reading has what holds of all, twice the same. */
export function expectRead(content: string): void {
  for (const format of ['text', 'html', 'markdown', 'email'] as const) {
    const text = readText({ content, format })
    expect({ content, format, faults: faultsOfReading(text) }).toEqual({ content, format, faults: [] })
    expect(JSON.stringify(readText({ content, format }))).toBe(JSON.stringify(text))
  }
}

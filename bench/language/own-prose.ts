/** Mail as people write it, made by a seed from phrases of our own, so that no two paragraphs are the same. */

const people = 'Anna Bob Carla Deniz Elena Farid Grace Hiro Ines Jonas'.split(' ')
const things =
  'the quarterly report|the new contract|the budget for 2027|the release notes|the design of the login page|the test results|our offer|the invoice'.split(
    '|',
  )
const days =
  'on Friday|by next Tuesday|tomorrow at 10:30|before the end of March|in two weeks|this afternoon|on 3 May|by EOD'.split(
    '|',
  )
const sentences: ((pick: (of: readonly string[]) => string, number: () => number) => string)[] = [
  (pick) => `Could you please send ${pick(things)} to ${pick(people)} ${pick(days)}?`,
  (pick) => `I will review ${pick(things)} ${pick(days)}, and ${pick(people)} is going to check the figures.`,
  (_, number) =>
    `It costs $${number()},${100 + (number() % 900)}.50, which is about ${number() % 100} % more than what we paid last year.`,
  (pick) => `If ${pick(people)} agrees, we'll publish ${pick(things)} ${pick(days)}; otherwise we can't.`,
  (pick) => `We decided to go with ${pick(things)} because it was cheaper and nobody had objected to it.`,
  (pick, number) =>
    `My number is +1 202-555-0${100 + (number() % 100)}, and you can write to ${pick(people).toLowerCase()}@example.com as well.`,
  (pick) => `Thanks a lot for ${pick(things)}, it really was great work and everybody in the team was happy about it.`,
  (pick) =>
    `Unfortunately ${pick(people)} doesn't know who has ${pick(things)}, so the meeting ${pick(days)} is cancelled.`,
  (pick, number) =>
    `See https://example.com/issues/${number()} for the details that ${pick(people)} wrote down after the call.`,
  (pick) => `What do you think about ${pick(things)}, and who is responsible for it?`,
]

/** Exactly so many characters; the same seed, the same text. */
export function ownProse(length: number, seed = 15): string {
  let state = seed
  const number = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state >> 8
  }
  const pick = (of: readonly string[]) => of[number() % of.length] ?? ''
  const parts: string[] = []
  for (let made = 0; made < length; ) {
    const paragraph = Array.from(
      { length: 2 + (number() % 5) },
      () => sentences[number() % sentences.length]?.(pick, number) ?? '',
    )
    const text = `${paragraph.join(' ')}\n\n`
    parts.push(text)
    made += text.length
  }
  return parts.join('').slice(0, length)
}

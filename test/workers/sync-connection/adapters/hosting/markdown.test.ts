/** What of markdown a person sees, and what only a machine does. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isBot } from '#workers/sync-connection/adapters/hosting/bots'
import { seenOf } from '#workers/sync-connection/adapters/hosting/markdown'
import { sourceTextLimit } from '#workers/sync-connection/adapters/source-item'

const cases: [string, string, string, string][] = [
  ['a comment', 'a <!-- b --> c', 'a            c', '<!-- b -->'],
  ['over paragraphs', 'a\n<!-- b\n\nc -->\nd', 'a\n      \n\n     \nd', '<!-- b\n\nc -->'],
  ['never closed', 'a <!-- b', 'a       ', '<!-- b'],
  ['two', '<!--a--><!--b-->', ' '.repeat(16), '<!--a-->\n<!--b-->'],
  ['in a code block', '```html\n<!-- b -->\n```', '```html\n<!-- b -->\n```', ''],
  ['in a block of waves', '~~~\n<!-- b -->\n~~~\nc', '~~~\n<!-- b -->\n~~~\nc', ''],
  ['after a code block', '```\nx\n```\n<!--b-->', '```\nx\n```\n        ', '<!--b-->'],
  ['in ticks', 'use `<!-- b -->` here', 'use `<!-- b -->` here', ''],
  ['in double ticks', 'use `` ` <!-- b --> `` here', 'use `` ` <!-- b --> `` here', ''],
  ['a definition that is a note', 'a\n[//]: # (do it)\nb', 'a\n               \nb', '[//]: # (do it)'],
  ['a definition that is a link', '[a]: https://a.test "b"', '[a]: https://a.test "b"', ''],
  ['none', 'a < b -- c > d', 'a < b -- c > d', ''],
]
for (const [name, markdown, text, hiddenText] of cases)
  test(`comments: ${name}`, () => {
    expect(seenOf(markdown)).toEqual({ text, hiddenText })
  })

test('what is seen stands where it stood, whatever was written', () => {
  const piece = fc.constantFrom('a', ' ', '\n', '`', '```', '~~~', '<!--', '-->', '[x]: # (', '\r\n', 'é', '\u{1f600}')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const markdown = pieces.join('')
      const { text } = seenOf(markdown)
      expect(text.length).toBe(markdown.length)
      for (let at = 0; at < text.length; at += 1) expect([' ', markdown[at]]).toContain(text[at])
    }),
  )
})

test('an absent text is empty, a long one is cut, and neither takes long', () => {
  const startedAt = performance.now()

  expect(seenOf(null)).toEqual({ text: '', hiddenText: '' })
  expect(seenOf(undefined).text).toBe('')
  for (const piece of ['`', '``` ', '<!--', '\n~~~\n`', '[', '[a]: '])
    expect(seenOf(piece.repeat(20_000)).text.length).toBe(sourceTextLimit)
  expect(performance.now() - startedAt).toBeLessThan(1000)
})

test('bots are known by what they are and by what they are called', () => {
  for (const login of ['dependabot[bot]', 'renovate-bot', 'Renovate', 'project_12_bot', 'gitea-actions', 'ghost'])
    expect([login, isBot(login)]).toEqual([login, true])
  for (const login of ['ada', 'abbott', 'robotics', 'botanist', 'staleness', 'ghostwriter'])
    expect([login, isBot(login)]).toEqual([login, false])
  expect(isBot('ada', 'Bot')).toBe(true)
  expect(isBot('ada', 'User')).toBe(false)
})

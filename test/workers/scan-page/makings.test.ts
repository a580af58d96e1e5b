/** By what it is known that a page's looks or doings may be others. */
import { expect, test } from 'bun:test'
import { makingsOf } from '#workers/scan-page/makings'

const page = ({ sheet = 'a.css', style = 'a { color: red }', script = 'a.js', text = 'words', inline = '1' } = {}) =>
  makingsOf(
    `<!doctype html><title>T</title><LINK rel="preload StyleSheet" href="${sheet}"><style nonce=${inline}>${style}</style>
     <script src=${script}></script><script>token = ${inline}</script><p>${text}`,
  )

test('words and scripts in the page change neither', () => {
  expect(page({ text: 'other words', inline: '2' })).toEqual(page())
})

test('a style sheet, named or held, changes both; a script that is named its doings alone', () => {
  const before = page()

  for (const after of [page({ sheet: 'b.css' }), page({ style: 'a { color: blue }' })]) {
    expect(after?.looks).not.toBe(before?.looks)
    expect(after?.scripts).not.toBe(before?.scripts)
  }
  const scripted = page({ script: 'b.js' })
  expect(scripted?.looks).toBe(before?.looks as string)
  expect(scripted?.scripts).not.toBe(before?.scripts)
})

test('nothing is known of a page without a source', () => {
  expect(makingsOf('')).toBeUndefined()
})

test('a page that means harm takes no longer than its length', () => {
  const begun = performance.now()

  makingsOf('<link rel=stylesheet '.repeat(250_000))
  makingsOf('<style>'.repeat(700_000))

  expect(performance.now() - begun).toBeLessThan(5000)
})

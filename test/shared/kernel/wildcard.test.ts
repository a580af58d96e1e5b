/** Patterns of clients: what fits, and that none takes long. */
import { expect, test } from 'bun:test'
import { fitsWildcard } from '#shared/kernel/wildcard'

test.each([
  ['/a', '/a', true],
  ['/a', '/ab', false],
  ['*', '', true],
  ['*', 'anything', true],
  ['/docs/*', '/docs/a/b', true],
  ['/docs/*', '/doc', false],
  ['*.pdf', '/a.pdf', true],
  ['*.pdf', '/a.pdf?x', false],
  ['/a*b*c', '/a--b--c', true],
  ['/a*b*c', '/a--c--b', false],
  ['ab*ba', 'aba', false],
  ['a*a', 'a', false],
  ['a*b*b', 'ab', false],
  ['**', 'x', true],
  ['/(.+)+$', '/(.+)+$', true],
  ['', '', true],
  ['', 'x', false],
])('%p against %p is %p', (pattern, text, fits) => {
  expect(fitsWildcard(pattern, text)).toBe(fits)
})

test('a pattern that would ruin a backtracking matcher takes no time', () => {
  const startedAt = performance.now()

  expect(fitsWildcard(`${'a*'.repeat(250)}b`, 'a'.repeat(2000))).toBe(false)

  expect(performance.now() - startedAt).toBeLessThan(2000)
})

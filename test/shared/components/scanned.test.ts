/** Which addresses show stories. */
import { expect, test } from 'bun:test'
import { isStory } from '#shared/components/scanned'

test('a story is what the frame of a Storybook shows, and nothing else beside it', () => {
  const bases = ['https://acme.test/book/index.html?path=/story/x', 'https://ui.acme.test']

  expect(isStory('https://acme.test/book/iframe.html?id=a--b&viewMode=story', bases)).toBe(true)
  expect(isStory('https://ui.acme.test/iframe.html?id=a--b', bases)).toBe(true)
  expect(isStory('https://acme.test/book/', bases)).toBe(false)
  expect(isStory('https://acme.test/iframe.html', bases)).toBe(false)
  expect(isStory('https://acme.test/book/iframe.html', [])).toBe(false)
})

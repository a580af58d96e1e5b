/** Texts as JSON writes them. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { quoted } from '#shared/kernel/quoted'

test('a text is written as the engine writes it, whatever is in it', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\0', '\ud800', 'é', '🙂') }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(quoted(text)).toBe(JSON.stringify(text))
    }),
  )
})

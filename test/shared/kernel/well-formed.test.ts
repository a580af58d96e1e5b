/** Text that is made storable. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { wellFormed } from '#shared/kernel/well-formed'

test('halves of surrogate pairs and NULs are replaced in texts and names, at any depth', () => {
  const bytes = new Uint8Array([0, 216])

  expect<unknown>(wellFormed({ 'a\0': ['\ud83d', { b: 'x\udc00y' }], bytes, n: 1, none: null })).toEqual({
    'a\ufffd': ['\ufffd', { b: 'x\ufffdy' }],
    bytes,
    n: 1,
    none: null,
  })
})

test('what is well-formed is handed back as it is, not copied', () => {
  const value = { list: [{ text: 'whole 🙂' }], none: undefined }

  expect(wellFormed(value)).toBe(value)
})

test('whatever JSON says, all that comes out is well-formed and without NUL', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const once = wellFormed(value)

      const texts: string[] = []
      JSON.stringify(once, (name, member: unknown) => {
        texts.push(name, ...(typeof member === 'string' ? [member] : []))
        return member
      })
      expect(texts.filter((text) => !text.isWellFormed() || text.includes('\0'))).toEqual([])
      expect(wellFormed(once)).toBe(once)
    }),
  )
})

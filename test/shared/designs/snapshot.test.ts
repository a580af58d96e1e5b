/** What a snapshot is, told by its bytes; and what is no snapshot, told by its fault. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { nestingOf, readSnapshotText, recogniseSnapshot, snapshotLimits } from '#shared/designs/snapshot'
import { snapshotRefusal } from '#test/support/snapshots'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text)

describe('the text', () => {
  test('any bytes come back from Base64 and Base64url, padded or not, broken into lines or not, behind data: or not', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (bytes, isUrl, isPadded, isBroken) => {
          let text = Buffer.from(bytes).toString(isUrl ? 'base64url' : 'base64')
          if (isUrl && isPadded) text += '='.repeat((4 - (text.length % 4)) % 4)
          if (!isUrl && !isPadded) text = text.replace(/=+$/, '')
          if (isBroken) text = text.replace(/.{20}/g, '$&\r\n\t ')

          expect(readSnapshotText(text)).toEqual({ bytes: new Uint8Array(bytes), declaredType: null })
          expect(readSnapshotText(` data:image/PNG;base64,${text}`)).toEqual({
            bytes: new Uint8Array(bytes),
            declaredType: 'image/png',
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a type with parameters, and none at all, stand before the comma', () => {
    expect(readSnapshotText('data:text/html;charset=utf-8;base64,PGI+').declaredType).toBe('text/html')
    expect(readSnapshotText('data:;base64,PGI+').declaredType).toBe(null)
  })

  test.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    ['<b>hello</b>', 'the file itself'],
    ['{"documents": []}', 'the file itself'],
    ['PGI+*', 'is not Base64'],
    ['PGI+PGI_', 'is not Base64'],
    ['PGI', 'taken'],
    ['P', 'is not Base64'],
    ['PA=', 'is not Base64'],
    ['PA==PA==', 'is not Base64'],
    ['PGI+é', 'is not Base64'],
    ['PGI+\0', 'is not Base64'],
    ['data:text/html,<b>', 'without ;base64'],
    ['data:text/html;base64', 'is not Base64'],
  ])('%j: %s', (text, said) => {
    expect(snapshotRefusal(() => readSnapshotText(text))).toContain(said)
  })

  test('a text that is longer than any picture may be is not decoded', () => {
    const text = 'A'.repeat(34_600_000)

    expect(snapshotRefusal(() => readSnapshotText(text))).toContain('has 34600000 characters')
  })
})

describe('the kind', () => {
  const mhtml =
    'From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html"\r\n\r\n'

  test.each([
    [bytesOf('\x89PNG\r\n\x1a\nrest'), { kind: 'picture', type: 'image/png' }],
    [bytesOf('\xff\xd8\xff\xe0'), { kind: 'picture', type: 'image/jpeg' }],
    [bytesOf('RIFF\x01\0\0\0WEBPVP8 '), { kind: 'picture', type: 'image/webp' }],
    [utf8('<!doctype html><title>é</title>'), { kind: 'html', type: 'text/html' }],
    [utf8('\ufeff \n\t<p>'), { kind: 'html', type: 'text/html' }],
    [utf8('{"documents":[],"strings":[]}'), { kind: 'dom-snapshot', type: 'application/json' }],
    [
      utf8('{ "computedStyles" : ["html", {"html": 1}], "strings" : []}'),
      { kind: 'dom-snapshot', type: 'application/json' },
    ],
    [utf8('{"x":"a \\" { [ \\\\","html":"<p>"}'), { kind: 'html', type: 'application/json' }],
    [utf8('{"domSnapshot":{"html":""}}'), { kind: 'html', type: 'application/json' }],
    [utf8('{"type":0,"childNodes":[]}'), { kind: 'rrweb', type: 'application/json' }],
    [utf8('{"type":2,"data":{"node":{}}}'), { kind: 'rrweb', type: 'application/json' }],
    [utf8('{"node":{},"initialOffset":{}}'), { kind: 'rrweb', type: 'application/json' }],
    [utf8('[{"type":4}]'), { kind: 'rrweb', type: 'application/json' }],
    [utf8(mhtml), { kind: 'mhtml', type: 'multipart/related' }],
    [utf8(mhtml.replaceAll('\r', '')), { kind: 'mhtml', type: 'multipart/related' }],
  ] as const)('%s', (bytes, expected) => {
    expect(recogniseSnapshot(bytes)).toEqual(expected)
  })

  test.each([
    [bytesOf('GIF89a'), 'a GIF picture'],
    [bytesOf('\0\0\0\x1cftypavif'), 'an AVIF picture'],
    [bytesOf('\0\0\0\x1cftypheic'), 'a HEIC picture'],
    [bytesOf('BM\x01\x02\x03\x04\0\0\0\0'), 'a BMP picture'],
    [bytesOf('%PDF-1.7'), 'a PDF document'],
    [bytesOf('PK\x03\x04'), 'a ZIP archive'],
    [bytesOf('\x1f\x8b\x08'), 'compressed with gzip'],
    [bytesOf('\xff\xfe<\0'), 'UTF-16 text'],
    [bytesOf('<p>\xe9</p>'), 'no UTF-8 text'],
    [bytesOf('\x89PN'), 'no UTF-8 text'],
    [utf8('hello'), 'no document that is known'],
    [
      utf8('From: a@b.example\r\nSubject: x\r\n\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related'),
      'no document that is known',
    ],
    [utf8('{"hello": {"documents": [], "html": ""}}'), 'JSON, but no snapshot'],
    [utf8('{"__proto__": 1, "constructor": 2}'), 'JSON, but no snapshot'],
    [utf8('{'), 'JSON, but no snapshot'],
  ] as const)('%s is refused: %s', (bytes, said) => {
    expect(snapshotRefusal(() => recogniseSnapshot(bytes))).toContain(said)
  })

  test('each kind has its own size, told to the byte', () => {
    const filled = (start: string, length: number) => {
      const bytes = Buffer.alloc(length, 0x20)
      bytes.write(start, 'latin1')
      return bytes
    }
    const told = (start: string, length: number) => snapshotRefusal(() => recogniseSnapshot(filled(start, length)))

    expect(told('<p>', snapshotLimits.htmlBytes)).toBe('taken')
    expect(told('<p>', snapshotLimits.htmlBytes + 1)).toBe('/snapshot is text/html of 8388609 bytes')
    expect(told('{"strings":0}', snapshotLimits.jsonBytes)).toBe('taken')
    expect(told('{"strings":0}', snapshotLimits.jsonBytes + 1)).toContain('16777217 bytes')
    expect(told('\x89PNG\r\n\x1a\n', snapshotLimits.pictureBytes)).toBe('taken')
    expect(told('\x89PNG\r\n\x1a\n', snapshotLimits.pictureBytes + 1)).toContain('25165825 bytes')
  })

  test('whatever the bytes are, it is a kind or a refusal', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), (bytes, text) => {
        snapshotRefusal(() => recogniseSnapshot(bytes))
        snapshotRefusal(() => recogniseSnapshot(utf8(`{${text}`)))
        snapshotRefusal(() => readSnapshotText(text))
      }),
      { numRuns: 500 },
    )
  })
})

test('nesting is that of the brackets outside of texts', () => {
  const depthOf = (json: unknown): number =>
    typeof json === 'object' && json !== null ? 1 + Math.max(0, ...Object.values(json).map(depthOf)) : 0
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(nestingOf(utf8(text))).toBe(depthOf(JSON.parse(text)))
    }),
    { numRuns: 300 },
  )
})

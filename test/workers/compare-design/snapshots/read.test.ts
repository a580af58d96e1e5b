/** Markup that comes in JSON and in MHTML is read with its parts; what lies is refused. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { recogniseSnapshot } from '#shared/designs/snapshot'
import { ServiceError } from '#shared/kernel/errors'
import { readMarkup, readSnapshotJson } from '#workers/compare-design/snapshots/read'
import type { SnapshotMarkup } from '#workers/page/artifacts/markup'

/** As it is read when it was sent. */
async function read(bytes: Uint8Array): Promise<SnapshotMarkup> {
  const recognised = recogniseSnapshot(bytes)
  if (recognised.kind === 'picture' || recognised.kind === 'dom-snapshot') throw new Error(`it is ${recognised.kind}`)
  return readMarkup(bytes, recognised)
}
const readText = (text: string) => read(Buffer.from(text))

async function refusal(work: () => unknown): Promise<string> {
  try {
    await work()
    return 'taken'
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNSUPPORTED_SNAPSHOT') return error.message
    throw error
  }
}

const partsOf = ({ parts }: SnapshotMarkup) =>
  Object.fromEntries([...parts].map(([url, { type, bytes }]) => [url, [type, Buffer.from(bytes).toString('latin1')]]))

describe('HTML', () => {
  test('is taken as it is', async () => {
    expect(await readText('\ufeff<p>é')).toMatchObject({ html: '<p>é', url: null, viewport: null, notes: [] })
  })

  test('with more elements than a tree may have nodes is refused before a browser sees it, tags in scripts do not count', async () => {
    const tags = '<b>'.repeat(60_000)
    expect(await refusal(() => readText('<b>'.repeat(50_001)))).toBe('/snapshot has 50001 elements')
    expect(await refusal(() => readText(`<script>${'if (a<b) x();'.repeat(60_000)}</script>`))).toBe('taken')
    expect(await refusal(() => readText(`<!--${tags}--><p title="${tags}">`))).toBe('taken')
  })
})

describe('JSON with html', () => {
  test('its resources are parts, by whole addresses', async () => {
    const snapshot = {
      html: '<p>x',
      resources: [
        { url: '/a.css#x', mimetype: 'text/css', content: 'p{}' },
        { url: 'https://b.example/c.png', mimetype: 'image/png', content: 'AQID' },
      ],
    }
    const whole = await readText(JSON.stringify({ name: 'home', url: 'https://a.example/p/', domSnapshot: snapshot }))

    expect(whole).toMatchObject({ html: '<p>x', url: 'https://a.example/p/', notes: [] })
    expect(partsOf(whole)).toEqual({
      'https://a.example/a.css': ['text/css; charset=utf-8', 'p{}'],
      'https://b.example/c.png': ['image/png', '\x01\x02\x03'],
    })
  })

  test.each([
    [{ html: '<p>x' }, 0],
    [{ dom_snapshot: '<p>x' }, 0],
    [{ domSnapshot: { html: '<p>x' } }, 0],
    [{ domSnapshot: [{ html: '<p>x' }, { html: '<p>y' }] }, 1],
  ])('%j', async (json, notes) => {
    const markup = await readText(JSON.stringify(json))

    expect([markup.html, markup.notes.length]).toEqual(['<p>x', notes])
  })

  test.each([
    [{ html: 7 }, 'has no html'],
    [{ domSnapshot: null, x: 1 }, 'has no html'],
    [{ html: '', resources: {} }, 'are no list'],
    [{ html: '', resources: [null] }, 'has no address'],
    [{ html: '', resources: [{ url: 'relative', content: '' }] }, 'has no address'],
    [{ html: '', resources: [{ url: 'https://a.example/', mimetype: 'image/png', content: '*' }] }, 'is not Base64'],
  ])('%j is refused', async (json, said) => {
    expect(await refusal(() => readText(JSON.stringify(json)))).toContain(said)
  })

  test('JSON that ends too early, or is all brackets, is refused', async () => {
    expect(await refusal(() => readText('{"html": "<p>'))).toContain('its JSON is none')
    expect(await refusal(() => readSnapshotJson(Buffer.alloc(16_000_000, '[')))).toContain('nested 16000000 deep')
  })
})

describe('MHTML', () => {
  const part = (headers: Record<string, string>, body: string) => {
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return `------x\r\n${head.join('')}\r\n${body}\r\n`
  }
  const head =
    'From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="----x"\r\n\r\n\r\n'
  const mhtml = (...parts: string[]) => Buffer.from(`${head}${parts.join('')}------x--\r\n`, 'latin1')
  const encoded = (name: string) => ({ 'Content-Transfer-Encoding': name })
  const htmlPart = (body: string, more: Record<string, string> = {}) =>
    part(
      {
        'Content-Type': 'text/html',
        'Content-Location': 'https://a.example/p/',
        ...encoded('quoted-printable'),
        ...more,
      },
      body,
    )

  test('its document, encoded as mail is, with parts by address and by name; names become addresses', async () => {
    const image = { 'Content-Type': 'image/png' }
    const markup = await read(
      mhtml(
        htmlPart('<link href=3D"cid:css-1@x"><p title=3D"cid:other">=C3=A9 lo=\r\nng</p><img src=3D"b.png">'),
        part({ 'Content-Type': 'text/css', 'Content-Location': 'cid:css-1@x' }, 'p{background:url(cid:id-2@x)}'),
        part({ ...image, 'Content-ID': '<id-2@x>', ...encoded('base64') }, 'AQID'),
        part({ ...image, 'Content-Location': 'https://a.example/p/b.png', ...encoded('base64') }, 'AQID\r\nBAU='),
        part({ ...image, 'Content-Location': 'c.png', ...encoded('binary') }, '\x01\xff'),
      ),
    )

    const named = 'http://snapshot.invalid/cid/css-1%40x'
    expect(markup.html).toBe(`<link href="${named}"><p title="cid:other">é long</p><img src="b.png">`)
    expect(markup.url).toBe('https://a.example/p/')
    expect(partsOf(markup)).toEqual({
      [named]: ['text/css; charset=utf-8', 'p{background:url(http://snapshot.invalid/cid/id-2%40x)}'],
      'http://snapshot.invalid/cid/id-2%40x': ['image/png', '\x01\x02\x03'],
      'https://a.example/p/b.png': ['image/png', '\x01\x02\x03\x04\x05'],
      'https://a.example/p/c.png': ['image/png', '\x01\xff'],
    })
  })

  test('the part that its head names is the document, not the first one', async () => {
    const bytes = mhtml(htmlPart('frame', { 'Content-ID': '<a>' }), htmlPart('<b>page</b>', { 'Content-ID': '<b>' }))
    const text = bytes.toString('latin1').replace('type="text/html";', 'type="text/html"; start="<b>";')

    expect((await read(Buffer.from(text, 'latin1'))).html).toBe('<b>page</b>')
  })

  test('another charset is read as it says', async () => {
    expect((await read(mhtml(htmlPart('=E9', { 'Content-Type': 'text/html; charset="windows-1252"' })))).html).toBe('é')
  })

  test.each([
    ['no parts', mhtml(), 'has no document'],
    ['only a picture', mhtml(part({ 'Content-Type': 'image/png' }, 'x')), 'has no document'],
    [
      'a charset nobody knows',
      mhtml(htmlPart('x', { 'Content-Type': 'text/html; charset=klingon' })),
      'is in the charset klingon',
    ],
    [
      'too many parts',
      mhtml(...Array.from({ length: 2500 }, () => part({ 'Content-Type': 'text/css' }, ''))),
      'cannot be read',
    ],
  ])('%s: refused', async (_, bytes, said) => {
    expect(await refusal(() => read(bytes))).toContain(said)
  })

  test('whatever is cut out of it or written over, it is markup or a refusal', async () => {
    const whole = mhtml(htmlPart('<p>x</p>'), part({ 'Content-Type': 'text/css', 'Content-ID': '<a>' }, 'p{}'))
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(40), fc.uint8Array({ maxLength: 8 }), async (at, length, bytes) => {
        const changed = Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + length)])
        await refusal(() => readMarkup(changed, { kind: 'mhtml', type: 'multipart/related' }))
      }),
      { numRuns: 150 },
    )
  })
})

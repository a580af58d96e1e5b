/** rrweb's snapshots become HTML that a browser reads as the same page; what lies in them becomes nothing else. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { snapshotRefusal } from '#test/support/snapshots'
import { htmlOfRrweb } from '#workers/compare-design/snapshots/rrweb'

type Json = Record<string, unknown>
const element = (tagName: string, attributes: Json, ...childNodes: unknown[]) => ({
  type: 2,
  tagName,
  attributes,
  childNodes,
})
const text = (textContent: string, more: Json = {}) => ({ type: 3, textContent, ...more })
const page = (...body: unknown[]) => ({
  type: 0,
  childNodes: [
    { type: 1, name: 'html', publicId: '', systemId: '' },
    element('html', { lang: 'en' }, element('head', {}), element('body', {}, ...body)),
  ],
})
const bodyOf = (...nodes: unknown[]) => htmlOfRrweb(page(...nodes)).html.replace(/^.*<body>(.*)<\/body>.*$/s, '$1')

test('elements, texts and the doctype are written as they were', () => {
  const p = element('p', { class: 'a "b" &amp;', hidden: true, open: false, tabindex: 3 }, text('1 < 2 & "x"'))
  expect(htmlOfRrweb(page(p)).html).toBe(
    '<!DOCTYPE html><html lang="en"><head></head><body><p class="a &quot;b&quot; &amp;amp;" hidden="" tabindex="3">1 &lt; 2 &amp; "x"</p></body></html>',
  )
  const [publicId, systemId] = ['-//W3C//DTD HTML 4.01//EN', 'http://www.w3.org/TR/html4/strict.dtd']
  expect(htmlOfRrweb({ type: 0, childNodes: [{ type: 1, name: 'html', publicId, systemId }] }).html).toBe(
    `<!DOCTYPE html PUBLIC "${publicId}" "${systemId}">`,
  )
})

const picture = 'data:image/png;base64,AAAA'

test.each([
  [
    'a sheet that was linked is a sheet',
    element('link', { rel: 'stylesheet', href: 'https://a.example/x.css', media: 'print', _cssText: '</style><b>' }),
    '<style media="print"><\\/style><b></style>',
  ],
  [
    'a sheet of scripts’ making',
    element('style', { _cssText: 'a{}/* rr_split */b{}' }, text('a{}', { isStyle: true })),
    '<style>a{}b{}</style>',
  ],
  [
    'a sheet as a text',
    element('style', {}, text('p > a { color: red } </style>', { isStyle: true })),
    '<style>p > a { color: red } <\\/style></style>',
  ],
  ['what stands in for scripts', element('noscript', {}, text('SCRIPT_PLACEHOLDER')), '<noscript></noscript>'],
  ['what would run', element('img', { onerror: 'x()', src: 'a.png' }), '<img src="a.png">'],
  [
    'a canvas as its picture',
    element('canvas', { rr_dataURL: picture, width: 3 }),
    `<canvas width="3" style="background: url(&quot;${picture}&quot;) 0 0 / 100% 100% no-repeat"></canvas>`,
  ],
  [
    'an image as its picture',
    element('img', { src: 'https://a.example/x.png', rr_dataURL: picture }),
    `<img src="${picture}">`,
  ],
  [
    'what was kept out, by its size',
    element('div', { rr_width: '10px', rr_height: '20.5px', style: 'color: red' }),
    '<div style="color: red; width: 10px; height: 20.5px"></div>',
  ],
  [
    'a shadow tree',
    element('my-x', {}, { ...element('b', {}), isShadow: true }, text('slotted')),
    '<my-x><template shadowrootmode="open"><b></b></template>slotted</my-x>',
  ],
  ['a line break that a parser would take', element('pre', {}, text('\nx')), '<pre>\n\nx</pre>'],
  [
    'a field’s text',
    element('textarea', {}, text('</textarea><b>')),
    '<textarea>&lt;/textarea&gt;&lt;b&gt;</textarea>',
  ],
  ['a comment', { type: 5, textContent: '--><b>' }, ''],
  ['what nothing ends', element('plaintext', {}, text('x')), '<pre>x</pre>'],
])('%s', (_, node, expected) => {
  expect(bodyOf(node)).toBe(expected)
})

test('an event, a list of events and a bare snapshot are one page; window and address come from the meta event', () => {
  const full = { type: 2, data: { node: page(text('x')), initialOffset: { left: 0, top: 0 } }, timestamp: 2 }
  const meta = { type: 4, data: { href: 'https://a.example/b', width: 1024, height: 768 }, timestamp: 1 }
  const later = { type: 3, data: { source: 0 }, timestamp: 3 }
  const { html } = htmlOfRrweb(page(text('x')))

  expect([full, full.data, [full]].map((each) => htmlOfRrweb(each).html)).toEqual([html, html, html])
  expect(htmlOfRrweb([meta, full, later])).toEqual({
    html,
    url: 'https://a.example/b',
    parts: new Map(),
    viewport: { width: 1024, height: 768 },
    notes: [
      { code: 'sheets-rewritten', message: expect.any(String) },
      { code: 'first-snapshot', message: 'The full snapshot was taken; what changed after it, 1 times, was not.' },
    ],
  })
})

describe('what is refused', () => {
  const deep = (levels: number) => {
    let node: Json = text('x')
    for (let level = 0; level < levels; level += 1) node = element('div', {}, node)
    return page(node)
  }

  test.each<[string, unknown, string]>([
    ['no events', [], 'has no full snapshot'],
    ['only changes', [{ type: 3, data: {} }], 'has no full snapshot'],
    ['an element alone', element('p', {}), 'is no snapshot of a document'],
    ['a name that is markup', page(element('p><script', {})), 'an element is named'],
    ['a name that is none', page({ type: 2, childNodes: [] }), 'an element is named'],
    ['a kind that is none', page({ type: 9 }), 'is of type 9'],
    ['nothing as a node', page(null), 'is of type undefined'],
    ['too deep', deep(511), 'is nested 513 deep'],
    ['far too deep', deep(50_000), 'is nested 513 deep'],
    ['too many', page(...Array.from({ length: 50_000 }, () => text('x'))), 'more than 50000 nodes'],
  ])('%s', (_, json, said) => {
    expect(snapshotRefusal(() => htmlOfRrweb(json))).toContain(said)
  })

  test('512 levels are taken', () => {
    expect(snapshotRefusal(() => htmlOfRrweb(deep(509)))).toBe('taken')
  })
})

/** The names of what stands below a node, as a parser sees it. */
function namesIn(node: DefaultTreeAdapterMap['node']): string[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(namesIn) : []
  return 'tagName' in node ? [node.tagName, ...children] : children
}

test('whatever texts, names and values hold, nothing but the elements that were named comes of it', () => {
  const nasty = fc.oneof(
    fc.string(),
    fc.constantFrom('</style>', '--><script>x</script>', '"><script>', "'", '</textarea><img onerror=x>'),
    fc.constantFrom('<!--', ']]>', '&quot;>', '\n', '\0', '</xmp>', '</title><b>'),
  )
  const tags = fc.constantFrom('p', 'style', 'textarea', 'title', 'pre', 'xmp', 'noembed')
  fc.assert(
    fc.property(nasty, nasty, nasty, nasty, tags, (words, value, name, css, tag) => {
      const { html } = htmlOfRrweb(
        page(
          element(tag, { title: value, [name]: value }, text(words)),
          element('style', { _cssText: css }),
          element('i', {}),
        ),
      )

      expect(namesIn(parse(html))).toEqual(['html', 'head', 'body', tag, 'style', 'i'])
    }),
    { numRuns: 600 },
  )
})

test('whatever the JSON is, it is markup or a refusal', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (json) => {
      snapshotRefusal(() => htmlOfRrweb(json))
      snapshotRefusal(() => htmlOfRrweb({ type: 0, childNodes: [json] }))
      snapshotRefusal(() =>
        htmlOfRrweb({ type: 0, childNodes: [{ type: 2, tagName: 'p', attributes: json, childNodes: json }] }),
      )
    }),
    { numRuns: 500 },
  )
})

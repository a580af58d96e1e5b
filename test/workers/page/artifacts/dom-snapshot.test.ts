/** Trees read from Chromium's snapshots: whole ones, odd ones, and ones that lie. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type RenderedTree, styleNames } from '#db/documents/rendered-tree'
import { snapshotRefusal } from '#test/support/snapshots'
import { domSnapshot, type Sketch } from '#test/workers/page/artifacts/makers'
import { readDomSnapshot } from '#workers/page/artifacts/dom-snapshot'

const treeOf = (...roots: Sketch[]): RenderedTree => readDomSnapshot(domSnapshot(...roots)).tree

const html = (...children: Sketch[]): Sketch => ({ name: 'html', box: [0, 0, 1280, 720], children })

describe('a whole one', () => {
  test('elements, texts, attributes, boxes and distinct styles stand in the order of the document', () => {
    const red = { color: 'rgb(255, 0, 0)' }
    const tree = treeOf(
      html(
        { name: 'head', children: [{ name: 'title', children: [{ text: 'Home' }] }] },
        { name: 'p', attributes: { class: 'b a', id: 'x' }, box: [8, 8.5, 100, 20.25], styles: red },
        {
          name: 'p',
          box: [8, 40, 100, 20],
          styles: red,
          children: [{ text: 'hello', box: [8, 40, 30, 18] }, { text: ' \n' }],
        },
      ),
    )

    const color = styleNames.indexOf('color')
    expect(tree).toMatchObject({
      treeVersion: 1,
      viewport: { width: 1280, height: 720, scale: 1 },
      size: { width: 1280, height: 2000 },
    })
    expect(tree.nodes.map(({ parent, name, text }) => [parent, name, text])).toEqual([
      [-1, 'html', undefined],
      [0, 'head', undefined],
      [1, 'title', undefined],
      [2, '#text', 'Home'],
      [0, 'p', undefined],
      [0, 'p', undefined],
      [5, '#text', 'hello'],
    ])
    expect(tree.nodes[1]).toEqual({ parent: 0, name: 'head' })
    expect(tree.nodes[4]).toMatchObject({
      attributes: [
        ['class', 'b a'],
        ['id', 'x'],
      ],
      box: [8, 8.5, 100, 20.25],
    })
    expect(tree.nodes[4]?.style).toBe(tree.nodes[5]?.style ?? -1)
    expect(tree.styles.map((list) => list[color])).toEqual(['none', 'rgb(255, 0, 0)'])
  })

  test('a frame shows its document where it stands, inside of its border and padding', () => {
    const styles = {
      'border-left-width': '2px',
      'border-top-width': '3px',
      'padding-left': '10px',
      'padding-top': '0px',
    }
    const tree = treeOf(
      html({ name: 'iframe', box: [100, 200, 304, 154], styles, frame: 1 }, { name: 'p', box: [0, 400, 10, 10] }),
      { name: 'html', box: [0, 0, 300, 150], children: [{ name: 'b', box: [5, 6, 7, 8] }] },
    )

    expect(tree.nodes.map(({ parent, name, box }) => [parent, name, box?.slice(0, 2)])).toEqual([
      [-1, 'html', [0, 0]],
      [0, 'iframe', [100, 200]],
      [1, '#document', [100, 200]],
      [2, 'html', [112, 203]],
      [3, 'b', [117, 209]],
      [0, 'p', [0, 400]],
    ])
  })

  test('a shadow tree hangs on a shadow root, pseudo-elements on their element', () => {
    const tree = treeOf(
      html({
        name: 'my-card',
        box: [0, 0, 9, 9],
        children: [
          { name: '::before', pseudo: 'before', box: [0, 0, 1, 1] },
          {
            name: 'b',
            shadow: 'open',
            box: [0, 0, 1, 1],
            children: [{ text: 'x', shadow: 'open', box: [0, 0, 1, 1] }],
          },
          { name: 'slot', shadow: 'open', children: [{ name: 'i', box: [0, 0, 1, 1] }] },
        ],
      }),
    )

    expect(tree.nodes.map(({ parent, name }) => [parent, name])).toEqual([
      [-1, 'html'],
      [0, 'my-card'],
      [1, '::before'],
      [1, '#shadow-root'],
      [3, 'b'],
      [4, '#text'],
      [3, 'slot'],
      [6, 'i'],
    ])
  })

  test('fields hold what was typed, and a password only as many dots', () => {
    const tree = treeOf(
      html(
        { name: 'input', attributes: { value: 'old', id: 'a' }, value: 'new' },
        { name: 'input', value: 'typed' },
        { name: 'input', attributes: { type: 'PASSWORD', value: 'x' }, value: 'geheim' },
        { name: 'input', attributes: { type: 'checkbox', checked: '' }, value: 'on' },
        { name: 'input', attributes: { type: 'radio' }, value: 'on', checked: true },
        { name: 'input', value: '' },
      ),
    )

    expect(tree.nodes.slice(1).map(({ attributes }) => attributes)).toEqual([
      [
        ['value', 'new'],
        ['id', 'a'],
      ],
      [['value', 'typed']],
      [
        ['type', 'PASSWORD'],
        ['value', '••••••'],
      ],
      [['type', 'checkbox']],
      [
        ['type', 'radio'],
        ['checked', ''],
      ],
      undefined,
    ])
  })

  test('what scripts, style sheets and noscript hold goes, unless it is shown', () => {
    const tree = treeOf(
      html(
        { name: 'style', children: [{ text: 'p {}' }] },
        { name: 'noscript', children: [{ name: 'p', children: [{ text: 'no script' }] }] },
        { name: 'noscript', box: [0, 0, 1, 1], children: [{ text: 'shown', box: [0, 0, 1, 1] }] },
      ),
    )

    expect(tree.nodes.map(({ name, text }) => text ?? name)).toEqual(['html', 'style', 'noscript', 'noscript', 'shown'])
  })

  test('a long attribute is its start and its digest: equal stays equal', () => {
    const long = `data:image/png;base64,${'A'.repeat(100_000)}`
    const [one, same, other] = [long, long, `${long}B`].map(
      (src) => treeOf(html({ name: 'img', attributes: { src } })).nodes[1]?.attributes?.[0]?.[1],
    )

    expect(one).toBe(same ?? '')
    expect(one).not.toBe(other ?? '')
    expect(one?.length).toBeLessThan(200)
  })

  test('styles are put in our order by their names; what was not asked for is empty, and said', () => {
    const snapshot = domSnapshot(html())
    const asked = ['color', 'x-unknown', 'display']
    const [first, second] = [snapshot.strings.push('red') - 1, snapshot.strings.push('block') - 1]
    const [document] = snapshot.documents
    if (document) document.layout.styles[1] = [first, -1, second]

    const { tree, notes } = readDomSnapshot({ ...snapshot, computedStyles: asked })

    expect(tree.styles[0]?.[styleNames.indexOf('color')]).toBe('red')
    expect(tree.styles[0]?.[styleNames.indexOf('display')]).toBe('block')
    expect(tree.styles[0]?.[styleNames.indexOf('opacity')]).toBe('')
    expect(notes).toMatchObject([{ code: 'styles-missing', message: expect.stringContaining('opacity') }])
  })

  test('without names the styles are left aside, and that is said', () => {
    const { computedStyles: _, ...snapshot } = domSnapshot(html())

    const { tree, notes } = readDomSnapshot(snapshot)

    expect(tree.styles).toEqual([])
    expect(tree.nodes[0]?.style).toBeUndefined()
    expect(notes.map(({ code }) => code)).toEqual(['styles-unnamed'])
  })

  test('boxes in pixels of a screen are told in CSS pixels, those that are so stay', () => {
    const snapshot = domSnapshot(html({ name: 'p', box: [10, 20, 31, 40] }))
    const boxAt = (width: number) =>
      readDomSnapshot({ ...snapshot, viewport: { width, height: 360, scale: 2 } }).tree.nodes[1]?.box

    // The first box is 1280 wide.
    expect(boxAt(640)).toEqual([5, 10, 15.5, 20])
    expect(boxAt(1280)).toEqual([10, 20, 31, 40])
  })

  test('texts that no store takes are mended: NUL and lone surrogates', () => {
    const tree = treeOf(html({ name: 'p', attributes: { title: 'a\0b' }, children: [{ text: 'x\ud800y' }] }))

    expect(tree.nodes[1]?.attributes).toEqual([['title', 'a\ufffdb']])
    expect(tree.nodes[2]?.text).toBe('x\ufffdy')
  })

  test('the same snapshot gives the same bytes', () => {
    const snapshot = domSnapshot(
      html({ name: 'p', box: [1, 2, 3, 4] }, { name: 'iframe', box: [0, 0, 9, 9], frame: 1 }),
      html(),
    )

    const [one, other] = [snapshot, structuredClone(snapshot)].map((each) => JSON.stringify(readDomSnapshot(each)))

    expect(one).toBe(other ?? '')
  })
})

describe('one that is too much', () => {
  const wide = (count: number) => html(...Array.from({ length: count }, () => ({ name: 'b' })))

  test('50 000 nodes are taken, one more is not', () => {
    // With the document and the root.
    expect(snapshotRefusal(() => treeOf(wide(49_998)))).toBe('taken')
    expect(snapshotRefusal(() => treeOf(wide(49_999)))).toContain('has 50001 nodes')
  })

  test('nodes made here count too', () => {
    const hosts = (count: number) =>
      html(
        ...Array.from({ length: count }, () => ({ name: 'x-y', children: [{ name: 'b', shadow: 'open' as const }] })),
      )

    expect(snapshotRefusal(() => treeOf(hosts(16_600)))).toBe('taken')
    expect(snapshotRefusal(() => treeOf(hosts(16_700)))).toContain('more than 50000 nodes')
  })

  /** Not by nesting sketches: the maker would run out of stack before the reader. */
  function deep(levels: number) {
    const snapshot = domSnapshot(html())
    const [document] = snapshot.documents
    for (let level = 2; level <= levels; level += 1) {
      document?.nodes.parentIndex.push(level - 1)
      document?.nodes.nodeType.push(1)
      document?.nodes.nodeName.push(snapshot.strings.indexOf('HTML'))
      document?.nodes.nodeValue.push(-1)
      document?.nodes.attributes.push([])
    }
    return snapshot
  }

  test('512 ancestors are taken, one more is not, and 40 000 overflow nothing', () => {
    expect(snapshotRefusal(() => readDomSnapshot(deep(512)))).toBe('taken')
    expect(snapshotRefusal(() => readDomSnapshot(deep(513)))).toContain('nested 513 deep')
    expect(snapshotRefusal(() => readDomSnapshot(deep(40_000)))).toContain('nested 513 deep')
  })

  test('frames in frames are as deep as they are together', () => {
    const nested = Array.from({ length: 300 }, (_, at) =>
      html(
        ...(at < 299 ? [{ name: 'iframe', box: [0, 0, 9, 9] as [number, number, number, number], frame: at + 1 }] : []),
      ),
    )

    expect(snapshotRefusal(() => treeOf(...nested.slice(0, 100), html()))).toBe('taken')
    expect(snapshotRefusal(() => treeOf(...nested))).toContain('nested')
  })
})

describe('one that lies', () => {
  type Change = (snapshot: ReturnType<typeof domSnapshot>) => void
  const whole = () =>
    domSnapshot(
      html(
        { name: 'p', attributes: { class: 'a' }, box: [1, 2, 3, 4], children: [{ text: 'x', box: [1, 2, 3, 4] }] },
        { name: 'iframe', box: [0, 0, 100, 100], frame: 1 },
        { name: 'iframe', box: [0, 0, 100, 100], frame: 2 },
      ),
      html({ name: 'b', box: [1, 1, 1, 1] }),
      html(),
    )
  /** Puts something in a place of it, whatever stands there. */
  const put = (path: (string | number)[], value: unknown): Change => {
    return (snapshot) => {
      let at: unknown = snapshot
      for (const step of path.slice(0, -1)) at = (at as Record<string | number, unknown>)[step]
      ;(at as Record<string | number, unknown>)[path.at(-1) ?? ''] = value
    }
  }

  test.each<[string, Change, string]>([
    ['a circle of parents', put(['documents', 0, 'nodes', 'parentIndex', 2], 4), 'stands not before it'],
    ['its own parent', put(['documents', 0, 'nodes', 'parentIndex', 2], 2), 'stands not before it'],
    ['two roots', put(['documents', 0, 'nodes', 'parentIndex', 2], -1), 'stands not before it'],
    ['a parent that has ended', put(['documents', 0, 'nodes', 'parentIndex', 5], 2), 'has ended before it'],
    [
      'a frame of itself',
      put(['documents', 1, 'nodes', 'contentDocumentIndex'], { index: [2], value: [1] }),
      'is shown twice',
    ],
    ['a frame of the page', put(['documents', 0, 'nodes', 'contentDocumentIndex', 'value', 0], 0), 'is shown twice'],
    [
      'one document in two frames',
      put(['documents', 0, 'nodes', 'contentDocumentIndex', 'value', 1], 1),
      'is shown twice',
    ],
    ['a frame of nothing', put(['documents', 0, 'nodes', 'contentDocumentIndex', 'value', 0], 9), 'has no document 9'],
    ['a string that is not there', put(['documents', 0, 'nodes', 'nodeName', 2], 999), 'is no index of a string'],
    ['a string that is none', put(['strings', 1], 7), 'is no index of a string'],
    ['half an index', put(['documents', 0, 'nodes', 'nodeName', 2], 0.5), 'is no index of a string'],
    ['a column that is short', put(['documents', 0, 'nodes', 'nodeType'], [9]), 'has 1 items'],
    ['a layout of no node', put(['documents', 0, 'layout', 'nodeIndex', 1], 99), 'is no index of a node'],
    ['a size below nothing', put(['documents', 0, 'layout', 'bounds', 2], [0, 0, -1, 4]), 'has a negative size'],
    ['no number', put(['documents', 0, 'layout', 'bounds', 2], [0, Number.NaN, 1, 4]), 'is no box'],
    ['a text as a number', put(['documents', 0, 'layout', 'bounds', 2], [0, '1', 1, 4]), 'is no box'],
    ['a size without end', put(['documents', 0, 'layout', 'bounds', 2], [0, 0, 1e300, 4]), 'is no box'],
    ['a name without its value', put(['documents', 0, 'nodes', 'attributes', 2], [0]), 'a name without a value'],
    [
      'a style without a text',
      put(['documents', 0, 'layout', 'styles', 4, 0], { toString: 0 }),
      'is no index of a string',
    ],
    ['styles too few', put(['documents', 0, 'layout', 'styles', 2], [0, 1]), 'has 2 computed styles'],
    ['a scale of nothing', put(['viewport'], { width: 1, height: 1, scale: 0 }), 'is no scale'],
    ['no documents', put(['documents'], []), '/documents is empty'],
    ['documents by name', put(['documents'], { 0: {} }), 'is no array'],
    ['no root element', put(['documents', 0, 'nodes', 'nodeType', 1], 8), 'taken'],
  ])('%s', (_, change, said) => {
    const snapshot = whole()
    change(snapshot)

    expect(snapshotRefusal(() => readDomSnapshot(JSON.parse(JSON.stringify(snapshot))))).toContain(said)
  })

  /** Every place in a value. */
  function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
    if (typeof value !== 'object' || value === null) return [path]
    const names = Array.isArray(value) ? value.keys() : Object.keys(value)
    return [path, ...[...names].flatMap((name) => placesIn(Reflect.get(value, name), [...path, name]))]
  }

  test('whatever stands in whatever place, it is a sound tree or a refusal', () => {
    const places = placesIn(whole()).filter((path) => path.length > 0)
    const hostile = fc.oneof(
      fc.constantFrom(
        -1,
        -2,
        0,
        1,
        2,
        3,
        1e9,
        2 ** 31,
        Number.MAX_SAFE_INTEGER,
        1e308,
        0.5,
        null,
        true,
        '',
        '0',
        [],
        {},
        [[]],
      ),
      fc.integer({ min: -3, max: 60 }),
      fc.jsonValue({ maxDepth: 3 }),
    )
    let taken = 0
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...places), hostile), { minLength: 1, maxLength: 4 }),
        (changes) => {
          const snapshot = whole()
          for (const [path, value] of changes) {
            try {
              put(path, value)(snapshot)
            } catch {
              // An earlier change took the place away.
            }
          }
          const said = snapshotRefusal(() => {
            const { tree } = readDomSnapshot(snapshot)
            taken += 1
            tree.nodes.forEach(({ parent, box, style }, at) => {
              expect(parent).toBeLessThan(at)
              expect(parent >= (at === 0 ? -1 : 0)).toBe(true)
              expect(box?.every(Number.isFinite) ?? true).toBe(true)
              expect(style === undefined || tree.styles[style] !== undefined).toBe(true)
            })
            expect(JSON.parse(JSON.stringify(tree))).toEqual(tree)
          })
          expect(said.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 1500 },
    )
    expect(taken).toBeGreaterThan(100)
  })
})

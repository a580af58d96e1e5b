/** Sequences are aligned, and addresses read, alike whatever a build has put into them. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isMadeUp, isSameAddress, lastingAddress, withLastingAddresses } from '#workers/compare-design/trees/addresses'
import { alignEqual, inOrder } from '#workers/compare-design/trees/align'

const numbers = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40 })

test('each place is paired at most once, with its equal, and as many as there are equals', () => {
  fc.assert(
    fc.property(numbers, numbers, (before, after) => {
      const pairs = alignEqual(before, after)

      expect(pairs.every(([one, other]) => before[one] === after[other])).toBe(true)
      expect(new Set(pairs.map(([one]) => one)).size).toBe(pairs.length)
      expect(new Set(pairs.map(([, other]) => other)).size).toBe(pairs.length)
      const count = (list: number[], value: number) => list.filter((each) => each === value).length
      expect(pairs.length).toBe(
        [0, 1, 2, 3, 4, 5, 6].reduce((sum, value) => sum + Math.min(count(before, value), count(after, value)), 0),
      )
    }),
    { seed: 14 },
  )
})

test('one that moved is one out of order', () => {
  const moved = alignEqual([1, 2, 3, 4, 5], [2, 3, 4, 1, 5])

  expect(moved).toHaveLength(5)
  expect(inOrder(moved)).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 4],
  ])
})

test('one more of many equals is one more, in a long list as well', () => {
  const long = Array.from({ length: 5000 }, (_, at) => at % 7)

  const pairs = alignEqual(long, [...long.slice(0, 2500), 99, ...long.slice(2500)])

  expect(inOrder(pairs)).toHaveLength(5000)
})

test('hashes, ids of builds and busters of caches are not of an address; what names a thing is', () => {
  const same = [
    ['/assets/logo.3f9a2b1c.png', '/assets/logo.77ab01cd.png'],
    ['/assets/logo-DkTyQbFa.svg', '/assets/logo-CwxFbRzE.svg'],
    ['/static/css/main.3f2a1b.chunk.css', '/static/css/main.9e8d7c.chunk.css'],
    ['/_next/static/kJh3dF9sKls2mNbVcX/a.png', '/_next/static/p0O9iU8yT7rE6wQ5aS/a.png'],
    ['/a.png?v=12', '/a.png?v=13'],
    ['data:image/png;base64,AAAA', '/assets/logo.3f9a2b1c.png'],
  ]
  const other = [
    ['/lamp.png', '/chair.png'],
    ['/photo-1.jpg', '/photo-2.jpg'],
    ['/search?q=lamp', '/search?q=chair'],
    ['/uploads/3fa9c1d2.jpg', '/uploads/77bc01aa.jpg'],
    ['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB'],
    ['/heroBanner.png', '/sideBanner.png'],
    ['#features', '#prices'],
  ]

  expect(same.filter(([one = '', two = '']) => !isSameAddress(one, two))).toEqual([])
  expect(other.filter(([one = '', two = '']) => isSameAddress(one, two))).toEqual([])
  expect(lastingAddress(' /a/b.png#:r1: ')).toBe('/a/b.png#*')
  expect(withLastingAddresses('url("https://one.test/page#icon")')).toBe('url(#icon)')
})

test('words are not taken for hashes', () => {
  expect(
    [
      'navigation',
      'heroBanner',
      'background-image',
      'README_en',
      'release-notes',
      'section2title',
      'iPhone15ProMax',
    ].filter(isMadeUp),
  ).toEqual([])
  expect(
    ['3f9a2b1c', 'DkTyQbFa', 'a1b2c3d4e5', '550e8400-e29b-41d4-a716-446655440000'].filter((name) => !isMadeUp(name)),
  ).toEqual([])
})

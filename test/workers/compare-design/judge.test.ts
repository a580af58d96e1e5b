/** What findings come to by a policy: their order, their ids, and whether the page passes. */
import { expect, test } from 'bun:test'
import type { DesignFinding } from '#db/documents/design-report'
import { issuesListed, judge } from '#workers/compare-design/judge'

const finding = (odd: Partial<DesignFinding> = {}): DesignFinding => ({
  severity: 'moderate',
  type: 'style-change',
  element: '#buy',
  violation: 'color was #000 and is #111.',
  recommendation: 'color: #000;',
  property: 'color',
  before: '#000',
  after: '#111',
  token: null,
  elements: 1,
  box: { x: 0, y: 0, width: 10, height: 10 },
  source: 'tree',
  ...odd,
})
const none: ReadonlySet<string> = new Set()
const judged = (
  findings: DesignFinding[],
  { failOn, accepted = none }: { failOn?: DesignFinding['severity']; accepted?: ReadonlySet<string> } = {},
) => judge('home', { findings, absorbed: [] }, { policy: failOn ? { failOn } : {}, accepted })

test('nothing found passes, and anything found fails where nobody said otherwise', () => {
  expect(judged([])).toEqual({ issues: [], violations: 0, isTruncated: false, absorbed: [], approved: true })
  expect(judged([finding({ severity: 'minor' })])).toMatchObject({ violations: 1, approved: false })
})

test('the worst come first, then the largest, then those that come first on the page', () => {
  const box = (width: number) => ({ x: 0, y: 0, width, height: 1 })
  const { issues } = judged([
    finding({ element: 'a', severity: 'minor', box: box(900) }),
    finding({ element: 'b', box: box(1) }),
    finding({ element: 'c', box: null }),
    finding({ element: 'd', box: box(9) }),
    finding({ element: 'e', box: null }),
    finding({ element: 'f', severity: 'critical' }),
  ])

  expect(issues.map(({ element }) => element).join('')).toBe('fdbcea')
})

test.each<[DesignFinding['severity'], boolean[]]>([
  ['critical', [false, true, true, true]],
  ['serious', [false, false, true, true]],
  ['moderate', [false, false, false, true]],
  ['minor', [false, false, false, false]],
])('a page that fails on %s', (failOn, passes) => {
  const severities = ['critical', 'serious', 'moderate', 'minor'] as const

  expect(severities.map((severity) => judged([finding({ severity })], { failOn }).approved)).toEqual(passes)
})

test('the same finding has the same id each time, and no other finding or page has it', () => {
  const [first, second] = [finding(), finding({ after: '#222' })]
  const ids = [...judged([first, second, first]).issues, ...judged([first]).issues].map(({ id }) => id)

  expect(new Set(ids).size).toBe(3)
  expect(ids[3]).toBe(ids[0] ?? '')
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(judge('other', { findings: [first], absorbed: [] }, { policy: {}, accepted: none }).issues[0]?.id).not.toBe(
    ids[0] ?? '',
  )
  // Where it stands is no part of it: what moved is the same.
  expect(judged([finding({ box: null, severity: 'minor', violation: 'x' })]).issues[0]?.id).toBe(ids[0] ?? '')
})

test('what somebody has accepted is no issue, and is told as let pass', () => {
  const [issue] = judged([finding()]).issues

  const again = judged([finding()], { accepted: new Set([issue?.id ?? '']) })

  expect(again).toMatchObject({ violations: 0, approved: true, absorbed: [{ class: 'accepted' }] })
})

test('of very many so many are listed, and all are counted and judged', () => {
  const many = Array.from({ length: issuesListed + 5 }, (_, at) => finding({ element: `#n${at}`, severity: 'minor' }))

  const { issues, violations, isTruncated, approved } = judged(many)

  expect([issues.length, violations, isTruncated, approved]).toEqual([issuesListed, issuesListed + 5, true, false])
})

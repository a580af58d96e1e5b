/** What an import changes of a library, without a store. */
import { expect, test } from 'bun:test'
import type { RegisteredRow } from '#db/queries/components'
import type { ImportedComponent } from '#shared/components/imported'
import { type Plan, planComponents, planUsage } from '#shared/components/plan'
import { storyUrl } from '#shared/components/story-url'

const component = (id: string, odd: Partial<ImportedComponent> = {}): ImportedComponent => ({
  at: `/document/components/${id}`,
  id,
  name: id.toUpperCase(),
  category: 'x',
  tagName: null,
  classPrefix: null,
  isDeprecated: false,
  paths: [`src/${id}.ts`],
  lastModified: null,
  stories: [],
  ...odd,
})
const asked = (components: ImportedComponent[], odd: Partial<Parameters<typeof planComponents>[1]> = {}) => ({
  source: 'list' as const,
  components,
  files: new Map<string, string>(),
  day: '2026-05-20',
  counts: null,
  ...odd,
})
const planned = (...args: Parameters<typeof planComponents>): Plan => {
  const { value, issues } = planComponents(...args)
  if (!value) throw new Error(JSON.stringify(issues))
  return value
}

/** A library as a plan leaves it. */
const after = ({ saved, removed, usages }: Plan, before: readonly RegisteredRow[] = []): RegisteredRow[] => {
  const rows = new Map(
    before.map((row) => [row.id, { ...row, is_removed: row.is_removed || removed.includes(row.id) }]),
  )
  for (const { component_id: id, name, source, last_modified, content_digest } of saved)
    rows.set(id, { id, name, source, last_modified, content_digest, is_removed: false, reported_usage: null })
  for (const { component_id, reported_usage } of usages) {
    const row = rows.get(component_id)
    if (row) rows.set(component_id, { ...row, reported_usage })
  }
  return [...rows.values()]
}

test('the same document changes nothing the second time', () => {
  const first = planned([], asked([component('a'), component('b')]))
  const second = planned(after(first), asked([component('a'), component('b')], { day: '2026-06-01' }))

  expect(first.answer).toEqual({ created: 2, updated: 0, unchanged: 0, removed: 0, total: 2 })
  expect(second).toEqual({
    saved: [],
    stories: [],
    removed: [],
    usages: [],
    answer: { created: 0, updated: 0, unchanged: 2, removed: 0, total: 2 },
  })
})

test('what is named no more is taken away, and comes back as it was', () => {
  const both = after(planned([], asked([component('a'), component('b')])))
  const one = planned(both, asked([component('a')], { day: '2026-06-01' }))
  const again = planned(after(one, both), asked([component('a'), component('b')], { day: '2026-07-01' }))

  expect([one.removed, one.answer.total]).toEqual([['b'], 1])
  expect(again.answer).toEqual({ created: 1, updated: 0, unchanged: 1, removed: 0, total: 2 })
  expect(again.saved.map(({ component_id, last_modified }) => [component_id, last_modified])).toEqual([
    ['b', '2026-05-20'],
  ])
})

test('another kind of document takes nothing away, and may not name the same again', () => {
  const listed = after(planned([], asked([component('a')])))
  const elements = { source: 'custom-elements-manifest' as const }

  expect(planned(listed, asked([component('x-a')], elements)).answer).toMatchObject({
    created: 1,
    removed: 0,
    total: 2,
  })
  expect(planComponents(listed, asked([component('a')], elements)).issues).toEqual([
    { path: '/document/components/a', message: 'a came from list', expected: 'another id, or a library of its own' },
  ])
})

test('the day is that of the newest file, else of the commit or the import when something has changed', () => {
  const day = (...args: Parameters<typeof planComponents>) => planned(...args).saved.map((row) => row.last_modified)
  const files = new Map([
    ['src/a.ts', '2026-01-05'],
    ['src/a.css', '2026-01-31T23:30:00-05:00'],
  ])
  const two = component('a', { paths: ['src/a.css', 'src/a.ts'] })

  expect(day([], asked([two], { files }))).toEqual(['2026-02-01'])
  expect(day([], asked([component('a', { lastModified: '2025-12-24' })], { files }))).toEqual(['2025-12-24'])
  expect(day([], asked([component('a')]))).toEqual(['2026-05-20'])
  const known = after(planned([], asked([component('a')])))
  expect(day(known, asked([component('a', { name: 'New' })], { day: '2026-06-01' }))).toEqual(['2026-06-01'])
  expect(day(known, asked([component('a')], { files }))).toEqual(['2026-01-05'])
})

test('a usage report tells how often each is used, also of what is named after it', () => {
  const known = after(planned([], asked([component('a'), component('b')])))
  const report = planUsage(known, { A: 3 })

  expect(report).toMatchObject({
    answer: { created: 0, updated: 2, unchanged: 0, removed: 0, total: 2 },
    usages: [
      { component_id: 'a', reported_usage: 3 },
      { component_id: 'b', reported_usage: 0 },
    ],
  })
  const counted = after(report, known)
  expect(planUsage(counted, { A: 3 }).usages).toEqual([])
  expect(
    planned(counted, asked([component('a'), component('b'), component('c')], { counts: { A: 3 } })).usages,
  ).toEqual([{ component_id: 'c', reported_usage: 0 }])
})

test('more than a library may have, of all kinds of documents together, is refused', () => {
  const many = Array.from({ length: 4999 }, (_, number) => component(`c-${number}`))
  const known = after(planned([], asked(many)))
  const elements = { source: 'custom-elements-manifest' as const }

  expect(planComponents(known, asked([component('x'), component('y')], elements)).issues).toMatchObject([
    { path: '/document', message: 'makes 5001 of the library' },
  ])
  expect(planned(known, asked([component('x')], elements)).answer.total).toBe(5000)
})

test.each([
  ['https://a.test', 'https://a.test/iframe.html?id=b--c&viewMode=story'],
  ['https://a.test/sb', 'https://a.test/sb/iframe.html?id=b--c&viewMode=story'],
  ['https://a.test/sb/index.html?path=/story/x#y', 'https://a.test/sb/iframe.html?id=b--c&viewMode=story'],
])('a story of %s is at %s', (base, url) => {
  expect(storyUrl(base, 'b--c')).toBe(url)
})

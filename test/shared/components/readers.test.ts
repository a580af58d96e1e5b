/** Documents of components, in the shapes that their tools write: what is read of them, and each fault by its place. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { kindOfDocument, readDocument } from '#shared/components/documents'
import type { ImportedComponent, Reading } from '#shared/components/imported'
import { readCsv, readList } from '#shared/components/list'
import { readManifest } from '#shared/components/manifest'
import { readStorybookIndex } from '#shared/components/storybook'
import { readUsageReport, usageOf } from '#shared/components/usage-report'
import { importKinds } from '#shared/contracts/components'

const found = (reading: Reading<ImportedComponent[]>) => {
  expect(reading.issues ?? []).toEqual([])
  return reading.value ?? []
}
const faults = (reading: Reading<unknown>) => (reading.issues ?? []).map(({ path, message }) => `${path} ${message}`)

const entry = (id: string, title: string, odd: Record<string, unknown> = {}) => ({
  id,
  title,
  name: 'Primary',
  importPath: './src/Button.stories.tsx',
  type: 'story',
  tags: ['dev', 'test'],
  ...odd,
})
const index = (...entries: ReturnType<typeof entry>[]) => ({
  v: 5,
  entries: Object.fromEntries(entries.map((each) => [each.id, each])),
})

describe('an index of Storybook', () => {
  test('has a component for each title, with its stories and files; pages of words and tests are none', () => {
    const components = found(
      readStorybookIndex(
        index(
          entry('forms-button--primary', 'Forms/Button', { componentPath: './src/Button.tsx', exportName: 'Primary' }),
          entry('forms-button--disabled', 'Forms/Button', { name: 'Disabled' }),
          entry('forms-button--disabled:clicks', 'Forms/Button', { name: 'clicks', subtype: 'test', parent: 'x' }),
          entry('forms-button--docs', 'Forms/Button', { type: 'docs', storiesImports: [], tags: ['autodocs'] }),
          entry('introduction--docs', 'Introduction', { type: 'docs', importPath: './src/Introduction.mdx' }),
          entry('badge--old', 'Badge', { tags: ['deprecated'] }),
        ),
      ),
    )

    expect(components).toEqual([
      {
        at: '/document/entries/badge--old',
        id: 'badge',
        name: 'Badge',
        category: 'uncategorized',
        tagName: null,
        classPrefix: null,
        isDeprecated: true,
        paths: ['src/Button.stories.tsx'],
        lastModified: null,
        stories: [{ id: 'badge--old', name: 'Primary' }],
      },
      {
        at: '/document/entries/forms-button--primary',
        id: 'forms-button',
        name: 'Button',
        category: 'Forms',
        tagName: null,
        classPrefix: null,
        isDeprecated: false,
        paths: ['src/Button.stories.tsx', 'src/Button.tsx'],
        lastModified: null,
        stories: [
          { id: 'forms-button--disabled', name: 'Disabled' },
          { id: 'forms-button--primary', name: 'Primary' },
        ],
      },
    ])
  })

  test('of v 4 lacks tags, of v 3 has stories with what older tools read', () => {
    const { tags: _tags, ...plain } = entry('a-b--c', 'A / B')
    const old = {
      ...plain,
      kind: 'A/B',
      story: 'C',
      parameters: { __id: 'a-b--c', docsOnly: false, fileName: './src/b.stories.js' },
    }
    const { type: _type, ...untyped } = old
    const words = { ...untyped, id: 'words--page', parameters: { docsOnly: true } }

    const four = found(readStorybookIndex({ v: 4, entries: { 'a-b--c': plain } }))
    const three = found(readStorybookIndex({ v: 3, stories: { 'a-b--c': untyped, 'words--page': words } }))

    expect(four.map(({ id, name, category }) => [id, name, category])).toEqual([['a-b', 'B', 'A']])
    expect(three.map(({ id, stories }) => [id, stories.length])).toEqual([['a-b', 1]])
  })

  test('that is none is told with every fault and its place', () => {
    expect(faults(readStorybookIndex({ v: 6, entries: {} }))).toEqual(['/document/v is not one of 4, 5'])
    expect(faults(readStorybookIndex([]))[0]).toStartWith('/document')
    expect(
      faults(readStorybookIndex({ v: 5, entries: { a: { id: 1, title: '' }, b: entry('b--c', 'Group/') } })),
    ).toEqual([
      '/document/entries/a/name is missing',
      '/document/entries/a/id is not text of 1 to 1024 characters',
      '/document/entries/a/title is not text of 1 to 1024 characters',
    ])
    expect(faults(readStorybookIndex(index(entry('b--c', 'Group/'), entry('a b--c', 'X'))))).toEqual([
      '/document/entries/b--c has no name',
      '/document/entries/a b--c has no id that can be one',
      expect.stringContaining('"a b--c", which is no id'),
    ])
  })

  test('of which an id is a name that objects have by themselves is read like any other', () => {
    const text =
      '{"v": 5, "entries": {"__proto__": {"id": "constructor--a", "title": "A", "name": "a", "type": "story"}}}'

    expect(found(readStorybookIndex(JSON.parse(text))).map(({ id }) => id)).toEqual(['constructor'])
  })
})

const element = (odd: Record<string, unknown> = {}) => ({
  kind: 'class',
  description: 'A button.',
  name: 'AcmeButton',
  members: [{ kind: 'field', name: 'size', type: { text: 'string' } }],
  superclass: { name: 'LitElement', package: 'lit' },
  tagName: 'acme-button',
  customElement: true,
  ...odd,
})
const moduleOf = (path: string, declarations: unknown[], exports: unknown[] = []) => ({
  kind: 'javascript-module',
  path,
  declarations,
  exports,
})
const manifest = (...modules: unknown[]) => ({ schemaVersion: '2.1.0', readme: '', modules })

describe('a Custom Elements Manifest', () => {
  test('has a component for each element that is defined, wherever that is', () => {
    const { tagName: _tag, ...untagged } = element({ name: 'AcmeCard', deprecated: 'use acme-panel' })
    const components = found(
      readManifest(
        manifest(
          moduleOf('src/button/button.js', [
            element(),
            { kind: 'variable', name: 'sizes', type: { text: 'string[]' } },
            element({ name: 'AcmeBase', tagName: undefined }),
          ]),
          moduleOf('./src/card.js', [untagged], [{ kind: 'js', name: 'AcmeCard', declaration: { name: 'AcmeCard' } }]),
          moduleOf(
            'define.js',
            [],
            [
              {
                kind: 'custom-element-definition',
                name: 'acme-card',
                declaration: { name: 'AcmeCard', module: '/src/card.js' },
              },
              {
                kind: 'custom-element-definition',
                name: 'other-thing',
                declaration: { name: 'Other', package: 'other' },
              },
            ],
          ),
        ),
      ),
    )

    expect(components).toMatchObject([
      {
        id: 'acme-button',
        name: 'AcmeButton',
        category: 'src/button',
        tagName: 'acme-button',
        isDeprecated: false,
        paths: ['src/button/button.js'],
        at: '/document/modules/0/declarations/0',
      },
      { id: 'acme-card', name: 'AcmeCard', category: 'src', isDeprecated: true, paths: ['src/card.js'], stories: [] },
    ])
  })

  test('of schema 1 says "true" of what is deprecated', () => {
    const one = { ...manifest(moduleOf('a.js', [element({ deprecated: 'true' })])), schemaVersion: '1.0.0' }

    expect(found(readManifest(one))).toMatchObject([{ isDeprecated: true, category: 'uncategorized' }])
  })

  test('that is none, or defines a tag twice, is told so', () => {
    expect(faults(readManifest({ version: 'experimental', tags: [] }))).toEqual([
      '/document/schemaVersion is missing',
      '/document/modules is missing',
    ])
    expect(faults(readManifest({ ...manifest(), schemaVersion: '3.0.0' }))).toEqual([
      '/document/schemaVersion is not 1.x.x or 2.x.x',
    ])
    expect(faults(readManifest(manifest(moduleOf('a.js', [element(), element({ name: 'B' })]))))).toEqual([
      '/document/modules/0/declarations/1 has the id acme-button of another',
    ])
  })
})

describe('a list', () => {
  test('says what it says, as JSON or as CSV', () => {
    const json = readList({
      components: [
        { id: 'nav', name: 'Nav', deprecated: true },
        {
          id: 'button',
          name: 'Button',
          category: 'Forms',
          tagName: 'X-Button',
          classPrefix: 'btn-',
          paths: ['./src/button.ts', 'src/button.css'],
          lastModified: '2026-05-18',
          stories: [{ id: 'button--two' }, { id: 'button--one', name: 'One' }],
        },
      ],
    })
    const csv = readCsv(
      '\uFEFFid,name,category,tagName,classPrefix,deprecated,paths,lastModified,stories\r\n' +
        'nav,Nav,,,,true,,,\r\n' +
        '"button","Button",Forms,X-Button,btn-,,./src/button.ts src/button.css,2026-05-18,button--two button--one\r\n',
    )

    expect(found(json)).toMatchObject([
      {
        id: 'button',
        category: 'Forms',
        tagName: 'x-button',
        classPrefix: 'btn',
        paths: ['src/button.css', 'src/button.ts'],
        lastModified: '2026-05-18',
        stories: [
          { id: 'button--one', name: 'One' },
          { id: 'button--two', name: 'button--two' },
        ],
      },
      { id: 'nav', category: 'uncategorized', isDeprecated: true, lastModified: null, stories: [] },
    ])
    const plain = (components: ImportedComponent[]) =>
      components.map(({ at: _at, stories, ...rest }) => ({ ...rest, stories: stories.map(({ id }) => id) }))
    expect(plain(found(csv))).toEqual(plain(found(json)))
  })

  test('names each fault with its place', () => {
    const wrong = [
      { id: 'a/b', name: 'A' },
      { id: 'import', name: 'B' },
      { id: 'c', name: 'C' },
      { id: 'c', name: ' ' },
    ]

    expect(faults(readList({ components: wrong }))).toEqual([
      '/document/components/0 has no id that can be one',
      '/document/components/1 has no id that can be one',
      '/document/components/3 has the id c of another',
      '/document/components/3 has no name',
    ])
    expect(faults(readList({ components: [{ id: 'a', name: 'A', lastModified: '2026-02-30', colour: 1 }] }))).toEqual([
      '/document/components/0/colour is not a member here',
      '/document/components/0/lastModified is not one of a date, a date-time',
    ])
    expect(faults(readCsv({ id: 1 }))).toEqual(['/document is not text'])
    expect(faults(readCsv('id,colour\na,b'))).toEqual([
      '/document/1 has in its line of names "colour", which is none and no name',
    ])
    expect(faults(readCsv('id,name,deprecated\na,A,\nb,B,maybe'))).toEqual([
      '/document/3/deprecated is not true or false',
    ])
    expect(faults(readCsv('id,name\na'))[0]).toStartWith('/document is no CSV')
    expect(faults(readCsv(''))).toEqual(['/document/1 has in its line of names no id and no name'])
  })

  test('of more than a library may have is refused whole', () => {
    const many = Array.from({ length: 5001 }, (_, number) => ({ id: `c-${number}`, name: 'C' }))

    expect(faults(readList({ components: many }))).toEqual(['/document has 5001 components'])
    expect(found(readList({ components: many.slice(1) }))).toHaveLength(5000)
  })
})

describe('a report of react-scanner', () => {
  const instance = {
    importInfo: { imported: 'Button', local: 'Button', moduleName: '@acme/ui', importType: 'ImportSpecifier' },
    props: { variant: 'primary', onClick: '(JSXExpressionContainer)' },
    propsSpread: false,
    location: { file: '/src/a.tsx', start: { line: 9, column: 9 } },
  }

  test('is read whichever processor wrote it', () => {
    const raw = {
      Button: { instances: [instance, instance] },
      Card: { components: { Header: { instances: [instance] } } },
    }
    const counts = { Button: 2, 'Card.Header': 1 }
    const withProps = { Button: { instances: 2, props: { variant: 2 } }, 'Card.Header': { instances: 1, props: {} } }

    for (const report of [raw, counts, withProps]) expect(readUsageReport(report).value).toEqual(counts)
  })

  test('names each fault with its place', () => {
    expect(faults(readUsageReport([]))).toEqual(['/document is no usage report'])
    expect(
      faults(readUsageReport({ A: -1, 'B/C': '3', D: { props: {} }, E: { components: 3 }, F: { instances: 1.5 } })),
    ).toEqual([
      '/document/A does not say how often it is used',
      '/document/B~1C does not say how often it is used',
      '/document/D does not say how often it is used',
      '/document/E/components is not an object',
      '/document/F does not say how often it is used',
    ])
  })

  test('counts for the component of that name, and for none where two have it', () => {
    const components = [
      { id: 'date-picker', name: 'Date Picker' },
      { id: 'nav', name: 'Nav' },
      { id: 'a-tab', name: 'Tab' },
      { id: 'b-tab', name: 'tab' },
    ]

    expect([...usageOf(components, { DatePicker: 4, Tab: 9, Unknown: 1, constructor: 2 })]).toEqual([
      ['date-picker', 4],
      ['nav', 0],
      ['a-tab', null],
      ['b-tab', null],
    ])
  })
})

test('what kind a document is of is seen by its members', () => {
  expect(
    [
      index(),
      { v: 3, stories: {} },
      manifest(),
      { components: [] },
      { Button: 1, Card: { components: {} } },
      'id,name',
      { name: 'x' },
      [],
      null,
    ].map(kindOfDocument),
  ).toEqual([
    'storybook-index',
    'storybook-index',
    'custom-elements-manifest',
    'list',
    'react-scanner',
    'csv',
    undefined,
    undefined,
    undefined,
  ])
})

test('no document makes a reader fail: each is read, or its faults are named', () => {
  const anything = fc.anything({ maxDepth: 4, withNullPrototype: false })
  const near = (valid: unknown) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(valid) }, { weight: 1, arbitrary: anything })
  const nearEntry = fc.record(
    {
      id: near('a--b'),
      title: near('A/B'),
      name: near('B'),
      importPath: near('./a.ts'),
      type: near('story'),
      tags: near(['x']),
    },
    { requiredKeys: [] },
  )
  const nearDocument = fc.oneof(
    anything,
    fc.string(),
    fc.record({ v: near(5), entries: fc.oneof(anything, fc.dictionary(fc.string(), nearEntry)) }),
    fc.record({ v: near(3), stories: fc.oneof(anything, fc.dictionary(fc.string(), nearEntry)) }),
    fc.record({
      schemaVersion: near('1.0.0'),
      modules: near([{ path: 'a.js', declarations: [{ kind: 'class', name: 'A', tagName: 'a-a' }] }]),
    }),
    fc.record({ components: fc.oneof(anything, fc.array(fc.record({ id: near('a'), name: near('A') }))) }),
    fc.dictionary(fc.string(), fc.oneof(anything, fc.record({ instances: anything, components: anything }))),
  )

  fc.assert(
    fc.property(fc.constantFrom(...importKinds), nearDocument, (kind, document) => {
      const { reading } = readDocument(kind, document)
      const isRead = reading.value !== undefined && reading.issues === undefined
      return (
        isRead || (reading.issues ?? []).every(({ path, message }) => path.startsWith('/document') && message !== '')
      )
    }),
    { numRuns: 2000 },
  )
})

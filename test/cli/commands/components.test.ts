/** The component library from the command line: files and addresses in, dated by git, and listed again. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newestOf } from '#cli/commands/component-documents'
import type { Component, ComponentList } from '#shared/contracts/components'
import { runAssay } from '#test/support/assay'
import { type Pages, servePages } from '#test/support/pages'
import { type Service, startService, unlimited } from '#test/support/service'

const folder = mkdtempSync(join(tmpdir(), 'assay-components-'))
const index = {
  v: 5,
  entries: {
    'forms-button--primary': {
      id: 'forms-button--primary',
      title: 'Forms/Button',
      name: 'Primary',
      type: 'story',
      importPath: './src/Button.stories.tsx',
    },
  },
}
let site: Pages
let service: Service

beforeAll(async () => {
  site = servePages({ '/sb/index.json': () => Response.json(index) })
  service = await startService({ workers: 0, env: { ...unlimited, ...site.env } })
}, 60_000)
afterAll(async () => {
  await service.stop()
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
})

const assay = (...args: string[]) =>
  runAssay(['components', ...args], {
    env: { DATA_DIR: folder, ASSAY_URL: service.urls[0] ?? '', ASSAY_KEY: service.key },
  })
const file = (name: string, content: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** A repository with one commit, of another day than this one. */
function repository(): string {
  const place = join(folder, 'ui')
  mkdirSync(join(place, 'src'), { recursive: true })
  writeFileSync(join(place, 'src/Button.stories.tsx'), 'export {}\n')
  const env = {
    PATH: process.env['PATH'] ?? '',
    GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
    GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
  }
  const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.com']
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...who, 'commit', '-q', '-m', 'Begin'],
  ])
    expect(Bun.spawnSync(['git', '-C', place, ...args], { env }).exitCode).toBe(0)
  return place
}

test('documents are taken in by what they are, their files dated by git, and their components listed', async () => {
  const usage = file('usage.json', { Button: 4 })
  const more = file('more.csv', 'id,name,category\nnav,"Nav, main",Layout\n')
  const served = `${site.url}/sb/index.json`

  const taken = await assay('import', served, usage, more, '--library', 'ui', '--git', repository())
  const [text, json] = await Promise.all([assay('list'), assay('list', '--format', 'json', '--q', 'button')])

  expect([taken.code, taken.err]).toEqual([0, ''])
  expect(taken.out.split('\n')).toEqual([
    `${served}: 1 created, 0 updated, 0 unchanged, 0 removed; 1 in the library`,
    `${usage}: 0 created, 1 updated, 0 unchanged, 0 removed; 1 in the library`,
    `${more}: 1 created, 0 updated, 0 unchanged, 0 removed; 2 in the library`,
    '',
  ])
  expect(text.out).toContain('Button     forms-button  Forms   4  2026-01-02  -\n')
  expect(text.out).toEndWith('2 components\n')
  expect((JSON.parse(json.out) as ComponentList).components.map(({ id }) => id)).toEqual(['forms-button'])
  const { stories } = (await service.call('GET /api/components/forms-button')).body as Component
  expect(stories[0]?.url).toBe(`${site.url}/sb/iframe.html?id=forms-button--primary&viewMode=story`)
}, 60_000)

test('what is no document, or is refused, is said with its place and an exit code', async () => {
  const [strange, missing, refused] = await Promise.all([
    assay('import', file('strange.json', [1]), '--library', 'ui'),
    assay('import', join(folder, 'none.json'), '--library', 'ui'),
    assay('import', file('wrong.json', { components: [{ id: 'a' }, { name: 'B' }] }), '--library', 'ui'),
  ])

  expect([strange.code, missing.code, refused.code]).toEqual([2, 2, 3])
  expect(strange.err).toContain('strange.json: what kind of document it is cannot be seen')
  expect(missing.err).toContain('none.json cannot be read')
  expect(refused.err).toContain('/document/components/0/name is missing')
  expect(refused.err).toContain('/document/components/1/id is missing')
}, 60_000)

test('the newest commit that names a file dates it', () => {
  const lines = ['commit 2026-03-01T00:00:00Z', 'a.ts', 'commit 2026-01-01T00:00:00Z', 'a.ts', 'b.ts', 'c.ts']

  expect([...newestOf(lines, new Set(['a.ts', 'b.ts', 'gone.ts']))]).toEqual([
    ['a.ts', '2026-03-01T00:00:00Z'],
    ['b.ts', '2026-01-01T00:00:00Z'],
  ])
})

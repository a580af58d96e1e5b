/** The Procfile's reading, and how many processes its lines get. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { parseCounts, parseProcfile, processesOf } from '#cli/dev/procfile'
import { jobNames } from '#shared/jobs/index'

const lines = parseProcfile(`
# what runs
release: bun db/migrate.ts
api:     bun api/main.ts
trees:   bun workers/main.ts generate-tree
scans:   bun workers/main.ts scan-page --seats 2
`)

describe('parseProcfile', () => {
  test('a line is a name and a command; a worker line knows its job type', () => {
    expect(lines).toEqual([
      { name: 'release', command: 'bun db/migrate.ts' },
      { name: 'api', command: 'bun api/main.ts' },
      { name: 'trees', command: 'bun workers/main.ts generate-tree', job: 'generate-tree' },
      { name: 'scans', command: 'bun workers/main.ts scan-page --seats 2', job: 'scan-page' },
    ])
  })

  test.each([['api bun'], ['api:'], [': bun'], ['a b: bun']])('%p is refused with its line number', (text) => {
    expect(() => parseProcfile(`web: bun\n${text}`)).toThrow('line 2')
  })

  test('a name that is there twice is refused', () => {
    expect(() => parseProcfile('api: bun a\napi: bun b')).toThrow('"api" is there twice')
  })

  test('our own Procfile has a worker of every job type', async () => {
    const ours = parseProcfile(await Bun.file(join(import.meta.dir, '../../../Procfile')).text())

    expect(ours.slice(0, 2).map(({ name }) => name)).toEqual(['release', 'api'])
    const workers = ours.filter(({ command }) => command.startsWith('script/bun workers/main.ts'))
    expect(workers.map(({ job }) => job).sort()).toEqual(jobNames.toSorted())
  })
})

describe('worker counts', () => {
  test('every line gets one process when nothing is asked for, and release none', () => {
    expect(processesOf(lines, new Map()).map(({ name }) => name)).toEqual(['api.1', 'trees.1', 'scans.1'])
  })

  test('job types and the lines’ own names both count', () => {
    const counts = parseCounts('generate-tree=2, scans=0,api=3', lines)

    const names = processesOf(lines, counts).map(({ name }) => name)

    expect(names).toEqual(['api.1', 'api.2', 'api.3', 'trees.1', 'trees.2'])
  })

  test.each([
    ['paint-wall=1', 'there is no worker "paint-wall"; there is api, generate-tree, scan-page'],
    ['release=1', 'there is no worker "release"'],
    ['scans=-1', '"scans=-1"'],
    ['scans=1.5', '"scans=1.5"'],
    ['scans', '"scans"'],
  ])('%p is refused by name', (text, message) => {
    expect(() => parseCounts(text, lines)).toThrow(message)
  })
})

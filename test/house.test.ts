/** The walls: which room may import from which. */
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { Glob } from 'bun'

const below: Record<string, string[]> = {
  db: [],
  shared: ['db'],
  workers: ['shared', 'db'],
  api: ['shared', 'db'],
  cli: ['shared', 'db'],
}

/** Pure, and the same wherever it is asked: whoever follows a claim, or recomputes one offline, measures as a tree does. */
const shown = 'workers/generate-tree/validity'

const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import\()\s*'#?([^']+)'/g)].map((match) => match[1] ?? '')

test('imports go down or stay in their room', () => {
  const wrong: string[] = []
  for (const [room, allowed] of Object.entries(below)) {
    for (const file of new Glob(`${room}/**/*.ts`).scanSync('.')) {
      for (const target of importsOf(readFileSync(file, 'utf8'))) {
        const [floor = ''] = target.split('/')
        if (target === shown && (room === 'cli' || room === 'workers')) continue
        const isOurs = [...Object.keys(below), 'test', 'bench'].includes(floor)
        if (target.startsWith('.') || (isOurs && floor !== room && !allowed.includes(floor)))
          wrong.push(`${file} imports ${target}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

// What several rooms use stands beside them, like the browser: a folder without a room's front door.
const isRoom = (folder: string) => existsSync(`workers/${folder}/index.ts`)

test('a worker room imports no other worker room', () => {
  const wrong: string[] = []
  for (const file of new Glob('workers/*/**/*.ts').scanSync('.')) {
    const own = file.split('/')[1]
    for (const target of importsOf(readFileSync(file, 'utf8'))) {
      if (target === shown) continue
      const [floor, room = '', inner] = target.split('/')
      if (floor === 'workers' && inner !== undefined && room !== own && isRoom(room))
        wrong.push(`${file} imports ${target}`)
    }
  }
  expect(wrong).toEqual([])
})

test('only api knows elysia', () => {
  const files = [...new Glob('{db,shared,workers,cli}/**/*.ts').scanSync('.')]
  expect(files.filter((file) => importsOf(readFileSync(file, 'utf8')).includes('elysia'))).toEqual([])
})

test('every file says in its first line what it is', () => {
  const files = [...new Glob('{db,shared,workers,api,cli,test,bench}/**/*.ts').scanSync('.')]
  expect(files.filter((file) => !readFileSync(file, 'utf8').startsWith('/**'))).toEqual([])
})

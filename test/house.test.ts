/** The walls: which room may import from which, and that nothing leads back to where it came from. Types count. */
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

/** The floors of shared, the lowest first: a file imports from its own folder and from those below. */
const floors = [
  'tlog',
  'kernel',
  'accessibility',
  'design-system',
  'language',
  'calendar',
  'calibration',
  'briefing',
  'contracts',
  'evidence',
  'routes',
  'egress',
  'jobs',
  'queue',
  'governance',
  'process',
  'verification',
  'parameters',
  'feedback',
  'traces',
  'claims',
  'scans',
  'components',
  'designs',
  'connections',
  'keys',
  'agents',
  'plans',
  'tasks',
]

/** Pure, and the same wherever it is asked: whoever follows a claim, or recomputes one offline, measures as a tree does. */
const shown = 'workers/generate-tree/validity'

const filesOf = (pattern: string) => [...new Glob(pattern).scanSync('.')].sort()

const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import\(|import)\s*'#?([^']+)'/g)].map((match) => match[1] ?? '')

const imports = (files: readonly string[]) =>
  files.flatMap((file) => importsOf(readFileSync(file, 'utf8')).map((target) => ({ file, target })))

test('imports go down or stay in their room', () => {
  const wrong: string[] = []
  for (const [room, allowed] of Object.entries(below)) {
    for (const { file, target } of imports(filesOf(`${room}/**/*.ts`))) {
      const [floor = ''] = target.split('/')
      if (target === shown && (room === 'cli' || room === 'workers')) continue
      const isOurs = [...Object.keys(below), 'test', 'bench'].includes(floor)
      if (target.startsWith('.') || (isOurs && floor !== room && !allowed.includes(floor)))
        wrong.push(`${file} imports ${target}`)
    }
  }
  expect(wrong).toEqual([])
})

test('inside shared, too, imports go down or stay in their folder', () => {
  const floorOf = (path: string) => floors.indexOf(path.split('/')[1] ?? '')
  const files = filesOf('shared/**/*.ts')

  expect(files.filter((file) => floorOf(file) < 0)).toEqual([])
  const wrong = imports(files).filter(
    ({ file, target }) => target.startsWith('shared/') && floorOf(target) > floorOf(file),
  )
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

test('no file and no folder leads back to itself', () => {
  const files = filesOf('{api,workers,shared,db,cli,bench}/**/*.ts')
  const folderOf = (path: string) => {
    const parts = path.split('/')
    return parts.length > 2 ? parts.slice(0, 2).join('/') : path
  }
  const known = new Set(files)
  const edges = imports(files)
    .map(({ file, target }) => [file, `${target}.ts`] as const)
    .filter(([, target]) => known.has(target))

  expect(circlesOf(edges)).toEqual([])
  expect(circlesOf(edges.map(([from, to]) => [folderOf(from), folderOf(to)]))).toEqual([])
})

/** What is left of a graph once everything is taken away that leads nowhere, again and again. */
function circlesOf(edges: readonly (readonly [string, string])[]): string[] {
  let left = edges.filter(([from, to]) => from !== to)
  for (;;) {
    const leading = new Set(left.map(([from]) => from))
    const led = new Set(left.map(([, to]) => to))
    const next = left.filter(([from, to]) => leading.has(to) && led.has(from))
    if (next.length === left.length) return [...new Set(next.map(([from, to]) => `${from} -> ${to}`))].sort()
    left = next
  }
}

// What several rooms use stands beside them, like the browser: a folder without a room's front door.
const isRoom = (folder: string) => existsSync(`workers/${folder}/index.ts`)

test('a worker room imports no other worker room', () => {
  const wrong: string[] = []
  for (const { file, target } of imports(filesOf('workers/*/**/*.ts'))) {
    if (target === shown) continue
    const [floor, room = '', inner] = target.split('/')
    if (floor === 'workers' && inner !== undefined && room !== file.split('/')[1] && isRoom(room))
      wrong.push(`${file} imports ${target}`)
  }
  expect(wrong).toEqual([])
})

// What a worker is handed is for it; what runs it knows none of that.
test('the runtime knows no domain: jobs and their queue alone', () => {
  const files = filesOf('workers/runtime/*.ts').filter((file) => file !== 'workers/runtime/worker.ts')
  const wrong = imports(files).filter(
    ({ target }) =>
      /^(shared|workers)\//.test(target) && !/^(shared\/(kernel|jobs|queue)|workers\/runtime)\//.test(target),
  )
  expect(files.length).toBeGreaterThan(5)
  expect(wrong).toEqual([])
})

test('the witness shares with the rest what a log is, its key and its process, and nothing that knows a store', () => {
  const wrong = imports(filesOf('workers/witness/*.ts')).filter(
    ({ target }) =>
      /^(api|workers|shared|db|cli)\//.test(target) &&
      !/^(shared\/(tlog|kernel)\/|workers\/witness\/|shared\/evidence\/signing$)/.test(target),
  )
  expect(wrong).toEqual([])
})

test('what is done again and again is done by every()', () => {
  const files = filesOf('{db,shared,workers,api,cli}/**/*.ts')
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('setInterval('))).toEqual([])
})

test('only api knows elysia', () => {
  const files = filesOf('{db,shared,workers,cli}/**/*.ts')
  expect(files.filter((file) => importsOf(readFileSync(file, 'utf8')).includes('elysia'))).toEqual([])
})

test("only db/queries/queue.ts knows pg-boss's tables", () => {
  const files = filesOf('{db,shared,workers,api,cli}/**/*.ts').filter((file) => file !== 'db/queries/queue.ts')
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('pgboss.'))).toEqual([])
})

test('nodes of the evidence and their edges are written in one place', () => {
  const files = filesOf('{db,shared,workers,api,cli}/**/*.ts')
  const writing = files.filter((file) => /insert\s+into\s+edg_(nodes|edges)\b/i.test(readFileSync(file, 'utf8')))
  expect(writing).toEqual(['db/queries/nodes.ts'])
})

test('a node is made as its kind has it', () => {
  const files = filesOf('{db,shared,workers,api,cli}/**/*.ts')
  const making = files.filter((file) => /\bmakeNode\(/.test(readFileSync(file, 'utf8')))
  expect(making).toEqual(['shared/evidence/node-of-kind.ts', 'shared/evidence/node.ts'])
})

test('what is to be stopped is handed over with whom it belongs to: a method alone would not know its own', () => {
  const wrong = filesOf('{api,workers,shared,cli}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/onStop\('[^']*',\s*[\w.]+\.\w+\s*[,)]/g)].map(
      ([call]) => `${file}: ${call}`,
    ),
  )
  expect(wrong).toEqual([])
})

/** How a request writes at all, and the Idempotency-Key that it comes under. */
const howRequestsWrite = ['api/http/store.ts', 'api/http/idempotency.ts']

test('the API opens no transaction and makes no evidence: it calls verbs, which know nothing of HTTP', () => {
  const isVerbs = /\.begin\(|\btransaction\(|\b(makeNode|nodeOfKind|appendNodes)\b/
  const files = filesOf('api/**/*.ts').filter((file) => !howRequestsWrite.includes(file))

  expect(files.filter((file) => isVerbs.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('every file says in its first line what it is', () => {
  const files = filesOf('{db,shared,workers,api,cli,test,bench}/**/*.ts')
  expect(files.filter((file) => !readFileSync(file, 'utf8').startsWith('/**'))).toEqual([])
})

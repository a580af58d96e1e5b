/** `start` as an operator sees it: real processes, real signals, a real embedded Postgres. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { findFreePort } from '#cli/dev/ports'
import { isRunning } from '#cli/dev/postgres'
import { isAlive } from '#shared/kernel/process/process-identity'
import { bareEnv } from '#test/support/bare-env'
import { until } from '#test/support/until'

const root = resolve(import.meta.dir, '../../..')
const work = mkdtempSync(join(tmpdir(), 'assay-start-'))
const started = new Set<Bun.Subprocess>()

// Each answers with its pid; the worker ends only after a last question to the store, which must still be there.
writeFileSync(
  join(work, 'api.ts'),
  `import { endWithSupervisor } from '${root}/shared/kernel/process/parent-watch.ts'
  endWithSupervisor(process.env)
  const server = Bun.serve({ port: Number(process.env.PORT), hostname: process.env.HOST, reusePort: process.env.API_REUSE_PORT === '1', fetch: () => new Response(String(process.pid)) })
  process.on('SIGTERM', async () => { await server.stop(); console.log('api ended'); process.exit(0) })`,
)
writeFileSync(
  join(work, 'worker.ts'),
  `import postgres from '${root}/node_modules/postgres'
  import { endWithSupervisor } from '${root}/shared/kernel/process/parent-watch.ts'
  endWithSupervisor(process.env)
  const sql = postgres(process.env.DATABASE_URL, { max: 1 })
  await sql\`select 1\`
  process.on('SIGTERM', async () => { await sql\`select pg_sleep(0.05)\`; console.log('worker ended'); process.exit(0) })
  console.log('worker up ' + process.pid)`,
)
writeFileSync(
  join(work, 'Procfile'),
  `release: bun ${root}/db/migrate.ts\napi: bun ${work}/api.ts\ntrees: bun ${work}/worker.ts workers/main.ts generate-tree\n`,
)
const withoutStore = join(work, 'Procfile.without-store')
writeFileSync(withoutStore, `api: bun ${work}/api.ts\ntrees: bun ${work}/worker.ts workers/main.ts generate-tree\n`)

afterEach(async () => {
  for (const child of started) child.kill('SIGTERM')
  await Promise.all([...started].map((child) => child.exited))
  started.clear()
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** Runs `start`; `line` waits for a line that fits, `ended` gives the exit code and all that was printed. */
function aStart(options: { dataDir?: string; port?: number; args?: string[]; env?: Record<string, string> } = {}) {
  const { dataDir = mkdtempSync(join(work, 'data-')), port = findFreePort(), args = [], env = {} } = options
  const command = [process.execPath, join(root, 'cli/main.ts'), 'start', '--procfile', join(work, 'Procfile'), ...args]
  const child = Bun.spawn(command, {
    cwd: work,
    // No LANG, no HOME of a person: what a container or a service manager gives.
    env: { ...bareEnv, DATA_DIR: dataDir, WITNESS_HOME: dataDir, PORT: String(port), ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  started.add(child)
  let printed = ''
  const waiting = new Set<() => void>()
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      printed += decoder.decode(chunk, { stream: true })
      for (const look of waiting) look()
    }
  }
  const reading = Promise.all([read(child.stdout), read(child.stderr)])
  const line = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((fulfil, reject) => {
      const look = () => {
        const found = pattern.exec(printed)
        if (found) fulfil(found)
      }
      waiting.add(look)
      look()
      void reading.then(() => reject(new Error(`start ended before ${pattern}:\n${printed}`)))
    })
  const ended = async () => {
    const code = await child.exited
    await reading
    return { code, printed }
  }
  // A new connection each time, since the kernel shares out connections and not requests.
  const answer = async () => (await fetch(`http://127.0.0.1:${port}/`, { keepalive: false })).text()
  return { child, dataDir, port, line, ended, answer }
}

function urlIn(dataDir: string): string {
  const url = isRunning(dataDir)?.url
  if (!url) throw new Error(`no Postgres runs in ${dataDir}`)
  return url
}

describe('start', () => {
  test('brings up the store, the release line and every process; Ctrl-C ends the processes before the store, with code 0', async () => {
    const { child, dataDir, line, ended, answer } = aStart()

    await line(/^Assay serves at {3}http:\/\/127\.0\.0\.1:\d+$/m)
    await line(/worker up/)
    expect(Number(await answer())).toBeGreaterThan(0)
    child.kill('SIGINT')
    const { code, printed } = await ended()

    expect(code).toBe(0)
    expect(printed.match(/^Development key {3}asy_dev_\w+/gm)).toHaveLength(1)
    expect(printed).toMatch(/^api\.1 +\| api ended$/m)
    expect(printed).toMatch(/^trees\.1 +\| worker ended$/m)
    expect(isRunning(dataDir)).toBeUndefined()
  })

  test('a port of another program is said in one line, before anything is made', async () => {
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })

    const { child, dataDir, ended } = aStart({ port: other.port ?? 0 })
    const { code, printed } = await ended()

    expect({ code, lines: printed.trim().split('\n') }).toEqual({
      code: 2,
      lines: [`port ${other.port} is in use by another program; choose one with PORT=… script/start`],
    })
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect(isAlive(child.pid)).toBe(false)
    await other.stop(true)
  })

  test('counts give each line its processes, several API processes one port, and 0 none', async () => {
    const { line, answer, ended, child } = aStart({ args: ['--workers', 'generate-tree=0', '--api', '2'] })

    await line(/Assay serves/)
    const seen = new Set<string>()
    await until(async () => seen.add(await answer()).size === 2, { what: 'both to answer' })
    child.kill('SIGTERM')

    expect((await ended()).printed).not.toContain('worker up')
  })

  test('a list of processes that is not there is refused by name', async () => {
    const { code, printed } = await aStart({ args: ['--procfile', '/none/Procfile'] }).ended()

    expect([code, printed]).toEqual([2, expect.stringMatching(/^\/none\/Procfile cannot be read: .*\n$/)])
  })

  test('an unknown worker is refused by name', async () => {
    const { code, printed } = await aStart({ args: ['--workers', 'paint-wall=1'] }).ended()

    expect({ code, printed: printed.trim() }).toEqual({
      code: 2,
      printed: 'there is no worker "paint-wall"; there is api, generate-tree',
    })
  })

  test('with DATABASE_URL there is no Postgres of ours', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const { dataDir, line } = aStart({ env, args: ['--workers', 'trees=0', '--procfile', withoutStore] })

    await line(/Assay serves/)

    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })
})

describe('after kill -9', () => {
  test('of the supervisor: its processes end by themselves, and the next start serves on what was stored', async () => {
    const first = aStart()
    await first.line(/Assay serves/)
    const worker = Number((await first.line(/worker up (\d+)/))[1])
    const api = Number(await first.answer())
    const sql = postgres(urlIn(first.dataDir), { max: 1 })
    await sql`create table kept as select 42 as answer`
    await sql.end()

    first.child.kill('SIGKILL')
    await until(() => !isAlive(api) && !isAlive(worker), { what: 'its processes to end' })
    const second = aStart(first)
    await second.line(/Assay serves/)

    const after = postgres(urlIn(first.dataDir), { max: 1 })
    expect([...(await after`select answer from kept`)]).toEqual([{ answer: 42 }])
    await after.end()
  })

  test('of everything at once, Postgres too: the next start serves', async () => {
    const first = aStart()
    await first.line(/Assay serves/)
    const worker = Number((await first.line(/worker up (\d+)/))[1])

    const all = [first.child.pid, Number(await first.answer()), worker, isRunning(first.dataDir)?.pid ?? 0]
    for (const pid of all) process.kill(pid, 'SIGKILL')
    const second = aStart(first)
    await second.line(/Assay serves/)

    expect(all).not.toContain(Number(await second.answer()))
  })

  test('of Postgres alone: it comes back on its port and this is said', async () => {
    const { dataDir, line } = aStart()
    await line(/Assay serves/)
    const before = isRunning(dataDir)

    process.kill(before?.pid ?? 0, 'SIGKILL')
    await line(/^postgres \| ended unasked.*\n(.*\n)*postgres \| runs again$/m)

    expect(isRunning(dataDir)).toMatchObject({ port: before?.port ?? 0, url: before?.url ?? '' })
  })

  test('of a process that cannot notice: the next start ends it', async () => {
    const first = aStart()
    await first.line(/Assay serves/)
    const api = Number(await first.answer())
    process.kill(api, 'SIGSTOP')

    first.child.kill('SIGKILL')
    await first.child.exited
    process.kill(api, 'SIGCONT')
    const second = aStart(first)
    await second.line(/Assay serves/)

    expect(isAlive(api)).toBe(false)
  })
})

describe('while it runs', async () => {
  const first = aStart()
  await first.line(/Assay serves/)
  // Kept for the whole group: not one of those that end with each test.
  started.delete(first.child)
  afterAll(async () => {
    first.child.kill('SIGTERM')
    await first.child.exited
  })

  /** Runs another command of the command line on the same directory. */
  function assay(...args: string[]) {
    const env = {
      ...bareEnv,
      DATA_DIR: first.dataDir,
      WITNESS_HOME: first.dataDir,
      PORT: String(first.port),
    }
    const child = Bun.spawnSync([process.execPath, join(root, 'cli/main.ts'), ...args], { cwd: work, env })
    return { code: child.exitCode, said: child.stdout.toString(), complained: child.stderr.toString().trim() }
  }

  test('what holds a secret is readable by its owner alone', () => {
    const modes = ['postgres', 'postgres-password', 'postgres-roles.json', 'postgres.log', 'start.json', 'dev-key'].map(
      (name) => (statSync(join(first.dataDir, name)).mode & 0o777).toString(8),
    )

    expect(modes).toEqual(['700', '600', '600', '600', '600', '600'])
  })

  test('its record names its processes, so that a later start can find them', async () => {
    const record = JSON.parse(readFileSync(join(first.dataDir, 'start.json'), 'utf8'))

    expect(record.processes.map(({ pid }: { pid: number }) => pid)).toContain(Number(await first.answer()))
  })

  test('a worker comes to the database by the workers’ account, and not by the owner’s', async () => {
    await first.line(/worker up/)
    const sql = postgres(urlIn(first.dataDir), { max: 1 })
    const users = await sql<{ name: string }[]>`
      select distinct usename::text as name from pg_stat_activity
      where datname = 'assay' and pid <> pg_backend_pid() and backend_type = 'client backend'`
    await sql.end()

    expect(users.map(({ name }) => name)).toEqual(['assay_worker'])
  })

  test('a second start on the same directory names the first and harms nothing', async () => {
    const pid = await first.answer()

    const second = assay('start')

    expect(second).toMatchObject({
      code: 2,
      complained: `already running on ${first.dataDir} (pid ${first.child.pid}, port ${first.port})`,
    })
    expect(await first.answer()).toBe(pid)
  })

  test('db url gives what psql and pg_dump take', async () => {
    const { code, said } = assay('db', 'url')

    const sql = postgres(said.trim(), { max: 1 })
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }])
    await sql.end()
    expect(code).toBe(0)
  })

  test('doctor finds all well, and a secret that others may read', () => {
    const well = assay('doctor')
    chmodSync(join(first.dataDir, 'dev-key'), 0o644)
    const ill = assay('doctor')
    chmodSync(join(first.dataDir, 'dev-key'), 0o600)

    // This Procfile has no ledger and no maintenance, and the doctor says so.
    const absent = [
      'warn  ledger        none runs, so nothing enters the evidence log: script/bun workers/ledger/main.ts',
      'warn  maintenance   none runs, so nothing is deleted when due: script/bun workers/maintenance/main.ts',
    ]
    expect({ code: well.code, odd: [...(well.said.match(/^(warn|fail).*/gm) ?? [])] }).toEqual({ code: 0, odd: absent })
    const odd = ill.said.match(/^(warn|fail).*/gm)?.filter((line) => !absent.includes(line))
    expect({ code: ill.code, odd }).toEqual({
      code: 1,
      odd: [`fail  secret files  others may read them: chmod 600 ${join(first.dataDir, 'dev-key')}`],
    })
  })
})

test('while nothing runs, db url and doctor say what to do', () => {
  const env = { ...bareEnv, DATA_DIR: join(work, 'nothing') }
  const run = (...args: string[]) => Bun.spawnSync([process.execPath, join(root, 'cli/main.ts'), ...args], { env })

  const [url, doctor] = [run('db', 'url'), run('doctor')]

  expect([url.exitCode, url.stderr.toString().trim()]).toEqual([
    2,
    `the embedded Postgres of ${join(work, 'nothing')} is not running: script/start`,
  ])
  expect(doctor.stdout.toString()).toMatch(/^warn {2}postgres .* script\/start$/m)
})

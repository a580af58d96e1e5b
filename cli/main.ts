/** The command line: what an operator types after `script/assay`. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { addCommands } from '#cli/commands/families'
import { serverAddress } from '#cli/dev/ports'
import { isRunning } from '#cli/dev/postgres'
import type { Wish } from '#cli/dev/start'
import { endOf, exitCodes, exitCodeTable, withUsageCode } from '#cli/terminal/exit'
import { refusal } from '#cli/terminal/refusal'
import { say } from '#cli/terminal/say'
import { writeOut } from '#cli/terminal/write-out'

const env = process.env
const root = resolve(import.meta.dir, '..')
const dataDir = env['DATA_DIR'] ? resolve(env['DATA_DIR']) : join(root, '.data')
const host = env['HOST'] || '127.0.0.1'

// Who writes is told that a write has failed. Nobody else is, and it must not end the process before it has judged.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
let printed = Promise.resolve()
const print = (line: string): void => {
  printed = printed.then(() => writeOut(`${line}\n`, undefined))
  // Its failure is met at the end, once.
  printed.catch(() => undefined)
}

const program = withUsageCode(new Command('assay'))
  .description(
    'Operates Assay. Environment: DATA_DIR, DATABASE_URL, HOST, PORT; for what speaks to a running service ASSAY_URL, ASSAY_KEY.',
  )
  .enablePositionalOptions()
  .addHelpText('afterAll', exitCodeTable)

program
  .command('start')
  .description('brings up Postgres, the migrations and every process of the Procfile; Ctrl-C stops them')
  .option('--workers <counts>', 'processes by job type, for example generate-tree=2,scan-page=0', '')
  .option('--api <n>', 'API processes on one port', count, 1)
  .option('--procfile <file>', 'another list of processes', join(root, 'Procfile'))
  .action(async ({ workers, api, procfile }: { workers: string; api: number; procfile: string }) => {
    const { settledPort, start } = await import('#cli/dev/start')
    const port = settledPort(portOf(env['PORT']), host)
    const settings = {
      root,
      dataDir,
      databaseUrl: givenDatabase(),
      host,
      port,
      workers,
      apiProcesses: api,
      procfile,
      env,
    }
    process.exitCode = await start(settings, listenToSignals())
  })

program
  .command('test')
  .description('runs the tests on a throw-away Postgres, or on TEST_DATABASE_URL or DATABASE_URL')
  .argument('[args...]', 'for bun test')
  .option(
    '--durable',
    'let the throw-away Postgres wait for the disk (also TEST_DURABLE=1)',
    env['TEST_DURABLE'] === '1',
  )
  .allowUnknownOption()
  .passThroughOptions()
  .action(async (args: string[], { durable }: { durable: boolean }) => {
    const { runTests } = await import('#cli/dev/run-tests')
    const given = env['TEST_DATABASE_URL'] || givenDatabase()
    const settings = { root, args, databaseUrl: given, isDurable: durable, env }
    process.exitCode = await runTests(settings, listenToSignals().toStop)
  })

program
  .command('migrate')
  .description('brings the database up to date; starts the embedded Postgres for it when that does not run')
  .action(async () => {
    const { migrate } = await import('#db/migrate')
    const url = givenDatabase() ?? isRunning(dataDir)?.url
    if (url) return migrate(url)
    const { startPostgres } = await import('#cli/dev/postgres')
    const server = await startPostgres({ dataDir })
    await migrate(server.url).finally(() => server.stop())
  })

program
  .command('db')
  .description('about the database')
  .command('url')
  .description('prints its URL: psql "$(script/assay db url)", pg_dump "$(script/assay db url)" > backup.sql')
  .action(() => {
    print(reachableUrl())
  })

program
  .command('url')
  .description('prints where the service of DATA_DIR serves: curl "$(script/assay url)/readyz"')
  .action(async () => {
    const { findStart } = await import('#cli/dev/start')
    print(serverAddress(host, findStart(dataDir)?.port ?? portOf(env['PORT'])))
  })

program
  .command('dev-key')
  .description('prints the development key of DATA_DIR: KEY=$(script/assay dev-key)')
  .action(() => {
    const path = join(dataDir, 'dev-key')
    if (!existsSync(path)) throw refusal(`there is no ${path}: script/start makes it on the embedded Postgres`)
    print(readFileSync(path, 'utf8').trim())
  })

program
  .command('doctor')
  .description('checks all that a running Assay needs; exit code 1 when something must be done')
  .action(async () => {
    const { diagnose } = await import('#cli/commands/doctor')
    const { keptKeys } = await import('#cli/store/kept-keys')
    const findings = await diagnose({
      root,
      dataDir,
      databaseUrl: givenDatabase(),
      host,
      port: portOf(env['PORT']),
      keys: keptKeys(env, dataDir),
    })
    for (const { level, about, text } of findings) print(`${level.padEnd(4)}  ${about.padEnd(12)}  ${text}`)
    process.exitCode = findings.some(({ level }) => level === 'fail') ? exitCodes.missed : exitCodes.ok
  })

const room = {
  env,
  dataDir,
  givenDatabase,
  url: reachableUrl,
  address: {
    server: env['ASSAY_URL'] || `http://127.0.0.1:${env['PORT'] || '3000'}`,
    key: env['ASSAY_KEY'] || undefined,
    devKeyPath: join(dataDir, 'dev-key'),
  },
  print,
}
try {
  await addCommands(program, room, process.argv[2])
  await program.parseAsync()
  await printed
} catch (error) {
  const { code, text } = endOf(error)
  say(text)
  process.exitCode = code
}

/** A Postgres of the operator's own, if one is named. */
function givenDatabase(): string | undefined {
  const url = env['DATABASE_URL'] || undefined
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url
  throw refusal('DATABASE_URL is not of the form postgres://user:password@host:port/database')
}

function reachableUrl(): string {
  const url = givenDatabase() ?? isRunning(dataDir)?.url
  if (!url) throw refusal(`the embedded Postgres of ${dataDir} is not running: script/start`)
  return url
}

/** The first Ctrl-C asks, the second insists. A closed terminal and a `kill` ask as well. */
function listenToSignals(): Wish {
  const [stop, hurry] = [new AbortController(), new AbortController()]
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => (stop.signal.aborted ? hurry : stop).abort())
  }
  return { toStop: stop.signal, toHurry: hurry.signal }
}

function count(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It is a number from 0 to 999.')
  return Number(text)
}

function portOf(text: string | undefined): number {
  if (!text) return 3000
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw refusal(`PORT: "${text}" is not a whole number from 0 to 65535`)
}

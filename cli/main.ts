/** The command line: what an operator types after `script/assay`. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import type { Installation } from '#cli/backup/installation'
import { addBackupCommand } from '#cli/commands/backup'
import { addBriefingCommands } from '#cli/commands/briefing'
import { addClaimCommands } from '#cli/commands/claim'
import { addComponentsCommands } from '#cli/commands/components'
import { addConnectionsCommands } from '#cli/commands/connections'
import { addConstitutionCommands } from '#cli/commands/constitution'
import { addDesignsCommands } from '#cli/commands/designs'
import { diagnose } from '#cli/commands/doctor'
import { addKeyCommands } from '#cli/commands/keys'
import { addKmsCommands } from '#cli/commands/kms'
import { addLogCommands } from '#cli/commands/log'
import { addQuestionsCommand } from '#cli/commands/questions'
import { addRestoreCommand } from '#cli/commands/restore'
import { addRolesCommand } from '#cli/commands/roles'
import { addRunsCommands } from '#cli/commands/runs'
import { addScanCommand } from '#cli/commands/scan'
import { addVerifyCommand } from '#cli/commands/verify'
import { addVerifyDesignCommand } from '#cli/commands/verify-design'
import { serverAddress } from '#cli/dev/ports'
import { isRunning, startPostgres } from '#cli/dev/postgres'
import { runTests } from '#cli/dev/run-tests'
import { findStart, settledPort, start, type Wish } from '#cli/dev/start'
import { keptKeys } from '#cli/store/kept-keys'
import { endOf, exitCodes, exitCodeTable, withUsageCode } from '#cli/terminal/exit'
import { refusal } from '#cli/terminal/refusal'
import { say } from '#cli/terminal/say'
import { writeOut } from '#cli/terminal/write-out'
import { migrate } from '#db/migrate'
import { readConfig, readWitnessConfig } from '#shared/kernel/config'
import { witnessDirIn } from '#shared/tlog/witness-dir'

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
    const given = env['TEST_DATABASE_URL'] || givenDatabase()
    const settings = { root, args, databaseUrl: given, isDurable: durable, env }
    process.exitCode = await runTests(settings, listenToSignals().toStop)
  })

program
  .command('migrate')
  .description('brings the database up to date; starts the embedded Postgres for it when that does not run')
  .action(async () => {
    const url = givenDatabase() ?? isRunning(dataDir)?.url
    if (url) return migrate(url)
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
  .action(() => {
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

addRolesCommand(program, reachableUrl, print)
addBackupCommand(program, installation, print)
addRestoreCommand(program, installation, print)
addKeyCommands(program, () => ({ ...env, DATABASE_URL: reachableUrl(), DATA_DIR: dataDir }), print)
addKmsCommands(program, () => keptKeys(env, dataDir), print)
addLogCommands(program, () => ({ ...env, DATABASE_URL: reachableUrl(), DATA_DIR: dataDir }), print)
addConstitutionCommands(program, () => ({ ...env, DATABASE_URL: reachableUrl(), DATA_DIR: dataDir }), print)
const address = {
  server: env['ASSAY_URL'] || `http://127.0.0.1:${env['PORT'] || '3000'}`,
  key: env['ASSAY_KEY'] || undefined,
  devKeyPath: join(dataDir, 'dev-key'),
}
addScanCommand(program, address)
addRunsCommands(program, address)
addQuestionsCommand(program, address)
addComponentsCommands(program, address)
addVerifyDesignCommand(program, address)
addDesignsCommands(program, address)
addConnectionsCommands(program, address)
addBriefingCommands(program, address)
addVerifyCommand(program, print)
addClaimCommands(program, print)

try {
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

/** Settings are read with a database's name in any case: a restore comes before there is one. */
function installation(): Installation {
  const databaseUrl = givenDatabase()
  const { signingKey, evidence } = readConfig({ ...env, DATABASE_URL: databaseUrl ?? 'embedded', DATA_DIR: dataDir })
  const places = { dataDir, witnessDir: resolve(readWitnessConfig(env, dataDir).dir ?? witnessDirIn(dataDir)) }
  return { places, databaseUrl, signingKey, witnesses: evidence.witnesses }
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

/**
 * `witness`: a process that remembers, where the service does not write, how far each log had grown (C2SP tlog-witness).
 * Started by root it takes a user id of its own, so that whoever takes over the database or a worker cannot make it forget.
 */
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { endOf } from '#cli/exit'
import { refusal } from '#cli/refusal'
import type { WitnessConfig } from '#shared/config'
import { endInOrder } from '#shared/ending'
import { replaceFile } from '#shared/evidence/atomic-file'
import { base64, readHash } from '#shared/evidence/checkpoint'
import { cosigner, type NoteSigner, readVerifier, type Verifier } from '#shared/evidence/signed-note'
import { openSigner } from '#shared/evidence/signing'
import {
  type AddCheckpoint,
  formatWitness,
  type Judgement,
  judge,
  originOf,
  parseAddCheckpoint,
  type Seen,
} from '#shared/evidence/witnessing'
import { takeLock } from '#shared/lock'
import { type Log, openLog } from '#shared/log'
import { endWithSupervisor } from '#shared/supervised'

/** A log in the witness's memory: its key as it was first seen, and its greatest size. */
type Remembered = Seen & { key: string }

// 64 hashes and a note are some 5 KB.
const maxRequestBytes = 64 * 1024
const stateFile = 'state.json'
// Nobody's number in /etc/passwd by custom; another is taken where somebody has it.
const firstOwnId = 64_747

export function addWitnessCommand(program: Command, readSettings: () => WitnessConfig): void {
  program
    .command('witness')
    .description('remembers how far logs had grown, and cosigns what only grew; knows logs from DATA_DIR/log.pub')
    .option('--log <key...>', 'verifier keys of further logs', addVerifier, [])
    .action(async ({ log }: { log: Verifier[] }) => {
      try {
        await runWitness(readSettings(), log)
      } catch (error) {
        // A process that runs for long says everything in its log.
        openLog('witness', 'info').fatal({ err: error }, 'witness could not start')
        process.exit(endOf(error).code)
      }
    })
}

function addVerifier(key: string, before: Verifier[]): Verifier[] {
  try {
    return [...before, readVerifier(key)]
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

async function runWitness(settings: WitnessConfig, logs: readonly Verifier[]): Promise<void> {
  endWithSupervisor(process.env)
  const log = openLog('witness', settings.logLevel)
  mkdirSync(settings.dir, { recursive: true, mode: 0o700 })
  chmodSync(settings.dir, 0o700)
  const lock = takeLock(join(settings.dir, 'lock'))
  if (!lock) throw refusal(`another witness works in ${settings.dir}`)
  const raw = openSigner({ path: join(settings.dir, 'key.pem') })
  const signer = cosigner(`assay-witness-${raw.kid}`, raw, () => new Date())
  // Opened now: the account that this process takes next need not reach it by its path.
  const published = openSync(settings.logKeys, 'a+', 0o644)
  const answer = openWitness({ dir: '.', signer, logs: () => [...logs, ...readVerifiers(published)] })
  const server = Bun.serve({
    hostname: settings.host,
    port: settings.port,
    maxRequestBodySize: maxRequestBytes,
    fetch: async (request) => {
      if (request.method !== 'POST' || URL.parse(request.url, 'http://localhost')?.pathname !== '/add-checkpoint') {
        return new Response('POST /add-checkpoint\n', { status: 404 })
      }
      const { status, body } = await answer(await request.text())
      const type = status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8'
      if (status !== 200) log.warn({ status, why: body.trim() }, 'checkpoint not cosigned')
      return new Response(body, { status, headers: { 'content-type': type } })
    },
    error(error) {
      log.error({ err: error }, 'request failed')
      return new Response('internal error\n', { status: 500 })
    },
  })
  const url = `http://${settings.host}:${server.port}`
  replaceFile(settings.publish, `${formatWitness({ verifier: signer.verifier, url })}\n`)
  takeOwnAccount(settings.dir, log)
  log.info({ url, key: signer.verifier.key }, 'witness listening')
  endInOrder(log, async () => {
    await server.stop()
    closeSync(published)
    lock.release()
    process.exit(process.exitCode ?? 0)
  })
}

type WitnessParts = {
  dir: string
  signer: NoteSigner
  /** Keys of the logs that it may get to know. A log that it knows keeps the key it was first seen with. */
  logs: () => readonly Verifier[]
}

/** Answers requests one after the other; what it cosigns is on the disk before it says so. */
function openWitness({ dir, signer, logs }: WitnessParts): (request: string) => Promise<Judgement> {
  let last: Promise<unknown> = Promise.resolve()
  return (text) => {
    const answered = last.then(() => answer(text))
    last = answered.catch(() => undefined)
    return answered
  }

  async function answer(text: string): Promise<Judgement> {
    let request: AddCheckpoint
    try {
      request = parseAddCheckpoint(text)
    } catch {
      return { status: 400, body: 'malformed request\n' }
    }
    const path = join(dir, stateFile)
    const state = readState(path)
    const origin = originOf(request)
    const known = state.get(origin)
    const verifier = known ? readVerifier(known.key) : logs().find(({ name }) => name === origin)
    const judgement = judge(request, { log: verifier, seen: known, cosigner: signer })
    if (judgement.status === 200 && verifier) {
      state.set(origin, { ...judgement.seen, key: verifier.key })
      replaceFile(path, formatState(state), 0o600)
    }
    return judgement
  }
}

const formatState = (state: ReadonlyMap<string, Remembered>): string =>
  `${JSON.stringify(
    Object.fromEntries([...state].map(([origin, { size, root, key }]) => [origin, { size, root: base64(root), key }])),
    null,
    2,
  )}\n`

function readState(path: string): Map<string, Remembered> {
  if (!existsSync(path)) return new Map()
  const logs: Record<string, { size: number; root: string; key: string }> = JSON.parse(readFileSync(path, 'utf8'))
  return new Map(Object.entries(logs).map(([origin, log]) => [origin, { ...log, root: readHash(log.root) }]))
}

/** The ledger adds a line per log; a line that is no key is nobody's. */
function readVerifiers(file: number): Verifier[] {
  const bytes = Buffer.alloc(Math.min(fstatSync(file).size, 1_000_000))
  readSync(file, bytes, 0, bytes.length, 0)
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [readVerifier(line)]
      } catch {
        return []
      }
    })
}

/** From here on this process owns its folder and nothing else. Inside it, since its path may soon be out of reach. */
function takeOwnAccount(dir: string, log: Log): void {
  const { setgroups, setgid, setuid } = process
  const isRoot = process.geteuid?.() === 0 && setgroups !== undefined && setgid !== undefined && setuid !== undefined
  const id = isRoot ? giveAway(dir) : undefined
  process.chdir(dir)
  if (id === undefined) {
    log.info('witness runs as the account that started it: its files guard it, no account of its own does')
  } else {
    setgroups?.([])
    setgid?.(id)
    setuid?.(id)
    log.info({ uid: id }, 'witness gave up root')
  }
}

/** Makes the folder another account's; undefined where the machine has none to give, as in some user namespaces. */
function giveAway(dir: string): number | undefined {
  const id = freeId()
  try {
    for (const name of ['', ...readdirSync(dir)]) chownSync(join(dir, name), id, id)
    return id
  } catch {
    return undefined
  }
}

function freeId(): number {
  const taken = new Set(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => Number(line.split(':')[2])),
  )
  let id = firstOwnId
  while (taken.has(id)) id++
  return id
}

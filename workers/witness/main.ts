/**
 * The witness process: `script/bun workers/witness/main.ts [--log KEY]...` remembers, where the service does not write, how
 * far each log had grown, and cosigns what only grew (C2SP tlog-witness). It knows logs by DATA_DIR/log.pub and by the
 * verifier keys it is started with. Ends with 2 where it is started wrongly.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openSigner, signingKeys } from '#shared/evidence/signing'
import { readWitnessConfig, type WitnessConfig, witnessKeyIn } from '#shared/kernel/config'
import { Failures } from '#shared/kernel/failures'
import { openKey } from '#shared/kernel/kms/wrapped-key'
import { type Log, openLog } from '#shared/kernel/logger'
import { takeLock } from '#shared/kernel/process/lock'
import { endWithSupervisor } from '#shared/kernel/process/parent-watch'
import { endInOrder } from '#shared/kernel/process/shutdown'
import { endWithoutKey } from '#shared/kernel/process/without-key'
import { replaceFile } from '#shared/tlog/atomic-file'
import { cosigner, readVerifier, type Verifier } from '#shared/tlog/signed-note'
import { settleWitnessDir } from '#shared/tlog/witness-dir'
import { formatWitness } from '#shared/tlog/witnessing'
import { takeOwnAccount } from '#workers/witness/account'
import { openMemory, readVerifiers, stateFile } from '#workers/witness/memory'

// 64 hashes and a note are some 5 KB.
const maxRequestBytes = 64 * 1024

endWithSupervisor(process.env)
try {
  const { values } = parseArgs({ options: { log: { type: 'string', multiple: true, default: [] } } })
  const settings = readWitnessConfig(process.env, resolve(process.env['DATA_DIR'] || '.data'))
  await runWitness(settings, values.log.map(readVerifier), openLog('witness', settings.logLevel))
} catch (error) {
  // A process that runs for long says everything in its log.
  openLog('witness', 'info').fatal({ err: error }, 'witness could not start')
  process.exit(2)
}

/** Outside of DATA_DIR where it can be, unless somebody said where. */
function dirOf({ dir, home, dataDir }: WitnessConfig): string {
  if (dir !== undefined) return resolve(dir)
  mkdirSync(dataDir, { recursive: true })
  const usual = process.geteuid?.() === 0 ? '/var/lib' : join(homedir(), '.local/state')
  return resolve(settleWitnessDir(dataDir, home ?? usual))
}

async function runWitness(settings: WitnessConfig, logs: readonly Verifier[], log: Log): Promise<void> {
  const dir = dirOf(settings)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  chmodSync(dir, 0o700)
  const lock = takeLock(join(dir, 'lock'))
  if (!lock) throw new Error(`another witness works in ${dir}`)
  const kind = { ...signingKeys, what: "the witness's key" }
  // What it remembers it has cosigned, with a key that no other replaces.
  const isNew = () => !existsSync(join(dir, stateFile))
  const raw = openSigner(await openKey(kind, witnessKeyIn(dir, settings), isNew).catch(endWithoutKey(log)))
  const signer = cosigner(`assay-witness-${raw.kid}`, raw, () => new Date())
  // Opened now: the account that this process takes next need not reach it by its path.
  const published = openSync(settings.logKeys, 'a+', 0o644)
  const answer = openMemory({ dir: '.', signer, logs: () => [...logs, ...readVerifiers(published)] })
  // A ledger that is refused asks again every second.
  const refusals = new Failures((why) => log.warn({ why }, 'checkpoint not cosigned'))
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
      // Whoever does not know what was seen asks, and is told by a 409: the log's own processes do so at each verification.
      if (status === 200) refusals.passed()
      else if (status === 409) log.info({ seen: Number(body) }, 'told how many leaves were seen')
      else refusals.failed(`${status}: ${body.trim()}`)
      return new Response(body, { status, headers: { 'content-type': type } })
    },
    error(error) {
      log.error({ err: error }, 'request failed')
      return new Response('internal error\n', { status: 500 })
    },
  })
  const url = `http://${settings.host}:${server.port}`
  replaceFile(settings.publish, `${formatWitness({ verifier: signer.verifier, url })}\n`)
  takeOwnAccount(dir, log)
  const onStop = endInOrder(log)
  onStop('lock', () => lock.release())
  onStop('log keys', () => closeSync(published))
  onStop('server', () => server.stop())
  // Last: whoever has read it may end this process at once.
  log.info({ url, key: signer.verifier.key, dir }, 'witness listening')
}

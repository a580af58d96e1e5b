/** `restore DIR`: puts a backup back, proves what it put, and says how the log goes on. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { howKeysAre, howLogGoesOn, howRowsCame } from '#cli/backup/aftermath'
import { checkBackup, keyFiles } from '#cli/backup/check'
import type { Installation } from '#cli/backup/installation'
import {
  isAnyThere,
  isKeyThere,
  isThere,
  type Places,
  placeOf,
  plainPathOf,
  putBack,
  readKeys,
  witnessKey,
  witnessPin,
} from '#cli/backup/kept-files'
import type { BackupManifest } from '#cli/backup/manifest'
import { openMeter } from '#cli/backup/meter'
import { prove } from '#cli/backup/prove'
import { putRowsBack } from '#cli/backup/put-back'
import { summaryOf } from '#cli/commands/backup'
import { startPostgres } from '#cli/dev/postgres'
import { findStart } from '#cli/dev/start'
import { signerAtHand } from '#cli/store/signer-at-hand'
import { exitCodes } from '#cli/terminal/exit'
import { refusal } from '#cli/terminal/refusal'
import type { Signer } from '#shared/evidence/signing'

type Options = { keys?: string; replace?: boolean; quick?: boolean }

export function addRestoreCommand(program: Command, read: () => Installation, print: (line: string) => void): void {
  program
    .command('restore <dir>')
    .description('puts a backup into an empty database, and proves what it put; the service is stopped for it')
    .option('--keys <dir>', 'where its keys are, when they are kept apart')
    .option('--replace', 'what the database holds is moved out of the way, into schemas of other names')
    .option('--quick', 'leaves looking through every node of the evidence to the ledger')
    .action(async (dir: string, options: Options) => {
      if (!existsSync(dir)) throw refusal(`there is no ${dir}`)
      await restore(resolve(dir), options, read(), print)
    })
}

async function restore(dir: string, options: Options, installation: Installation, print: (line: string) => void) {
  const { places, databaseUrl } = installation
  const running = databaseUrl === undefined ? findStart(places.dataDir) : undefined
  if (running) throw refusal(`script/start runs on ${places.dataDir} (pid ${running.pid}): stop it first`)
  const meter = openMeter()
  const keysDir = options.keys === undefined ? undefined : resolve(options.keys)
  const { manifest, faults } = await checkBackup(dir, { keysDir, meter })
  if (faults.length > 0) throw refusal(`the backup is not whole, nothing was restored:\n${faults.join('\n')}`)
  expectSameKeys(places, manifest)
  print(`${dir} is whole: ${summaryOf(manifest)}`)

  mkdirSync(places.dataDir, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 })
  const hadLog = isAnyThere(places.dataDir, manifest.files)
  const beside = besideTheRows(dir, manifest, keysDir, places)
  const server = databaseUrl === undefined ? await startPostgres({ dataDir: places.dataDir }) : undefined
  const url = databaseUrl ?? server?.url ?? ''
  let put: string[] = []
  try {
    const came = await putRowsBack({
      dir,
      databaseUrl: url,
      manifest,
      isReplacing: options.replace ?? false,
      meter,
      beforeCommit: async () => {
        put = await putBack(dir, places, beside.files, beside.keys)
      },
    }).catch((error) => {
      for (const path of put) rmSync(path, { force: true })
      throw error
    })
    for (const line of howRowsCame(came)) print(line)
    if (put.length > 0) print(`${put.length} files of log and keys are in ${places.dataDir} again`)
    if (hadLog && manifest.files.length > 0)
      print(`the log's files in ${places.dataDir}/log stay as they are: they may know more than the backup`)

    const { signer, why } = await signerAtHand(installation.signingKey)
    const proofs = await prove(url, {
      log: manifest.log,
      anchors: anchorsOf(manifest, signer),
      isQuick: options.quick ?? false,
      meter,
    })
    for (const { isSound, text } of proofs) print(isSound ? text : `FAILED: ${text}`)
    if (proofs.some(({ isSound }) => !isSound)) process.exitCode = exitCodes.missed
    for (const line of howKeysAre(manifest, signer, places)) print(line)
    if (why !== undefined) print(`the manifest is held to no key from here: ${why}`)
    for (const line of await howLogGoesOn(url, manifest, installation)) print(line)
  } finally {
    await server?.stop()
  }
}

/** @throws Refusal where the machine has another key than the backup: neither may take the other's place. */
function expectSameKeys(places: Places, { keys }: BackupManifest): void {
  const other = keys.files.find((key) => key.path.startsWith('keys/') && isThere(places, key) === 'another')
  if (!other) return
  const place = placeOf(places, other.path)
  throw refusal(`${place} is another key than the backup's: move it away, or restore into another DATA_DIR`)
}

/** What goes into DATA_DIR. A witness that is there keeps its key and its memory. */
function besideTheRows(dir: string, manifest: BackupManifest, keysDir: string | undefined, places: Places) {
  const hadWitness = isKeyThere(places, witnessKey)
  const keys = keyFiles(dir, manifest, keysDir)
    .flatMap(({ from, file }) => readKeys(from, [file]))
    .filter(({ path }) => !(hadWitness && path.startsWith('witness/')))
  // A witness that begins anew has a key of its own: the pin of the old one's would only keep it out.
  const hasWitness = hadWitness || keys.some(({ path }) => plainPathOf(path) === witnessKey)
  return { keys, files: manifest.files.filter(({ path }) => hasWitness || path !== witnessPin) }
}

/** Keys from outside of the store; where there are none, the one that the backup itself names. */
function anchorsOf({ keys }: BackupManifest, signer: Signer | undefined): Uint8Array[] {
  if (signer) return [signer.publicKey]
  return keys.signing_key === null ? [] : [Buffer.from(keys.signing_key, 'base64')]
}

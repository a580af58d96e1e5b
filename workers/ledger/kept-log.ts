/** What of the log lies in files, outside of the database: its tiles, its checkpoints and the key that they are signed with. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tx } from '#db/client'
import { storedTiles } from '#shared/evidence/log'
import type { Signer } from '#shared/evidence/signing'
import { Failures } from '#shared/kernel/failures'
import type { Log } from '#shared/kernel/logger'
import type { LogFiles } from '#shared/tlog/files'
import { noteVerifier } from '#shared/tlog/signed-note'
import { type Known, readKnown } from '#workers/ledger/inspection'
import type { WrittenRound } from '#workers/ledger/sequencer'

export type KeptLogParts = { files: LogFiles; dataDir: string; signer: Signer; log: Log }

const tilesAtOnce = 256

export class KeptLog {
  private readonly parts: KeptLogParts
  /** Whether all tiles up to the newest checkpoint are there. */
  private isWhole = false
  private readonly failures: Failures
  private failedBy: string | undefined

  constructor(parts: KeptLogParts) {
    this.parts = parts
    this.failures = new Failures((error) => parts.log.error({ err: error }, 'the files of the log cannot be written'))
  }

  /** Why files are not written at the moment; undefined while they are. */
  problem(): string | undefined {
    return this.failedBy
  }

  /** The newest checkpoint that is kept of this epoch or a later one. @throws Error when it is not this service's. */
  newest(sinceEpoch: number): Known | undefined {
    const kept = this.parts.files.newest()
    return kept && kept.epoch >= sinceEpoch ? readKnown(kept, this.parts.signer.publicKey) : undefined
  }

  /** Another log may have been written since: what is missing is looked up again. */
  doubt(): void {
    this.isWhole = false
  }

  /** What could not be written in files is written as soon as it can be. */
  async keep(connection: Tx, { epoch, size, note, touched, isMilestone }: WrittenRound): Promise<void> {
    const { files } = this.parts
    try {
      const names = this.isWhole ? [] : files.missing(epoch, size)
      for (let at = 0; at < names.length; at += tilesAtOnce) {
        files.keepTiles(epoch, await storedTiles(connection, names.slice(at, at + tilesAtOnce)))
      }
      if (this.isWhole) files.keepTiles(epoch, touched)
      files.keepCheckpoint(epoch, note, isMilestone)
      this.isWhole = true
      this.failures.passed()
      this.failedBy = undefined
    } catch (error) {
      if (error instanceof Error && error.name === 'PostgresError') throw error
      this.failures.failed(error)
      this.failedBy = error instanceof Error ? error.message : String(error)
      this.isWhole = false
    }
  }

  /** A line that a witness may read: whose checkpoints are this log's. */
  publishKey(origin: string): void {
    const { dataDir, signer } = this.parts
    const { key } = noteVerifier(origin, signer.publicKey)
    const path = join(dataDir, 'log.pub')
    if (!existsSync(path) || !readFileSync(path, 'utf8').split('\n').includes(key)) appendFileSync(path, `${key}\n`)
  }
}

/** Asks witnesses to cosign, in the background: one that is away degrades, one that knows more than we do is a fault. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '#db/client'
import { keepWitnesses, noteWitness } from '#db/queries/log'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import { replaceFile } from '#shared/tlog/atomic-file'
import type { LogFiles } from '#shared/tlog/files'
import { readWitness, type Witness } from '#shared/tlog/witnessing'
import { cosign } from '#shared/verification/ask-witness'
import type { Known } from '#workers/ledger/inspection'

/** A checkpoint to be cosigned. */
type Told = Known & { note: string }

export type WitnessParts = {
  sql: Sql
  log: Log
  /** Told of what was cosigned once the store has it. */
  files: Pick<LogFiles, 'keepCosigned'>
  /** Who is to be asked, looked up anew each time. @throws Error that says why nobody can be. */
  find: () => readonly Witness[]
}

/** A round for a witness at most so often, but for so many leaves at once; and so often at least, to show that it lives. */
const calmMs = 1000
const eagerLeaves = 1024
const heartbeatMs = 15_000
const freshMs = 60_000
const tickMs = 100

type Standing = {
  /** The log that the following is about. */
  origin: string
  cosignedSize: number
  cosignedAt: number
  askedAt: number
  isAsking: boolean
  fault: string | undefined
  problem: string | undefined
}

export function openWitnesses(parts: WitnessParts): Witnesses {
  return new Witnesses(parts)
}

export class Witnesses {
  private readonly parts: WitnessParts
  /** By the witness's key. */
  private readonly standings = new Map<string, Standing>()
  private readonly asking = new Set<Promise<void>>()
  private readonly ticks: Loop
  private latest: Told | undefined
  private configured: readonly Witness[] = []
  /** Why nobody can be asked, if nobody can. */
  private why = ''
  private listed = ''

  constructor(parts: WitnessParts) {
    this.parts = parts
    this.ticks = every(tickMs, 'witnesses', () => this.tick(), parts)
  }

  tell(checkpoint: Told): void {
    this.latest = checkpoint
  }

  /** Another process leads, or may: what this one knew of the log is old, and no witness is asked about it any more. */
  rest(): void {
    this.latest = undefined
    // What is still asked ends at a standing that nobody looks at.
    this.standings.clear()
  }

  /** Why some witness says that this log is not the one that it saw. */
  fault(): string | undefined {
    return this.known().find((standing) => standing?.fault !== undefined && standing.origin === this.latest?.origin)
      ?.fault
  }

  /** How many are to be asked, and how many cosigned lately. */
  freshness(): { configured: number; fresh: number; why: string } {
    const at = performance.now()
    const known = this.known()
    const fresh = known.filter((standing) => standing && at - standing.cosignedAt < freshMs).length
    const why = this.why || known.find((each) => each?.problem)?.problem || ''
    return { configured: known.length, fresh, why }
  }

  async stop(): Promise<void> {
    await this.ticks.stop()
    await Promise.all(this.asking)
  }

  private known(): (Standing | undefined)[] {
    return this.configured.map(({ verifier }) => this.standings.get(verifier.key))
  }

  private tick(): void {
    const checkpoint = this.latest
    if (!checkpoint) return
    this.lookUp()
    for (const witness of this.configured) {
      const standing = this.standingOf(witness, checkpoint.origin)
      if (standing.isAsking || !isDue(standing, checkpoint.size)) continue
      standing.isAsking = true
      standing.askedAt = performance.now()
      this.track(
        this.ask(witness, standing, checkpoint).finally(() => {
          standing.isAsking = false
        }),
      )
    }
  }

  private lookUp(): void {
    try {
      this.configured = this.parts.find()
      this.why = ''
    } catch (error) {
      this.configured = []
      this.why = error instanceof Error ? error.message : String(error)
    }
    const keys = this.configured.map(({ verifier }) => verifier.key).join()
    if (keys === this.listed) return
    this.listed = keys
    const names = this.configured.map(({ verifier }) => verifier.name)
    this.track(keepWitnesses(this.parts.sql, names))
  }

  private track(work: Promise<void>): void {
    const settled = work
      .catch((error) => this.parts.log.warn({ err: error }, 'a witness’s answer was not noted'))
      .finally(() => this.asking.delete(settled))
    this.asking.add(settled)
  }

  private standingOf({ verifier }: Witness, origin: string): Standing {
    const known = this.standings.get(verifier.key)
    if (known?.origin === origin) return known
    const never = -Number.MAX_VALUE
    const fresh = {
      origin,
      cosignedSize: 0,
      cosignedAt: never,
      askedAt: never,
      isAsking: false,
      fault: undefined,
      problem: undefined,
    }
    this.standings.set(verifier.key, fresh)
    return fresh
  }

  private async ask(witness: Witness, standing: Standing, checkpoint: Told): Promise<void> {
    const { sql, log, files } = this.parts
    const { epoch, origin, size } = checkpoint
    const { name } = witness.verifier
    const outcome = await cosign(sql, witness, checkpoint, standing.cosignedSize)
    const before = standing.problem ?? standing.fault
    standing.fault = 'fault' in outcome ? `${name}: ${outcome.fault}` : undefined
    standing.problem = 'problem' in outcome ? outcome.problem : undefined
    const problem = standing.problem ?? standing.fault ?? null
    if (problem && problem !== before) log.warn({ witness: name, problem }, 'witness did not cosign')
    if ('line' in outcome) {
      standing.cosignedSize = size
      standing.cosignedAt = performance.now()
    }
    const cosigned = 'line' in outcome ? { origin, size, line: outcome.line } : null
    const { cosignedSize, cosignedAt } = standing
    const last = cosignedSize > 0 ? { size: cosignedSize, msAgo: performance.now() - cosignedAt } : null
    const asked = this.configured.map(({ verifier }) => verifier.name)
    const isOfMilestone = await noteWitness(sql, { witness: name, url: witness.url, cosigned, problem, last, asked })
    if (cosigned) files.keepCosigned(epoch, size, isOfMilestone ? name : undefined)
  }
}

function isDue({ askedAt, cosignedSize, fault, problem }: Standing, size: number): boolean {
  const sinceMs = performance.now() - askedAt
  if (fault || problem) return sinceMs >= calmMs
  if (size - cosignedSize >= eagerLeaves) return true
  return sinceMs >= (size === cosignedSize ? heartbeatMs : calmMs)
}

/**
 * The witness that runs beside the ledger, by what it says of itself. The key that was seen first is kept: another one is
 * a witness that may have been made to forget.
 */
export function localWitness(dataDir: string): Witness[] {
  const published = join(dataDir, 'witness.pub')
  if (!existsSync(published)) throw new Error('none has run yet: script/bun workers/witness/main.ts')
  const witness = readWitness(readFileSync(published, 'utf8'))
  const pin = join(dataDir, 'log', 'witness.pin')
  if (!existsSync(pin)) replaceFile(pin, `${witness.verifier.key}\n`)
  const pinned = readFileSync(pin, 'utf8').trim()
  if (pinned !== witness.verifier.key) {
    throw new Error(`${witness.verifier.name} is not the one that was seen first; to accept it, delete ${pin}`)
  }
  return [witness]
}

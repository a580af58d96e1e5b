/** Asks witnesses to cosign, in the background: one that is away degrades, one that knows more than we do is a fault. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '#db/client'
import { keepWitnesses, noteWitness } from '#db/queries/log'
import { storedHashes } from '#shared/evidence/log'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'
import { replaceFile } from '#shared/tlog/atomic-file'
import { consistencyProof } from '#shared/tlog/merkle'
import { askWitness, readWitness, type Witness } from '#shared/tlog/witnessing'
import type { Known } from '#workers/ledger/inspection'

/** A checkpoint to be cosigned. */
type Told = Known & { note: string }

export type Witnesses = {
  tell: (checkpoint: Told) => void
  /** Another process leads, or may: what this one knew of the log is old, and no witness is asked about it any more. */
  rest: () => void
  /** Why some witness says that this log is not the one that it saw. */
  fault: () => string | undefined
  /** How many are to be asked, and how many cosigned lately. */
  freshness: () => { configured: number; fresh: number; why: string }
  stop: () => Promise<void>
}

export type WitnessParts = {
  sql: Sql
  log: Log
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

export function openWitnesses({ sql, log, find }: WitnessParts): Witnesses {
  const standings = new Map<string, Standing>()
  const asking = new Set<Promise<void>>()
  let latest: Told | undefined
  let configured: readonly Witness[] = []
  let why = ''
  let listed = ''
  const ticks = every(tickMs, 'witnesses', tick, { log })

  function tick(): void {
    const checkpoint = latest
    if (!checkpoint) return
    try {
      configured = find()
      why = ''
    } catch (error) {
      configured = []
      why = error instanceof Error ? error.message : String(error)
    }
    const names = configured.map(({ verifier }) => verifier.key).join()
    if (names !== listed) {
      listed = names
      track(
        keepWitnesses(
          sql,
          configured.map(({ verifier }) => verifier.name),
        ),
      )
    }
    for (const witness of configured) {
      const standing = standingOf(witness, checkpoint.origin)
      if (standing.isAsking || !isDue(standing, checkpoint.size)) continue
      standing.isAsking = true
      standing.askedAt = performance.now()
      track(
        ask(witness, standing, checkpoint).finally(() => {
          standing.isAsking = false
        }),
      )
    }
  }

  function track(work: Promise<void>): void {
    const settled = work
      .catch((error) => log.warn({ err: error }, 'a witness’s answer was not noted'))
      .finally(() => asking.delete(settled))
    asking.add(settled)
  }

  function standingOf({ verifier }: Witness, origin: string): Standing {
    const known = standings.get(verifier.key)
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
    standings.set(verifier.key, fresh)
    return fresh
  }

  async function ask(witness: Witness, standing: Standing, checkpoint: Told): Promise<void> {
    const { origin, size } = checkpoint
    const { name } = witness.verifier
    const outcome = await cosign(witness, checkpoint, standing.cosignedSize)
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
    await noteWitness(sql, { witness: name, url: witness.url, cosigned, problem })
  }

  async function cosign(witness: Witness, { size, note }: Told, known: number): Promise<Outcome> {
    let oldSize = known <= size ? known : 0
    for (let attempt = 0; attempt < 3; attempt++) {
      const proof = oldSize > 0 ? await consistencyProof(oldSize, size, storedHashes(sql)) : []
      const answer = await askWitness(witness, { oldSize, proof, note })
      if (answer.kind === 'cosigned') return { line: answer.line }
      if (answer.kind === 'refused') return { problem: answer.why }
      if (answer.kind === 'inconsistent') return { fault: `what it saw with ${oldSize} leaves is not in this log` }
      if (answer.size > size) return { fault: `it saw ${answer.size} leaves, this log has ${size}` }
      if (answer.size === oldSize) return { fault: `it saw another root of ${oldSize} leaves` }
      oldSize = answer.size
    }
    return { problem: 'it changes its mind' }
  }

  return {
    tell(checkpoint) {
      latest = checkpoint
    },
    rest() {
      latest = undefined
      // What is still asked ends at a standing that nobody looks at.
      standings.clear()
    },
    fault: () =>
      configured
        .map(({ verifier }) => standings.get(verifier.key))
        .find((standing) => standing?.fault !== undefined && standing.origin === latest?.origin)?.fault,
    freshness() {
      const at = performance.now()
      const known = configured.map(({ verifier }) => standings.get(verifier.key))
      const fresh = known.filter((standing) => standing && at - standing.cosignedAt < freshMs).length
      return { configured: configured.length, fresh, why: why || known.find((each) => each?.problem)?.problem || '' }
    },
    async stop() {
      await ticks.stop()
      await Promise.all(asking)
    },
  }
}

type Outcome = { line: string } | { problem: string } | { fault: string }

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

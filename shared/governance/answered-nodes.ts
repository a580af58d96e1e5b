/**
 * Nodes that callers were just told of, or that a worker has saved. One that is taken away before the log has it leaves nothing behind that a verification could
 * miss it by: who did looks whether it is there until it has its place.
 */
import type { Sql } from '#db/client'
import { currentLog } from '#db/queries/log'
import { isLogDoubted, unplacedAmong } from '#db/queries/refused'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { reportFinding } from '#shared/governance/violations'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'

/** The log has a node within a second: most are looked at once, and are done with. */
const everyMs = 5000
/** As many are told of within that at most, some ten megabytes, and wait for a log that stands still: of more the later are not looked at. */
const keptAtMost = 100_000
/** The log has most of them by then. */
const lastLooksApartMs = 500
const lookedAtOnce = 10_000
/** What the log holds was not taken out of it. */
const logArticle = 'A-02'
/** Of those that are gone at once so many are named. */
const namedAtOnce = 20

type Tools = {
  sql: Sql
  signer: Signer
  log: Log
  /** What was done with them, `answered` unless said. */
  how?: 'answered' | 'saved'
}

export class AnsweredNodes {
  private readonly tools: Tools
  /** Of those that were gone at the look before, the log that was in force then. */
  private readonly told = new Map<string, number | undefined>()

  constructor(tools: Tools) {
    this.tools = tools
  }

  /** @param id of a node that was committed, as hex. */
  note(id: string): void {
    if (this.told.size < keptAtMost && /^[0-9a-f]{64}$/.test(id)) this.told.set(id, undefined)
  }

  /** Lets go of those that have their place, and says of those that are gone at two looks that they were there: once. */
  async look(): Promise<void> {
    const told = [...this.told.keys()]
    for (let at = 0; at < told.length; at += lookedAtOnce) await this.lookAt(told.slice(at, at + lookedAtOnce))
  }

  /** Whether some have no place yet, as far as the last look knows. */
  areLeft(): boolean {
    return this.told.size > 0
  }

  private async lookAt(looked: readonly string[]): Promise<void> {
    const { sql } = this.tools
    const { waiting, gone } = await unplacedAmong(sql, looked)
    const isLeft = new Set([...waiting, ...gone])
    for (const id of looked) if (!isLeft.has(id)) this.told.delete(id)
    if (gone.length === 0) return
    const epoch = (await currentLog(sql))?.epoch ?? 0
    const twice = gone.filter((id) => this.told.get(id) !== undefined)
    // A log that was set back lacks what came since: that is its ledger's to say, and is over with the next log.
    const isSetBack = twice.some((id) => this.told.get(id) !== epoch) || (await isLogDoubted(sql, logArticle))
    if (twice.length > 0 && !isSetBack) await this.report(twice)
    for (const id of gone) this.told.set(id, epoch)
    for (const id of twice) this.told.delete(id)
  }

  private async report(gone: readonly string[]): Promise<void> {
    const { sql, signer, log, how = 'answered' } = this.tools
    const evidence = gone.slice(0, namedAtOnce)
    log.error({ nodes: evidence, gone: gone.length, how }, 'nodes are gone that had no place in the log')
    const [id = ''] = evidence
    const others = gone.length > 1 ? `, and ${gone.length - 1} more` : ''
    await sql.begin((tx) =>
      reportFinding(tx, signer, {
        orgId: serviceOrg,
        article: logArticle,
        tier: 'T5',
        subject: { type: 'node', id },
        message: `node ${id} was ${how}, and is gone before it had its place in the log${others}`,
        evidence,
      }),
    )
  }
}

/** Looked at every few seconds. */
export function openAnsweredNodes(tools: Tools): { note: (id: string) => void; stop: () => Promise<void> } {
  const nodes = new AnsweredNodes(tools)
  const looks = every(everyMs, `nodes that were ${tools.how ?? 'answered'}`, () => nodes.look(), tools)
  // Nobody else knows of them: two looks, where one does not do.
  const stop = async () => {
    await looks.now()
    if (nodes.areLeft()) await Bun.sleep(lastLooksApartMs).then(() => looks.now())
    await looks.stop()
  }
  return { note: (id) => nodes.note(id), stop }
}

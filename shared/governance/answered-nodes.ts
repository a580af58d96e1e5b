/**
 * Nodes that callers were just told of. One that is taken away before the log has it leaves nothing behind that a verification could
 * miss it by: who told of it looks whether it is there until it has its place.
 */
import type { Sql } from '#db/client'
import { unplacedAmong } from '#db/queries/refused'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { reportFinding } from '#shared/governance/violations'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'

/** The log has a node within a second: most are looked at once, and are done with. */
const everyMs = 5000
/** As many are told of within that at most, some ten megabytes, and wait for a log that stands still: of more the later are not looked at. */
const keptAtMost = 100_000
const lookedAtOnce = 10_000
/** Each halts by itself. */
const reportedAtOnce = 100
/** What the log holds was not taken out of it. */
const logArticle = 'A-02'

type Tools = { sql: Sql; signer: Signer; log: Log }

export class AnsweredNodes {
  private readonly tools: Tools
  private readonly told = new Set<string>()

  constructor(tools: Tools) {
    this.tools = tools
  }

  /** @param id of a node that was committed, as hex. */
  note(id: string): void {
    if (this.told.size < keptAtMost && /^[0-9a-f]{64}$/.test(id)) this.told.add(id)
  }

  /** Lets go of those that have their place, and says of each that is gone that it was there: once. */
  async look(): Promise<void> {
    const told = [...this.told]
    for (let at = 0; at < told.length; at += lookedAtOnce) await this.lookAt(told.slice(at, at + lookedAtOnce))
  }

  private async lookAt(looked: readonly string[]): Promise<void> {
    const left = await unplacedAmong(this.tools.sql, looked)
    const isLeft = new Set([...left.waiting, ...left.gone])
    for (const id of looked) if (!isLeft.has(id)) this.told.delete(id)
    for (const id of left.gone.slice(0, reportedAtOnce)) await this.report(id)
  }

  private async report(id: string): Promise<void> {
    const { sql, signer, log } = this.tools
    log.error({ node: id }, 'a node that was answered is gone, and had no place in the log')
    await sql.begin((tx) =>
      reportFinding(tx, signer, {
        orgId: serviceOrg,
        article: logArticle,
        tier: 'T5',
        subject: { type: 'node', id },
        message: `node ${id} was answered, and is gone before it had its place in the log`,
        evidence: [],
      }),
    )
    this.told.delete(id)
  }
}

/** Looked at every few seconds. */
export function openAnsweredNodes(tools: Tools): { note: (id: string) => void; stop: () => Promise<void> } {
  const nodes = new AnsweredNodes(tools)
  const looks = every(everyMs, 'nodes that were answered', () => nodes.look(), tools)
  return { note: (id) => nodes.note(id), stop: () => looks.stop() }
}

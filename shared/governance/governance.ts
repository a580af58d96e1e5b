/** Governance as every process holds it: the constitution in force, its decisions, and what is halted right now. */
import type { Reader, Sql } from '#db/client'
import { findEvidenceKey } from '#db/queries/evidence'
import { type DecisionInput, type GovernanceRecord, gravest, readTier, type Tier } from '#shared/contracts/decision'
import type { Scope } from '#shared/contracts/scopes'
import { keepArticleCounts, SeenArticleCounts } from '#shared/evidence/sealed/article-counts'
import type { Signer } from '#shared/evidence/signing'
import { type Breach, breachesOf } from '#shared/governance/breaches'
import type { Compiled } from '#shared/governance/compiled'
import { decideUnread, evaluate } from '#shared/governance/decide'
import { ConstitutionInForce } from '#shared/governance/in-force'
import type { ActiveViolation } from '#shared/governance/standing-violations'
import { type ArticleCount, openTally, type Tally } from '#shared/governance/tally'
import type { Subject } from '#shared/governance/violations'
import { openViolationWatch, type ViolationWatch } from '#shared/governance/watch'
import { type Clock, systemClock } from '#shared/kernel/clock'
import type { Config } from '#shared/kernel/config'
import { governanceHalt } from '#shared/kernel/errors/governance'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import { drawShard } from '#shared/kernel/shard'
import { versions } from '#shared/kernel/version'

type Halt = { reason: string; violations: string[] }

export type Governance = {
  /** Decides by the constitution in force. Pure but for which constitution that is. Never throws: an engine error is a T4 denial. */
  decide: (action: string, phase: GovernanceRecord['phase'], input: DecisionInput) => GovernanceRecord
  /** The violations that a decision is. */
  breachesOf: (record: GovernanceRecord) => Breach[]
  /** @throws GOVERNANCE_HALT while a violation of tier T5 is active, or the constitution is not the enacted one. */
  assertOpen: () => void
  /** Why writes are halted, if they are. */
  halt: () => Halt | undefined
  /** The gravest tier that concerns everybody. */
  floor: () => Tier
  /**
   * The gravest tier of what is violated by any of these keys, agents or nodes. What is violated by a task is not among
   * it: of those there may be many, and they are read with the task.
   */
  tierOf: (orgId: string, subjects: readonly Subject[]) => Tier
  /** Active violations that keep an agent from doing what is in these scopes for an organisation. */
  blocked: (orgId: string, scopes: readonly Scope[], agent: string) => ActiveViolation[]
  /** What is blocked, of anybody, by active violations of these organisations. */
  blockedScopes: (orgIds: readonly string[]) => Scope[]
  /**
   * Those of an organisation's systems that are without clearance: told from memory, or, where the organisation has too many
   * for that, by one look into the store.
   */
  withoutClearance: (
    orgId: string,
    systems: readonly string[],
    read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>,
  ) => Promise<ReadonlySet<string>>
  /** The node that put in force what decides. */
  enactment: () => string | undefined
  /** The constitution that decides; none before the first was read. */
  inForce: () => Compiled | undefined
  /** What the file says that amends the constitution in force, and was not enacted yet. */
  amendment: () => Compiled | undefined
  /** What this process's results are made by, as every decision about a result is told. */
  maker: (agentName: string) => { agent_name: string; agent_version: string; key_registered: boolean }
  tally: Tally
  /** Looks again at once, for a second at most: after a violation was reported or moved. */
  refresh: () => Promise<void>
  close: () => Promise<void>
}

const everyMs = 900
const refreshMs = 1000

export async function openGovernance({
  sql,
  signer,
  config,
  log,
}: {
  sql: Sql
  signer: Signer
  config: Pick<Config, 'constitutionPath'>
  log: Log
}): Promise<Governance> {
  const shard = drawShard()
  const seen = new SeenArticleCounts({ sql, sealer: signer })
  const kept = {
    write: (counts: ArticleCount[]) => keepArticleCounts(sql, signer, shard, counts),
    look: () => seen.look(),
  }
  const governance = new LiveGovernance({
    constitution: new ConstitutionInForce({ sql, signer, path: config.constitutionPath, log }),
    watch: openViolationWatch({ sql, signer, log }),
    tally: openTally(kept, log),
    isKeyKnown: async () => (await findEvidenceKey(sql, signer.kid)) !== undefined,
    log,
  })
  await governance.looks.now()
  return governance
}

type GovernanceParts = {
  constitution: Pick<ConstitutionInForce, 'compiled' | 'enactment' | 'fault' | 'look' | 'amendment'>
  watch: Omit<ViolationWatch, 'kept'>
  tally: Tally
  /** Whether the key that signs for this process is registered. */
  isKeyKnown: () => Promise<boolean>
  log: Log
  clock?: Clock
}

export class LiveGovernance implements Governance {
  readonly tally: Tally
  /** While it cannot be looked at, the last view holds. */
  readonly looks: Loop
  private readonly constitution: GovernanceParts['constitution']
  private readonly watch: GovernanceParts['watch']
  private readonly parts: GovernanceParts
  private readonly clock: Clock
  private hasView = false
  private isKeyKnown = false

  constructor(parts: GovernanceParts) {
    this.parts = parts
    this.constitution = parts.constitution
    this.watch = parts.watch
    this.tally = parts.tally
    this.clock = parts.clock ?? systemClock
    this.looks = every(everyMs, 'governance', () => this.look(), { log: parts.log, clock: this.clock })
  }

  decide(action: string, phase: GovernanceRecord['phase'], input: DecisionInput): GovernanceRecord {
    const { compiled } = this.constitution
    if (!compiled) return decideUnread(action, phase, input)
    const startedAt = performance.now()
    const { record, evaluations } = evaluate(compiled, action, phase, input)
    this.tally.count(evaluations, performance.now() - startedAt)
    return record
  }

  breachesOf(record: GovernanceRecord): Breach[] {
    return breachesOf(this.constitution.compiled, record)
  }

  assertOpen(): void {
    const why = this.halt()
    if (why) throw governanceHalt(why.reason, why.violations)
  }

  halt(): Halt | undefined {
    if (!this.hasView) return { reason: 'what is in force could not be read yet', violations: [] }
    const critical = this.watch.halts()
    const violations = critical.map(({ id }) => id)
    if (this.constitution.fault !== undefined) return { reason: this.constitution.fault, violations }
    const [first] = critical
    return first && { reason: `${first.article}: ${first.message}`, violations }
  }

  floor(): Tier {
    if (this.halt()) return 'T5'
    const blocking = this.watch.ofService().filter(({ blocks }) => blocks.length > 0)
    return gravest(blocking.map(({ tier }) => readTier(tier)))
  }

  tierOf(orgId: string, subjects: readonly Subject[]): Tier {
    return gravest(this.watch.about(orgId, subjects).map(({ tier }) => readTier(tier)))
  }

  blocked(orgId: string, scopes: readonly Scope[], agent: string): ActiveViolation[] {
    return this.watch
      .about(orgId, [{ type: 'agent', id: agent }])
      .filter(({ blocks }) => blocks.some((scope) => scopes.includes(scope)))
  }

  blockedScopes(orgIds: readonly string[]): Scope[] {
    return this.watch.blockedScopes(orgIds)
  }

  withoutClearance(
    ...[orgId, systems, read]: Parameters<Governance['withoutClearance']>
  ): Promise<ReadonlySet<string>> {
    return this.watch.systemsHeldTo(orgId, 'clearance', systems, read)
  }

  enactment(): string | undefined {
    return this.constitution.enactment
  }

  inForce(): Compiled | undefined {
    return this.constitution.compiled
  }

  amendment(): Compiled | undefined {
    return this.constitution.amendment()
  }

  maker(agentName: string): ReturnType<Governance['maker']> {
    return { agent_name: agentName, agent_version: versions.api, key_registered: this.isKeyKnown }
  }

  async refresh(): Promise<void> {
    await Promise.race([this.looks.now(), this.clock.sleep(refreshMs)])
  }

  async close(): Promise<void> {
    const { log } = this.parts
    await this.looks.stop()
    await this.tally.close().catch((error) => log.debug({ err: error }, 'counts of articles not kept'))
  }

  private async look(): Promise<void> {
    await this.constitution.look()
    this.isKeyKnown ||= await this.parts.isKeyKnown()
    await this.watch.look()
    this.hasView = true
  }
}

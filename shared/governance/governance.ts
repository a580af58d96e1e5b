/** Governance as every process holds it: the constitution in force, its decisions, and what is halted right now. */
import { statSync } from 'node:fs'
import type { Reader, Sql } from '#db/client'
import { findEvidenceKey } from '#db/queries/evidence'
import { addArticleCounts, enactedConstitution } from '#db/queries/governance'
import { type DecisionInput, type GovernanceRecord, gravest, readTier, type Tier } from '#shared/contracts/decision'
import type { Scope } from '#shared/contracts/scopes'
import type { Signer } from '#shared/evidence/signing'
import { type Breach, breachesOf } from '#shared/governance/breaches'
import { compileConstitution } from '#shared/governance/compile'
import type { Compiled } from '#shared/governance/compiled'
import { type Deciding, evaluate } from '#shared/governance/decide'
import { enact } from '#shared/governance/enact'
import { readConstitutionFile } from '#shared/governance/file'
import { openTally, type Tally } from '#shared/governance/tally'
import type { Subject } from '#shared/governance/violations'
import { type ActiveViolation, openViolationWatch } from '#shared/governance/watch'
import type { Config } from '#shared/kernel/config'
import { governanceHalt } from '#shared/kernel/errors/governance'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'
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
  const path = config.constitutionPath
  let compiled: Compiled | undefined
  const watch = openViolationWatch(sql)
  let enactment: string | undefined
  let hasView = false
  let isKeyKnown = false
  /** Why the file is not what is in force. */
  let astray: string | undefined
  /** The amendment that the log has told of. */
  let told: string | undefined
  let file = readConstitutionFile(path)
  let stamp = stampOf(path)
  const shard = drawShard()
  const tally = openTally((counts) => addArticleCounts(sql, shard, counts), log)

  async function look(): Promise<void> {
    const stampNow = stampOf(path)
    if (stampNow !== stamp) {
      stamp = stampNow
      file = readConstitutionFile(path)
    }
    let enacted = await enactedConstitution(sql)
    if (!enacted && file.compiled) {
      await enact(sql, signer, file.compiled, { signatures: file.signatures, isFirstOnly: true })
      enacted = await enactedConstitution(sql)
    }
    if (enacted && enacted.hash !== compiled?.hash) {
      const read = compileConstitution(enacted.body, { isAnalysed: false })
      compiled = read.compiled
      log.info({ constitution: enacted.hash, faults: read.faults }, 'constitution in force')
    }
    enactment = enacted?.head
    const was = astray
    astray = faultOf(enacted?.hash)
    const waiting = amendment()?.hash
    if (waiting !== undefined && waiting !== told)
      log.warn({ path, amendment: waiting }, 'an amendment of the constitution waits to be enacted')
    told = waiting
    if (astray !== was) log[astray ? 'error' : 'info']({ path, why: astray }, 'the constitution file was looked at')
    isKeyKnown ||= (await findEvidenceKey(sql, signer.kid)) !== undefined
    await watch.look()
    hasView = true
  }

  function faultOf(enacted: string | undefined): string | undefined {
    if (file.fault !== undefined) return file.fault
    if (!compiled) return 'the enacted constitution cannot be read by this release'
    // One that amends what is in force waits to be enacted; until then it decides nothing, and halts nothing.
    return file.compiled?.hash === enacted || amendment()
      ? undefined
      : 'the constitution file is not the one that was enacted'
  }

  function amendment(): Compiled | undefined {
    const { compiled: read, amends = [] } = file
    return read && compiled && amends.includes(compiled.hash) ? read : undefined
  }

  // While it cannot be looked at, the last view holds.
  const looks = every(everyMs, 'governance', look, { log })
  await looks.now()

  function halt(): Halt | undefined {
    if (!hasView) return { reason: 'what is in force could not be read yet', violations: [] }
    const critical = watch.halts()
    if (astray !== undefined) return { reason: astray, violations: critical.map(({ id }) => id) }
    const [first] = critical
    return first
      ? { reason: `${first.article}: ${first.message}`, violations: critical.map(({ id }) => id) }
      : undefined
  }

  return {
    decide(action, phase, input) {
      if (!compiled) return undecided(action, phase, input)
      const startedAt = performance.now()
      const { record, evaluations } = evaluate(compiled, action, phase, input)
      tally.count(evaluations, performance.now() - startedAt)
      return record
    },
    breachesOf: (record) => breachesOf(compiled, record),
    assertOpen() {
      const why = halt()
      if (why) throw governanceHalt(why.reason, why.violations)
    },
    halt,
    floor: () =>
      halt()
        ? 'T5'
        : gravest(
            watch
              .ofService()
              .filter(({ blocks }) => blocks.length > 0)
              .map(({ tier }) => readTier(tier)),
          ),
    tierOf: (orgId, subjects) => gravest(watch.about(orgId, subjects).map(({ tier }) => readTier(tier))),
    blocked: (orgId, scopes, agent) =>
      watch
        .about(orgId, [{ type: 'agent', id: agent }])
        .filter(({ blocks }) => blocks.some((scope) => scopes.includes(scope))),
    withoutClearance: (orgId, systems, read) => watch.systemsHeldTo(orgId, 'clearance', systems, read),
    enactment: () => enactment,
    inForce: () => compiled,
    amendment,
    maker: (agentName) => ({ agent_name: agentName, agent_version: versions.api, key_registered: isKeyKnown }),
    tally,
    async refresh() {
      await Promise.race([looks.now(), Bun.sleep(refreshMs)])
    },
    async close() {
      await looks.stop()
      await tally.close().catch((error) => log.debug({ err: error }, 'counts of articles not kept'))
    },
  }
}

/** A file that changes has another one of these. Never throws: one that may not be looked at is read, and thereby a fault. */
function stampOf(path: string): string {
  const stamp = (each: string) => {
    try {
      const { ino, mtimeMs, ctimeMs, size } = statSync(each)
      return `${ino} ${mtimeMs} ${ctimeMs} ${size}`
    } catch {
      return 'none'
    }
  }
  return `${stamp(path)} | ${stamp(`${path}.dsse.json`)}`
}

/** Without a constitution nothing may be done. */
const undecided = (action: string, phase: GovernanceRecord['phase'], input: DecisionInput): GovernanceRecord => ({
  ...evaluate(nothing, action, phase, input).record,
  tier: 'T4',
  decision: 'deny',
})

const nothing: Deciding = {
  hash: '0'.repeat(64),
  articlesOf: new Map(),
  document: { defaults: { on_error: 'deny', on_error_tier: 'T4' } },
}

/** The continuous evaluator: holds states, log, decisions and deadlines to the constitution, and violations to their time. */
import type { Sql } from '#db/client'
import {
  endedWaivers,
  isLogAsLongAsWitnessed,
  overdueTasks,
  passedSystems,
  type SystemsPlace,
  stateStreamsAfter,
  streamsSince,
  supersededViolations,
  type UnresolvedPlace,
  violationsOfEndedTasks,
} from '#db/queries/continuous'
import type { ViolationRow } from '#db/queries/governance'
import { constitutionTexts, type StateRow, statesOf } from '#db/queries/integrity'
import { currentLog, greatestIns } from '#db/queries/log'
import { textsOfNodes } from '#db/queries/payloads'
import { isLogDoubted } from '#db/queries/refused'
import type { StoredRow } from '#db/queries/sealed'
import { statePrefixes } from '#db/queries/state-tables'
import { newestTracesOfSystem } from '#db/queries/traces'
import type { Action, FactsOf } from '#shared/contracts/actions'
import type { NodeBody } from '#shared/contracts/node'
import { lastFullVerify } from '#shared/evidence/passes'
import { sealedTraces } from '#shared/evidence/sealed/traces'
import { isProvenViolation } from '#shared/evidence/sealed/violations'
import { isAsWritten } from '#shared/evidence/sealed-rows'
import { sealedRowsOf } from '#shared/evidence/sealed-tables'
import { soundRows } from '#shared/evidence/sealed-walks'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { findingsOf } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import { move, reportFinding, reportPass, type ViolationFinding } from '#shared/governance/violations'
import { Failures } from '#shared/kernel/failures'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'
import { judgedLogSubject, logArticle } from '#shared/verification/epochs'
import { openReplay } from '#shared/verification/replay'
import { isNewestForged, stateFault, stepFaults } from '#shared/verification/state-rows'
import { SeenCounts, sayNewCounts } from '#workers/ledger/said-counts'

const everyMs = 30_000
/** New nodes looked at in one round. */
const nodesAtOnce = 5000
const rowsAtOnce = 2000
/** A hundred thousand are gone through in ten minutes. */
const systemsAtOnce = 5000
/** So many looks find nothing before one in so many is left, an hour's. */
const idleLooks = 4
const supersedeEvery = 120

const isOpenTask = ({ completed_at: completedAt }: StoredRow): boolean => completedAt === null

type Tools = {
  sql: Sql
  signer: Signer
  log: Log
  governance: Governance
  /** Whether this process writes the log: the others leave it to that one. */
  leads: () => boolean
}

/** Every half minute; what two find at once, as the lead goes from one to the other, is one violation. */
export function openContinuous(tools: Tools): { round: () => Promise<void>; stop: () => Promise<void> } {
  const evaluator = new ContinuousEvaluator(tools)
  const rounds = every(everyMs, 'continuous evaluation', () => evaluator.round(), tools)
  return { round: () => rounds.now(), stop: () => rounds.stop() }
}

class ContinuousEvaluator {
  private readonly sql: Sql
  private readonly signer: Signer
  private readonly governance: Governance
  private readonly leads: () => boolean
  /** The newest node that was looked at. */
  private seen: number | undefined
  /** The last row of each kind that was looked at in turn. */
  private rolled = nobody
  /** The last violation of a system that was looked at in turn. */
  private passedUpTo = firstSystem
  /** The last violation that was looked at in turn for how often it was seen. */
  private countedUpTo: UnresolvedPlace | undefined
  private readonly seenCounts = new SeenCounts()
  /** How many looks in a row found nothing that this constitution supersedes. */
  private superseded = { constitution: '', idle: 0 }
  private readonly steps: readonly { act: () => Promise<void>; failures: Failures }[]

  constructor({ sql, signer, log, governance, leads }: Tools) {
    this.sql = sql
    this.signer = signer
    this.governance = governance
    this.leads = leads
    const steps = {
      judgeNew: () => this.judgeNew(),
      judgeLog: () => this.judgeLog(),
      judgeDeadlines: () => this.judgeDeadlines(),
      passSystems: () => this.passSystems(),
      sayCounts: () => this.sayCounts(),
      endWaivers: () => this.endWaivers(),
      supersede: () => this.supersede(),
    }
    this.steps = Object.entries(steps).map(([step, act]) => ({
      act,
      failures: new Failures((error) => log.warn({ err: error, step }, 'a step of the continuous evaluation failed')),
    }))
  }

  /** A step that fails does not keep the others from being done. */
  async round(): Promise<void> {
    if (!this.leads()) {
      this.seen = undefined
      return
    }
    for (const { act, failures } of this.steps)
      await act().then(
        () => failures.passed(),
        (error) => failures.failed(error),
      )
    await this.governance.refresh()
  }

  /** Decides on facts of the service, or of one organisation, and reports what was not kept. */
  private async judge<Name extends Action>(
    action: Name,
    facts: FactsOf<Name>,
    about: Omit<ViolationFinding, 'article' | 'tier' | 'message' | 'record'>,
  ): Promise<void> {
    const record = this.governance.decide(action, 'continuous', facts)
    for (const finding of findingsOf(this.governance.breachesOf(record), { ...about, record }))
      await this.sql.begin((tx) => reportFinding(tx, this.signer, finding))
  }

  private async judgeNew(): Promise<void> {
    // Under more load than this keeps up with, the newest are looked at: what is left out, fsck looks at.
    this.seen = Math.max(this.seen ?? 0, (await greatestIns(this.sql)) - nodesAtOnce)
    const { upTo, streams, nodes } = await streamsSince(this.sql, this.seen, nodesAtOnce)
    await this.judgeStates([...new Set([...streams, ...(await this.nextStates())])])
    await this.judgeDecisions(nodes)
    this.seen = upTo
  }

  /** Rows that nothing new was said of are looked at in turn, so that one changed by hand is found in time. */
  private async nextStates(): Promise<string[]> {
    const streams = await stateStreamsAfter(this.sql, this.rolled, rowsAtOnce)
    const last = (prefix: string) => streams.findLast((stream) => stream.startsWith(prefix))?.slice(prefix.length)
    this.rolled = { task: last('task:') ?? nobody.task, violation: last('violation:') ?? nobody.violation }
    return streams
  }

  private async judgeStates(streams: readonly string[]): Promise<void> {
    const astray: { stream: string; node: string | null }[] = []
    for (const prefix of statePrefixes) {
      const some = streams.filter((stream) => (prefix.endsWith(':') ? stream.startsWith(prefix) : stream === prefix))
      if (some.length === 0) continue
      // One statement reads a row and its newest node, so no change can come between them.
      const rows = await statesOf(this.sql, prefix, some)
      for (const row of rows.filter(isAstray))
        if (!(await isNewestForged(this.sql, row))) astray.push({ stream: row.stream, node: row.newest })
      if (prefix !== 'task:') continue
      const taskIds = rows.flatMap(({ stream, status }) => (status === null ? [] : [stream.slice(prefix.length)]))
      for await (const { stream, step } of stepFaults(this.sql, taskIds))
        astray.push({ stream, node: step?.node ?? null })
    }
    if (astray.length === 0) await this.judge('state.check', { rows_astray: 0 }, { ...ofService, subject: wholeStore })
    for (const { stream, node } of astray)
      await this.judge(
        'state.check',
        { rows_astray: astray.length },
        { orgId: serviceOrg, subject: { type: 'state', id: stream }, evidence: node ? [node] : [] },
      )
  }

  private async judgeDecisions(nodes: readonly { id: string; body: string }[]): Promise<void> {
    if (nodes.length === 0) return
    const texts = new Map((await constitutionTexts(this.sql)).map(({ hash, body }) => [hash, body]))
    const replay = openReplay((hash) => texts.get(hash))
    const wrong = nodes.filter(({ body }) => {
      const { governance: record }: NodeBody = JSON.parse(body)
      return record !== null && replay(record) !== undefined
    })
    if (wrong.length === 0) await this.judge('replay.check', { mismatches: 0 }, { ...ofService, subject: wholeStore })
    for (const { id } of wrong)
      await this.judge(
        'replay.check',
        { mismatches: wrong.length },
        { orgId: serviceOrg, subject: { type: 'node', id }, evidence: [id] },
      )
  }

  private async judgeLog(): Promise<void> {
    const [verified, isLong, log] = await Promise.all([
      lastFullVerify(this.sql, this.signer),
      isLogAsLongAsWitnessed(this.sql),
      currentLog(this.sql),
    ])
    // What made a full look fail was reported by it; only if it could not be, it is reported here. A look through what was
    // before this log says nothing of it.
    const isOfThisLog = verified && log && verified.at > log.started_at
    const isConsistent = !isOfThisLog || verified.ok || this.governance.floor() === 'T5'
    await this.judge(
      'log.check',
      { is_consistent: isConsistent, are_witnesses_consistent: isLong },
      { ...ofService, subject: judgedLogSubject },
    )
  }

  /** A row of a task that is not as it was written neither accuses nor acquits: it is for others to name. */
  private async judgeDeadlines(): Promise<void> {
    const tasks = sealedRowsOf('tasks')
    const late = await soundRows(this.sql, this.signer, tasks, await overdueTasks(this.sql), isOpenTask)
    for (const { id, org_id: orgId, agent, head, overdue } of late)
      await this.judge(
        'deadline.check',
        { overdue },
        { orgId, subject: { type: 'task', id }, evidence: [head], agent, taskId: id },
      )
    const kept = (await violationsOfEndedTasks(this.sql)).map((row) => ({ ...row, id: row.subject_id }))
    const over = await soundRows(this.sql, this.signer, tasks, kept, (row) => !isOpenTask(row))
    for (const { org_id: orgId, article, subject_type: type, subject_id: id } of over)
      await this.sql.begin((tx) => reportPass(tx, this.signer, { orgId, article, subject: { type, id } }))
  }

  /** Every trace since a violation was last seen kept the article, or the violation would have been seen again. They are looked at in turn. */
  private async passSystems(): Promise<void> {
    const rules = (this.governance.inForce()?.articles ?? []).flatMap(({ id, auto_resolve: rule }) =>
      rule ? [{ article: id, passes: rule.consecutive_passes }] : [],
    )
    const { last, passed } = await passedSystems(this.sql, rules, this.passedUpTo, systemsAtOnce)
    this.passedUpTo = last ?? firstSystem
    for (const row of this.proven(passed)) {
      if (await this.isBrokenByNewest(row, row.traces)) continue
      const reason = `${row.traces} traces kept it since`
      await this.move(row, {
        status: 'resolved',
        facts: { how: 'auto', reason },
        resolution: { ...byUs, how: 'auto', reason },
      })
    }
  }

  /**
   * When a violation was seen last is a note that no node holds: who sets it back has older traces counted, but not the newest taken for
   * kept. Where one of these is not as it came in, which are the newest is not known.
   */
  private async isBrokenByNewest({ org_id, subject_id, article }: ViolationRow, traces: number): Promise<boolean> {
    const newest = await newestTracesOfSystem(this.sql, org_id, subject_id, traces)
    if (newest.length < traces || !newest.every((trace) => isAsWritten(this.signer, sealedTraces, trace))) return true
    const nodes = await textsOfNodes(
      this.sql,
      newest.map((trace) => trace.attribution_token),
    )
    if (nodes.length < newest.length) return true
    return nodes.some(({ body }) => {
      const { governance: record }: NodeBody = JSON.parse(body)
      return record !== null && this.governance.breachesOf(record).some((breach) => breach.article === article)
    })
  }

  /** What a hand has changed is moved by nobody: verification names it. */
  private move(row: ViolationRow, step: Parameters<typeof move>[3]): Promise<string | undefined> {
    return this.sql.begin((tx) => move(tx, this.signer, row, step))
  }

  private proven<Row extends ViolationRow>(rows: readonly Row[]): Row[] {
    return rows.filter((row) => isProvenViolation(this.signer, row))
  }

  private async sayCounts(): Promise<void> {
    const epoch = (await currentLog(this.sql))?.epoch
    const { last, looked } = await sayNewCounts(this.sql, this.signer, this.countedUpTo)
    this.countedUpTo = last
    const fewer = this.seenCounts.fewer(looked, epoch)
    if (last === undefined) this.seenCounts.over()
    // Of a store that was set back as a whole the ledger says so.
    if (fewer.length === 0 || (await isLogDoubted(this.sql, logArticle))) return
    for (const id of fewer)
      await this.judge(
        'state.check',
        { rows_astray: fewer.length },
        { orgId: serviceOrg, subject: { type: 'state', id: `violation:${id}` }, evidence: [] },
      )
  }

  private async endWaivers(): Promise<void> {
    for (const row of this.proven(await endedWaivers(this.sql)))
      await this.move(row, { status: 'open', facts: { reason: 'the waiver has ended' } })
  }

  private async supersede(): Promise<void> {
    const compiled = this.governance.inForce()
    if (!compiled) return
    if (this.superseded.constitution !== compiled.hash) this.superseded = { constitution: compiled.hash, idle: 0 }
    // Those that a process opens which has not read it yet come within seconds: then there are none, however many are open.
    if (this.superseded.idle >= idleLooks && this.superseded.idle++ % supersedeEvery !== 0) return
    const articles = compiled.articles.map(({ id }) => id)
    const reason = `constitution ${compiled.document.version} does not have the article`
    const rows = await supersededViolations(this.sql, compiled.hash, articles)
    if (rows.length > 0) this.superseded.idle = 0
    else if (this.superseded.idle < idleLooks) this.superseded.idle++
    for (const row of this.proven(rows))
      await this.move(row, {
        status: 'resolved',
        facts: { how: 'amended', reason },
        resolution: { ...byUs, how: 'amended', reason },
      })
  }
}

/** Before every violation of a system. */
const firstSystem: SystemsPlace = { article: '', id: '' }
/** Before every task and every violation. */
const nobody = { task: '00000000-0000-0000-0000-000000000000', violation: '' }
const ofService = { orgId: serviceOrg, evidence: [] as string[] }
const wholeStore = { type: 'store', id: 'store' }
const byUs = { by: 'assay-governance' }

/** Whether a row of state says something else than the newest node of its stream. */
const isAstray = (row: StateRow): boolean =>
  (row.newest !== null || row.status !== null) && stateFault(row) !== undefined

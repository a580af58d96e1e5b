/** The continuous evaluator: holds states, log, decisions and deadlines to the constitution, and violations to their time. */
import type { Sql } from '#db/client'
import {
  endedWaivers,
  isLogAsLongAsWitnessed,
  overdueTasks,
  stateStreamsAfter,
  streamsSince,
  supersededViolations,
  violationsOfEndedTasks,
  violationsOfSystems,
} from '#db/queries/continuous'
import { constitutionTexts, lastFullVerify, type StateRow, statePrefixes, statesOf } from '#db/queries/integrity'
import { currentLog, greatestIns } from '#db/queries/log'
import type { Action, FactsOf } from '#shared/contracts/actions'
import type { NodeBody } from '#shared/contracts/node'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { findingsOf } from '#shared/governance/breaches'
import type { Governance } from '#shared/governance/governance'
import { move, reportFinding, reportPass, type ViolationFinding } from '#shared/governance/violations'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'
import { judgedLogSubject } from '#shared/verification/epochs'
import { openReplay } from '#shared/verification/replay'
import { isNewestForged, stateFault, stepFaults } from '#shared/verification/state-rows'

const everyMs = 30_000
/** New nodes looked at in one round. */
const nodesAtOnce = 5000
const rowsAtOnce = 2000

type Tools = { sql: Sql; signer: Signer; log: Log; governance: Governance }

/** Every half minute, in each process that runs it: what two find at once is one violation. */
export function openContinuous(tools: Tools): { round: () => Promise<void>; stop: () => Promise<void> } {
  const rounds = every(everyMs, 'continuous evaluation', openRound(tools), tools)
  void rounds.now()
  return { round: () => rounds.now(), stop: () => rounds.stop() }
}

/** A step that fails does not keep the others from being done. */
function openRound({ sql, signer, log, governance }: Tools): () => Promise<void> {
  let seen: number | undefined
  let rolled = nobody

  /** Decides on facts of the service, or of one organisation, and reports what was not kept. */
  async function judge<Name extends Action>(
    action: Name,
    facts: FactsOf<Name>,
    about: Omit<ViolationFinding, 'article' | 'tier' | 'message' | 'record'>,
  ): Promise<void> {
    const record = governance.decide(action, 'continuous', facts)
    for (const finding of findingsOf(governance.breachesOf(record), { ...about, record }))
      await reportFinding(sql, signer, finding)
  }

  async function judgeNew(): Promise<void> {
    // Under more load than this keeps up with, the newest are looked at: what is left out, fsck looks at.
    seen = Math.max(seen ?? 0, (await greatestIns(sql)) - nodesAtOnce)
    const { upTo, streams, nodes } = await streamsSince(sql, seen, nodesAtOnce)
    await judgeStates([...new Set([...streams, ...(await nextStates())])])
    await judgeDecisions(nodes)
    seen = upTo
  }

  /** Rows that nothing new was said of are looked at in turn, so that one changed by hand is found in time. */
  async function nextStates(): Promise<string[]> {
    const streams = await stateStreamsAfter(sql, rolled, rowsAtOnce)
    const last = (prefix: string) => streams.findLast((stream) => stream.startsWith(prefix))?.slice(prefix.length)
    rolled = { task: last('task:') ?? nobody.task, violation: last('violation:') ?? nobody.violation }
    return streams
  }

  async function judgeStates(streams: readonly string[]): Promise<void> {
    const astray: { stream: string; node: string | null }[] = []
    for (const prefix of statePrefixes) {
      const some = streams.filter((stream) => (prefix.endsWith(':') ? stream.startsWith(prefix) : stream === prefix))
      if (some.length === 0) continue
      // One statement reads a row and its newest node, so no change can come between them.
      const rows = await statesOf(sql, prefix, some)
      for (const row of rows.filter(isAstray))
        if (!(await isNewestForged(sql, row))) astray.push({ stream: row.stream, node: row.newest })
      if (prefix !== 'task:') continue
      const taskIds = rows.flatMap(({ stream, status }) => (status === null ? [] : [stream.slice(prefix.length)]))
      for await (const { stream, step } of stepFaults(sql, taskIds)) astray.push({ stream, node: step?.node ?? null })
    }
    if (astray.length === 0) await judge('state.check', { rows_astray: 0 }, { ...ofService, subject: wholeStore })
    for (const { stream, node } of astray)
      await judge(
        'state.check',
        { rows_astray: astray.length },
        { orgId: serviceOrg, subject: { type: 'state', id: stream }, evidence: node ? [node] : [] },
      )
  }

  async function judgeDecisions(nodes: readonly { id: string; body: string }[]): Promise<void> {
    if (nodes.length === 0) return
    const texts = new Map((await constitutionTexts(sql)).map(({ hash, body }) => [hash, body]))
    const replay = openReplay((hash) => texts.get(hash))
    const wrong = nodes.filter(({ body }) => {
      const { governance: record }: NodeBody = JSON.parse(body)
      return record !== null && replay(record) !== undefined
    })
    if (wrong.length === 0) await judge('replay.check', { mismatches: 0 }, { ...ofService, subject: wholeStore })
    for (const { id } of wrong)
      await judge(
        'replay.check',
        { mismatches: wrong.length },
        { orgId: serviceOrg, subject: { type: 'node', id }, evidence: [id] },
      )
  }

  async function judgeLog(): Promise<void> {
    const [verified, isLong, log] = await Promise.all([
      lastFullVerify(sql),
      isLogAsLongAsWitnessed(sql),
      currentLog(sql),
    ])
    // What made a full look fail was reported by it; only if it could not be, it is reported here. A look through what was
    // before this log says nothing of it.
    const isOfThisLog = verified && log && verified.at > log.started_at
    const isConsistent = !isOfThisLog || verified.ok || governance.floor() === 'T5'
    await judge(
      'log.check',
      { is_consistent: isConsistent, are_witnesses_consistent: isLong },
      { ...ofService, subject: judgedLogSubject },
    )
  }

  async function judgeDeadlines(): Promise<void> {
    for (const { id, org_id: orgId, agent, head, overdue } of await overdueTasks(sql))
      await judge(
        'deadline.check',
        { overdue },
        { orgId, subject: { type: 'task', id }, evidence: [head], agent, taskId: id },
      )
    for (const { org_id: orgId, article, subject_type: type, subject_id: id } of await violationsOfEndedTasks(sql))
      await reportPass(sql, signer, { orgId, article, subject: { type, id } })
  }

  /** Every trace since a violation was last seen kept the article, or the violation would have been seen again. */
  async function passSystems(): Promise<void> {
    const resolving = new Map(
      (governance.inForce()?.articles ?? []).flatMap(({ id, auto_resolve: rule }) =>
        rule ? [[id, rule.consecutive_passes] as const] : [],
      ),
    )
    for (const row of await violationsOfSystems(sql, [...resolving.keys()])) {
      if (row.traces < (resolving.get(row.article) ?? Number.POSITIVE_INFINITY)) continue
      const reason = `${row.traces} traces kept it since`
      await move(sql, signer, row, {
        status: 'resolved',
        facts: { how: 'auto', reason },
        resolution: { ...byUs(), how: 'auto', reason },
      })
    }
  }

  async function endWaivers(): Promise<void> {
    for (const row of await endedWaivers(sql))
      await move(sql, signer, row, { status: 'open', facts: { reason: 'the waiver has ended' } })
  }

  async function supersede(): Promise<void> {
    const compiled = governance.inForce()
    if (!compiled) return
    const articles = compiled.articles.map(({ id }) => id)
    const reason = `constitution ${compiled.document.version} does not have the article`
    for (const row of await supersededViolations(sql, compiled.hash, articles))
      await move(sql, signer, row, {
        status: 'resolved',
        facts: { how: 'amended', reason },
        resolution: { ...byUs(), how: 'amended', reason },
      })
  }

  const steps = {
    judgeNew,
    judgeLog,
    judgeDeadlines,
    passSystems,
    endWaivers,
    supersede,
  }
  return async () => {
    for (const [step, act] of Object.entries(steps))
      await act().catch((error) => log.warn({ err: error, step }, 'a step of the continuous evaluation failed'))
    await governance.refresh()
  }
}

/** Before every task and every violation. */
const nobody = { task: '00000000-0000-0000-0000-000000000000', violation: '' }
const ofService = { orgId: serviceOrg, evidence: [] as string[] }
const wholeStore = { type: 'store', id: 'store' }
const byUs = () => ({ by: 'assay-governance', at: new Date().toISOString() })

/** Whether a row of state says something else than the newest node of its stream. */
const isAstray = (row: StateRow): boolean =>
  (row.newest !== null || row.status !== null) && stateFault(row) !== undefined

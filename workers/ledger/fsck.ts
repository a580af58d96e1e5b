/** Looks through the evidence without end: new nodes within seconds, all of it again and again, on a fifth of a core. */
import { setTimeout } from 'node:timers/promises'
import type { Sql } from '#db/client'
import { currentLog, holdEpoch, type LogRow } from '#db/queries/log'
import { latestCheckpoint } from '#shared/evidence/log'
import { notePass } from '#shared/evidence/passes'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import type { Governance } from '#shared/governance/governance'
import { reportFinding, reportPass } from '#shared/governance/violations'
import { Failures } from '#shared/kernel/failures'
import type { Log } from '#shared/kernel/logger'
import { rootOf } from '#shared/tlog/merkle'
import { logArticle, storeSubject } from '#shared/verification/epochs'
import type { Outcome } from '#shared/verification/findings'
import { readMark, setMark } from '#shared/verification/marks'
import type { Outside } from '#shared/verification/outside'
import { openReplays, type VerificationTools, verifyGrown } from '#shared/verification/verify'
import { fromTheFirst, type WalkStart, walkStartAt } from '#shared/verification/whole-log'
import { Rounds } from '#workers/ledger/rounds'

type Parts = {
  sql: Sql
  signer: Signer
  log: Log
  governance: Governance
  /** What is known of the log outside of the database. */
  outside?: Outside
  /** Whether this process writes the log: the others leave the looks to that one. */
  leads: () => boolean
  /** Between two looks at what is new, and between two looks through everything. */
  newEveryMs?: number
  allEveryMs?: number
}

/** Leaves that are looked at before it is said how far that has come. */
const leavesAtOnce = 10_000
/** Of each second, so much is worked. */
const share = 0.2

export function openFsck(parts: Parts): { stop: () => Promise<void> } {
  const { sql, signer, log, leads, newEveryMs = 2000, allEveryMs = 60_000 } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const tools: VerificationTools & { sql: Sql } = {
    sql,
    anchors: [signer.publicKey],
    signer,
    replays: openReplays(),
    leavesForgedOut: true,
    ...(parts.outside && { outside: parts.outside }),
    signal,
    groupSize: 100,
    pace: openPace(signal),
  }
  const report = openReports(parts)
  const rounds = new Rounds(tools, signer)
  let grown: Grown | undefined

  /** What the log grew by, however much that is; what is older is not read. */
  async function lookAtNew(): Promise<void> {
    // Where another has come to, its mark says.
    if (!leads()) {
      grown = undefined
      return
    }
    const log = await currentLog(sql)
    const newest = await latestCheckpoint(sql)
    if (!log || !newest || newest.origin !== log.origin) return
    if (grown?.origin !== newest.origin) grown = await whereItStood(newest)
    while (grown.start.frontier.size < newest.size && !signal.aborted)
      grown = await lookAtPiece(grown, newest.size, log)
  }

  async function lookAtPiece({ origin, start, isSound }: Grown, size: number, log: LogRow): Promise<Grown> {
    const to = Math.min(size, start.frontier.size + leavesAtOnce)
    const found = await twice(() => verifyGrown(tools, start, to))
    const isGood = found.verdict !== 'invalid'
    if (!isGood) await report(found, found.nodes, log, { isWhole: false })
    // What is wrong was told: it is met again by the rounds, and after a restart.
    const next = { origin, start: found.stands ?? (await walkStartAt(sql, to)), isSound: isSound && isGood }
    const mark = { origin, leaves: to, root: rootText(next.start), at: new Date().toISOString() }
    if (next.isSound) await setMark(sql, signer, 'grown', mark)
    return next
  }

  /** By the mark that was signed; without one a short log is gone through from its beginning, a long one by the rounds. */
  async function whereItStood({ origin, size }: { origin: string; size: number }): Promise<Grown> {
    const mark = await readMark(sql, signer.publicKey, 'grown')
    if (mark?.origin !== origin || mark.leaves > size)
      return { origin, start: size <= leavesAtOnce ? fromTheFirst : await walkStartAt(sql, size), isSound: true }
    const start = await walkStartAt(sql, mark.leaves)
    if (rootText(start) === mark.root) return { origin, start, isSound: true }
    // The tiles are not those that were verified: all of it is looked at anew.
    return { origin, start: fromTheFirst, isSound: true }
  }

  /** A slice of the round that goes through everything. @returns whether the round is over with it. */
  async function lookAround(): Promise<boolean> {
    // Of all ledgers the one that leads: a lock of its own could be held by anybody, and nobody would miss the look.
    if (!leads()) return true
    const log = await currentLog(sql)
    const step = await rounds.step()
    if (!step) return true
    const { outcome, unheld, round } = step
    if (unheld !== undefined) parts.log.warn({ unheld }, 'not all of the evidence was held to what it should be')
    if (outcome.verdict === 'invalid') await report(outcome, 0, log, { isWhole: false })
    if (!round) return false
    const { leaves: nodes, ms, failed, isWhole } = round
    // It can neither say that all was sound nor that something was wrong.
    if (failed === null && !isWhole) return true
    await notePass(sql, signer, { nodes, ok: failed === null, first_failure: failed, duration_ms: Math.round(ms) })
    if (failed === null) await report(outcome, nodes, log, { isWhole: true })
    return true
  }

  async function lookAtAll(): Promise<void> {
    // Who comes to lead looks at once: what happened while nobody led is the likeliest to be wrong.
    while (!leads() && !signal.aborted) await pause(newEveryMs, signal)
    while (!signal.aborted && !(await lookAround()));
  }

  async function again(act: () => Promise<void>, everyMs: number): Promise<void> {
    const failures = new Failures((error) => log.warn({ err: error }, 'the evidence could not be looked through'))
    while (!signal.aborted) {
      await act().then(
        () => failures.passed(),
        (error) => {
          if (!signal.aborted) failures.failed(error)
        },
      )
      await pause(everyMs, signal)
    }
  }
  const running = Promise.all([again(lookAtNew, newEveryMs), again(lookAtAll, allEveryMs)])
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** What is wrong is wrong the second time too: a halt of everything is not called for by a race with whoever just writes. */
async function twice<Found extends Pick<Outcome, 'verdict'> | undefined>(look: () => Promise<Found>): Promise<Found> {
  const found = await look()
  return found?.verdict === 'invalid' ? look() : found
}

/** Where the look at what is new stands, and whether nothing was wrong up to there. */
type Grown = { origin: string; start: WalkStart; isSound: boolean }

const rootText = ({ frontier }: WalkStart) => Buffer.from(rootOf(frontier)).toString('hex')

/** Rows of state are one article's affair, everything else another's; each is reported or passed. */
function openReports({ sql, signer, log, governance }: Parts) {
  /** @param lookedAt the log in force when the look began. */
  return async (
    { verdict, checks, first_failure: first }: Outcome,
    nodes: number,
    lookedAt: LogRow | undefined,
    { isWhole }: { isWhole: boolean },
  ): Promise<void> => {
    const failed = checks.filter(({ status }) => status === 'fail')
    const states = failed.filter(({ id }) => id === 'V12')
    const others = failed.filter(({ id }) => id !== 'V12')
    if (verdict === 'invalid')
      log.error({ nodes, ...first, checks: failed.map(({ id }) => id) }, 'the evidence is broken')
    const matters = [
      {
        article: 'A-01',
        subject: storeSubject('state'),
        broken: states,
        record: () => governance.decide('state.check', 'continuous', { rows_astray: states.length }),
      },
      {
        article: logArticle,
        subject: storeSubject('evidence'),
        broken: others,
        record: () =>
          governance.decide('log.check', 'continuous', { is_consistent: false, are_witnesses_consistent: true }),
      },
    ]
    await sql.begin(async (tx) => {
      await holdEpoch(tx)
      // An operator began another log meanwhile: what was found of the last says nothing of this one.
      if ((await currentLog(tx))?.epoch !== lookedAt?.epoch) return
      for (const { article, subject, broken, record } of matters) {
        const about = { orgId: serviceOrg, article, subject }
        if (broken.length === 0) {
          // Only what looked at everything can say that nothing is wrong.
          if (isWhole) await reportPass(tx, signer, about)
          continue
        }
        const message = broken.map(({ id: check, detail }) => `${check} ${detail}`).join('; ')
        // The node that is wrong may be one that no other can refer to: it is named in words.
        await reportFinding(tx, signer, { ...about, tier: 'T5', message, evidence: [], record: record() })
      }
    })
  }
}

/** Waits as long as it takes for the work done since the last wait, the store's for it too, to be its share of the time. */
function openPace(signal: AbortSignal): (elsewhereMs?: number) => Promise<void> {
  let last = process.cpuUsage()
  return async (elsewhereMs = 0) => {
    const { user, system } = process.cpuUsage(last)
    await pause(((user + system) / 1000 + elsewhereMs) * (1 / share - 1), signal)
    last = process.cpuUsage()
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)

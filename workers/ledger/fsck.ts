/** Looks through the evidence without end: new nodes within seconds, all of it again and again, on a fifth of a core. */
import { setTimeout } from 'node:timers/promises'
import type { Sql } from '#db/client'
import { insertPass } from '#db/queries/integrity'
import { currentLog, greatestIns, holdEpoch, type LogRow } from '#db/queries/log'
import { endSilentHolder } from '#db/queries/sessions'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import type { Governance } from '#shared/governance/governance'
import { reportFinding, reportPass } from '#shared/governance/violations'
import type { Log } from '#shared/kernel/logger'
import { logArticle, storeSubject } from '#shared/verification/epochs'
import type { Outcome } from '#shared/verification/findings'
import { openReplays, type VerificationTools, verify, verifySince } from '#shared/verification/verify'

type Parts = {
  sql: Sql
  signer: Signer
  log: Log
  governance: Governance
  /** The newest checkpoint that was kept outside of the database. */
  keptCheckpoint?: () => string | undefined
  /** Between two looks at what is new, and between two looks through everything. */
  newEveryMs?: number
  allEveryMs?: number
}

const lockId = 4_718_225_502
/** Of each second, so much is worked. */
const share = 0.2

export function openFsck(parts: Parts): { stop: () => Promise<void> } {
  const { sql, signer, log, newEveryMs = 2000, allEveryMs = 60_000 } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const tools: VerificationTools = {
    sql,
    anchors: [signer.publicKey],
    replays: openReplays(),
    leavesForgedOut: true,
    signal,
    groupSize: 100,
    pace: openPace(signal),
  }
  const report = openReports(parts)
  let seen: number | undefined

  async function lookAtNew(): Promise<void> {
    seen ??= await greatestIns(sql)
    const after = seen
    const log = await currentLog(sql)
    const found = await twice(() => verifySince(tools, after))
    seen = found.upTo
    if (found.verdict === 'invalid') await report(found, found.nodes, log)
  }

  async function lookAtAll(): Promise<void> {
    const log = await currentLog(sql)
    const kept = parts.keptCheckpoint?.()
    const checkpoints = kept === undefined ? [] : [kept]
    const startedAt = performance.now()
    const found = await whileAlone(sql, () =>
      twice(() => verify(tools, { hash: null, mode: 'full', orgIds: null, checkpoints })),
    )
    if (!found) return
    const { checked_nodes: nodes, first_failure, valid: ok } = found
    await insertPass(sql, { nodes, ok, first_failure, duration_ms: Math.round(performance.now() - startedAt) })
    await report(found, nodes, log)
  }

  async function again(act: () => Promise<void>, everyMs: number): Promise<void> {
    while (!signal.aborted) {
      await act().catch((error) => {
        if (!signal.aborted) log.warn({ err: error }, 'the evidence could not be looked through')
      })
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

/** Rows of state are one article's affair, everything else another's; each is reported or passed. */
function openReports({ sql, signer, log, governance }: Parts) {
  /** @param lookedAt the log in force when the look began. */
  return async (
    { verdict, checks, first_failure: first }: Outcome,
    nodes: number,
    lookedAt: LogRow | undefined,
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
          await reportPass(tx, signer, about)
          continue
        }
        const message = broken.map(({ id: check, detail }) => `${check} ${detail}`).join('; ')
        // The node that is wrong may be one that no other can refer to: it is named in words.
        await reportFinding(tx, signer, { ...about, tier: 'T5', message, evidence: [], record: record() })
      }
    })
  }
}

/** One process at a time; undefined while another is at it. */
async function whileAlone<T>(sql: Sql, work: () => Promise<T>): Promise<T | undefined> {
  const connection = await sql.reserve()
  try {
    const [row] = await connection<{ is_mine: boolean }[]>`select pg_try_advisory_lock(${lockId}::bigint) as is_mine`
    if (!row?.is_mine) {
      await endSilentHolder(connection, lockId)
      return undefined
    }
    try {
      return await work()
    } finally {
      await connection`select pg_advisory_unlock(${lockId}::bigint)`
    }
  } finally {
    connection.release()
  }
}

/** Waits as long as it takes for the work done since the last wait to be its share of the time. */
function openPace(signal: AbortSignal): () => Promise<void> {
  let last = process.cpuUsage()
  return async () => {
    const { user, system } = process.cpuUsage(last)
    await pause(((user + system) / 1000) * (1 / share - 1), signal)
    last = process.cpuUsage()
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)

/** Whether calls can be answered, and what is missing: in this process, in the store, and beside both. */
import type { AppContext } from '#api/http/context'
import { type AnswerTo, json } from '#api/http/endpoint'
import { isOnStandby, type Reader } from '#db/client'
import { knownMigrations } from '#db/migrate'
import { missingGuards } from '#db/queries/evidence'
import { type LogPulse, ledgerSilentSeconds, logPulse } from '#db/queries/log'
import { appliedMigrations, workersAndNotes } from '#db/queries/processes'
import { jobNames, jobs } from '#shared/jobs/index'
import { ServiceError } from '#shared/kernel/errors'
import type { Failures } from '#shared/kernel/failures'
import type { serviceRoutes } from '#shared/routes/service'

type Gap = { what: string; why: string; isVital: boolean }

/** @param failures whom looks tell that fail: a prober comes every few seconds. */
export async function readiness(
  room: AppContext,
  failures: Failures,
): Promise<AnswerTo<typeof serviceRoutes.getReadiness>> {
  if (room.drain.isLeaving)
    return json(503, { status: 'unavailable', missing: [{ what: 'process', why: 'it is stopping' }], workers: {} })
  try {
    const { gaps, workers, uses } = await look(room)
    failures.passed()
    const isVital = gaps.some((gap) => gap.isVital)
    return json(isVital ? 503 : 200, {
      status: isVital ? 'unavailable' : gaps.length > 0 ? 'degraded' : 'ready',
      missing: gaps.map(({ what, why }) => ({ what, why })),
      workers,
      uses,
    })
  } catch (error) {
    failures.failed(error)
    return json(
      503,
      { status: 'unavailable', missing: [{ what: 'store', why: whyAway(error) }], workers: {} },
      { 'Retry-After': '2' },
    )
  }
}

const whyAway = (error: unknown): string =>
  isOnStandby(error instanceof ServiceError ? error.cause : error)
    ? 'the database is a standby, which takes no writes'
    : 'the database does not answer'

const noWorkers: Awaited<ReturnType<typeof workersAndNotes>> = { workers: new Map(), notes: { has: {}, lacks: {} } }

/** What is there, and what is not. */
async function look({ read, config, governance, standstills }: AppContext) {
  const { gaps, workers, notes, pulse } = await read(async (sql) => {
    const gaps = await missingIn(sql)
    if (gaps.some((gap) => gap.isVital)) return { gaps, ...noWorkers, pulse: undefined }
    return { gaps, ...(await workersAndNotes(sql)), pulse: await logPulse(sql) }
  })
  for (const name of jobNames) {
    const isAsked = jobs[name].areas.some((area) => config.areas.includes(area))
    if (isAsked && !workers.get(name)) gaps.push({ what: 'worker', why: `no process does ${name}`, isVital: false })
  }
  const halt = governance.halt()
  if (halt) gaps.push({ what: 'writes', why: `halted, reads stay open: ${halt.reason}`, isVital: false })
  const stopped = stoppedLedger(pulse)
  if (!('maintenance' in notes.has)) gaps.push({ what: 'maintenance', why: noMaintenance, isVital: false })
  const { ledger, ...others } = notes.has
  if (stopped && !notes.lacks['ledger']) gaps.push({ what: 'ledger', why: stopped, isVital: false })
  // What this process knows itself it needs no report for, which a store that takes nothing does not take either.
  const lacks = { ...notes.lacks, ...standstills.lacks() }
  for (const [what, why] of Object.entries(lacks)) gaps.push({ what, why, isVital: false })
  return {
    gaps,
    workers: Object.fromEntries(jobNames.map((name) => [name, workers.get(name) ?? 0])),
    uses: stopped || ledger === undefined ? others : notes.has,
  }
}

/** What the store lacks. */
async function missingIn(sql: Reader): Promise<Gap[]> {
  const applied = await appliedMigrations(sql)
  const known = knownMigrations()
  if (applied < known) return [{ what: 'migrations', why: `${applied} of ${known} are applied`, isVital: true }]
  const guards = await missingGuards(sql)
  return guards.map((guard) => ({ what: 'evidence guard', why: `the database lacks ${guard}`, isVital: false }))
}

const noMaintenance =
  'no process does it, so nothing is deleted when its time has come: start workers/maintenance/main.ts'
const waitingAtMostSeconds = 10

/** Why the log does not go on, if it does not: a ledger that is stopped says nothing of it itself. */
function stoppedLedger(pulse: LogPulse | undefined): string | undefined {
  if (!pulse) return undefined
  const { ledgers, waiting_seconds: waiting } = pulse
  if (ledgers === 0) return `no process writes the evidence log: none has spoken for ${ledgerSilentSeconds} s`
  if (waiting <= waitingAtMostSeconds) return undefined
  return `the evidence log stands still: its oldest entry to come has waited for ${Math.round(waiting)} s`
}

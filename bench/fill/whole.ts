/** What a process takes while it looks through everything there is, and while nothing is asked of it. */
import { cpuMicros, type Stand } from '#bench/stand'
import type { Sql } from '#db/client'
import { lastFullVerify } from '#shared/evidence/passes'
import { openSigner } from '#shared/evidence/signing'
import { openMetrics, packedExposition, reportEveryMs } from '#shared/kernel/metrics'
import { memoryOf } from '#shared/kernel/process/proc'

export type Measured = {
  what: string
  /** Resident memory in MB. */
  before: number
  peak: number
  seconds: number
  /** `valid`, or what else came of it. */
  cameTo: string
}

/** Resident memory of a process in MB, now and at its greatest so far. */
function megabytesOf(pid: number): { now: number; peak: number } {
  const { residentBytes, peakBytes } = memoryOf(pid) ?? { residentBytes: Number.NaN, peakBytes: Number.NaN }
  return { now: residentBytes / 2 ** 20, peak: peakBytes / 2 ** 20 }
}

/** How much of a core, in percent, a process takes that nothing is asked of. */
export async function idleShare(pid: number, seconds = 20): Promise<number> {
  await Bun.sleep(3000)
  const before = cpuMicros(pid)
  await Bun.sleep(seconds * 1000)
  return (cpuMicros(pid) - before) / (seconds * 10_000)
}

/** How much of a core, in percent, it takes a process that has answered on every route to say so every two seconds. */
export async function reportShare(): Promise<number> {
  const metrics = openMetrics('api:1')
  for (let route = 0; route < 80; route += 1)
    for (const status of ['200', '404', '429'])
      metrics.httpSeconds.observe({ area: 'A', method: 'GET', route: `/some/:thing/of/${route}`, status }, 0.01)
  for (let warm = 0; warm < 20; warm += 1) await packedExposition(metrics)
  const before = process.cpuUsage()
  for (let report = 0; report < 50; report += 1) await packedExposition(metrics)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 50 / (reportEveryMs * 10)
}

const settledMs = 5000

/** A worker that verifies the whole store because the API was asked to. @param atMostMs how long is waited for it. */
export async function verifierMemory(
  stand: Stand,
  { api, key, sql }: { api: string; key: string; sql: Sql },
  atMostMs: number,
): Promise<Measured> {
  const worker = stand.start(['workers/main.ts', 'run-task'], stand.templateUrl)
  await Bun.sleep(settledMs)
  const before = megabytesOf(worker.pid).now
  const [node] = await sql<{ id: string }[]>`
    select encode(id, 'hex') as id from edg_nodes where org_id = 'org_bench' order by ins desc limit 1`
  const startedAt = performance.now()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const asked = await fetch(`${api}/v1/edg/verify`, {
    method: 'POST',
    headers: { ...headers, prefer: 'respond-async' },
    body: JSON.stringify({ hash: node?.id, mode: 'full' }),
  })
  const { job_id: jobId } = (await asked.json()) as { job_id: string }
  const cameTo = await until(atMostMs, async () => {
    const job = (await (await fetch(`${api}/jobs/${jobId}`, { headers })).json()) as { state: string }
    if (job.state === 'queued' || job.state === 'running') return undefined
    const answer = await fetch(`${api}/jobs/${jobId}/result`, { headers })
    const body = (await answer.json()) as { verdict?: string; error?: { code: string } }
    return body.verdict ?? body.error?.code ?? String(answer.status)
  })
  const measured = { before, peak: megabytesOf(worker.pid).peak, seconds: (performance.now() - startedAt) / 1000 }
  await stand.end([worker])
  return { what: 'a full verification by the API, in its worker', ...measured, cameTo }
}

/** A ledger that looks through new and old as it always does, until it has been through everything once. */
export async function ledgerMemory(stand: Stand, sql: Sql, atMostMs: number): Promise<Measured> {
  const signer = openSigner({ path: `${stand.dataDir}/keys/evidence-ed25519.pem` })
  const last = await lastFullVerify(sql, signer)
  const ledger = stand.start(['workers/ledger/main.ts'], stand.templateUrl)
  const startedAt = performance.now()
  await Bun.sleep(1000)
  const before = megabytesOf(ledger.pid).now
  const cameTo = await until(atMostMs, async () => {
    const pass = await lastFullVerify(sql, signer)
    return pass && pass.at.getTime() !== last?.at.getTime() ? (pass.ok ? 'valid' : 'invalid') : undefined
  })
  const measured = { before, peak: megabytesOf(ledger.pid).peak, seconds: (performance.now() - startedAt) / 1000 }
  await stand.end([ledger])
  return { what: 'the ledger’s look through everything', ...measured, cameTo }
}

async function until(atMostMs: number, look: () => Promise<string | undefined>): Promise<string> {
  for (const startedAt = performance.now(); performance.now() - startedAt < atMostMs; ) {
    const came = await look()
    if (came !== undefined) return came
    await Bun.sleep(500)
  }
  return `not at its end after ${Math.round(atMostMs / 60_000)} minutes`
}

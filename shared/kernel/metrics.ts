/** Metrics of one process, and how every process's reach one /metrics: each reports its own into the store. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Reader, Sql } from '#db/client'
import type { ProcessNotes } from '#db/documents/process-notes'
import type { LogPulse } from '#db/queries/log'
import {
  type ConnectionCount,
  forgetProcess,
  forgetSilentProcesses,
  liveExpositions,
  type ProcessReport,
  reportProcess,
} from '#db/queries/processes'
import type { QueueDepth } from '#db/queries/queue'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'
import { Standstills } from '#shared/kernel/standstills'

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
export const reportEveryMs = 2000
const forgetEveryMs = 60_000

export type Metrics = ReturnType<typeof openMetrics>

/** @param processLabel what tells this process from the others, e.g. `generate-tree:4711`. */
export function openMetrics(processLabel: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ process: processLabel })
  // Each look at how late the process is wakes it: twenty a second tell as much as a hundred.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 })
  // Gauges that are named like counters; nodejs_active_* by type say the same.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`)
  // Bun walks its whole heap for these, 25 ms and more each time, and says what nodejs_heap_size_* do.
  for (const what of ['total', 'used', 'available']) registry.removeSingleMetric(`nodejs_heap_space_size_${what}_bytes`)
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'assay_http_request_duration_seconds',
      help: 'Time from a request’s arrival to its answer.',
      labelNames: ['area', 'method', 'route', 'status'] as const,
      buckets: secondsBuckets,
      registers: [registry],
    }),
    rateLimited: new Counter({
      name: 'assay_rate_limited_total',
      help: 'Requests refused because their window was spent.',
      labelNames: ['area', 'tier'] as const,
      registers: [registry],
    }),
    jobsSettled: new Counter({
      name: 'assay_jobs_settled_total',
      help: 'Jobs that ended, by how.',
      labelNames: ['job', 'state'] as const,
      registers: [registry],
    }),
    jobWaitSeconds: new Histogram({
      name: 'assay_job_wait_seconds',
      help: 'Time from sending a job to its start.',
      labelNames: ['job'] as const,
      buckets: secondsBuckets,
      registers: [registry],
    }),
    jobRunSeconds: new Histogram({
      name: 'assay_job_run_seconds',
      help: 'Time from a job’s start to its being settled.',
      labelNames: ['job'] as const,
      buckets: secondsBuckets,
      registers: [registry],
    }),
  }
}

/** Reports this process every two seconds until stopped; its last word is that it is gone. @param has what it says of itself from the first report on. */
export function startReporting(
  sql: Sql,
  log: Log,
  metrics: Metrics,
  self: Omit<ProcessReport, 'exposition' | 'notes'>,
  standstills = new Standstills(),
  has: Readonly<Record<string, string>> = {},
) {
  const notes: ProcessNotes = { has: { ...has }, lacks: {} }
  const report = async () =>
    reportProcess(sql, {
      ...self,
      exposition: await packedExposition(metrics),
      notes: { ...notes, lacks: { ...notes.lacks, ...standstills.lacks() } },
    })
  const reports = every(reportEveryMs, 'report of this process', report, { log })
  const forgets = every(forgetEveryMs, 'reports of killed processes', () => forgetSilentProcesses(sql), { log })
  void forgets.now()
  return {
    first: reports.now(),
    /** Adds to what this process says of itself; a thing it has it no longer lacks, and of what is gone it says nothing more. */
    note(news: Partial<ProcessNotes> & { gone?: readonly string[] }): void {
      for (const word of news.gone ?? []) {
        delete notes.has[word]
        delete notes.lacks[word]
      }
      for (const word of Object.keys(news.has ?? {})) delete notes.lacks[word]
      for (const word of Object.keys(news.lacks ?? {})) delete notes.has[word]
      Object.assign(notes.has, news.has)
      Object.assign(notes.lacks, news.lacks)
      void reports.now()
    },
    async stop() {
      await Promise.all([reports.stop(), forgets.stop()])
      await forgetProcess(sql, self.process_id).catch((error) =>
        log.debug({ err: error }, 'process report not removed'),
      )
    },
  }
}

/** What a process says of its figures, as `exposition` takes it. */
export const packedExposition = async ({ registry }: Pick<Metrics, 'registry'>): Promise<Uint8Array> =>
  Bun.zstdCompressSync(await registry.metrics(), { level: 1 })

/** Every live process's metrics as one exposition text. Each series names its process, so none is added to another. */
export async function exposition(sql: Reader): Promise<string> {
  const texts = (await liveExpositions(sql)).map((packed) => new TextDecoder().decode(Bun.zstdDecompressSync(packed)))
  return joinExpositions(texts)
}

/** The families of several texts, each once with all of its series, as Prometheus wants them. */
export function joinExpositions(texts: readonly string[]): string {
  const families = new Map<string, string[]>()
  for (const text of texts) {
    // prom-client sets an empty line between families, and nothing in one has any.
    for (const block of text.trim().split('\n\n')) {
      const [help = '', type = '', ...series] = block.split('\n')
      const known = families.get(type)
      if (known) known.push(...series)
      else families.set(type, [help, type, ...series])
    }
  }
  return `${[...families.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** What only the store knows: jobs by queue and state, the age of the oldest that waits, connections, and whether the log goes on. */
export function storeGauges(
  queues: readonly string[],
  {
    depths,
    connections,
    pulse,
    maintained,
  }: {
    depths: QueueDepth[]
    connections: ConnectionCount[]
    pulse: LogPulse | undefined
    maintained: boolean
  },
): Promise<string> {
  const registry = new Registry()
  const jobs = new Gauge({
    name: 'assay_jobs',
    help: 'Jobs that wait, wait to be tried again, or are worked on.',
    labelNames: ['job', 'state'] as const,
    registers: [registry],
  })
  const oldest = new Gauge({
    name: 'assay_job_oldest_seconds',
    help: 'Age of the oldest job that waits.',
    labelNames: ['job'] as const,
    registers: [registry],
  })
  const pool = new Gauge({
    name: 'assay_database_connections',
    help: 'Connections to the database.',
    labelNames: ['kind', 'state'] as const,
    registers: [registry],
  })
  const ledgers = new Gauge({
    name: 'assay_ledgers',
    help: 'Ledgers that have spoken in the last seconds.',
    registers: [registry],
  })
  const waiting = new Gauge({
    name: 'assay_log_waiting_seconds',
    help: 'Age of the oldest node that is not in the evidence log yet, as the store knows it: a ledger that is stopped says nothing of it.',
    registers: [registry],
  })
  const maintenance = new Gauge({
    name: 'assay_maintenance',
    help: '1 while a process does maintenance: 0 means that nothing is deleted when its time has come.',
    registers: [registry],
  })
  ledgers.set(pulse?.ledgers ?? 0)
  maintenance.set(maintained ? 1 : 0)
  waiting.set(pulse?.waiting_seconds ?? 0)
  for (const job of queues) {
    oldest.set({ job }, 0)
    for (const state of ['created', 'retry', 'active']) jobs.set({ job, state }, 0)
  }
  for (const depth of depths) {
    jobs.set({ job: depth.name, state: depth.state }, depth.jobs)
    if (depth.state === 'created') oldest.set({ job: depth.name }, depth.oldest_seconds)
  }
  for (const count of connections) pool.set({ kind: count.process, state: count.state }, count.connections)
  return registry.metrics()
}

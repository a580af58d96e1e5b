/** What maintenance does, each chore a piece at a time: it yields after every piece, so that others have their turn. */
import type { Reader, Sql } from '#db/client'
import { organisationsIn } from '#db/queries/payloads'
import { deletePiece, type Fragment, type KeyPlace, type TableWalk } from '#db/queries/pieces'
import { deleteDoneJobs, jobTables, queueTables, takeUpAgain, type UnsettledJob } from '#db/queries/queue'
import { findOldRun, walksOfRun } from '#db/queries/runs'
import { eraseAllDeleted } from '#shared/connections/erase'
import { eraseOldItems } from '#shared/connections/old-items'
import { resealSecrets } from '#shared/connections/reseal'
import { outcomesKeptDays } from '#shared/evidence/job-ends'
import {
  eraseOld,
  eraseOldTasks,
  eraseScansOfRun,
  keptSettings,
  type Old,
  restsOfTasks,
} from '#shared/evidence/retention'
import { keepMark, provenMark } from '#shared/evidence/retention-marks'
import { departRun } from '#shared/evidence/run-life'
import type { Signer } from '#shared/evidence/signing'
import { isEnvelope } from '#shared/jobs/envelope'
import { jobNames } from '#shared/jobs/index'
import { orderFault } from '#shared/jobs/order'
import { endFault } from '#shared/jobs/standing'
import type { Bucket } from '#shared/kernel/bucket'
import type { Config } from '#shared/kernel/config'
import type { RotatingSeal } from '#shared/kernel/encryption'
import { storedError } from '#shared/kernel/errors'
import { jobTampered } from '#shared/kernel/errors/jobs'
import type { Log } from '#shared/kernel/logger'
import { keepOutcomes } from '#shared/queue/outcomes'
import { emptyBucket, moveToBucket } from '#workers/maintenance/bucket'
import { fates } from '#workers/maintenance/fates'
import { archiveLog } from '#workers/maintenance/log-archive'
import { archivePayloads } from '#workers/maintenance/old-payloads'
import { sealOldRows } from '#workers/maintenance/seals'
import { endStrayPages, endStraySeeking, type StrayTools } from '#workers/maintenance/strays'

/** Ends when there is nothing left to do. */
export type Chore = AsyncGenerator<void, void>

export type ChoreTools = StrayTools & {
  keptDays: Config['keptDays']
  /** When this process began: what was looked through since was looked through by this release. Absent: nothing older is sealed. */
  since?: Date
  /** Where there is one. */
  bucket?: Bucket | undefined
  /** How long after a task's end what it was asked stays here, where there is a bucket. */
  payloadsStayDays?: number
  /** How long what was read over connections is kept, and the keys that their secrets are sealed with. */
  connections?: { itemsKeptDays: number; seal: RotatingSeal } | undefined
}

/** Tables of which organisations have their own part. */
type Shared = Parameters<typeof organisationsIn>[1]

/** Rows that one statement looks at. */
const rowsAtOnce = 5000
/** Some thousand jobs. */
const blocksAtOnce = 256

const jobsKeptSeconds = 600
/** Longer than a job may wait in its queue: what it is to be done with is named by nothing else. */
const unnamedFor = '15 days'

/** Within that time whoever keeps items in memory has seen that one is gone. */
const goneFor = '1 day'

const before = (sql: Reader, interval: string) => sql`now() - ${interval}::text::interval`

const walks: Record<string, TableWalk> = {
  rate_windows: {
    table: 'rate_windows',
    keys: { key_id: 'text', area: 'text', minute: 'bigint' },
    // What is said of a time to come would refuse calls then: a clock that was put right is not as far off.
    isOld: (sql) => sql`t.minute not between floor(extract(epoch from ${before(sql, fates.rate_windows.kept)}) / 60)
      and floor(extract(epoch from now() + interval '1 hour') / 60)`,
  },
  idempotency_keys: {
    table: 'idempotency_keys',
    keys: { claimed_at: 'timestamptz' },
    among: (sql) => sql`t.claimed_at < ${before(sql, fates.idempotency_keys.kept)}`,
  },
  process_reports: {
    table: 'process_reports',
    keys: { process_id: 'uuid' },
    isOld: (sql) => sql`t.reported_at < ${before(sql, fates.process_reports.kept)}`,
  },
  article_counts: {
    table: 'article_counts',
    keys: { article: 'text', hour: 'timestamptz', shard: 'smallint' },
    isOld: (sql) => sql`t.hour < ${before(sql, fates.article_counts.kept)}`,
  },
  // Artifacts before their parts.
  page_artifacts: {
    table: 'page_artifacts',
    keys: { made_at: 'timestamptz', org_id: 'text', digest: 'text' },
    among: (sql) => sql`t.made_at < ${before(sql, unnamedFor)}`,
    isOld: (sql) => sql`
      not exists (select from design_verifications v where v.org_id = t.org_id and v.artifact = t.digest)
      and not exists (select from design_verifications v where v.org_id = t.org_id and v.compared_with = t.digest)
      and not exists (
        select from design_baselines b
        where b.org_id = t.org_id and b.artifact = t.digest and b.status in ('candidate', 'active'))`,
  },
  source_items: {
    table: 'source_items',
    keys: { gone_at: 'timestamptz' },
    among: (sql) => sql`t.document is null and t.gone_at < ${before(sql, goneFor)}`,
  },
  stored_blobs: {
    table: 'stored_blobs',
    keys: { stored_at: 'timestamptz', org_id: 'text', digest: 'text' },
    among: (sql) => sql`t.stored_at < ${before(sql, unnamedFor)}`,
    isOld: (sql) => sql`
      not exists (select from page_artifacts a where a.org_id = t.org_id and a.original = t.digest)
      and not exists (select from page_artifacts a where a.org_id = t.org_id and a.picture = t.digest)
      and not exists (select from page_artifacts a where a.org_id = t.org_id and a.tree = t.digest)`,
  },
}

/** Of a job of a task that has been erased, or of none. */
const isOfNoTask: Fragment = (sql) => sql`
  not exists (select from tasks k join task_payloads p on p.task_id = k.id where k.job_id = t.job_id)
  and not exists (select from task_steps s join task_payloads p on p.task_id = s.task_id where s.job_id = t.job_id)`

/** How a job ended, and what it came to, is kept as long as the task that leads there. */
const jobWalks = (keptDays: number): Record<string, TableWalk> => ({
  job_outcomes: {
    table: 'job_outcomes',
    keys: { finished_at: 'timestamptz', job_id: 'uuid' },
    among: (sql) => sql`t.finished_at < ${before(sql, `${keptDays} days`)}`,
    isOld: isOfNoTask,
  },
  job_results: {
    table: 'job_results',
    keys: { created_at: 'timestamptz', job_id: 'uuid' },
    among: (sql) => sql`t.created_at < ${before(sql, `${keptDays} days`)}`,
    isOld: isOfNoTask,
  },
})

/** Where what a setting is about has its rows. */
const tableOf: Record<(typeof keptSettings)[number], Shared> = {
  tasks: 'tasks',
  scans: 'scans',
  trees: 'trees',
  traces: 'traces',
  designs: 'design_verifications',
  analyses: 'analyses',
  briefings: 'briefings',
  feedback: 'signal_feedback',
}

/** By their names, which are those of the tables that they keep small where there is one. */
export function choresOf(tools: ChoreTools): Record<string, Chore> {
  const { sql, log, keptDays, signer, since, bucket, payloadsStayDays, connections } = tools
  // An outcome outlives the scan, the verification, the analysis or the briefing that it led to.
  const ofJobs = jobWalks(
    Math.max(outcomesKeptDays, keptDays.scans, keptDays.designs, keptDays.analyses, keptDays.briefings),
  )
  const erased = (days: number, table: Shared, erase: (old: Old) => Chore) =>
    byOrganisation(sql, log, table, days, (orgId) => erase({ orgId, days }))
  return {
    [queueTables.job]: deleteOldJobs(tools),
    ...Object.fromEntries(Object.entries(walks).map(([name, walk]) => [name, walkThrough(sql, signer, walk)])),
    ...Object.fromEntries(Object.entries(ofJobs).map(([name, walk]) => [name, walkThrough(sql, signer, walk, name)])),
    ...Object.fromEntries(
      [...Map.groupBy(restsOfTasks, ({ kept }) => kept)].map(([kept, rests]) => [
        `tasks on ${kept}`,
        erased(keptDays[kept], 'tasks', async function* (old) {
          for (const { stream } of rests) yield* eraseOldTasks(sql, old, signer, stream)
        }),
      ]),
    ),
    // Of every setting that says how long something is kept.
    ...Object.fromEntries(
      keptSettings.map((kept) => [
        kept,
        erased(keptDays[kept], tableOf[kept], (old) => eraseOld[kept](sql, old, signer)),
      ]),
    ),
    scan_runs: deleteOldRuns(sql, keptDays.scans, signer),
    ...(bucket && {
      'to the bucket': moveToBucket({ sql, signer }, bucket),
      'the log to the bucket': archiveLog({ sql, signer, log }, bucket),
      ...(payloadsStayDays !== undefined && {
        'old payloads to the bucket': archivePayloads({ sql, bucket, signer, days: payloadsStayDays }),
      }),
      departing_objects: emptyBucket({ sql, signer, log }, bucket),
    }),
    'deleted connections': eraseAllDeleted(sql, signer, log),
    ...(connections && {
      'old items': byOrganisation(sql, log, 'item_heads', connections.itemsKeptDays, (orgId) =>
        eraseOldItems(sql, signer, { orgId, days: connections.itemsKeptDays }),
      ),
      'secrets of connections': resealSecrets(sql, { seal: connections.seal, signer }, log),
    }),
    'stray pages': once(() => endStrayPages(tools)),
    'stray sitemaps': once(() => endStraySeeking(tools)),
    ...(since && { seals: sealOldRows({ sql, signer, since, log }) }),
  }
}

/** @param mark under which it is noted how far it has come, where it leaves rows behind. */
async function* walkThrough(sql: Sql, signer: Signer, walk: TableWalk, mark?: string): Chore {
  let after: KeyPlace | undefined = mark === undefined ? undefined : await provenMark(sql, signer, mark, '')
  do {
    const { last } = await deletePiece(sql, walk, after, rowsAtOnce)
    if (mark !== undefined && last) await keepMark(sql, signer, mark, '', last)
    after = last
    yield
  } while (after)
}

/** By blocks: the queue has no index by which jobs ended, and need pay for none. */
async function* deleteOldJobs({ sql, log, signer, reportTampered }: ChoreTools): Chore {
  for (const { name, blocks } of await jobTables(sql))
    for (let from = 0; from < blocks; from += blocksAtOnce) {
      const piece = { from, to: from + blocksAtOnce, keptSeconds: jobsKeptSeconds }
      await sql.begin(async (tx) => {
        const jobs = await takeUpAgain(tx, name, jobNames, piece)
        if (jobs > 0) log.warn({ jobs }, 'jobs that the queue gave up are to be done again')
        const unsettled = (await deleteDoneJobs(tx, name, piece)).flatMap((job) => unsettledOf(signer, job))
        if (unsettled.length === 0) return
        await keepOutcomes(
          tx,
          signer,
          unsettled.map(({ outcome }) => outcome),
        )
        const byHand = unsettled.flatMap(({ outcome: { job, job_id: id }, why }) => (why ? [{ job, id, why }] : []))
        for (const [queue, tampered] of Map.groupBy(byHand, ({ job }) => job))
          await reportTampered?.(tx, queue, tampered)
      })
      yield
    }
}

/** Of a job that nobody settled: how it ended, and why that was by a hand. What nobody of ours sent, or somebody changed, ends without it. */
function unsettledOf(
  signer: Signer,
  { id, name, state, data, retry_count, is_spent, created_on, started_on, completed_on }: UnsettledJob,
) {
  if (!isEnvelope(data) || orderFault(signer, name, id, data) !== undefined) return []
  const why = endFault(signer, { id, state, is_spent }, data)
  const outcome = {
    job_id: id,
    job: name,
    org_id: data.orgId,
    key_id: data.keyId,
    request_id: data.requestId,
    ...giveUpOf(why !== undefined, id, state),
    attempt: retry_count,
    created_at: created_on.toISOString(),
    started_at: started_on?.toISOString() ?? null,
    finished_at: completed_on.toISOString(),
  }
  return [{ outcome, why }]
}

/** How it ended that the queue gave it up: whoever ended it there by hand does not have it signed that it was called off. */
const giveUpOf = (isByHand: boolean, id: string, state: UnsettledJob['state']) =>
  isByHand
    ? { state: 'failed' as const, error: storedError(jobTampered(id)) }
    : { state: state === 'failed' ? ('failed' as const) : ('canceled' as const), error: null }

async function* deleteOldRuns(sql: Sql, keptDays: number, signer: Signer): Chore {
  let after: KeyPlace | undefined
  for (let old = await findOldRun(sql, keptDays, after); old; old = await findOldRun(sql, keptDays, after)) {
    const { run_id: runId, at } = old
    after = [at, runId]
    if (!(await sql.begin((tx) => departRun(tx, signer, runId, keptDays)))) continue
    yield* eraseScansOfRun(sql, runId, keptDays, signer)
    for (const walk of walksOfRun(runId)) yield* walkThrough(sql, signer, walk)
  }
}

/** The organisations of a table, each in its turn: none waits for another's end. */
async function* byOrganisation(
  sql: Sql,
  log: Log,
  table: Shared,
  days: number,
  erase: (orgId: string) => Chore,
): Chore {
  // Kept for ever.
  if (days === 0) return
  yield* inTurns(Object.fromEntries((await organisationsIn(sql, table)).map((orgId) => [orgId, erase(orgId)])), log)
}

/** All of them, a piece of each at a time. One that fails keeps no other from being done. */
export async function* inTurns(chores: Readonly<Record<string, Chore>>, log: Log): Chore {
  const left = new Map(Object.entries(chores))
  while (left.size > 0)
    for (const [name, chore] of left) {
      const isOver = await chore.next().then(
        ({ done }) => done,
        (error) => {
          log.warn({ err: error, chore: name }, 'a chore failed')
          return true
        },
      )
      if (isOver) left.delete(name)
      else yield
    }
}

async function* once(act: () => Promise<unknown>): Chore {
  await act()
  yield
}

/**
 * The floor: the least that a queue in Postgres can do, written by hand. One table, FOR UPDATE SKIP LOCKED, everything
 * in batches, enqueuing and claiming without waiting for the disk. No retries, outcomes, recovery, limits or cancelling.
 */
import type { PeerJob, Send } from '#bench/peers/replies'
import type { Performed, Work } from '#bench/peers/work'
import { openSql, type Sql } from '#db/client'
import type { Envelope } from '#shared/jobs/envelope'
import { batcher } from '#shared/kernel/batcher'

const channel = 'bench_jobs'
const seats = 64
const pollMs = 1000

const openHasty = (url: string) => openSql({ url, name: 'assay-bench-hasty', poolSize: 2, synchronousCommit: false })

async function makeTable(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(4718)`
    await tx`
      create table if not exists bench_jobs (
        id uuid primary key, ins bigint generated always as identity, is_taken boolean not null default false,
        envelope json not null)`
    await tx`create index if not exists bench_jobs_open on bench_jobs (ins) where not is_taken`
  })
}

export async function openFloorSender(url: string): Promise<Send> {
  const hasty = openHasty(url)
  await makeTable(hasty)
  return batcher<PeerJob, void>(async (jobs) => {
    await hasty`
      with sent as (
        insert into bench_jobs (id, envelope)
        select id, envelope from json_to_recordset(${JSON.stringify(jobs)}::json) as j(id uuid, envelope json))
      select pg_notify(${channel}, '')`
    return jobs.map(() => undefined)
  })
}

export async function startFloorWorker(url: string, { sql, perform, settle }: Work): Promise<void> {
  const hasty = openHasty(url)
  await makeTable(hasty)
  let running = 0
  let isWoken = false
  let wakeUp: () => void = () => undefined
  const wake = () => {
    isWoken = true
    wakeUp()
  }
  await sql.listen(channel, wake, wake)

  const finish = batcher<Performed, void>(
    async (jobs) => {
      const ids = jobs.map(({ done }) => done.job.id)
      await settle(jobs, (tx) => tx`delete from bench_jobs where id = any(${ids}::uuid[])`)
      return jobs.map(() => undefined)
    },
    { maxItems: 200 },
  )
  const attempt = async (job: PeerJob) => {
    running += 1
    await finish(await perform(job))
    running -= 1
    if (running === seats - 1) wake()
  }

  for (;;) {
    isWoken = false
    const free = seats - running
    const rows =
      free === 0
        ? []
        : await hasty<{ id: string; envelope: Envelope }[]>`
            update bench_jobs set is_taken = true where id = any(array(
              select id from bench_jobs where not is_taken order by ins limit ${free} for update skip locked))
            returning id, envelope`
    for (const row of rows) void attempt(row)
    if (isWoken || (free > 0 && rows.length === free)) continue
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

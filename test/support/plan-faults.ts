/** Plans for fault tests: given over the API, and stopped by the database itself at whatever point. */
import { openSql, type Sql } from '#db/client'
import type { StepRequest, TaskCreated } from '#shared/contracts/tasks'
import { openSigner } from '#shared/evidence/signing'
import { openSeal } from '#shared/kernel/encryption'
import type { PlanTools } from '#shared/plans/advance'
import { openBoss } from '#shared/queue/boss'
import { openSendBatch } from '#shared/queue/send'
import { aTrace } from '#test/support/makers'
import { type CallOptions, type Service, untilTaken } from '#test/support/service'
import { until } from '#test/support/until'

/** What of the store was recorded by plans. */
const recordedAs = 'of-plans'

/** Two steps between a first and a last one; the first stores a trace, so that what was done twice can be counted. */
export const diamond = (middle: Partial<StepRequest> = {}, more: Partial<StepRequest> = {}): StepRequest[] => [
  { id: 'a', type: 'trace.record', payload: { ...aTrace({ system_source: recordedAs }) }, ...more },
  { id: 'b', type: 'stats.summarize', needs: ['a'], ...middle, ...more },
  { id: 'c', type: 'stats.summarize', needs: ['a'], ...more },
  { id: 'd', type: 'trace.query', needs: ['b', 'c'], payload: { limit: 1 }, ...more },
]

export async function givePlan(
  service: Service,
  steps: readonly StepRequest[],
  { more = {}, ...options }: CallOptions & { more?: object } = {},
): Promise<string> {
  const answer = await untilTaken(() => service.call('POST /tasks', { body: { steps, ...more }, ...options }))
  if (answer.status !== 201) throw new Error(`POST /tasks: ${answer.status} ${answer.text}`)
  return (answer.body as TaskCreated).id
}

/** Gives plans, spread over a time, each again under its Idempotency-Key until it is taken in. Answers their first nodes. */
export async function givePlansOver(
  service: Service,
  { plans, steps, forMs, signal }: { plans: number; steps: readonly StepRequest[]; forMs: number; signal: AbortSignal },
): Promise<string[]> {
  const [nodes, left, beginAt]: [string[], number[], number] = [[], Array.from(Array(plans).keys()), Date.now()]
  const give = async (plan: number): Promise<string | undefined> => {
    const headers = { 'idempotency-key': `plan-${plan}` }
    const answer = await service.call('POST /tasks', { body: { steps }, headers })
    return answer.status === 201 ? (answer.body as TaskCreated).edg_node : undefined
  }
  const lane = async () => {
    for (let plan = left.shift(); plan !== undefined; plan = left.shift()) {
      await Bun.sleep(Math.max(0, beginAt + (plan / plans) * forMs - Date.now()))
      let node = await give(plan)
      for (; node === undefined && !signal.aborted; node = await give(plan)) await Bun.sleep(100)
      if (node === undefined) return
      nodes.push(node)
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
  return nodes
}

/** Tasks of many steps, those of them that are completed, attempts beyond a step's first; traces that were to be recorded and are. */
export async function countPlans(sql: Sql) {
  const [row] = await sql<{ tasks: number; completed: number; again: number; recorded: number; traces: number }[]>`
    select count(*) as tasks, count(*) filter (where status = 'completed') as completed,
      (select coalesce(sum(attempt - 1), 0) from task_steps where attempt > 1) as again,
      (select count(*) from task_steps where type = 'trace.record' and state = 'completed') as recorded,
      (select count(*) from traces where system_source = ${recordedAs}) as traces
    from tasks where steps_total > 0`
  return row ?? { tasks: 0, completed: 0, again: 0, recorded: 0, traces: 0 }
}

export type SeenPlan = { status: string; nodes: number; code: string | null; steps: Record<string, string> }

export async function seePlan(sql: Sql, id: string): Promise<SeenPlan> {
  const [row] = await sql<SeenPlan[]>`
    select status, version + 1 as nodes, error ->> 'code' as code,
      (select json_object_agg(id, state) from task_steps where task_id = ${id}) as steps
    from tasks where id = ${id}`
  if (!row) throw new Error(`there is no task ${id}`)
  return row
}

export const untilPlan = (sql: Sql, id: string, is: (plan: SeenPlan) => boolean, timeoutMs = 20_000) => {
  let seen: SeenPlan | undefined
  return until(
    async () => {
      seen = await seePlan(sql, id)
      return is(seen) && seen
    },
    { what: () => `plan ${id}: ${JSON.stringify(seen)}`, timeoutMs, everyMs: 20 },
  )
}

/** How often each thing was done that leaves something behind. */
export async function tracesStored(sql: Sql): Promise<number> {
  const [row] = await sql<{ traces: number }[]>`select count(*) as traces from traces`
  return row?.traces ?? -1
}

export type Point = {
  table: string
  /** `before` and `after` the row is written, or at the `commit` of what wrote it. */
  when: 'before' | 'after' | 'commit'
  of: 'insert' | 'update'
  /** SQL over NEW and OLD. */
  where: string
}

export type Halt = {
  /** When somebody has come to it and waits. */
  reached: () => Promise<boolean>
  /** Lets pass who waits there, and everybody from now on. */
  lift: () => Promise<void>
}

const lockClass = 4711

export type Halts = {
  /** Has the database stop whoever comes to a point. */
  at: (point: Point) => Promise<Halt>
  close: () => Promise<void>
}

export function openHalts(url: string): Halts {
  const keeper = openSql({ url, name: 'assay-test-halts', poolSize: 1 })
  let made = 0
  return {
    async at({ table, when, of, where }) {
      made += 1
      const number = made
      await keeper`select pg_advisory_lock(${lockClass}::int, ${number}::int)`
      await keeper.unsafe(`
        create function halt_${number}() returns trigger language plpgsql as $$
        begin
          if ${where} then perform pg_advisory_xact_lock_shared(${lockClass}, ${number}); end if;
          return new;
        end $$;
        create ${when === 'commit' ? 'constraint' : ''} trigger halt_${number}
          ${when === 'before' ? 'before' : 'after'} ${of} on ${table}
          ${when === 'commit' ? 'deferrable initially deferred' : ''} for each row execute function halt_${number}()`)
      return {
        reached: () =>
          until(
            async () => {
              const waiting = await keeper`
                select 1 from pg_locks where locktype = 'advisory' and classid = ${lockClass}::int
                  and objid = ${number}::int and not granted
                  and database = (select oid from pg_database where datname = current_database())`
              return waiting.length > 0
            },
            { what: `somebody to come to ${table} where ${where}`, timeoutMs: 20_000, everyMs: 20 },
          ),
        async lift() {
          await keeper`select pg_advisory_unlock(${lockClass}::int, ${number}::int)`
        },
      }
    },
    async close() {
      for (let number = 1; number <= made; number += 1) await keeper.unsafe(`drop function halt_${number}() cascade`)
      await keeper.end({ timeout: 2 })
    },
  }
}

/** A sequence that looks random and is the same for the same seed: numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 2 ** 31
  }
}

/** What moves plans, in the test's own process. */
export async function openPlanTools({
  database,
  dataDir,
}: Service): Promise<PlanTools & { close: () => Promise<void> }> {
  const boss = await openBoss(database.sql, { upkeep: false, onError: console.error })
  const signer = openSigner({ path: `${dataDir}/keys/evidence-ed25519.pem` })
  return {
    signer,
    sendBatch: openSendBatch({ boss, sealer: signer }),
    forJobs: { seal: openSeal({ path: `${dataDir}/keys/sealing.key` }), allow: [] },
    close: () => boss.stop({ graceful: false, close: false }),
  }
}

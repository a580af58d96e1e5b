/**
 * What a plan costs where nothing of it is kept but its results: a diamond of four trivial steps, for the peers. No key, no
 * limit, no schema, no evidence, no decision, no retry counts, no cancelling: less than what a task is here.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { openSql, type Sql } from '#db/client'
import { compileConstitution } from '#shared/governance/compile'
import { decide } from '#shared/governance/decide'
import { readConfig } from '#shared/kernel/config'

/** One step of a peer's plan, as its job carries it. */
export type PlanJob = { plan: string; step: number }

/** Begins a plan: whatever the peer has to store and to send, all or nothing. */
export type Begin = (plan: string) => Promise<unknown>

/** Who needs each of the four: a, then b and c, then d. */
export const diamond = [[1, 2], [3], [3], []] as const
export const lastStep = diamond.length - 1
export const needsOf = (step: number): number[] =>
  diamond.flatMap((dependents, need) => ((dependents as readonly number[]).includes(step) ? [need] : []))

export const doneChannel = 'bench_plans'

/** What each step is given: facts that the constitution decides on, as governance.evaluate has it. */
export const facts = {
  action: 'task.submit',
  phase: 'pre',
  input: { task_type: 'stats.summarize', side_effects: 'read', agent_kind: 'builtin', override: false },
} as const

export async function makePlanTables(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(4719)`
    await tx`create table if not exists bench_plans (id uuid primary key, done_at timestamptz)`
    await tx`
      create table if not exists bench_steps (
        plan uuid not null, step smallint not null, dependents smallint[] not null, waiting smallint not null,
        result json, primary key (plan, step))`
  })
}

/** The rows of a plan, as parts of a WITH whose first parameter is the plan's id. */
export const planRows = `
  planned as (insert into bench_plans (id) values ($1::text::uuid)),
  steps as (
    insert into bench_steps (plan, step, dependents, waiting)
    values ${diamond.map((dependents, step) => `($1::text::uuid, ${step}, '{${dependents.join()}}', ${needsOf(step).length})`).join(', ')})`

/** Does what the step is about: the same decision that governance.evaluate makes. */
export function openPerform(): () => string {
  const { compiled } = compileConstitution(readFileSync(readConfig(process.env).constitutionPath, 'utf8'))
  if (!compiled) throw new Error('the shipped constitution is not sound')
  return () => JSON.stringify(decide(compiled, facts.action, facts.phase, facts.input))
}

/** Answers HTTP: a POST begins a plan and is answered when its last step is done. */
export async function servePlans(begin: Begin): Promise<void> {
  const { databaseUrl, host, port } = readConfig(process.env)
  const sql = openSql({ url: databaseUrl, name: 'assay-bench-plans', poolSize: 2 })
  const waiting = new Map<string, () => void>()
  await sql.listen(doneChannel, (plan) => {
    waiting.get(plan)?.()
    waiting.delete(plan)
  })
  Bun.serve({
    hostname: host,
    port,
    idleTimeout: 0,
    async fetch(request) {
      if (request.method !== 'POST') return Response.json({})
      await request.json()
      const plan = randomUUID()
      const done = Promise.withResolvers<void>()
      waiting.set(plan, done.resolve)
      await begin(plan)
      await done.promise
      return Response.json({ task_id: plan, status: 'completed' }, { status: 201 })
    },
  })
}

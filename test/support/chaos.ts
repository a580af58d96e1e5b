/** Everything is killed in turn while callers go on: what they were told must be there, and the evidence whole. */
import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#cli/dev/postgres'
import { openSql } from '#db/client'
import { migrate } from '#db/migrate'
import { assertEvidence } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { untilPlansRest } from '#test/support/plan-evidence'
import { countPlans, diamond, givePlansOver } from '#test/support/plan-faults'
import { startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

export type Havoc = {
  seconds: number
  kills: Record<'trees' | 'tasks' | 'ledger' | 'witness' | 'postgres', number>
  /** Nodes that callers were told of, and those of them that are not there. */
  acknowledged: number
  lost: number
  refused: number
  /** Tasks of four steps that were taken in, and how they ended; attempts at steps beyond the first. */
  plans: { taken: number; completed: number; again: number }
  nodes: number
  checkpoints: number
  /** From the last kill until every node had its place in the log. */
  settledMs: number
}

/**
 * Restarts Postgres every five to ten seconds and kills a worker, the ledger or the witness every second in between.
 * @param plans how many tasks of four steps are given meanwhile; more than fit go on after the time.
 * @param pauseMs of each of eight callers, after an answer.
 * @throws Error naming the invariant that is broken.
 */
export async function wreakHavoc(seconds: number, plans = 60, pauseMs = 5): Promise<Havoc> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-havoc-'))
  let postgres = await startPostgres({ dataDir, isDurable: true })
  await migrate(postgres.url)
  const sql = openSql({ url: postgres.url, name: 'assay-test', poolSize: 2 })
  const service = await startService({
    database: { url: postgres.url, sql, drop: async () => undefined },
    env: { ...unlimited, RATE_LIMIT_B_ENTERPRISE: '1000000000', RATE_LIMIT_C_ENTERPRISE: '1000000000' },
  })
  const kills = { trees: 0, tasks: 0, ledger: 0, witness: 0, postgres: 0 }
  const nodes: string[] = []
  let refused = 0
  let isOver = false
  const givingUp = new AbortController()
  try {
    const running = {
      trees: service.workers[0] ?? (await service.startWorker('generate-tree')),
      tasks: await service.startWorker('run-task'),
      witness: await service.startWitness(),
      ledger: await service.startLedger(),
    }
    const starters = {
      trees: () => service.startWorker('generate-tree'),
      tasks: () => service.startWorker('run-task'),
      witness: () => service.startWitness(),
      ledger: () => service.startLedger(),
    }
    const client = async (call: (turn: number) => Promise<{ status: number; node: string | undefined }>) => {
      for (let turn = 0; !isOver; turn += 1) {
        const { status, node } = await call(turn)
        if (status < 300 && node) nodes.push(node)
        else refused += 1
        await Bun.sleep(status < 300 ? pauseMs : 50)
      }
    }
    const post = async (path: string, body: unknown) => {
      const answer = await service.call(`POST ${path}`, { body })
      const told = answer.body as { edg_node?: string; trace_id?: string } | undefined
      return { answer, told }
    }
    const record = async (turn: number) => {
      const { answer } = await post('/traces', aTrace({ constitutional_compliance: turn % 3 > 0 }))
      return { status: answer.status, node: answer.headers.get('x-service-attribution') ?? undefined }
    }
    const firstTrace = await until(
      async () => ((await post('/traces', aTrace())).told?.trace_id as string | undefined) ?? false,
      { what: 'a first trace' },
    )
    const clients = [
      ...Array.from({ length: 4 }, () => client(record)),
      ...Array.from({ length: 2 }, () =>
        client(async () => {
          const { answer } = await post('/generate', { trace_id: firstTrace })
          return { status: answer.status, node: answer.headers.get('x-service-attribution') ?? undefined }
        }),
      ),
      ...Array.from({ length: 2 }, () =>
        client(async () => {
          const { answer, told } = await post('/v1/agents/risk-assessor/task', {
            task: { type: 'stats.summarize', payload: {} },
          })
          return { status: answer.status, node: told?.edg_node }
        }),
      ),
    ]
    const order = ['ledger', 'trees', 'witness', 'tasks'] as const
    const deadline = Date.now() + seconds * 1000
    // Whoever is killed again and again while it does a step may not end it for that.
    const steps = diamond({ type: 'risk.assess', payload: { trace_id: firstTrace } }, { max_attempts: 10 })
    const planning = givePlansOver(service, { plans, steps, forMs: seconds * 900, signal: givingUp.signal })
    planning.catch(() => undefined)
    let restartAt = Date.now() + 5000
    // A processor that is busy takes longer over each: all of them die nevertheless.
    const wasSpared = () => Date.now() < deadline + 2000 * seconds && Object.values(kills).includes(0)
    for (let turn = 0; Date.now() < deadline || wasSpared(); turn += 1) {
      await Bun.sleep(1000)
      const victim = order[turn % order.length] ?? 'ledger'
      running[victim].kill('SIGKILL')
      await running[victim].exited
      kills[victim] += 1
      if (Date.now() >= restartAt) {
        await postgres.stop('immediate')
        kills.postgres += 1
        await Bun.sleep((turn % 3) * 500)
        postgres = await startPostgres({ dataDir, port: postgres.port, isDurable: true })
        restartAt = Date.now() + 5000 + (turn % 6) * 1000
      }
      running[victim] = await starters[victim]()
    }
    isOver = true
    await Promise.all(clients)
    const given = await planning
    nodes.push(...given)
    const lastKillAt = performance.now()
    let left = ''
    const isSettled = async () => {
      const [nodes, tasks] = [await unsequenced(), await openTasks()]
      left = `${nodes} nodes without a place in the log, ${tasks} tasks without an end`
      return nodes === 0 && tasks === 0
    }
    await until(isSettled, {
      what: () =>
        `everything to settle; there are ${left}; the ledger said:\n${running.ledger.lines.slice(-5).join('\n')}`,
      timeoutMs: 60_000,
      everyMs: 100,
    })
    const settledMs = performance.now() - lastKillAt
    await untilPlansRest(sql)
    await assertEvidence(sql)
    const planned = await countPlans(sql)
    expect(planned.tasks).toBe(given.length)
    expect(planned.traces).toBe(planned.recorded)
    const kept = await sql`
      select id from edg_nodes
      where id in (select decode(hash, 'hex') from unnest(${nodes}::text[]) hash)`
    const [sizes] = await sql<{ nodes: number; checkpoints: number }[]>`
      select (select count(*) from edg_nodes) as nodes, (select count(*) from edg_checkpoints) as checkpoints`
    return {
      seconds,
      kills,
      acknowledged: new Set(nodes).size,
      lost: new Set(nodes).size - kept.length,
      refused,
      plans: { taken: given.length, completed: planned.completed, again: planned.again },
      nodes: sizes?.nodes ?? 0,
      checkpoints: sizes?.checkpoints ?? 0,
      settledMs,
    }
  } finally {
    isOver = true
    givingUp.abort()
    await service.stop()
    await sql.end({ timeout: 2 })
    await postgres.stop('immediate')
    rmSync(dataDir, { recursive: true, force: true })
  }

  async function unsequenced(): Promise<number> {
    const [row] = await sql<{ open: number }[]>`
      select (select count(*) from edg_nodes) - (select count(*) from edg_leaves) as open`
    return row?.open ?? -1
  }

  async function openTasks(): Promise<number> {
    const [row] = await sql<{ open: number }[]>`
      select count(*) as open from tasks where status in ('submitted', 'working')`
    return row?.open ?? -1
  }
}

/** After the load: waits until all is done that was taken in, then holds store, evidence and answers to one another. */
import { type Kind, type Reckoning, reckon, type Write } from '#bench/fleet/book'
import { pathOf } from '#bench/fleet/callers'
import { markdownTable } from '#bench/report'
import type { Sql } from '#db/client'
import type { Verification } from '#shared/contracts/evidence'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { untilPlansRest } from '#test/support/plan-evidence'
import { until } from '#test/support/until'

export type Settled = Reckoning & {
  /** Things that somebody was told of and could not read. */
  unread: string[]
  read: number
  verdict: string
  /** What is not as evidence promises; undefined where all is. */
  broken: string | undefined
  nodes: number
}

const settleMs = 300_000
const longestMs = 3_600_000

/** @param keys of organisations by their names. */
export async function settle(
  sql: Sql,
  { url, writes, keys }: { url: string; writes: readonly Write[]; keys: ReadonlyMap<string, string> },
): Promise<Settled> {
  const differences: string[] = []
  const step = async (what: string, act: () => Promise<unknown>) => {
    console.error(`- ${new Date().toISOString().slice(11, 19)} ${what}`)
    await act().catch((error: unknown) =>
      differences.push(`${what}: ${error instanceof Error ? error.message : error}`),
    )
  }
  await step('jobs come to their ends', () => untilJobsEnd(sql))
  await step('plans come to rest', () => untilPlansRest(sql, settleMs))
  await step('every node gets its place in the log', () => untilLogged(sql, settleMs))
  const reckoning = await reckon(sql, writes)
  const unread: string[] = []
  let read = 0
  await step('everything is read', async () => {
    const told = writes.flatMap(({ org, kind, ids, said }) =>
      said === 'done' || said === 'taken' ? [...ids].map((id) => ({ org, kind, id })) : [],
    )
    const reader = async () => {
      for (let one = told.pop(); one; one = told.pop()) {
        read += 1
        const answer = await readOne(url, one.kind, one.id, keys.get(one.org) ?? '')
        if (answer !== '200') unread.push(`${one.kind} ${one.id} of ${one.org}: ${answer}`)
      }
    }
    await Promise.all(Array.from({ length: 6 }, reader))
  })
  let verdict = 'none'
  await step('the evidence is verified in full', async () => {
    const [first] = keys.entries()
    if (first) verdict = await verifyAll(sql, url, ...first)
  })
  let broken: string | undefined
  console.error('- the evidence is held to its rules')
  await assertEvidence(sql).catch((error: unknown) => {
    broken = error instanceof Error ? error.message : String(error)
  })
  const [size] = await sql<{ nodes: number }[]>`select count(*) as nodes from edg_nodes`
  return {
    rows: reckoning.rows,
    differences: [...differences, ...reckoning.differences],
    unread,
    read,
    verdict,
    broken,
    nodes: size?.nodes ?? 0,
  }
}

/** What is promised of all that was settled. @returns the promises that are broken; empty where none is. */
export function promisesOf({ differences, unread, verdict, broken }: Settled): string[] {
  return [
    ...differences,
    ...unread,
    ...(verdict === 'valid' ? [] : [`the full verification says ${verdict}`]),
    ...(broken === undefined ? [] : [`the evidence: ${broken}`]),
  ]
}

export const reckoningTable = ({ rows }: Settled): string =>
  markdownTable(
    ['write', 'sent', 'done', 'nothing done', 'unknown', 'found', 'sent again'],
    rows.map((row) => [row.kind, ...[row.sent, row.done, row.none, row.unknown, row.found, row.again].map(String)]),
  )

/** However many there are: as long as they become fewer. */
async function untilJobsEnd(sql: Sql): Promise<void> {
  let fewest = { count: Number.POSITIVE_INFINITY, at: performance.now() }
  let left: { name: string; state: string; count: number }[] = []
  await until(
    async () => {
      left = await sql`
        select name, state::text, count(*)::int from pgboss.job
        where state in ('created', 'retry', 'active') and name in ('generate-tree', 'scan-page', 'run-task') group by 1, 2`
      const count = left.reduce((sum, each) => sum + each.count, 0)
      if (count < fewest.count) fewest = { count, at: performance.now() }
      return count === 0 || performance.now() - fewest.at > settleMs
    },
    { what: () => `every job to end: ${JSON.stringify(left)}`, timeoutMs: longestMs, everyMs: 250 },
  )
  if (left.length > 0) throw new Error(`jobs do not become fewer: ${JSON.stringify(left)}`)
}

async function readOne(url: string, kind: Kind, id: string, key: string): Promise<string> {
  const path = pathOf(kind, id)
  if (path === undefined) return '200'
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  const text = await answer.text()
  return answer.status === 200 ? '200' : `${answer.status} ${text.slice(0, 200)}`
}

/** By the API, as a job: it takes as long as it takes. */
async function verifyAll(sql: Sql, url: string, org: string, key: string): Promise<string> {
  const [node] = await sql<{ id: string }[]>`
    select encode(id, 'hex') as id from edg_nodes where org_id = ${org} order by ins desc limit 1`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const asked = await fetch(`${url}/v1/edg/verify`, {
    method: 'POST',
    headers: { ...headers, prefer: 'respond-async' },
    body: JSON.stringify({ hash: node?.id, mode: 'full' }),
  })
  const { job_id: id } = (await asked.json()) as { job_id: string }
  const job = await until(
    async () => {
      const { state } = (await (await fetch(`${url}/jobs/${id}`, { headers })).json()) as { state: string }
      return ['succeeded', 'failed', 'canceled'].includes(state) && state
    },
    { what: 'the verification to end', timeoutMs: 600_000, everyMs: 500 },
  )
  const answer = await fetch(`${url}/jobs/${id}/result`, { headers })
  const text = await answer.text()
  if (answer.status !== 200) return `${job}: ${answer.status} ${text.slice(0, 300)}`
  const { verdict, first_failure: failure, checks } = JSON.parse(text) as Verification
  if (verdict === 'valid') return verdict
  return `${verdict}: ${JSON.stringify({ failure, checks: checks.filter(({ status }) => status === 'fail') })}`
}

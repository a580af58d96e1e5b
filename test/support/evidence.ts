/** Holds a database to everything that evidence promises, whatever was broken before. */
import { expect } from 'bun:test'
import type { Sql } from '#db/client'
import { parseCheckpoint } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, type Hash, leafHash, rootOf } from '#shared/tlog/merkle'
import { assertPlans } from '#test/support/plan-evidence'
import { until } from '#test/support/until'

const stateTables: readonly { table: string; key: string; prefix: string; status?: string }[] = [
  { table: 'tasks', key: 'r.id::text', prefix: 'task:' },
  { table: 'violations', key: 'r.id', prefix: 'violation:' },
  { table: 'design_baselines', key: 'r.baseline_id::text', prefix: 'baseline:' },
  { table: 'design_rules', key: 'r.rules_id::text', prefix: 'rules:' },
  { table: 'parameter_sets', key: 'r.set_id::text', prefix: 'parameters:' },
  { table: 'connections', key: 'r.connection_id::text', prefix: 'connection:', status: 'state' },
  { table: 'claims', key: 'r.claim_id::text', prefix: 'claim:' },
  { table: 'agents', key: `r.org_id || '/' || r.name`, prefix: 'agent:' },
]

/**
 * @param acks ids of nodes that somebody was told of: each must be there.
 * @param isLogged whether a ledger ran: then every node must be in the log.
 * @param except rules of plans that a test breaks itself.
 * @param isSetBack whether the test has set the store back: to stop for that was right, as long as it has been settled.
 */
export async function assertEvidence(
  sql: Sql,
  {
    acks = [],
    isLogged = true,
    except = [],
    isSetBack = false,
  }: { acks?: readonly string[]; isLogged?: boolean; except?: readonly string[]; isSetBack?: boolean } = {},
) {
  const found = {
    'I1 lost': await count(sql`
      select id from unnest(${[...acks]}::text[]) as a(id)
      where not exists (select 1 from edg_nodes n where n.id = decode(a.id, 'hex'))`),
    'I2 forks': await count(sql`select stream, pos from edg_nodes group by 1, 2 having count(*) > 1`),
    'I2 shared predecessors': await count(sql`
      select prev from edg_nodes where prev is not null group by 1 having count(*) > 1`),
    'I3 orphans': await count(sql`
      select e.child from edg_edges e left join edg_nodes p on p.id = e.parent left join edg_nodes c on c.id = e.child
      where p.id is null or c.id is null`),
    'I4 gaps': await count(sql`
      select stream from edg_nodes group by 1 having count(*) <> max(pos) + 1 or min(pos) <> 0`),
    'I4 heights': await count(sql`
      select c.id from edg_nodes c left join edg_edges e on e.child = c.id left join edg_nodes p on p.id = e.parent
      group by c.id, c.height having c.height <> coalesce(max(p.height) + 1, 0)`),
    'I4 times': await count(sql`
      select c.id from edg_nodes c join edg_nodes p on p.id = c.prev
      where c.body::json->>'timestamp' <= p.body::json->>'timestamp'`),
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, 0])) as typeof found)
  // A trigger that a test lays to halt somebody is named by the verification, and rightly.
  const alarms = await sql<{ fingerprint: string; message: string }[]>`
    select fingerprint, message from violations
    where tier = 'T5' and not (${isSetBack} and status = 'resolved')
      and message !~ '^V12 the trigger halt_[0-9]+ of .* was made by nobody of ours$'`
  expect({ 'I10 false alarms': [...alarms] }).toEqual({ 'I10 false alarms': [] })
  for (const state of stateTables) await assertState(sql, state)
  await assertPlans(sql, { except })
  if (isLogged) await assertLog(sql)
}

/** Waits until every node is in the log. */
export const untilLogged = (sql: Sql, timeoutMs = 20_000) =>
  until(
    async () => {
      const [row] = await sql<{ nodes: number; leaves: number }[]>`
        select (select count(*) from edg_nodes) as nodes, (select count(*) from edg_leaves) as leaves`
      return row !== undefined && row.leaves > 0 && row.nodes === row.leaves
    },
    { what: 'every node to be in the log', timeoutMs, everyMs: 50 },
  )

/** I5: a row says what the newest node of its stream says. */
async function assertState(
  sql: Sql,
  { table, key, prefix, status = 'status' }: (typeof stateTables)[number],
): Promise<void> {
  const [exists] = await sql<{ found: string | null }[]>`select to_regclass(${table})::text as found`
  if (!exists?.found) return
  const wrong = await sql.unsafe(
    `select r.* from ${table} r left join edg_nodes n on n.id = r.head
     where n.id is null or n.stream <> '${prefix}' || ${key} or n.pos <> r.version
       or n.body::json->'result'->>'state' is distinct from r.${status}
       or exists (select 1 from edg_nodes s where s.stream = n.stream and s.pos > n.pos)`,
  )
  expect({ [`I5 ${table}`]: wrong.length }).toEqual({ [`I5 ${table}`]: 0 })
}

/** I6 and I7: every node has one leaf, parents come before children, every checkpoint is the root of its leaves. */
async function assertLog(sql: Sql): Promise<void> {
  // What the ledger has found out just now may be a node that has no place yet; what lacks one for good is told below.
  await untilLogged(sql).catch(() => undefined)
  const found = {
    'I6 nodes without a leaf': await count(sql`
      select n.id from edg_nodes n left join edg_leaves l on l.node_id = n.id where l.leaf is null`),
    'I6 children before parents': await count(sql`
      select e.child from edg_edges e join edg_leaves c on c.node_id = e.child join edg_leaves p on p.node_id = e.parent
      where p.leaf >= c.leaf`),
  }
  expect(found).toEqual({ 'I6 nodes without a leaf': 0, 'I6 children before parents': 0 })
  const leaves = await sql<{ leaf: number; node_id: Uint8Array }[]>`select leaf, node_id from edg_leaves order by leaf`
  expect(leaves.every(({ leaf }, at) => leaf === at)).toBe(true)
  const checkpoints = await sql<{ size: number; root: Uint8Array; note: string; origin: string }[]>`
    select size, root, note, origin from edg_checkpoints
    where origin = (select origin from edg_logs order by epoch desc limit 1) order by size`
  let frontier = emptyFrontier
  for (const { size, root, note, origin } of checkpoints) {
    frontier = append(
      frontier,
      leaves.slice(frontier.size, size).map(({ node_id }) => leafHash(node_id)),
    )
    const said = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1))
    expect({ size, root: hex(root) }).toEqual({ size: frontier.size, root: hex(rootOf(frontier)) })
    expect({ ...said, root: hex(said.root) }).toEqual({ origin, size, root: hex(root) })
  }
  expect(frontier.size).toBe(leaves.length)
}

const hex = (bytes: Hash) => Buffer.from(bytes).toString('hex')

const count = async (rows: Promise<readonly unknown[]>): Promise<number> => (await rows).length

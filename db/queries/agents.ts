/** agents: agents elsewhere, as organisations have registered them; each change of state in one statement with its node. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { type NodeToAppend, nodeCtes } from '#db/queries/nodes'
import type { agents } from '#db/tables/agents'
import type { AsText } from '#db/tables/columns'

type Agent = typeof agents.$inferSelect
export type AgentRow = AsText<Agent, 'head'> & {
  /** Of its newest node. */
  height: number
  head_at: string
  /** Whether a node follows the one that its row names. */
  is_overtaken: boolean
}

const columns = (sql: Reader) => sql`
  a.org_id, a.name, a.status, encode(a.head, 'hex') as head, a.version, n.height, n.body::json ->> 'timestamp' as head_at,
  a.card_url, a.card, a.card_digest, a.signature_verified, a.keys, a.reason, a.fault, a.fetched_at, a.checked_at,
  a.registered_at, a.updated_at, a.seal, a.noted_seal, exists (
    select from edg_nodes m where m.stream = 'agent:' || a.org_id || '/' || a.name and m.pos = a.version + 1) as is_overtaken`

export async function findAgent(sql: Reader, orgId: string, name: string): Promise<AgentRow | undefined> {
  const [row] = await sql<AgentRow[]>`
    select ${columns(sql)} from agents a join edg_nodes n on n.id = a.head where a.org_id = ${orgId} and a.name = ${name}`
  return row
}

export async function listAgents(sql: Reader, orgId: string): Promise<AgentRow[]> {
  return sql<AgentRow[]>`
    select ${columns(sql)} from agents a join edg_nodes n on n.id = a.head where a.org_id = ${orgId} order by a.name limit 1000`
}

/** As it is to be stored. */
export type AgentToStore = AsText<Agent, 'head'>
/** What is noted of its card, with the seal of that; as its row is at a version. */
export type AgentNote = Pick<AgentToStore, 'org_id' | 'name' | 'version' | 'fault' | 'checked_at' | 'noted_seal'>

/** Registers an agent with its first node. False when the name is taken. */
export async function insertAgent(tx: Tx, agent: AgentToStore, node: NodeToAppend): Promise<boolean> {
  const record = { ...agent, ...bytesOf(agent) }
  const rows = await tx`
    with input as materialized (
      select * from json_to_record(${JSON.stringify(record)}::json) as r(
        org_id text, name text, card_url text, card json, card_digest text, signature_verified boolean, keys json,
        head bytea, version int, status text, fetched_at timestamptz, checked_at timestamptz, registered_at timestamptz,
        updated_at timestamptz, seal bytea, noted_seal bytea)
    ), stored as (
      insert into agents (org_id, name, status, head, version, card_url, card, card_digest, signature_verified, keys,
        fetched_at, checked_at, registered_at, updated_at, seal, noted_seal)
      select org_id, name, status, head, version, card_url, card, card_digest, signature_verified, keys, fetched_at, checked_at,
        registered_at, updated_at, seal, noted_seal
      from input on conflict (org_id, name) do nothing returning name
    ), ${nodeCtes(tx, [{ node }], { only: tx`exists (select 1 from stored)` })}
    select name from stored`
  return rows.length > 0
}

/** Moves an agent on together with its node. False when somebody else did in between. */
export async function moveAgent(tx: Tx, row: AgentToStore, node: NodeToAppend): Promise<boolean> {
  const { prev } = node.body
  const record = { ...row, keys: undefined, ...bytesOf(row), prev: prev && hexBytes(prev) }
  const rows = await tx`
    with input as materialized (
      select * from json_to_record(${JSON.stringify(record)}::json) as r(
        card json, card_digest text, signature_verified boolean, status text, reason text, head bytea, version int,
        prev bytea, fault text, fetched_at timestamptz, checked_at timestamptz, updated_at timestamptz, seal bytea,
        noted_seal bytea)
    ), moved as (
      update agents a set status = i.status, reason = i.reason, head = i.head, version = i.version, card = i.card,
        card_digest = i.card_digest, signature_verified = i.signature_verified, fault = i.fault, updated_at = i.updated_at,
        fetched_at = i.fetched_at, checked_at = i.checked_at, seal = i.seal, noted_seal = i.noted_seal
      from input i where a.org_id = ${row.org_id} and a.name = ${row.name} and a.version = i.version - 1 and a.head = i.prev
      returning a.name
    ), ${nodeCtes(tx, [{ node }], { only: tx`exists (select 1 from moved)` })}
    select name from moved`
  return rows.length > 0
}

/** Notes that a card was asked for; nothing where the agent has been changed since. */
export async function noteChecked(sql: Tx, note: AgentNote): Promise<void> {
  await sql`
    update agents set checked_at = ${note.checked_at}, fault = ${note.fault},
      noted_seal = ${note.noted_seal && hexBytes(note.noted_seal)}::text::bytea
    where org_id = ${note.org_id} and name = ${note.name} and version = ${note.version}`
}

const bytesOf = ({ head, seal, noted_seal }: Pick<AgentToStore, 'head' | 'seal' | 'noted_seal'>) => ({
  head: hexBytes(head),
  seal: seal && hexBytes(seal),
  noted_seal: noted_seal && hexBytes(noted_seal),
})

export type AgentPlace = Pick<Agent, 'org_id' | 'name'>

/**
 * Tasks that were given to agents, some behind one, five minutes after they were suspended at least, and as long before they took tasks
 * again: by their nodes, whatever their rows say, and said, of it.
 */
export async function askedWhileSuspended(
  sql: Reader,
  after: AgentPlace | undefined,
  limit: number,
): Promise<{ tasks: { id: string; org_id: string; agent: string }[]; last: AgentPlace | undefined; looked: number }> {
  const there = await sql<AgentPlace[]>`
    select org_id, name from agents where ${after ? sql`(org_id, name) > (${after.org_id}, ${after.name})` : sql`true`}
    order by org_id, name limit ${limit}`
  const tasks = await sql<{ id: string; org_id: string; agent: string }[]>`
    select distinct t.id, t.org_id, t.agent
    from unnest(${there.map(({ org_id }) => org_id)}::text[], ${there.map(({ name }) => name)}::text[]) as a(org_id, name)
    cross join lateral (
      select body::json #>> '{result,state}' as state, (body::json ->> 'timestamp')::timestamptz as since,
        lead((body::json ->> 'timestamp')::timestamptz) over (order by pos) as until
      from edg_nodes where stream = 'agent:' || a.org_id || '/' || a.name) s
    join tasks t on t.org_id = a.org_id and t.agent = a.name and t.created_at > s.since + interval '5 minutes'
      and (s.until is null or t.created_at < s.until - interval '5 minutes')
    where s.state = 'suspended'`
  return { tasks: [...tasks], last: there.length < limit ? undefined : there.at(-1), looked: there.length }
}

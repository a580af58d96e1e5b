/** edg_logs, edg_leaves, edg_tiles, edg_checkpoints, edg_cosignatures: the log over all nodes. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { spokeLately } from '#db/queries/processes'
import { endSilentHolder } from '#db/queries/sessions'
import type { AsText, OrNulls } from '#db/tables/columns'
import type { edgNodes } from '#db/tables/evidence'
import type { edgCheckpoints, edgCosignatures, edgLeaves, edgLogs, edgTiles } from '#db/tables/log'

export type LogRow = typeof edgLogs.$inferSelect
export type CheckpointRow = typeof edgCheckpoints.$inferSelect
export type TileRow = typeof edgTiles.$inferSelect
export type UnsequencedRow = Pick<Node, 'ins' | 'id'>
type Leaf = typeof edgLeaves.$inferSelect
type Node = typeof edgNodes.$inferSelect

/** The log in force. */
export async function currentLog(sql: Reader): Promise<LogRow | undefined> {
  const [row] = await sql<LogRow[]>`select * from edg_logs order by epoch desc limit 1`
  return row
}

export async function insertLog(
  tx: Tx,
  log: { epoch: number; origin: string; nodeId: string; reason: string },
): Promise<void> {
  await tx`
    insert into edg_logs (epoch, origin, node_id, reason)
    values (${log.epoch}, ${log.origin}, ${hexBytes(log.nodeId)}::text::bytea, ${log.reason})`
}

/** Takes every leaf and tile away, so that a new log begins. The guards are off for this transaction alone. */
export async function emptyLog(tx: Tx): Promise<void> {
  await tx`alter table edg_leaves disable trigger edg_leaves_append_only`
  await tx`alter table edg_tiles disable trigger edg_tiles_no_delete`
  await tx`truncate edg_leaves, edg_tiles`
  await tx`alter table edg_leaves enable trigger edg_leaves_append_only`
  await tx`alter table edg_tiles enable trigger edg_tiles_no_delete`
}

export type LogState = Pick<LogRow, 'epoch' | 'origin'> &
  OrNulls<Pick<CheckpointRow, 'root' | 'note' | 'sequenced_ins'>> & {
    /** Of the newest checkpoint, as `root` and `note`; 0 before the first. */
    size: number
    leaves: number
    /** Every transaction below it has ended. */
    xmin: string
    /** No transaction at or above it had begun. */
    xmax: string
    pid: number
  }

/** Where the log stands, and how far transactions are. */
export async function logState(sql: Reader): Promise<LogState | undefined> {
  const [row] = await sql<LogState[]>`
    select l.epoch, l.origin, coalesce(c.size, 0) as size, c.root, c.note, c.sequenced_ins,
      coalesce((select leaf + 1 from edg_leaves order by leaf desc limit 1), 0) as leaves,
      pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax,
      pg_backend_pid() as pid
    from (select epoch, origin from edg_logs order by epoch desc limit 1) l
    left join lateral (
      select size, root, note, sequenced_ins from edg_checkpoints
      where origin = l.origin order by size desc limit 1) c on true`
  return row
}

/** Nodes inserted after `ins`, and any of `holes` that are there by now, in the order of their insertion. */
export async function nodesAfter(
  sql: Reader,
  ins: number,
  holes: readonly number[],
  limit: number,
): Promise<UnsequencedRow[]> {
  return sql<UnsequencedRow[]>`
    select ins, id from (
      (select ins, id from edg_nodes where ins > ${ins} order by ins limit ${limit})
      union all
      (select n.ins, n.id from unnest(${[...holes]}::bigint[]) as h(ins) join edg_nodes n on n.ins = h.ins)) n
    order by ins`
}

/** Nodes of a range of insertions that have no leaf. The subquery keeps it one look by index per node, however many. */
export async function nodesWithoutLeaf(sql: Reader, after: number, upTo: number): Promise<UnsequencedRow[]> {
  return sql<UnsequencedRow[]>`
    select n.ins, n.id from edg_nodes n
    where n.ins > ${after} and n.ins <= ${upTo}
      and (select l.leaf from edg_leaves l where l.node_id = n.id) is null
    order by n.ins`
}

/** Of so many nodes behind a place in the order of insertion the last one's, however far apart they are numbered; undefined where there is none. */
export async function insBehind(sql: Reader, after: number, limit: number): Promise<number | undefined> {
  const [row] = await sql<{ ins: number | null }[]>`
    select max(ins) as ins from (select ins from edg_nodes where ins > ${after} order by ins limit ${limit}) n`
  return row?.ins ?? undefined
}

export async function greatestIns(sql: Reader): Promise<number> {
  const [row] = await sql<{ ins: number }[]>`select ins from edg_nodes order by ins desc limit 1`
  return row?.ins ?? 0
}

/** Checkpoints of a log that are older than a moment, after one of so many leaves, thinned to one a minute, and to none a day later. */
export type Thinning = { origin: string; after: number; limit: number }

/**
 * Takes checkpoints away that nobody asks for again, with what witnesses signed of them. What stays: milestones, the newest,
 * the newest cosigned, all of the last ten minutes, and for a day one a minute, a cosigned one where there is one.
 * @returns up to which size it looked; undefined where there was nothing to look at.
 */
export async function thinCheckpoints(tx: Tx, { origin, after, limit }: Thinning): Promise<number | undefined> {
  const [row] = await tx<{ upto: number | null }[]>`
    with page as materialized (
      select c.size, c.is_milestone, c.created_at,
        exists (select from edg_cosignatures s where s.origin = c.origin and s.size = c.size) as is_cosigned
      from edg_checkpoints c
      where c.origin = ${origin} and c.size > ${after} and c.created_at < clock_timestamp() - interval '11 minutes'
      order by c.size limit ${limit}
    ), ranked as (
      select *, row_number() over (partition by date_trunc('minute', created_at) order by is_cosigned desc, size) as nth
      from page
    ), kept as (
      select max(size) as size from edg_checkpoints where origin = ${origin}
      union all select max(size) from edg_cosignatures where origin = ${origin}
    ), old as (
      select size from ranked
      where not is_milestone and (nth > 1 or created_at < clock_timestamp() - interval '1 day')
        and size not in (select size from kept where size is not null)
    ), lines as (
      delete from edg_cosignatures s using old where s.origin = ${origin} and s.size = old.size returning 1
    ), gone as (
      -- After its lines: they are let go of while it is there.
      delete from edg_checkpoints c using old
      where c.origin = ${origin} and c.size = old.size and (select count(*) from lines) >= 0
    )
    select max(size) as upto from page`
  return row?.upto ?? undefined
}

/** The names of all logs there ever were, the one in force first. */
export async function logOrigins(sql: Reader): Promise<string[]> {
  const rows = await sql<Pick<LogRow, 'origin'>[]>`select origin from edg_logs order by epoch desc`
  return rows.map(({ origin }) => origin)
}

export type Round = {
  epoch: number
  origin: string
  /** Leaves before this round. */
  size: number
  /** Raw ids, in order. */
  ids: readonly Uint8Array[]
  tiles: readonly { level: number; index: number; hashes: Uint8Array }[]
  root: Uint8Array
  note: string
  isMilestone: boolean
  /** Every node numbered up to here has its leaf with this round, or is never to have one. */
  sequencedIns: number
}

/**
 * Appends leaves, tiles and a checkpoint in one statement. False when the log is not where the caller believes it to be:
 * then nothing is written. Of two that try at once, the second runs into the first one's keys.
 */
export async function appendRound(sql: Tx, round: Round): Promise<boolean> {
  const count = round.ids.length
  const tiles = round.tiles.map(({ level, index, hashes }) => ({ level, idx: index, hashes: hexBytes(hashes) }))
  const rows = await sql`
    with here as (
      select 1 where (select coalesce(max(leaf) + 1, 0) from edg_leaves) = ${round.size}
        and (select max(epoch) from edg_logs) = ${round.epoch}
    ), leaves as (
      insert into edg_leaves (leaf, node_id)
      select ${round.size}::bigint + i, substring(ids from i * 32 + 1 for 32)
      from here, (select decode(${Buffer.concat(round.ids).toString('hex')}, 'hex') as ids offset 0) p,
        generate_series(0, ${count}::int - 1) as i
    ), tiles as (
      insert into edg_tiles (level, idx, hashes)
      select level, idx, hashes from here,
        json_to_recordset(${JSON.stringify(tiles)}::json) as t(level smallint, idx bigint, hashes bytea)
      on conflict (level, idx) do update set hashes = excluded.hashes
    )
    insert into edg_checkpoints (origin, size, root, note, is_milestone, sequenced_ins)
    select ${round.origin}, ${round.size}::bigint + ${count}::int, ${Buffer.from(round.root)}, ${round.note},
      ${round.isMilestone}::boolean, ${round.sequencedIns}::bigint
    from here
    returning size`
  return rows.length > 0
}

export async function readTileRows(
  sql: Reader,
  names: readonly { level: number; index: number }[],
): Promise<TileRow[]> {
  return sql<TileRow[]>`
    select t.level, t.idx, t.hashes
    from unnest(${names.map(({ level }) => level)}::int[], ${names.map(({ index }) => index)}::bigint[]) as n(level, idx)
    join edg_tiles t on t.level = n.level and t.idx = n.idx`
}

export async function findLeaf(sql: Reader, nodeId: string): Promise<number | undefined> {
  const [row] = await sql<{ leaf: number }[]>`
    select leaf from edg_leaves where node_id = ${hexBytes(nodeId)}::text::bytea`
  return row?.leaf
}

/** The newest checkpoint of the log in force. */
export async function newestCheckpoint(sql: Reader): Promise<CheckpointRow | undefined> {
  const [row] = await sql<CheckpointRow[]>`
    select * from edg_checkpoints where origin = (select origin from edg_logs order by epoch desc limit 1)
    order by size desc limit 1`
  return row
}

/** The newest checkpoint over more than `size` leaves that a witness cosigned. */
export async function newestCosigned(sql: Reader, size: number): Promise<CheckpointRow | undefined> {
  const [row] = await sql<CheckpointRow[]>`
    select c.* from edg_checkpoints c
    where (c.origin, c.size) = (
      select s.origin, s.size from edg_cosignatures s
      where s.origin = (select origin from edg_logs order by epoch desc limit 1) and s.size > ${size}
      order by s.size desc limit 1)`
  return row
}

/** Signature lines of witnesses under a checkpoint. */
export async function cosignatureLines(
  sql: Reader,
  origin: string,
  size: number,
): Promise<Pick<typeof edgCosignatures.$inferSelect, 'line'>[]> {
  return sql<Pick<typeof edgCosignatures.$inferSelect, 'line'>[]>`
    select line from edg_cosignatures where origin = ${origin} and size = ${size} order by witness`
}

/**
 * What a witness answered: cosignature and all, or what went wrong; and what the ledger itself knows of it, whatever stood there. Rows of
 * witnesses that are not asked go. @returns whether it is the first that it said of a milestone.
 */
export async function noteWitness(
  sql: Tx,
  answer: {
    witness: string
    url: string
    cosigned: { origin: string; size: number; line: string } | null
    problem: string | null
    /** The newest that it cosigned, and how long ago; null where the ledger knows of none. */
    last: { size: number; msAgo: number } | null
    /** All that are asked, by name. */
    asked: readonly string[]
  },
): Promise<boolean> {
  const { witness, url, cosigned, problem, last, asked } = answer
  const [kept] = cosigned
    ? await sql<{ is_milestone: boolean | null }[]>`
        insert into edg_cosignatures as s (origin, size, witness, line)
        values (${cosigned.origin}, ${cosigned.size}, ${witness}, ${cosigned.line}) on conflict do nothing
        returning (select is_milestone from edg_checkpoints c where c.origin = s.origin and c.size = s.size) as is_milestone`
    : []
  await sql`
    with gone as (delete from edg_witnesses where witness <> all(${[...asked]}::text[]))
    insert into edg_witnesses (witness, url, asked_at, cosigned_at, cosigned_size, problem)
    values (${witness}, ${url}, now(), now() - make_interval(secs => ${last && last.msAgo / 1000}), ${last?.size ?? null}, ${problem})
    on conflict (witness) do update set url = excluded.url, asked_at = excluded.asked_at, problem = excluded.problem,
      cosigned_at = excluded.cosigned_at, cosigned_size = excluded.cosigned_size`
  return kept?.is_milestone === true
}

/** Only these witnesses are asked from now on. */
export async function keepWitnesses(sql: Tx, witnesses: readonly string[]): Promise<void> {
  await sql`delete from edg_witnesses where witness <> all(${[...witnesses]}::text[])`
}

export type LogStatus = {
  origin: string
  tree_size: number
  root: string | null
  /** When the newest node was made that it covers, as that node says. */
  checkpoint_at: Date | null
  /** Age of the oldest node that is not in the log yet. */
  lag_ms: number
  /** Nodes that are not in the log yet, counted up to 100,000. */
  pending: number
  witnesses: { configured: number; fresh: number }
  /** Nodes that were given no place, since nobody who may has signed them: how many, up to 100,000, and the newest ten. */
  refused: { nodes: number; newest: { hash: string; why: string; at: string }[] }
}

/** How the log stands; undefined before it was ever opened. A witness is fresh that cosigned in the last minute, not at a time to come. */
export async function logStatus(sql: Reader): Promise<LogStatus | undefined> {
  const [row] = await sql<LogStatus[]>`
    with log as (select origin from edg_logs order by epoch desc limit 1),
    last as (
      select coalesce((select n.ins from edg_nodes n
        where n.id = (select node_id from edg_leaves order by leaf desc limit 1)), 0) as ins),
    pending as (
      select count(*)::int as nodes, min(ins) as oldest
      from (select ins from edg_nodes where ins > (select ins from last) order by ins limit 100000) p)
    select log.origin, coalesce(c.size, 0) as tree_size, encode(c.root, 'hex') as root, case when c.size is not null then newest.at end as checkpoint_at,
      coalesce((select round(greatest(0, extract(epoch from clock_timestamp() - (n.body::json->>'timestamp')::timestamptz) * 1000))
        from edg_nodes n where n.ins = pending.oldest), 0)::float8 as lag_ms,
      pending.nodes as pending,
      (select json_build_object('configured', count(*),
        'fresh', count(*) filter (where cosigned_at between now() - interval '1 minute' and now())) from edg_witnesses) as witnesses,
      json_build_object(
        'nodes', (select count(*) from (select 1 from edg_refused limit 100000) r),
        'newest', (select coalesce(json_agg(json_build_object('hash', encode(id, 'hex'), 'why', why,
            'at', to_char(refused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by refused_at desc), '[]')
          from (select id, why, refused_at from edg_refused order by refused_at desc limit 10) n)) as refused
    from log cross join pending left join lateral (
      select size, root from edg_checkpoints where origin = log.origin order by size desc limit 1) c on true
    left join lateral (
      select (n.body::json->>'timestamp')::timestamptz as at from edg_nodes n
      where n.id = (select node_id from edg_leaves order by leaf desc limit 1)) newest on true`
  return row
}

/** Who keeps the log going, and how far behind it is. */
export type LogPulse = {
  /** Ledgers that spoke in the last seconds; each does every two. */
  ledgers: number
  /** Age of the oldest node that has no place in the log. */
  waiting_seconds: number
}

export const ledgerSilentSeconds = 8

/** Undefined before the log was ever opened. Costs as much however many nodes wait. */
export async function logPulse(sql: Reader): Promise<LogPulse | undefined> {
  const [row] = await sql<LogPulse[]>`
    with last as (
      select coalesce((select n.ins from edg_nodes n
        where n.id = (select node_id from edg_leaves order by leaf desc limit 1)), 0) as ins),
    oldest as (select body from edg_nodes where ins > (select ins from last) order by ins limit 1)
    select
      (select count(*)::int from process_reports where role = 'ledger'
        and ${spokeLately(sql, ledgerSilentSeconds)}) as ledgers,
      coalesce((select greatest(0, extract(epoch from clock_timestamp() - (body::json->>'timestamp')::timestamptz))
        from oldest), 0)::float8 as waiting_seconds
    where exists (select from edg_logs)`
  return row
}

export const leaderLock = 4_718_225_511
const epochLock = 4_718_225_512

/** True for the one session that may write the log, until it ends. */
export async function tryLead(connection: Tx): Promise<boolean> {
  const [row] = await connection<{ leads: boolean }[]>`select pg_try_advisory_lock(${leaderLock}) as leads`
  return row?.leads === true
}

/** Less than others are given: a leader asks for the log's state many times a second, and gives a sign of life when it is at something else. */
const leaderSilentAfterSeconds = 5

/** Ends the session of a leader that says nothing any more. What it had on its way is refused: the log has gone on. */
export const deposeSilent = (sql: Tx): Promise<boolean> => endSilentHolder(sql, leaderLock, leaderSilentAfterSeconds)

export async function stopLeading(connection: Tx): Promise<void> {
  await connection`select pg_advisory_unlock(${leaderLock})`
}

/** Until the transaction ends no other begins a log. */
export async function holdEpoch(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${epochLock})`
}

/** The place up to which insertions were numbered, used or not. */
export async function lastNumbered(sql: Reader): Promise<number> {
  const [row] = await sql<{ ins: number }[]>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('edg_nodes', 'ins')::regclass), 0) as ins`
  return row?.ins ?? 0
}

/** Where the node of the newest leaf stands in the order of insertion. */
export async function newestLogged(sql: Reader): Promise<number> {
  const [row] = await sql<{ ins: number }[]>`
    select ins from edg_nodes where id = (select node_id from edg_leaves order by leaf desc limit 1)`
  return row?.ins ?? 0
}

/** Leaves in their order, with what each is of. @param upTo not with it. */
export const leafRows = (sql: Reader, from: number, upTo: number): Promise<Leaf[]> => sql<Leaf[]>`
  select leaf, node_id from edg_leaves where leaf >= ${from} and leaf < ${upTo} order by leaf`

/** Between which leaves those lie that nodes near a place in the order of insertion have. */
export async function leavesAround(
  sql: Reader,
  ins: number,
  reach: number,
): Promise<{ from: number; upTo: number } | undefined> {
  const [row] = await sql<{ first: number | null; last: number | null }[]>`
    select min(l.leaf) as first, max(l.leaf) as last
    from edg_nodes n join edg_leaves l on l.node_id = n.id
    where n.ins >= ${ins - reach} and n.ins <= ${ins + reach}`
  return row && row.first !== null && row.last !== null ? { from: row.first, upTo: row.last + 1 } : undefined
}

export type StreamHeadRow = AsText<Pick<Node, 'id' | 'pos' | 'height' | 'kind' | 'body'>, 'id'>

/** A node as it was signed; its id in hex. */
export type SignedRow = AsText<Pick<Node, 'id' | 'body' | 'signature' | 'kid'>, 'id'>

/** The newest node of a stream. */
export async function streamHead(sql: Reader, stream: string): Promise<StreamHeadRow | undefined> {
  const [row] = await sql<StreamHeadRow[]>`
    select encode(id, 'hex') as id, pos, height, kind, body from edg_nodes
    where stream = ${stream} order by pos desc limit 1`
  return row
}

/** A node as it was signed. */
export async function signedText(sql: Reader, id: Uint8Array): Promise<Omit<SignedRow, 'id'> | undefined> {
  const [row] = await sql<Omit<SignedRow, 'id'>[]>`
    select body, signature, kid from edg_nodes where id = ${Buffer.from(id)}`
  return row
}

/** Nodes as they were signed; those that are not there are left out. @param ids raw. */
export const signedTexts = (sql: Reader, ids: readonly Uint8Array[]): Promise<SignedRow[]> => sql`
  select encode(id, 'hex') as id, body, signature, kid from edg_nodes
  where id = any(${ids.map(hexBytes)}::text[]::bytea[])`

/** A node below the newest leaf's that has no leaf is one that the ledger is yet to meet again; after so long it never will. */
const placedWithin = '2 minutes'

/** The node, by the order of insertion, up to which every one has had time to be given its leaf. */
export async function surelyPlaced(sql: Reader): Promise<number> {
  const [row] = await sql<{ ins: number }[]>`
    select n.ins from (
      select size from edg_checkpoints where origin = (select origin from edg_logs order by epoch desc limit 1)
        and created_at < clock_timestamp() - ${placedWithin}::interval
      order by size desc limit 1) c
    join edg_leaves l on l.leaf = c.size - 1 join edg_nodes n on n.id = l.node_id`
  return row?.ins ?? 0
}

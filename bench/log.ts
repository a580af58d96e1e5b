/**
 * The log: what a trace with its node costs on the disk, what a day of checkpoints leaves there, how soon a log is taken over.
 * `script/bench log [--traces 100000] [--leaves 20000000] [--hours 24] [--from COMMIT]`: fifteen minutes, 15 GB; without a part
 * by `0` for it. With `--from` another commit takes over as well, on the same log. Prints Markdown.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Subprocess } from 'bun'
import { checkOut, thisVersion } from '#bench/fleet/versions'
import { describeSetting, figure, goalLine, loadNow, markdownTable, median } from '#bench/report'
import { onStand, orgId, type Stand } from '#bench/stand'
import { openSql, type Sql, writerOf } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { findLeaf } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import type { TraceInput } from '#shared/contracts/traces'
import { makeNode } from '#shared/evidence/node'
import { openSigner, type Signer } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { openGovernance } from '#shared/governance/governance'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { memoryOf } from '#shared/kernel/process/proc'
import { formatCheckpoint } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, type Frontier, type Hash, leafHash, rootOf } from '#shared/tlog/merkle'
import { noteSigner, signatureLine, signNote } from '#shared/tlog/signed-note'
import { type Edge, growEdge, isFull, type Tile, tilePath } from '#shared/tlog/tiles'
import { openRecorder, prepareTrace } from '#shared/traces/record'
import { baseOrigin, beginFirstLog } from '#shared/verification/epochs'
import { openThinning } from '#workers/ledger/thinning'

const { values: given } = parseArgs({
  options: {
    traces: { type: 'string', default: '100000' },
    leaves: { type: 'string', default: '20000000' },
    hours: { type: 'string', default: '24' },
    rounds: { type: 'string', default: '3' },
    from: { type: 'string' },
  },
})
const options = {
  traces: Number(given.traces),
  leaves: Number(given.leaves),
  hours: Number(given.hours),
  rounds: Number(given.rounds),
}

/** As telemetry is: many systems, now and then a word, flags and figures of its own. */
const aBody = (index: number): TraceInput => ({
  risk_score: (index * 37) % 80,
  risk_level: 'LOW',
  confidence: 0.9,
  system_source: `system-${index % 200}`,
  constitutional_compliance: true,
  testing_mode: 'field',
  processing_time_ms: 200 + ((index * 71) % 3000),
  metadata: { region: 'eu', build: index % 1000 },
})

async function storeTraces(sql: Sql, signer: Signer, count: number, url: string, dataDir: string): Promise<void> {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir })
  const governance = await openGovernance({ sql, signer, config, log: openLog('bench', 'fatal') })
  const recorder = openRecorder(writerOf(sql), signer, 0)
  const origin = { keyId: 'key_bench', orgId, requestId: '0af7651916cd43dd8448eb211c80319c' }
  let started = 0
  const writer = async () => {
    while (started < count) {
      const size = Math.min(500, count - started)
      const first = started
      started += size
      const batch = Array.from({ length: size }, (_, at) =>
        prepareTrace(aBody(first + at), origin, 'trace', { signer, governance }, new Date()),
      )
      await recorder.recordAll(batch)
    }
  }
  await Promise.all([writer(), writer(), writer()])
  await governance.close()
}

async function untilLogged(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ is_behind: boolean }[]>`
      select exists (select from edg_nodes n where ins > (select coalesce(max(ins), 0) - 20000 from edg_nodes)
        and not exists (select from edg_leaves l where l.node_id = n.id)) as is_behind`
    if (!row?.is_behind) return
    await Bun.sleep(200)
  }
}

type Part = { relation: string; of: string; bytes: number }

/** What every table and index of traces, nodes and the log takes. */
const partsOf = (sql: Sql): Promise<Part[]> => sql`
  select c.relname as relation, coalesce(t.relname, c.relname) as of,
    pg_relation_size(c.oid) + coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0)::float8 as bytes
  from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')
    and coalesce(t.relname, c.relname) = any(${['traces', 'edg_nodes', 'edg_leaves', 'edg_tiles', 'edg_edges']})
  order by 2, c.relkind desc, 3 desc`

async function benchDisk(stand: Stand, signer: Signer): Promise<void> {
  const url = await stand.copyDatabase('disk')
  const sql = openSql({ url, name: 'assay-bench', poolSize: 4, statementTimeoutMs: 600_000 })
  await registerKey(sql, signer)
  const before = new Map((await partsOf(sql)).map(({ relation, bytes }) => [relation, bytes]))
  const ledger = stand.start(['workers/ledger/main.ts'], url)
  await storeTraces(sql, signer, options.traces, url, stand.dataDir)
  await untilLogged(sql)
  await stand.end([ledger])
  const each = (await partsOf(sql)).map((part) => ({
    ...part,
    perTrace: (part.bytes - (before.get(part.relation) ?? 0)) / options.traces,
  }))
  console.log(`\n### Disk, ${options.traces} traces with their nodes and their places in the log\n`)
  const rows = each.map(({ relation, of, perTrace }) => [
    relation === of ? relation : `– ${relation}`,
    figure(perTrace),
  ])
  const sum = each.reduce((total, { perTrace }) => total + perTrace, 0)
  console.log(markdownTable(['table or index', 'B a trace'], [...rows, ['all', figure(sum)]]))
  const [widths] = await sql<Record<string, number>[]>`
    select avg(octet_length(body))::float8 as body, avg(pg_column_size(n.*))::float8 as node,
      (select avg(pg_column_size(t.*))::float8 from traces t) as trace from edg_nodes n`
  console.log(
    `\nA node’s text is ${figure(widths?.['body'] ?? 0)} B of a row of ${figure(widths?.['node'] ?? 0)} B; the row of a trace is ${figure(widths?.['trace'] ?? 0)} B.`,
  )
  console.log(goalLine('a trace with its node <= 2.2 kB', sum / 1000, sum <= 2200, ' kB'))
  await sql.end({ timeout: 5 })
}

const roundMs = 200
/** A witness is asked once a second, or for 1,024 leaves at once. */
const cosignedMs = 1000

/** What rounds without a pause write and leave: rows as the ledger writes them, thinned as it thins them. */
async function benchDay(stand: Stand, signer: Signer): Promise<void> {
  const url = await stand.copyDatabase('day')
  const sql = openSql({ url, name: 'assay-bench', poolSize: 2, statementTimeoutMs: 600_000 })
  await registerKey(sql, signer)
  const { origin } = await beginFirstLog(sql, signer, baseOrigin(undefined, signer))
  const text = formatCheckpoint({ origin, size: 100_000_000, root: new Uint8Array(32) })
  const note = signNote(text, [noteSigner(origin, signer)])
  const line = signatureLine(noteSigner('assay-witness-0123456789abcdef', signer), text)
  const rounds = (options.hours * 3_600_000) / roundMs
  const perHour = 3_600_000 / roundMs
  await sql`
    insert into edg_checkpoints (origin, size, root, note, is_milestone, sequenced_ins, created_at)
    select ${origin}, n * 100, sha256(int8send(n)), ${note}, n % ${perHour}::int = 1, n * 100,
      now() - ${options.hours}::int * interval '1 hour' + n * ${roundMs}::int * interval '1 millisecond'
    from generate_series(1, ${rounds}::bigint) n`
  await sql`
    insert into edg_cosignatures (origin, size, witness, line, at)
    select origin, size, 'assay-witness', ${line}, created_at from edg_checkpoints
    where size % ${(100 * cosignedMs) / roundMs}::bigint = 0`
  const written = await sizeOfLog(sql, note)
  const thin = openThinning(sql)
  const startedAt = performance.now()
  for (let rows = rounds, before = rounds + 1; rows < before; ) {
    await thin()
    before = rows
    rows = (await sizeOfLog(sql, note)).checkpoints
  }
  const seconds = (performance.now() - startedAt) / 1000
  await sql.unsafe('vacuum full edg_checkpoints')
  await sql.unsafe('vacuum full edg_cosignatures')
  const left = await sizeOfLog(sql, note)
  console.log(`\n### Checkpoints: ${options.hours} hours of a round each ${roundMs} ms, cosigned once a second\n`)
  const row = (what: string, { checkpoints, cosignatures, bytes, fileBytes }: LogSize) => [
    what,
    String(checkpoints),
    String(cosignatures),
    figure(bytes / 1e6),
    figure(fileBytes / 1e6),
  ]
  console.log(
    markdownTable(
      ['', 'checkpoints', 'cosignatures', 'tables MB', 'files MB'],
      [row('all of them', { ...written, fileBytes: rounds * (note.length + 1) }), row('what stays', left)],
    ),
  )
  const [kept] = await sql<{ milestones: number }[]>`
    select count(*)::float8 as milestones from edg_checkpoints where is_milestone`
  const each = left.bytes / (left.checkpoints + left.cosignatures)
  const grown = (((kept?.milestones ?? 0) * 24) / options.hours) * (2 * each + note.length + 1)
  console.log(
    `\nOf these a day adds the milestones for ever; the others take the same room from day to day. Thinned in ${figure(seconds)} s.`,
  )
  console.log(goalLine('what stays of a day <= 5 MB', left.bytes / 1e6, left.bytes <= 5e6, ' MB'))
  console.log(goalLine('a further day adds <= 5 MB', grown / 1e6, grown <= 5e6, ' MB'))
  await sql.end({ timeout: 5 })
}

type LogSize = { checkpoints: number; cosignatures: number; bytes: number; fileBytes: number }

async function sizeOfLog(sql: Sql, note: string): Promise<LogSize> {
  const [row] = await sql<(Omit<LogSize, 'fileBytes'> & { milestones: number })[]>`
    select (select count(*)::float8 from edg_checkpoints) as checkpoints,
      (select count(*)::float8 from edg_cosignatures) as cosignatures,
      (select count(*)::float8 from edg_checkpoints where is_milestone) as milestones,
      (pg_total_relation_size('edg_checkpoints') + pg_total_relation_size('edg_cosignatures'))::float8 as bytes`
  if (!row) throw new Error('the log has no tables')
  return { ...row, fileBytes: row.milestones * (note.length + 1) }
}

/** Nodes that say nothing, each with its leaf, and what of the tiles a ledger reads: as large a log as may be, in minutes. */
async function layLog(sql: Sql, signer: Signer, dataDir: string): Promise<void> {
  await registerKey(sql, signer)
  const { origin } = await beginFirstLog(sql, signer, baseOrigin(undefined, signer))
  await sql.unsafe(`
    alter table edg_leaves drop constraint edg_leaves_node_id_fkey, drop constraint edg_leaves_node_id_key, drop constraint edg_leaves_pkey;
    alter table edg_nodes drop constraint edg_nodes_address, drop constraint edg_nodes_projection, drop constraint edg_nodes_stream_pos_key`)
  const first = await sql<{ id: string }[]>`select encode(id, 'hex') as id from edg_nodes order by ins`
  const count = options.leaves - first.length
  await sql.unsafe(`
    create temporary table made as select n, sha256(int8send(n)) as id from generate_series(1, ${count}::bigint) n;
    insert into edg_nodes (id, org_id, stream, pos, height, kind, body, signature, kid)
    select id, '${orgId}', 'trace:' || n, 0, 0, 'trace.recorded', '{}', decode(repeat('00', 64), 'hex'), '' from made order by n;
    insert into edg_leaves (leaf, node_id) select row_number() over (order by ins) - 1, id from edg_nodes;
    alter table edg_leaves add constraint edg_leaves_pkey primary key (leaf), add constraint edg_leaves_node_id_key unique (node_id);
    create unique index on edg_nodes (stream, pos);
    analyze edg_nodes; analyze edg_leaves`)
  const kept = new Map<string, Tile>()
  let edge: Edge = []
  let frontier: Frontier = emptyFrontier
  const number = Buffer.alloc(8)
  const leafAt = (at: number): Hash => {
    const id = first[at]?.id
    if (id !== undefined) return leafHash(id)
    number.writeBigInt64BE(BigInt(at - first.length + 1))
    return leafHash(new Bun.CryptoHasher('sha256').update(number).digest())
  }
  for (let from = 0; from < options.leaves; ) {
    const upTo = Math.min(options.leaves, from + 65_536)
    const leaves = Array.from({ length: upTo - from }, (_, at) => leafAt(from + at))
    const grown = growEdge(edge, leaves)
    edge = grown.edge
    frontier = append(frontier, leaves)
    for (const tile of grown.touched)
      if (tile.level > 0 || tile.index * 256 > options.leaves - 2000) kept.set(`${tile.level}/${tile.index}`, tile)
    from = upTo
  }
  for (const { level, index, hashes } of kept.values())
    await sql`insert into edg_tiles (level, idx, hashes) values (${level}, ${index}, ${Buffer.from(hashes)})`
  // What lies in files has all before it.
  for (const tile of [...kept.values()].filter(isFull)) {
    const path = join(dataDir, 'log', tilePath(tile))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, tile.hashes)
  }
  const { size } = frontier
  const note = signNote(formatCheckpoint({ origin, size, root: rootOf(frontier) }), [noteSigner(origin, signer)])
  await sql`
    insert into edg_checkpoints (origin, size, root, note, is_milestone, sequenced_ins)
    values (${origin}, ${size}, ${Buffer.from(rootOf(frontier))}, ${note}, true, (select max(ins) from edg_nodes))`
}

async function leafOfNew(sql: Sql, signer: Signer, name: string): Promise<number> {
  const node = makeNode(
    {
      kind: 'trace.recorded',
      stream: `trace:${name}`,
      agent: 'bench',
      timestamp: new Date().toISOString(),
      subject: { type: 'trace', id: name },
    },
    orgId,
    signer,
    '1.0.0',
  )
  await appendNodes(sql, [node])
  const startedAt = performance.now()
  while ((await findLeaf(sql, node.id)) === undefined) {
    if (performance.now() - startedAt > 600_000) throw new Error(`no leaf for ${hexBytes(node.id)}`)
    await Bun.sleep(20)
  }
  return performance.now() - startedAt
}

/** From the death of who leads until who stood by has written the next node. */
async function benchTakeOver(stand: Stand, signer: Signer): Promise<void> {
  const url = await stand.copyDatabase('takeover')
  const sql = openSql({ url, name: 'assay-bench', poolSize: 2, statementTimeoutMs: 3_600_000 })
  await layLog(sql, signer, stand.dataDir)
  const from = given.from === undefined ? undefined : await checkOut(given.from)
  const rows: string[][] = []
  let worst = Number.NaN
  for (const version of [thisVersion, ...(from ? [from] : [])]) {
    const took: number[] = []
    let memory = 0
    const start = () => stand.start(['workers/ledger/main.ts'], url, { WITNESSES: 'none' }, version.folder)
    let leader: Subprocess = start()
    const first = await leafOfNew(sql, signer, `${version.name}-first`)
    for (let round = 0; round < options.rounds; round += 1) {
      const standby = start()
      await Bun.sleep(5000)
      leader.kill('SIGKILL')
      await leader.exited
      took.push(await leafOfNew(sql, signer, `${version.name}-${round}`))
      memory = Math.max(memory, memoryOf(standby.pid)?.peakBytes ?? 0)
      leader = standby
    }
    await stand.end([leader])
    rows.push([
      version.name,
      figure(first / 1000),
      figure(median(took) / 1000),
      figure(Math.max(...took) / 1000),
      figure(memory / 1e6),
    ])
    worst = version === thisVersion ? Math.max(...took) / 1000 : worst
  }
  console.log(`\n### Taking over a log of ${options.leaves} leaves, by whoever stood by when its leader was killed\n`)
  console.log(markdownTable(['', 'started s', 'taken over p50 s', 'worst s', 'peak memory MB'], rows))
  console.log(`\n${goalLine('take-over <= 2 s', worst, worst <= 2, ' s')}`)
  from?.remove()
  await sql.end({ timeout: 5 })
}

await onStand(async (stand) => {
  const signer = openSigner({ path: `${stand.dataDir}/keys/evidence-ed25519.pem` })
  console.log(
    `## The log\n\n${await describeSetting(stand, `script/bench log ${process.argv.slice(2).join(' ')}`.trim())}`,
  )
  if (options.traces > 0) await benchDisk(stand, signer)
  if (options.hours > 0) await benchDay(stand, signer)
  if (options.leaves > 0) await benchTakeOver(stand, signer)
  console.log(`\nLoad average at the end: ${loadNow()}`)
})

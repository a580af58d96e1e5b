/** Fills an empty store: three organisations, thirty days, a third of everything in the last one; nodes that verify, in a log. */

import { withoutIndexes } from '#bench/fill/copy'
import { addTraceCounters } from '#bench/fill/counters'
import { addSeals } from '#bench/fill/seals'
import { openSheets, tableNames } from '#bench/fill/sheets'
import {
  addPlan,
  addScan,
  addTask,
  addTrace,
  addTree,
  addViolation,
  beginRun,
  endRun,
  type Maker,
} from '#bench/fill/things'
import { openSql, type Sql, writerOf } from '#db/client'
import { packAnalysis } from '#db/queries/analyses'
import { packBriefing } from '#db/queries/briefings'
import { logState } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import { packReport } from '#db/queries/scans'
import { packItem } from '#db/queries/source-items'
import { connectionFacts } from '#shared/connections/connection-node'
import { annotationsOfTrace } from '#shared/contracts/annotations'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { openSigner, type Signer } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { unlock } from '#shared/evidence/unlock'
import type { VerbContext } from '#shared/evidence/verb-context'
import { openGovernance } from '#shared/governance/governance'
import { jobNames } from '#shared/jobs/index'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { openBoss } from '#shared/queue/boss'
import { prepareQueues } from '#shared/queue/create-queues'
import { briefingExamples } from '#shared/routes/examples/briefings'
import { decodedExample } from '#shared/routes/examples/content'
import { designReportExample } from '#shared/routes/examples/designs'
import { annotateTrace } from '#shared/traces/annotate'
import { baseOrigin, beginFirstLog } from '#shared/verification/epochs'
import { sealAnew } from '#test/support/sealed'
import { openSequencer } from '#workers/ledger/sequencer'

/** At scale 1. */
const counts = { tasks: 1_000_000, jobs: 2_000_000, outcomes: 3_000_000 }
const dayMs = 86_400_000
/** The first has seven tenths of everything. */
export const filledOrgs = ['org_bench', 'org_filled_b', 'org_filled_c'] as const
const orgOf = (number: number) => filledOrgs[number % 10 < 7 ? 0 : number % 10 < 9 ? 1 : 2]

const pagesPerRun = 100

/** @param dataDir where the signing key is kept. @returns how many nodes there are. */
export async function fillStore(
  { url, dataDir, scale }: { url: string; dataDir: string; scale: number },
  say: (what: string) => void,
): Promise<number> {
  const sql = openSql({ url, name: 'assay-bench-fill', poolSize: 16, statementTimeoutMs: 0, idleInTransactionMs: 0 })
  const alone = openSql({ url, name: 'assay-bench-fill', poolSize: 1, statementTimeoutMs: 0, idleInTransactionMs: 0 })
  try {
    const config = await unlock(readConfig({ DATABASE_URL: url, DATA_DIR: dataDir }), sql)
    const signer = openSigner(config.signingKey)
    await registerKey(sql, signer)
    const boss = await openBoss(sql, { upkeep: false, onError: (error) => say(String(error)) })
    await prepareQueues(boss)
    await boss.stop({ graceful: false, close: false })
    const governance = await openGovernance({ sql, signer, config, log: openLog('bench', 'fatal') })
    const maker: Maker = { sheets: openSheets(sql), signer, governance }
    await withoutIndexes(alone, tableNames, [{ table: 'edg_edges', trigger: 'edg_edges_crossings' }], async () => {
      await addThings(maker, Math.round(counts.tasks * scale), say)
      say('keys, indexes and references are put back')
    })
    await governance.close()
    await alone`
      insert into edg_crossings (stream, pos, parent_stream, parent_pos)
      select c.stream, c.pos, p.stream, p.pos
      from edg_edges e join edg_nodes c on c.id = e.child join edg_nodes p on p.id = e.parent
      where e.rel <> 'prev' and p.stream <> c.stream`
    await annotate(sql, signer)
    say('counters, queue and outcomes')
    await addTraceCounters(alone)
    await addWaivers(alone, signer)
    await addVerifications(alone)
    await addAnalyses(alone)
    await addConnections(alone, signer)
    await addBriefings(alone)
    await addComponents(alone)
    await addQueue(alone, scale)
    say('seals')
    await addSeals(alone, signer)
    say('the log')
    await sequence(alone, signer, baseOrigin(undefined, signer))
    say('vacuum')
    await alone`vacuum analyze`
    await alone`checkpoint`
    return maker.sheets.countNodes()
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), alone.end({ timeout: 5 })])
  }
}

async function addThings(maker: Maker, tasks: number, say: (what: string) => void): Promise<void> {
  const begun = Date.now() - 120_000
  const timeOf = (number: number) => {
    const share = number / tasks
    const age = share < 2 / 3 ? 1 + 29 * (1 - share * 1.5) : 3 * (1 - share)
    return new Date(Math.floor(begun - age * dayMs))
  }
  const systems = Math.max(100, Math.round(tasks / 50))
  let run = beginRun(timeOf(0))
  for (let number = 0; number < tasks; number += 1) {
    const whose = { orgId: orgOf(number), at: timeOf(number) }
    const task = addTask(maker, number, whose)
    if (number % 500 === 0) addPlan(maker, number % 20_000 === 0 ? 500 : 10, whose)
    if (number % 5 === 0) {
      const ofTrace = { orgId: orgOf(number / 5), at: whose.at }
      const trace = addTrace(maker, number, systems, ofTrace)
      if (number % 50 === 0) addTree(maker, trace, ofTrace)
      // One of a system that is not resolved yet may stand only once: those are numbered through.
      if (number % 25 === 0) {
        const isResolved = number % 125 !== 0
        const subject = { type: 'system', id: isResolved ? trace.trace.system_source : `silent-${number}` }
        addViolation(maker, number, { subject, evidence: trace.node }, { ...ofTrace, isResolved })
      }
    }
    if (number % 200 === 3)
      addViolation(
        maker,
        number,
        { subject: { type: 'task', id: task.id }, evidence: task.head, agent: task.agent, taskId: task.id },
        { ...whose, isResolved: number % 1000 !== 3 },
      )
    if (number % 40 === 1) addScan(maker, number, undefined, whose)
    if (number % 20 === 2) {
      addScan(maker, number, run, { ...whose, orgId: filledOrgs[0] })
      if (run.pages === pagesPerRun) {
        endRun(maker, run, { ...whose, orgId: filledOrgs[0] })
        run = beginRun(whose.at)
      }
    }
    if (number % 500 === 0) await maker.sheets.flush()
    if (number % 50_000 === 0 && number > 0) say(`${number} of ${tasks} tasks, ${maker.sheets.countNodes()} nodes`)
  }
  if (run.pages > 0) endRun(maker, run, { orgId: filledOrgs[0], at: timeOf(tasks - 1) })
  await maker.sheets.flush(true)
}

/** What people said: all that one trace may have, and once of a thousand others. */
async function annotate(sql: Sql, signer: Signer): Promise<void> {
  const orgId = filledOrgs[0]
  const traces = await sql<{ trace_id: string }[]>`select trace_id from traces where org_id = ${orgId} limit 1001`
  const [first, ...others] = traces.map(({ trace_id }) => trace_id)
  if (first === undefined) return
  const ctx: VerbContext<{ signer: Signer }> = {
    actor: {
      keyId: 'key_filled',
      requestId: '0af7651916cd43dd8448eb211c80319c',
      orgId,
      tier: 'enterprise',
      areas: ['A'],
      scopes: [],
      door: undefined,
      seed: undefined,
      isAgain: false,
    },
    read: (look) => look(sql),
    writing: () => ({ ...writerOf(sql), noting: (work) => work() }),
    tools: { signer },
  }
  const asked = [...Array.from({ length: annotationsOfTrace }, () => first), ...others]
  for (const [number, traceId] of asked.entries())
    await annotateTrace(ctx, {
      traceId,
      input: { rater: `rater ${number % 40}`, answers: { safety: number % 11, factuality: 'no' }, comment: 'as seen' },
    })
}

/** Those of an older release: they stand in no node. */
async function addWaivers(sql: Sql, signer: Signer): Promise<void> {
  await sql`
    insert into scan_waivers (waiver_id, org_id, fingerprint, type, reason, expires_at, created_at, created_by)
    select gen_random_uuid(), ${filledOrgs[0]}, md5(n::text), null, 'known', case when n % 3 = 0 then now() end, now(), 'key_filled'
    from generate_series(1, 2000) n`
  await sealAnew(sql, signer, 'scan_waivers')
}

/** Of a hundred pages, the newest of each waiting for a word. */
async function addVerifications(sql: Sql): Promise<void> {
  const report = packReport(JSON.stringify(designReportExample))
  await sql`
    insert into design_verifications (job_id, org_id, page_id, branch, state, approved, violations, artifact, created_at,
      node_id, payload_salt, report)
    select gen_random_uuid(), ${filledOrgs[0]}, 'page-' || n % 100, case when n % 4 = 0 then 'main' else 'feature-' || n % 50 end,
      case when n > 19900 then 'waiting' else 'passed' end, n <= 19900, case when n > 19900 then 3 else 0 end, md5(n::text),
      now() - (20000 - n) * interval '1 minute', sha256(n::text::bytea), '', ${Buffer.from(report)}
    from generate_series(1, 20000) n`
}

/** Of the last month, as many as are kept. */
async function addAnalyses(sql: Sql): Promise<void> {
  const document = packAnalysis(JSON.stringify(decodedExample))
  await sql`
    insert into analyses (job_id, org_id, operation, tier, created_at, node_id, payload_salt, document)
    select gen_random_uuid(), ${filledOrgs[0]}, 'decode', 'T0', now() - (50000 - n) * interval '50 seconds',
      sha256(n::text::bytea), '', ${Buffer.from(document)}
    from generate_series(1, 50000) n`
}

/** As many as an organisation may have, and of one of them ten thousand items. */
async function addConnections(sql: Sql, signer: Signer): Promise<void> {
  const [orgId] = filledOrgs
  const config = '{"host":"imap.example.com","port":993,"security":"tls","user":"a@example.com"}'
  const at = new Date()
  const said = { org_id: orgId, kind: 'imap' as const, config, salt: new Uint8Array(), secret_version: 1 }
  const nodes = Array.from({ length: 50 }, (_, place) => {
    const id = `00000000-0000-4000-8000-${String(place + 1).padStart(12, '0')}`
    const result = connectionFacts({ ...said, connection_id: id }, 'new')
    return nodeOfKind(signer, { kind: 'connection.created', id, orgId, agent: 'assay-api', at, result })
  })
  await sql.begin((tx) => appendNodes(tx, nodes))
  await sql`
    insert into connections (connection_id, org_id, key_id, kind, label, config, secret, sealed_by, secret_version, salt,
      state, failures, missing, sync_version, round, is_resetting, tried_at, latency_ms, synced_at, next_sync_at, items,
      created_at, head, version)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${orgId}, 'ak_filled', 'imap', 'Mail ' || n,
      ${config}::text, '', '', 1, '', 'new', 0, '[]', 1, 0, false, now(), 100, now(), now() + interval '1 day',
      case n when 1 then 10000 else 0 end, now() - n * interval '1 day', decode(head, 'hex'), 0
    from unnest(${nodes.map(({ id }) => id)}::text[]) with ordinality as h(head, n)`
  await sql`insert into item_heads (org_id, seq, changed_at) values (${orgId}, 10000, now())`
  const document = Buffer.from(packItem('{}'))
  await sql`
    insert into source_items (org_id, item_id, connection_id, item_seq, source, at, last_at, first_seen, round, digest,
      document)
    select ${orgId}, sha256(n::text::bytea), '00000000-0000-4000-8000-000000000001', n, 'mail', now() - n * interval '4 minutes',
      now() - n * interval '4 minutes', now(), 0, sha256(n::text::bytea), ${document}
    from generate_series(1, 10000) n`
}

/** Of the last month, one every quarter of an hour. */
async function addBriefings(sql: Sql): Promise<void> {
  const document = Buffer.from(packBriefing(JSON.stringify(briefingExamples().briefing)))
  await sql`
    insert into briefings (job_id, org_id, operation, tier, created_at, node_id, payload_salt, document, inputs, connections)
    select gen_random_uuid(), ${filledOrgs[0]}, 'briefing', 'T0', now() - (3000 - n) * interval '15 minutes',
      sha256(n::text::bytea), '', ${document}, ${document}, array[gen_random_uuid()]
    from generate_series(1, 3000) n`
}

/** A library as large as one may be, its stories scanned as pages were. */
async function addComponents(sql: Sql): Promise<void> {
  const [orgId] = filledOrgs
  await sql`
    insert into component_libraries (org_id, library, base_url, base_since, usage_as_of)
    values (${orgId}, 'filled', 'https://storybook.example.com/', now() - interval '1 year', now())`
  await sql`
    insert into components (org_id, library, component_id, name, category, source, is_deprecated, paths, content_digest,
      last_modified, changed_at, reported_usage)
    select ${orgId}, 'filled', 'button-' || n, 'Button ' || n, (array['Forms', 'Layout', 'Feedback'])[1 + n % 3],
      'storybook-index', false, '{}', sha256(convert_to(n::text, 'UTF8')), current_date, now() - interval '1 year', n
    from generate_series(1, 5000) n`
  await sql`
    insert into component_stories (org_id, library, component_id, story_id, name, scan_id)
    select ${orgId}, 'filled', 'button-' || n, 'button-' || n || '--' || k, 'Story ' || k, s.job_id
    from generate_series(1, 5000) n cross join generate_series(1, 4) k
    left join (
      select job_id, row_number() over (order by job_id) as place from (
        select job_id from scans where org_id = ${orgId} limit 20000) taken) s on s.place = 4 * n + k - 4`
}

/** Jobs of the last week as pg-boss keeps them, and how they and older ones ended. A thousand of them wait for tomorrow. */
async function addQueue(sql: Sql, scale: number): Promise<void> {
  const [jobs, outcomes] = [Math.round(counts.jobs * scale), Math.round(counts.outcomes * scale)]
  await sql`
    insert into pgboss.job (id, name, data, state, retry_limit, expire_seconds, deletion_seconds, start_after, created_on,
      started_on, completed_on)
    select gen_random_uuid(), (${jobNames as string[]}::text[])[1 + n % 3],
      jsonb_build_object('payload', jsonb_build_object('of', 'trace', 'traceId', 'SVC-' || n || '-1', 'depth', 1,
        'includeRaw', false), 'requestId', md5(n::text), 'orgId', ${filledOrgs[0]}::text, 'keyId', 'key_filled', 'sentAt', at),
      state::pgboss.job_state, 2, 60, 604800, case when state = 'created' then now() + interval '1 day' else at end, at,
      case when state <> 'created' then at end, case when state <> 'created' then at + interval '1 second' end
    from (
      select n, now() - (${jobs}::bigint - n) * (interval '7 days' / ${jobs}::bigint) as at,
        case when n > ${jobs}::bigint - 1000 then 'created' when n % 100 = 0 then 'failed' when n % 100 = 1 then 'cancelled'
          else 'completed' end as state
      from generate_series(1, ${jobs}::bigint) n) made`
  await sql`
    insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, error, attempt, created_at, started_at,
      finished_at)
    select job_id, 'run-task', org_id, key_id, request_id,
      case status when 'completed' then 'succeeded' when 'failed' then 'failed' else 'canceled' end, error, 0, created_at,
      started_at, completed_at
    from tasks where completed_at is not null`
  const [ended] = await sql<{ tasks: number }[]>`select count(*) as tasks from tasks where completed_at is not null`
  await sql`
    insert into job_outcomes (job_id, job, org_id, key_id, request_id, state, attempt, created_at, started_at, finished_at)
    select gen_random_uuid(), (${jobNames as string[]}::text[])[1 + n % 3], ${filledOrgs[0]}, 'key_filled', md5(n::text),
      'succeeded', 0, at, at, at
    from (select n, now() - (n % 90) * interval '1 day' as at
      from generate_series(1, greatest(0, ${outcomes}::bigint - ${ended?.tasks ?? 0}::bigint)) n) made`
}

/** Every node gets its leaf, by the ledger's own hand. */
async function sequence(connection: Sql, signer: Signer, base: string): Promise<void> {
  await beginFirstLog(connection, signer, base)
  const state = await logState(connection)
  if (!state) throw new Error('the log that began is not there')
  await openSequencer({
    connection,
    signer,
    state,
    log: openLog('bench', 'fatal'),
    isStopping: () => false,
    forged: async () => new Map(),
    onForged: () => undefined,
    onWritten: async () => undefined,
  })
}

/** What can be done to what work came to: traces, trees, scans, verifications, analyses, briefings, and what is counted of them. */
import type { Tx } from '#db/client'
import { heldVerificationColumns, type VerificationRow } from '#db/queries/designs'
import { sealedVerifications } from '#shared/evidence/sealed/designs'
import { sealOf } from '#shared/evidence/sealed-rows'
import type { Filled } from '#test/tampering/filled'
import type { Named, Tampering } from '#test/tampering/tampering'

/** What changes one row of a thing. */
type Change = (tx: Tx, id: string) => Promise<unknown>

type Thing = {
  table: string
  /** In the store that things were put in. */
  id: (store: Filled) => string
  stream: string
  door: (id: string) => string
}

const trace: Thing = {
  table: 'traces',
  id: ({ things }) => String(things.trace),
  stream: 'trace:',
  door: (id) => `GET /traces/${id}`,
}
const tree: Thing = {
  table: 'trees',
  id: ({ things }) => String(things.tree),
  stream: 'tree:',
  door: (id) => `GET /trees/${id}`,
}
const scan: Thing = {
  table: 'scans',
  id: ({ things }) => String(things.scan),
  stream: 'scan:',
  door: (id) => `GET /api/scans/${id}`,
}
const verification: Thing = {
  table: 'design_verifications',
  id: ({ things }) => String(things.waitingVerification),
  stream: 'design:',
  door: (id) => `GET /api/verify-design/${id}`,
}
const analysis: Thing = {
  table: 'analyses',
  id: ({ things }) => String(things.analysis),
  stream: 'semiotic:',
  door: (id) => `GET /jobs/${id}/result`,
}
const briefing: Thing = {
  table: 'briefings',
  id: ({ things }) => String(things.briefing),
  stream: 'briefing:',
  door: (id) => `GET /briefings/${id}`,
}

/** Where the node of another may be met first. */
const anyStream = '*'

/** A change of a thing's row, which its own node tells. @param door where it is shown otherwise than by itself. */
const of = (
  thing: Thing,
  columns: Tampering['columns'],
  what: string,
  change: Change,
  named: Partial<Named> = {},
  door = thing.door,
): Tampering => ({
  table: thing.table,
  columns,
  what,
  async act(tx, store) {
    const id = thing.id(store)
    await change(tx, id)
    const { stream = `${thing.stream}${id}`, ...rest } = named
    return { check: 'V12', ...(stream === anyStream ? {} : { stream }), ...rest }
  },
  door: { opens: (store) => store.service.call(door(thing.id(store))) },
})

const changed =
  (table: string, key: string, change: string): Change =>
  (tx, id) =>
    tx.unsafe(`update ${table} set ${change} where ${key} = '${id}'`)
const ofTrace = (change: string): Change => changed('traces', 'trace_id', change)
const ofJob = (table: string, change: string): Change => changed(table, 'job_id', change)
const digested = { check: 'V8' } as const

/** Where columns are gone by that a thing itself is shown without. */
const doors: Readonly<Record<string, Thing['door']>> = {
  picture: (id) => `GET /api/scans/${id}/picture`,
}

/** Of every such thing: another key, another node, another salt, no seal, a row taken away; and columns that only its seal holds. */
const named = (thing: Thing, key: string, columns: Readonly<Record<string, string | null>>): Tampering[] => {
  const { table } = thing
  const change = (to: string): Change => changed(table, key, to)
  const node = table === 'traces' ? 'attribution_token' : 'node_id'
  const renamed = key === 'job_id' ? 'gen_random_uuid()' : "'SVC-renamed-1'"
  const other = `(select ${node} from ${table} o where o.${key} <> ${table}.${key} limit 1)`
  return [
    of(thing, [key], `${table}: another ${key}`, change(`${key} = ${renamed}`), digested),
    of(thing, [node], `${table}: the node of another`, change(`${node} = ${other}`), { stream: anyStream }),
    of(
      thing,
      ['payload_salt'],
      `${table}: another salt`,
      change(String.raw`payload_salt = '\x00112233445566778899aabbccddeeff'`),
      digested,
    ),
    of(thing, ['seal'], `${table}: a seal taken away`, change('seal = null')),
    of(
      thing,
      '*',
      `${table}: a row taken away`,
      (tx, id) => tx.unsafe(`delete from ${table} where ${key} = '${id}'`),
      digested,
    ),
    ...Object.entries(columns).flatMap(([column, to]) =>
      to === null
        ? []
        : [of(thing, [column], `${table}: another ${column}`, change(`${column} = ${to}`), {}, doors[column])],
    ),
  ].filter(({ columns: [column] }) => table !== 'traces' || column !== 'payload_salt')
}

const counters = ['traces', 'low', 'medium', 'high', 'compliant', 'risk_sum', 'timed', 'time_sum']

/** Totals that are not what they count, all by as much; of one system where it is given. */
const ofTotals = (table: string, columns: string[], key: string, system?: string, by = '1'): Tampering => ({
  table,
  columns,
  what: `${table}: another ${columns.join(', ')}`,
  async act(tx) {
    const where = system === undefined ? '' : `and system_source = '${system}'`
    const change = columns.map((column) => `${column} = ${column} + ${by}`).join(', ')
    await tx.unsafe(`update ${table} set ${change} where org_id = 'org_test' ${where}`)
    return { check: 'V12', row: { table, key } }
  },
})

/** A count of something else, and none. */
const goneTotals = (table: 'system_totals' | 'trace_totals' | 'systems' | 'annotated_systems'): Tampering[] => {
  const isWhole = table === 'trace_totals'
  const told = (key: string): Named => ({
    check: 'V12',
    row: { table: table === 'systems' ? 'system_totals' : table, key },
  })
  const moved = (column: 'org_id' | 'system_source'): Tampering => ({
    table,
    columns: [column],
    what: `${table}: another ${column}`,
    async act(tx) {
      const where = isWhole ? '' : "and system_source = 'chat-eu'"
      await tx.unsafe(`update ${table} set ${column} = 'aaa' where org_id = 'org_test' ${where}`)
      return told(column === 'org_id' ? (isWhole ? 'aaa' : 'aaa/chat-eu') : 'org_test/aaa')
    },
  })
  return [
    moved('org_id'),
    ...(isWhole ? [] : [moved('system_source')]),
    {
      table,
      columns: '*',
      what: `${table}: a row taken away`,
      async act(tx) {
        const where = isWhole ? '' : "and system_source = 'chat-eu'"
        await tx.unsafe(`delete from ${table} where org_id = 'org_test' ${where}`)
        return told(isWhole ? 'org_test' : 'org_test/chat-eu')
      },
    },
  ]
}

/** As it once was, with the seal that it had then. */
const putBack: Tampering = {
  table: 'design_verifications',
  columns: ['state'],
  what: 'a verification that was approved waits again, as it once did, seal and all',
  async act(tx, { signer, things: { approvedVerification: id } }) {
    const [row] = await tx<VerificationRow[]>`
      select ${heldVerificationColumns(tx)} from design_verifications t where job_id = ${id}`
    if (row?.state !== 'approved') throw new Error(`verification ${id} is ${row?.state}`)
    const seal = Buffer.from(sealOf(signer, sealedVerifications, { ...row, state: 'waiting' }))
    await tx`update design_verifications set state = 'waiting', seal = ${seal} where job_id = ${id}`
    return { check: 'V12', stream: `design:${id}`, row: { table: 'design_verifications', key: id } }
  },
  door: { opens: ({ service, things }) => service.call(`GET /api/verify-design/${things.approvedVerification}`) },
}

export const resultTamperings: readonly Tampering[] = [
  putBack,
  of(trace, ['org_id'], 'a trace given to another organisation', ofTrace("org_id = 'org_other'")),
  of(trace, ['created_at'], 'a trace backdated', ofTrace("created_at = created_at - interval '1 day'")),
  of(trace, ['governance_tier'], 'a trace judged more mildly', ofTrace("governance_tier = 'T1', seal = seal")),
  of(
    trace,
    ['risk_score', 'risk_level'],
    'a trace made harmless',
    ofTrace("risk_score = 1, risk_level = 'LOW'"),
    digested,
  ),
  of(trace, ['confidence'], 'a trace made surer', ofTrace('confidence = 0.99'), digested),
  of(trace, ['system_source'], 'a trace laid to another system', ofTrace("system_source = 'scapegoat'"), digested),
  of(trace, ['flags'], 'a flag taken off a trace', ofTrace("flags = '{}'"), digested),
  of(trace, ['recommendation'], 'another recommendation', ofTrace("recommendation = 'all is well'"), digested),
  of(
    trace,
    ['constitutional_compliance', 'compliance_declared'],
    'a trace made compliant',
    ofTrace('compliance_declared = not compliance_declared'),
    digested,
  ),
  of(
    trace,
    ['trinity_layer', 'testing_mode'],
    'a trace tested otherwise',
    ofTrace("trinity_layer = 'body', testing_mode = 'field'"),
    digested,
  ),
  of(
    trace,
    ['adversarial_test', 'field_conditions'],
    'a trace tested harder',
    ofTrace('adversarial_test = true, field_conditions = true'),
    digested,
  ),
  of(
    trace,
    ['processing_time_ms', 'metadata'],
    'a trace made quicker',
    ofTrace(`processing_time_ms = 1, metadata = '{"region":"us"}'`),
    digested,
  ),
  of(
    trace,
    ['timestamp'],
    'a trace that happened later',
    ofTrace(`"timestamp" = "timestamp" + interval '1 hour'`),
    digested,
  ),
  of(
    trace,
    ['payload_salt'],
    'another salt of a trace',
    ofTrace(String.raw`payload_salt = '\x00112233445566778899aabbccddeeff'`),
    digested,
  ),
  of(tree, ['org_id'], 'a tree given to another organisation', ofJob('trees', "org_id = 'org_other'")),
  of(tree, ['profile'], 'a tree by another profile', ofJob('trees', "profile = 'aria@9.9.9'")),
  of(tree, ['tree_digest'], 'another digest of a tree', ofJob('trees', "tree_digest = 'sha256:0'")),
  of(tree, ['generated_at'], 'a tree backdated', ofJob('trees', "generated_at = generated_at - interval '1 day'")),
  of(
    tree,
    ['body'],
    'another body of a tree',
    ofJob('trees', 'body = (select body from trees where trace_id is null limit 1)'),
    digested,
  ),
  of(scan, ['score', 'compliance'], 'a scan that passed', ofJob('scans', "score = 100, compliance = 'pass'")),
  of(scan, ['standard'], 'a scan by another standard', ofJob('scans', "standard = 'WCAG 2.0 A'")),
  of(scan, ['org_id'], 'a scan given to another organisation', ofJob('scans', "org_id = 'org_other'")),
  of(scan, ['created_at'], 'a scan backdated', ofJob('scans', "created_at = created_at - interval '1 day'")),
  of(
    verification,
    ['approved', 'violations'],
    'a verification without violations',
    ofJob('design_verifications', 'approved = not approved, violations = violations + 1'),
  ),
  of(
    verification,
    ['page_id', 'branch'],
    'a verification of another page',
    ofJob('design_verifications', "page_id = 'other', branch = 'other'"),
  ),
  of(
    verification,
    ['artifact'],
    'a verification of another artifact',
    ofJob('design_verifications', "artifact = repeat('a', 64)"),
  ),
  of(analysis, ['operation'], 'an analysis of another kind', ofJob('analyses', "operation = 'analyze'")),
  of(analysis, ['tier'], 'an analysis judged more mildly', ofJob('analyses', "tier = 'T5'")),
  of(briefing, ['tier'], 'a briefing judged otherwise', ofJob('briefings', "tier = 'T5'")),
  of(briefing, ['inputs'], 'a briefing made of something else', ofJob('briefings', 'inputs = document')),
  of(briefing, ['document'], 'a briefing that says something else', ofJob('briefings', 'document = inputs'), digested),
  ...named(trace, 'trace_id', { system_source: null }),
  ...named(tree, 'job_id', {
    system_source: "'scapegoat'",
    validity_score: '99',
    schema_version: "'9'",
    snapshot: 'job_id',
  }),
  ...named(scan, 'job_id', {
    run_id: 'job_id',
    url: "'https://example.com/'",
    issue_count: 'issue_count + 1',
    warning_count: 'warning_count + 1',
    include_warnings: 'not include_warnings',
    picture: String.raw`'\x00'`,
    picture_type: "'text/html'",
    picture_sha256: String.raw`'\x00'`,
  }),
  ...named(verification, 'job_id', {
    org_id: "'org_other'",
    state: "'approved'",
    compared_with: "repeat('b', 64)",
    baseline_id: 'job_id',
    proposes: 'job_id',
    created_at: "created_at - interval '1 day'",
  }),
  ...named(analysis, 'job_id', { org_id: "'org_other'", created_at: "created_at - interval '1 day'" }),
  ...named(briefing, 'job_id', {
    org_id: "'org_other'",
    operation: "'signals'",
    created_at: "created_at - interval '1 day'",
    connections: 'array[job_id]',
  }),
  of(
    tree,
    ['trace_id', 'compared_with'],
    'a tree that is none',
    ofJob('trees', "trace_id = null, compared_with = 'search'"),
  ),
  of(
    scan,
    ['report'],
    'another report of a scan',
    ofJob('scans', 'report = (select report from scans s where s.job_id <> scans.job_id limit 1)'),
    digested,
  ),
  of(
    verification,
    ['report'],
    'another report of a verification',
    ofJob(
      'design_verifications',
      'report = (select report from design_verifications s where s.job_id <> design_verifications.job_id limit 1)',
    ),
    digested,
  ),
  of(
    analysis,
    ['document'],
    'another document of an analysis',
    ofJob('analyses', 'document = (select document from analyses s where s.job_id <> analyses.job_id limit 1)'),
    digested,
  ),
  ofTotals('system_totals', counters, 'org_test/chat-eu', 'chat-eu'),
  ofTotals('trace_totals', counters, 'org_test'),
  ofTotals('trace_totals', ['systems'], 'org_test'),
  ofTotals('system_totals', ['last_trace_at'], 'org_test/chat-eu', 'chat-eu', "interval '1 day'"),
  ofTotals('annotated_systems', ['annotations'], 'org_test/chat-eu', 'chat-eu'),
  of(
    scan,
    ['report_sha256'],
    'another digest of a report',
    ofJob('scans', String.raw`report_sha256 = '\x00'`),
    {},
    () => 'GET /api/scans',
  ),
  of(
    verification,
    ['report_sha256'],
    'another digest of a verification',
    ofJob('design_verifications', String.raw`report_sha256 = '\x00'`),
    {},
    () => 'GET /api/verify-design',
  ),
  ...(['system_totals', 'trace_totals', 'systems', 'annotated_systems'] as const).flatMap(goneTotals),
]

/** What can be done to agents elsewhere, to what people said of traces, and to what pages are held to: rows that nodes stand behind. */
import type { Filled } from '#test/tampering/filled'
import type { Named, Tampering } from '#test/tampering/tampering'

type Thing = {
  table: string
  /** Which row it is. */
  where: (store: Filled) => string
  /** Of its stream. */
  stream: string
  door: (store: Filled) => ReturnType<Filled['service']['call']>
  /** What is answered there instead; 500 EVIDENCE_MISMATCH unless it says otherwise. */
  told?: { status: number; code?: string }
}

const agent: Thing = {
  table: 'agents',
  where: ({ things }) => `name = '${things.agent}'`,
  stream: `'agent:' || org_id || '/' || name`,
  door: ({ service, things }) => service.call(`GET /v1/agents/${things.agent}`),
}
const annotation: Thing = {
  table: 'trace_annotations',
  where: ({ things }) => `annotation_id = '${things.annotation}'`,
  stream: `'annotation:' || annotation_id`,
  door: ({ service, things }) => service.call(`GET /traces/${things.trace}/annotations`),
}
const baseline: Thing = {
  table: 'design_baselines',
  where: ({ things }) => `page_id = '${things.page}' and status = 'active'`,
  stream: `'baseline:' || baseline_id`,
  door: ({ service, things }) => service.call(`GET /api/pages/${things.page}/baselines`),
}
const policy: Thing = {
  table: 'design_rules',
  where: ({ things }) => `page_id = '${things.page}'`,
  stream: `'rules:' || rules_id`,
  door: ({ service, things }) => service.call(`GET /api/pages/${things.page}/policy`),
}

const setStream = "'parameters:' || (select set_id from parameter_sets where org_id = 'org_test')"
const parameters: Thing = {
  table: 'parameter_sets',
  where: () => "org_id = 'org_test'",
  stream: setStream,
  door: ({ service }) => service.call('GET /attunement/parameters'),
  told: { status: 409, code: 'STATE_CONFLICT' },
}
const version: Thing = { ...parameters, table: 'parameter_versions', door: unproven, told: { status: 200 } }
const versionsLack: Thing = { ...version, door: parameters.door, told: { status: 500 } }

/** The version is said not to be proven, and nothing is told of what it changed. */
async function unproven(store: Filled) {
  const answer = await parameters.door(store)
  const { history } = (answer.body ?? {}) as { history?: { is_proven: boolean; changed: unknown[] }[] }
  const [newest] = history ?? []
  if (newest?.is_proven !== false || newest.changed.length > 0) throw new Error(`it is shown as ${answer.text}`)
  return answer
}

const uuid = '00000000-0000-4000-8000-000000000000'
type How = { named?: Partial<Named>; isShown?: boolean }

/** @param how a row that is moved to nobody's view is not shown at its door. */
function done(
  { table, where, stream, door, told }: Thing,
  columns: Tampering['columns'],
  change: string,
  { named, isShown = true }: How = {},
): Tampering {
  return {
    table,
    columns,
    what: `${table}: ${change}`,
    async act(tx, store) {
      const [row] = await tx.unsafe<{ stream: string }[]>(
        `select ${stream} as stream from ${table} where ${where(store)}`,
      )
      const statement = change === 'delete' ? `delete from ${table}` : `update ${table} set ${change}`
      await tx.unsafe(`${statement} where ${where(store)}`)
      return { check: 'V12', ...(row ? { stream: row.stream } : {}), ...named }
    },
    ...(isShown ? { door: { opens: door, ...told } } : {}),
  }
}

const of = (thing: Thing, changes: Readonly<Record<string, string | [set: string, how: How]>>): Tampering[] =>
  Object.entries(changes).map(([column, change]) => {
    const [set, how] = typeof change === 'string' ? [change, {}] : change
    return done(thing, column === '*' ? '*' : [column], column === '*' ? set : `${column} = ${set}`, how)
  })

export const stateTamperings: readonly Tampering[] = [
  ...of(agent, {
    org_id: "'org_else'",
    name: "'another'",
    status: "'suspended'",
    head: "sha256('x')",
    version: 'version + 1',
    card_url: "'https://elsewhere.test/card'",
    card: `(card::jsonb || '{"name":"another"}')::json`,
    card_digest: "repeat('0', 64)",
    signature_verified: 'true',
    keys: `'[{"kty":"OKP"}]'`,
    reason: "'mine'",
    fault: "'its card could not be had'",
    checked_at: "checked_at - interval '1 day'",
    fetched_at: "fetched_at - interval '1 day'",
    registered_at: "registered_at - interval '1 day'",
    updated_at: "updated_at + interval '1 day'",
    seal: 'null',
    '*': 'delete',
  }),
  ...of(annotation, {
    trace_id: ["(select trace_id from traces where system_source = 'search' limit 1)", { named: { check: 'V8' } }],
    ord: 'ord + 1',
    annotation_id: [`'${uuid}'`, { named: { check: 'V8' } }],
    org_id: "'org_else'",
    system_source: "'search'",
    rater_id: `'${uuid}'`,
    rater: ["'somebody else'", { named: { check: 'V8' } }],
    comment: ["'all is well'", { named: { check: 'V8' } }],
    answers: [`'{"safety": "yes"}'`, { named: { check: 'V8' } }],
    status: "'another'",
    head: "sha256('x')",
    version: 'version + 1',
    payload_salt: ["decode('00112233445566778899aabbccddeeff', 'hex')", { named: { check: 'V8' } }],
    created_at: "created_at - interval '1 day'",
    seal: 'null',
    '*': ['delete', { named: { check: 'V8' } }],
  }),
  ...of(baseline, {
    baseline_id: `'${uuid}'`,
    org_id: ["'org_else'", { isShown: false }],
    page_id: ["'another'", { isShown: false }],
    branch: "'another'",
    medium: "'tree'",
    width: 'width + 1',
    scale_percent: '200',
    status: "'rejected'",
    artifact: "repeat('0', 64)",
    original: "repeat('0', 64)",
    verification_id: `'${uuid}'`,
    accepted: "'{everything}'",
    reason: "'mine'",
    created_at: "created_at - interval '1 day'",
    decided_at: "decided_at + interval '1 day'",
    head: "sha256('x')",
    version: 'version + 1',
    seal: 'null',
    '*': ['delete', { isShown: false }],
  }),
  ...of(policy, {
    rules_id: `'${uuid}'`,
    org_id: "'org_else'",
    subject: "'tokens'",
    page_id: "'another'",
    status: "'another'",
    document: `'{"failOn":"critical"}'`,
    changed_at: "changed_at - interval '1 day'",
    head: "sha256('x')",
    version: 'version + 1',
    seal: 'null',
    '*': 'delete',
  }),
  ...of(parameters, {
    set_id: `'${uuid}'`,
    org_id: "'org_else'",
    status: ["'another'", { isShown: false }],
    document: `replace(document, '"values":', '"values" :')`,
    changed_at: "changed_at - interval '1 day'",
    head: "sha256('x')",
    version: 'version + 1',
    '*': 'delete',
  }),
  ...of(version, {
    before_values: `replace(before_values, '60', '31')`,
    document: `replace(document, '"values":', '"values" :')`,
    job_id: `'${uuid}'`,
    key_id: "'ak_other'",
    takes_back: '7',
    taken_back_by: '7',
    changed_at: "changed_at - interval '1 day'",
  }),
  ...of(versionsLack, {
    org_id: ["'org_else'", { named: { row: { table: 'parameter_versions', key: 'org_else/1' } } }],
    version: ['version + 1', { named: { row: { table: 'parameter_versions', key: 'org_test/2' } } }],
    node_id: [
      "sha256('x')",
      { named: { stream: null, row: { table: 'parameter_versions', key: 'org_test/1' } }, isShown: false },
    ],
    '*': ['delete', { named: { stream: null, row: { table: 'parameter_versions', key: 'org_test' } } }],
  }),
]

/** What can be done to keys, violations, waivers and answers. */
import type { Tx } from '#db/client'
import type { ViolationRow } from '#db/queries/governance'
import { sealOfCounts } from '#shared/evidence/sealed/violations'
import type { Filled } from '#test/tampering/filled'
import { columnsOf, type TamperedRow, tampered } from '#test/tampering/rows'
import type { Named, Tampering } from '#test/tampering/tampering'

type Of = { table: string; key: string; prefix: string; id: (store: Filled) => string }

const ofKey: Of = { table: 'api_keys', key: 'id', prefix: 'apikey:', id: ({ things }) => things.issuedKey }
const ofViolation: Of = { table: 'violations', key: 'id', prefix: 'violation:', id: ({ things }) => things.violation }
const ofAcknowledged: Of = { ...ofViolation, id: ({ things }) => things.acknowledged }
const ofWaived: Of = { ...ofViolation, id: ({ things }) => things.waived }
const ofResolved: Of = { ...ofViolation, id: ({ things }) => things.resolved }
const ofWaiver: Of = { table: 'scan_waivers', key: 'waiver_id', prefix: 'waiver:', id: ({ things }) => things.waiver }
const ofRevoked: Of = { ...ofWaiver, id: ({ things }) => things.revokedWaiver }

const ofAnswer: Of = { table: 'scan_answers', key: 'answer_id', prefix: 'answer:', id: ({ things }) => things.answer }
const ofWithdrawn: Of = { ...ofAnswer, id: ({ things }) => things.withdrawnAnswer }

/** What an article came to in an hour, which the status page adds up: the first of all. */
const count: TamperedRow = {
  table: 'article_counts',
  where: () => `(article, hour, shard) = (select article, hour, shard from article_counts order by 1, 2, 3 limit 1)`,
  key: `article || '/' || hour || '/' || shard`,
}

const countTamperings: readonly Tampering[] = [
  ...columnsOf(count, {
    article: ["'A-00'", { key: `'A-00/' || hour || '/' || shard` }],
    hour: ["hour - interval '1 hour'", { key: `article || '/' || hour - interval '1 hour' || '/' || shard` }],
    shard: ['-1', { key: `article || '/' || hour || '/-1'` }],
    evaluations: 'evaluations + 1000',
    failures: 'failures + 1',
    errors: 'errors + 1',
    last_at: "last_at - interval '1 hour'",
    seal: 'null',
  }),
  tampered(
    count,
    '*',
    'one more',
    (where) => `
      insert into article_counts select (json_populate_record(c, '{"shard": -1}')).* from article_counts c where ${where}`,
    { key: `article || '/' || hour || '/-1'` },
  ),
]

const doors: Record<string, (store: Filled, id: string) => ReturnType<Filled['service']['call']>> = {
  violations: ({ service, warden }, id) => service.call(`GET /v1/governance/violations/${id}`, { key: warden }),
  scan_waivers: ({ service, warden }) => service.call('GET /api/waivers', { key: warden }),
  scan_answers: ({ service, warden }) => service.call('GET /api/answers', { key: warden }),
}

/** @param set as SQL sets it. @param isShown of a row that moves to nobody's view, the door says that there is none. */
function edited(of: Of, columns: readonly string[], set: string, { isShown = true } = {}): Tampering {
  const door = doors[of.table]
  return {
    table: of.table,
    columns,
    what: `${of.prefix} ${of.id({ things: named } as never)}: ${set}`,
    act: async (tx, store) => {
      await tx.unsafe(`update ${of.table} set ${set} where ${of.key}::text = '${of.id(store)}'`)
      return { check: 'V12', stream: `${of.prefix}${of.id(store)}` }
    },
    ...(door && isShown ? { door: { opens: (store: Filled) => door(store, of.id(store)) } } : {}),
  }
}

/** Each thing by its own name. */
const named = new Proxy({}, { get: (_, name) => String(name) })

function deleted(of: Of): Tampering {
  const door = of.table === 'violations' ? doors[of.table] : undefined
  return {
    table: of.table,
    columns: '*',
    what: `${of.prefix} ${of.id({ things: named } as never)}: the row deleted`,
    act: async (tx, store) => {
      await tx.unsafe(`delete from ${of.table} where ${of.key}::text = '${of.id(store)}'`)
      return { check: 'V12', stream: `${of.prefix}${of.id(store)}` }
    },
    ...(door ? { door: { opens: (store: Filled) => door(store, of.id(store)) } } : {}),
  }
}

/** A row beside the true one, which says the same but for its own name. */
const doubled = (of: Of, forged: string, odd: string): Tampering => ({
  table: of.table,
  columns: '*',
  what: `${of.prefix} a second row like the first, ${odd}`,
  act: async (tx: Tx, store) => {
    await tx.unsafe(`
      insert into ${of.table} select (jsonb_populate_record(r, '${odd}')).* from ${of.table} r where ${of.key}::text = '${of.id(store)}'`)
    return { check: 'V12', stream: `${of.prefix}${forged}` }
  },
})

/** What is counted of one that was seen again before it was acknowledged, put back as it was at first, with the seal that it had. */
const countsPutBack: Tampering = {
  table: 'violations',
  columns: ['occurrences', 'last_seen_at', 'evidence'],
  what: 'violation: what is counted of it put back, seal and all',
  act: async (tx, { signer, things }) => {
    const [row] = await tx<ViolationRow[]>`select * from violations where id = ${things.acknowledged}`
    if (!row) throw new Error('there is no violation')
    const before = { ...row, occurrences: 1, last_seen_at: row.detected_at, evidence: row.evidence.slice(0, 1) }
    await tx`
      update violations set occurrences = 1, last_seen_at = detected_at, evidence = ${before.evidence},
        counted_seal = ${Buffer.from(sealOfCounts(signer, before))} where id = ${row.id}`
    return { check: 'V12', stream: `violation:${row.id}` }
  },
  door: { opens: (store: Filled) => doors['violations']?.(store, store.things.acknowledged) ?? Promise.reject() },
}

const uuid = '00000000-0000-4000-8000-000000000000'

type Constitution = { node: string; enacted_at: string; signatures: number; hash: string }

/** Of the one that is in force. @param shown what the door says of it in place of what was changed, where it does not refuse. */
function ofConstitution(
  table: 'constitutions' | 'constitution_texts',
  column: string,
  set: string,
  { named = {}, isRead = true }: { named?: Partial<Named>; isRead?: boolean } = {},
): Tampering {
  return {
    table,
    columns: column === '*' ? '*' : [column],
    what: `${table}: ${set}`,
    act: async (tx) => {
      await tx.unsafe(set === 'delete' ? `delete from ${table}` : `update ${table} set ${set}`)
      return { check: 'V12', stream: 'constitution', ...named }
    },
    door: isRead
      ? { opens: ({ service, warden }) => service.call('GET /v1/governance/constitution', { key: warden }) }
      : { opens: enactedAsSaid, status: 200 },
  }
}

/** What the node says is shown, whatever the row says. */
async function enactedAsSaid({ service, warden, sql }: Filled) {
  const answer = await service.call('GET /v1/governance/constitution', { key: warden })
  const { enacted_at, signatures } = (answer.body ?? {}) as Constitution
  const [node] = await sql<{ at: string; signatures: number }[]>`
    select body::json ->> 'timestamp' as at, (body::json -> 'result' ->> 'signatures')::int as signatures from edg_nodes
    where stream = 'constitution' order by pos desc limit 1`
  if (node?.at !== enacted_at || node.signatures !== signatures) throw new Error(`it is shown as ${answer.text}`)
  return answer
}

export const governanceTamperings: readonly Tampering[] = [
  ...countTamperings,
  ofConstitution('constitutions', 'id', "id = 'another'"),
  ofConstitution('constitutions', 'org_id', "org_id = 'org_else'", { isRead: false }),
  ofConstitution('constitutions', 'status', "status = 'another'", { isRead: false }),
  ofConstitution('constitutions', 'head', "head = sha256('x')"),
  ofConstitution('constitutions', 'version', 'version = version + 1'),
  ofConstitution('constitutions', 'hash', "hash = repeat('0', 64)"),
  ofConstitution('constitutions', '*', 'delete'),
  ofConstitution('constitution_texts', 'hash', "hash = repeat('0', 64)"),
  ofConstitution('constitution_texts', 'body', "body = replace(body, 'A-05', 'A-55')"),
  ofConstitution('constitution_texts', 'signatures', 'signatures = 7', { isRead: false }),
  ofConstitution('constitution_texts', 'enacted_at', "enacted_at = enacted_at - interval '1 day'", { isRead: false }),
  ofConstitution('constitution_texts', 'node_id', "node_id = sha256('x')", { isRead: false }),
  ofConstitution('constitution_texts', '*', 'delete'),
  edited(ofKey, ['id'], "id = 'key_renamed'"),
  edited(ofKey, ['org_id'], "org_id = 'org_else'"),
  edited(ofKey, ['areas'], "areas = '{D}'"),
  edited(ofKey, ['scopes'], "scopes = '{operator,governance:override}'"),
  edited(ofKey, ['tier'], "tier = case tier when 'standard' then 'enterprise' else 'standard' end"),
  edited(ofKey, ['expires_at'], "expires_at = '2200-01-01'"),
  edited(ofKey, ['revoked_at'], "revoked_at = '2200-01-01'"),
  edited(ofKey, ['secret_sha256'], "secret_sha256 = sha256('mine')"),
  edited(ofKey, ['lookup'], "lookup = 'aaaaaaaaaaaa'"),
  edited(ofKey, ['name'], "name = 'mine'"),
  edited(ofKey, ['env'], "env = 'mine'"),
  edited(ofKey, ['actor'], "actor = 'somebody else'"),
  edited(ofKey, ['rotated_from'], "rotated_from = 'key_0'"),
  edited(ofKey, ['created_at'], "created_at = created_at - interval '1 day'"),
  edited(ofKey, ['head'], "head = sha256('x')"),
  edited(ofKey, ['version'], 'version = version + 1'),
  deleted(ofKey),
  doubled(ofKey, 'key_forged', '{"id": "key_forged", "lookup": "bbbbbbbbbbbb"}'),
  edited(ofViolation, ['id'], "id = 'vio_renamed'"),
  edited(ofViolation, ['org_id'], "org_id = 'org_else'", { isShown: false }),
  edited(ofViolation, ['occurrences'], 'occurrences = 1000'),
  edited(ofViolation, ['passes'], 'passes = 1000'),
  edited(ofViolation, ['last_seen_at'], "last_seen_at = last_seen_at - interval '1 day'"),
  edited(ofViolation, ['evidence'], "evidence = '{}'"),
  edited(ofViolation, ['status'], "status = 'resolved'"),
  edited(ofViolation, ['status'], "status = 'waived', waived_until = '2200-01-01'"),
  edited(ofViolation, ['head'], "head = sha256('x')"),
  edited(ofViolation, ['version'], 'version = version + 1'),
  edited(ofViolation, ['fingerprint'], "fingerprint = repeat('0', 64)"),
  edited(ofViolation, ['article'], "article = 'A-18'"),
  edited(ofViolation, ['title'], "title = 'Nothing'"),
  edited(ofViolation, ['tier'], "tier = 'T1'"),
  edited(ofViolation, ['subject_type'], "subject_type = 'scan'"),
  edited(ofViolation, ['subject_id'], "subject_id = 'another'"),
  edited(ofViolation, ['agent'], "agent = 'risk-assessor'"),
  edited(ofViolation, ['task_id'], `task_id = '${uuid}'`),
  edited(ofViolation, ['message'], "message = 'all is well'"),
  edited(ofViolation, ['constitution'], "constitution = repeat('0', 64)"),
  edited(ofViolation, ['rule_input_digest'], "rule_input_digest = 'sha256:0'"),
  edited(ofViolation, ['blocks'], "blocks = '{}'"),
  edited(ofViolation, ['blocks'], "blocks = '{clearance,tasks}'"),
  edited(ofViolation, ['due_at'], "due_at = '2200-01-01'"),
  edited(ofViolation, ['detected_at'], "detected_at = detected_at + interval '1 hour'"),
  edited(
    ofViolation,
    ['acknowledged'],
    `acknowledged = '{"by":"k","at":"2026-01-01T00:00:00.000Z","reason":"seen","node":"${'0'.repeat(64)}"}'`,
  ),
  edited(ofAcknowledged, ['acknowledged'], `acknowledged = (acknowledged::jsonb || '{"by":"somebody"}')::json`),
  edited(
    ofAcknowledged,
    ['acknowledged'],
    `acknowledged = (acknowledged::jsonb || '{"node":"${'0'.repeat(64)}"}')::json`,
  ),
  edited(ofAcknowledged, ['status'], "status = 'open'"),
  countsPutBack,
  edited(ofWaived, ['waiver'], `waiver = (waiver::jsonb || '{"reason":"another"}')::json`),
  edited(ofWaived, ['waived_until'], "waived_until = '2200-01-01'"),
  edited(ofResolved, ['resolution'], `resolution = (resolution::jsonb || '{"how":"auto"}')::json`),
  edited(ofResolved, ['status'], "status = 'acknowledged'"),
  deleted(ofViolation),
  deleted(ofResolved),
  doubled(ofViolation, 'vio_forged', '{"id": "vio_forged", "fingerprint": "forged"}'),
  edited(ofWaiver, ['waiver_id'], `waiver_id = '${uuid}'`),
  edited(ofWaiver, ['org_id'], "org_id = 'org_else'", { isShown: false }),
  edited(ofWaiver, ['fingerprint', 'type'], "fingerprint = 'f', type = null"),
  edited(ofWaiver, ['type'], "type = 'label'"),
  edited(ofWaiver, ['url'], "url = 'https://*'"),
  edited(ofWaiver, ['reason'], "reason = 'another'"),
  edited(ofWaiver, ['expires_at'], "expires_at = '2200-01-01'"),
  edited(ofWaiver, ['created_at'], "created_at = created_at - interval '1 day'"),
  edited(ofWaiver, ['created_by'], "created_by = 'key_another'"),
  edited(ofWaiver, ['revoked_at'], 'revoked_at = created_at'),
  edited(ofRevoked, ['revoked_at'], 'revoked_at = null'),
  edited(ofWaiver, ['head'], "head = sha256('x')"),
  edited(ofWaiver, ['version'], 'version = version + 1'),
  deleted(ofWaiver),
  doubled(ofWaiver, uuid, `{"waiver_id": "${uuid}", "type": "label"}`),
  edited(ofAnswer, ['answer_id'], `answer_id = '${uuid}'`),
  edited(ofAnswer, ['org_id'], "org_id = 'org_else'", { isShown: false }),
  edited(ofAnswer, ['thing'], "thing = md5('x')"),
  edited(ofAnswer, ['scan_id'], `scan_id = '${uuid}'`),
  edited(ofAnswer, ['url'], "url = 'https://elsewhere.test/'"),
  edited(ofAnswer, ['type'], "type = 'label'"),
  edited(ofAnswer, ['element'], "element = 'body'"),
  edited(ofAnswer, ['fingerprint'], "fingerprint = md5('x')"),
  edited(ofAnswer, ['holds_for'], "holds_for = 'place'"),
  edited(ofAnswer, ['choice'], "choice = 'fits'"),
  edited(ofAnswer, ['means', 'severity'], "means = 'fine', severity = null"),
  edited(ofAnswer, ['severity'], "severity = 'minor'"),
  edited(ofAnswer, ['note'], "note = 'another'"),
  edited(ofAnswer, ['answered_by'], "answered_by = 'somebody'"),
  edited(ofAnswer, ['key_id'], "key_id = 'key_another'"),
  edited(ofAnswer, ['answered_at'], "answered_at = answered_at - interval '1 day'"),
  edited(ofAnswer, ['withdrawn_by', 'withdrawn_at'], "withdrawn_by = 'somebody', withdrawn_at = answered_at"),
  edited(ofWithdrawn, ['withdrawn_by', 'withdrawn_at'], 'withdrawn_by = null, withdrawn_at = null'),
  edited(ofWithdrawn, ['withdrawn_by'], "withdrawn_by = 'somebody'"),
  edited(ofAnswer, ['head'], "head = sha256('x')"),
  edited(ofAnswer, ['version'], 'version = version + 1'),
  deleted(ofAnswer),
  doubled(ofAnswer, uuid, `{"answer_id": "${uuid}", "thing": "${'0'.repeat(32)}"}`),
]

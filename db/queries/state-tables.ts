/** Which table keeps the state of each stream, and what of its row the newest node says too. */
import type { Reader, Tx } from '#db/client'

/** A time as nodes have it; empty where there is none. */
function isoTime(sql: Reader, column: ReturnType<Tx>) {
  return sql`coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`
}

/** Which table keeps the state of a stream, the row of it, and the key by which all rows are gone through. */
export const stateTables = {
  'task:': {
    stream: (sql: Reader) => sql`'task:' || r.id`,
    table: (sql: Reader) => sql`(select *, null::json as facts from tasks)`,
    isRow: (sql: Reader) => sql`r.id = substr(s.stream, 6)::uuid`,
    key: (sql: Reader) => sql`r.id`,
    beforeAll: '00000000-0000-0000-0000-000000000000',
  },
  'violation:': {
    stream: (sql: Reader) => sql`'violation:' || r.id`,
    // What its first node said stands; what was left on it since is in its newest.
    table: (sql: Reader) => sql`(
      select id, org_id, head, version, status, json_build_object(
        'state', case when version = 0 and coalesce(acknowledged, waiver, resolution) is not null then 'moved' else status end,
        'left', json_build_object('acknowledged', acknowledged, 'waiver', waiver, 'resolution', resolution,
          'waived_until', ${isoTime(sql, sql`waived_until`)}),
        'counted', json_build_object('occurrences', occurrences),
        'first', json_build_object('org', org_id, 'timestamp', ${isoTime(sql, sql`detected_at`)}, 'article', article, 'tier', tier,
          'fingerprint', fingerprint, 'about_type', subject_type, 'about_id', subject_id, 'blocks', array_to_string(blocks, ','),
          'due_at', ${isoTime(sql, sql`due_at`)}, 'row', json_build_object('title', title, 'agent', agent, 'task_id', task_id,
            'message', message, 'constitution', constitution, 'rule_input_digest', rule_input_digest))) as facts
      from violations)`,
    isHeldToFirst: true,
    isRow: (sql: Reader) => sql`r.id = substr(s.stream, 11)`,
    key: (sql: Reader) => sql`r.id`,
    beforeAll: '',
  },
  'agent:': {
    stream: (sql: Reader) => sql`'agent:' || r.org_id || '/' || r.name`,
    table: (sql: Reader) => sql`(select *, null::json as facts from agents)`,
    isRow: (sql: Reader) => sql`
      r.org_id = split_part(substr(s.stream, 7), '/', 1)
      and r.name = substr(s.stream, 8 + length(split_part(substr(s.stream, 7), '/', 1)))`,
    key: (sql: Reader) => sql`(r.org_id || '/' || r.name)`,
    beforeAll: '',
  },
  'apikey:': {
    stream: (sql: Reader) => sql`'apikey:' || r.id`,
    table: (sql: Reader) => sql`(
      select id, head, version, case when revoked_at is null then 'usable' else 'ended' end as status,
        json_build_object('org', org_id, 'areas', array_to_string(areas, ','), 'scopes', array_to_string(scopes, ','),
          'tier', tier, 'expires_at', ${isoTime(sql, sql`expires_at`)}, 'revoked_at', ${isoTime(sql, sql`revoked_at`)},
          'actor', coalesce(actor, ''), 'record', encode(sha256(secret_sha256 || convert_to(concat_ws(E'\n', lookup, coalesce(env, ''),
            ${isoTime(sql, sql`created_at`)}, coalesce(rotated_from, ''), name), 'UTF8')), 'hex')) as facts
      from api_keys where head is not null)`,
    isRow: (sql: Reader) => sql`r.id = substr(s.stream, 8)`,
    key: (sql: Reader) => sql`r.id`,
    beforeAll: '',
  },
  'waiver:': {
    stream: (sql: Reader) => sql`'waiver:' || r.waiver_id`,
    table: (sql: Reader) => sql`(
      select waiver_id, head, version, case when revoked_at is null then 'in_force' else 'revoked' end as status,
        json_build_object('org', org_id, 'fingerprint', coalesce(fingerprint, ''), 'type', coalesce(type, ''),
          'url', coalesce(url, ''), 'reason', reason, 'expires_at', ${isoTime(sql, sql`expires_at`)},
          'created_at', ${isoTime(sql, sql`created_at`)}, 'created_by', created_by,
          'revoked_at', ${isoTime(sql, sql`revoked_at`)}) as facts
      from scan_waivers where head is not null)`,
    // Whatever a forged stream is called.
    isRow: (sql: Reader) => sql`
      r.waiver_id = (case when s.stream ~ '^waiver:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(s.stream, 8) end)::uuid`,
    key: (sql: Reader) => sql`r.waiver_id::text`,
    beforeAll: '',
  },
  'answer:': {
    stream: (sql: Reader) => sql`'answer:' || r.answer_id`,
    table: (sql: Reader) => sql`(
      select answer_id, head, version, case when withdrawn_at is null then 'standing' else 'withdrawn' end as status,
        json_build_object('org', org_id, 'thing', thing, 'scan', scan_id, 'url', url, 'type', type, 'element', element,
          'fingerprint', fingerprint, 'holds_for', holds_for, 'choice', choice, 'means', means,
          'severity', coalesce(severity, ''), 'note', note, 'answered_by', answered_by, 'key', key_id,
          'answered_at', ${isoTime(sql, sql`answered_at`)}, 'withdrawn_by', coalesce(withdrawn_by, ''),
          'withdrawn_at', ${isoTime(sql, sql`withdrawn_at`)}) as facts
      from scan_answers)`,
    isRow: (sql: Reader) => sql`
      r.answer_id = (case when s.stream ~ '^answer:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(s.stream, 8) end)::uuid`,
    key: (sql: Reader) => sql`r.answer_id::text`,
    beforeAll: '',
  },
  'annotation:': {
    stream: (sql: Reader) => sql`'annotation:' || r.annotation_id`,
    table: (sql: Reader) => sql`(
      select annotation_id, head, version, status, json_build_object('org', org_id, 'system_source', system_source,
        'trace_id', trace_id, 'ord', ord, 'rater_id', rater_id,
        'appropriateness', coalesce(answers -> 'appropriateness', '""'), 'factuality', coalesce(answers -> 'factuality', '""'),
        'response_quality', coalesce(answers -> 'response_quality', '""'), 'safety', coalesce(answers -> 'safety', '""'),
        'user_experience', coalesce(answers -> 'user_experience', '""')) as facts
      from trace_annotations)`,
    isRow: (sql: Reader) => sql`
      r.annotation_id = (case when s.stream ~ '^annotation:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(s.stream, 12) end)::uuid`,
    key: (sql: Reader) => sql`r.annotation_id`,
    beforeAll: '00000000-0000-0000-0000-000000000000',
  },
  'claim:': {
    stream: (sql: Reader) => sql`'claim:' || r.claim_id`,
    table: (sql: Reader) => sql`(
      select claim_id, head, version, status,
        json_build_object('org', org_id, 'terms', terms, 'name', name, 'registered_at', ${isoTime(sql, sql`registered_at`)},
          'verdict', verdict, 'verdict_n', verdict_n, 'verdict_at', ${isoTime(sql, sql`verdict_at`)},
          'state_sha256', case when status = 'closed' then encode(sha256(convert_to(state::text, 'UTF8')), 'hex') end
        ) as facts
      from claims)`,
    isRow: (sql: Reader) => sql`
      r.claim_id = (case when s.stream ~ '^claim:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(s.stream, 7) end)::uuid`,
    key: (sql: Reader) => sql`r.claim_id::text`,
    beforeAll: '',
  },
  'baseline:': {
    stream: (sql: Reader) => sql`'baseline:' || r.baseline_id`,
    table: (sql: Reader) => sql`(
      select baseline_id, head, version, status,
        json_build_object('org', org_id, 'page_id', page_id, 'branch', branch, 'medium', medium, 'width', width,
          'scale_percent', scale_percent, 'artifact', artifact, 'original', original, 'verification_id', verification_id,
          'accepted', array_to_string(accepted, ','), 'reason', reason) as facts
      from design_baselines)`,
    isRow: (sql: Reader) => sql`
      r.baseline_id = (case when s.stream ~ '^baseline:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(s.stream, 10) end)::uuid`,
    key: (sql: Reader) => sql`r.baseline_id::text`,
    beforeAll: '',
  },
  'rules:': {
    stream: (sql: Reader) => sql`'rules:' || r.rules_id`,
    table: (sql: Reader) => sql`(
      select rules_id, head, version, status, json_build_object('org', org_id, 'subject', subject, 'page_id', page_id,
        'document_sha256', encode(sha256(convert_to(document, 'UTF8')), 'hex')) as facts
      from design_rules)`,
    isRow: (sql: Reader) => sql`
      r.rules_id = (case when s.stream ~ '^rules:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(s.stream, 7) end)::uuid`,
    key: (sql: Reader) => sql`r.rules_id::text`,
    beforeAll: '',
  },
  'parameters:': {
    stream: (sql: Reader) => sql`'parameters:' || r.set_id`,
    table: (sql: Reader) => sql`(
      select set_id, head, version, status, json_build_object('org', org_id, 'timestamp', ${isoTime(sql, sql`changed_at`)},
        'document_sha256', encode(sha256(convert_to(document, 'UTF8')), 'hex')) as facts
      from parameter_sets)`,
    isRow: (sql: Reader) => sql`
      r.set_id = (case when s.stream ~ '^parameters:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(s.stream, 12) end)::uuid`,
    key: (sql: Reader) => sql`r.set_id::text`,
    beforeAll: '',
  },
  'connection:': {
    stream: (sql: Reader) => sql`'connection:' || r.connection_id`,
    table: (sql: Reader) => sql`(
      select connection_id, head, version, state as status, json_build_object('org', org_id, 'kind', kind,
        'config_digest', coalesce('sha256:' || encode(sha256(salt || convert_to(config, 'UTF8')), 'hex'), ''),
        'secret_version', secret_version) as facts
      from connections)`,
    isRow: (sql: Reader) => sql`
      r.connection_id = (case when s.stream ~ '^connection:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(s.stream, 12) end)::uuid`,
    key: (sql: Reader) => sql`r.connection_id::text`,
    beforeAll: '',
  },
  'feedback:': {
    stream: (sql: Reader) => sql`'feedback:' || r.feedback_id`,
    table: (sql: Reader) => sql`(
      select feedback_id, head, version, status, json_build_object('org', org_id, 'item', encode(item_id, 'hex'),
        'signal', encode(signal_id, 'hex'), 'verdict', verdict, 'until', ${isoTime(sql, sql`until`)},
        'given_at', ${isoTime(sql, sql`at`)}) as facts
      from signal_feedback)`,
    isRow: (sql: Reader) => sql`
      r.feedback_id = (case when s.stream ~ '^feedback:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(s.stream, 10) end)::uuid`,
    key: (sql: Reader) => sql`r.feedback_id`,
    beforeAll: '00000000-0000-0000-0000-000000000000',
  },
  constitution: {
    stream: (sql: Reader) => sql`r.id`,
    table: (sql: Reader) => sql`(
      select *, json_build_object('org', org_id, 'constitution', hash) as facts from constitutions)`,
    isRow: (sql: Reader) => sql`r.id = s.stream`,
    key: (sql: Reader) => sql`r.id`,
    beforeAll: '',
  },
} as const
export type StatePrefix = keyof typeof stateTables
export const statePrefixes = Object.keys(stateTables) as StatePrefix[]

/** What can be done to connections, to what they brought, and to how much that is. */
import type { Filled } from '#test/tampering/filled'
import { columnsOf, type TamperedRow, tampered } from '#test/tampering/rows'
import type { Tampering } from '#test/tampering/tampering'

const uuid = '00000000-0000-4000-8000-000000000000'
const shown = ({ service, things }: Filled) => service.call(`GET /connections/${things.connection}`)
const listed = ({ service }: Filled) => service.call('GET /connections')
// Refused before anything is written.
const said = ({ service, things }: Filled) =>
  service.call(`POST /signals/${things.signal}/feedback`, { body: { verdict: 'important' } })
/** Of which there is none: only who has all that was brought may say so. */
const unknown = ({ service }: Filled) =>
  service.call(`POST /signals/${'0'.repeat(64)}/feedback`, { body: { verdict: 'important' } })
const changed = ({ service }: Filled) => service.call('GET /briefing?if_changed_since=2099-01-01T00:00:00Z')

const connection: TamperedRow = {
  table: 'connections',
  where: ({ things }) => `connection_id = '${things.connection}'`,
  stream: `'connection:' || connection_id`,
  opens: shown,
}
const item: TamperedRow = {
  table: 'source_items',
  where: ({ things }) => `item_id = '\\x${things.signal}'`,
  key: `org_id || '/' || item_id`,
  opens: said,
}
const head: TamperedRow = { table: 'item_heads', where: () => "org_id = 'org_test'", key: 'org_id' }

/** By whom it is told that what was brought is not all. */
const ofAll = { key: 'org_id' }
const other = ({ things }: Filled) =>
  `item_id = (select item_id from source_items where item_id <> '\\x${things.signal}' order by item_id limit 1)`

export const connectionTamperings: readonly Tampering[] = [
  ...columnsOf(connection, {
    connection_id: `'${uuid}'`,
    org_id: ["'org_else'", { opens: shown }],
    key_id: "'key_another'",
    kind: "'caldav'",
    label: ["'Another'", { opens: listed }],
    config: `'{"url":"https://elsewhere.test/"}'`,
    secret: "'another'",
    sealed_by: "'another'",
    secret_version: 'secret_version + 1',
    salt: "sha256('x')",
    state: "'failing'",
    error_code: "'TIMEOUT'",
    error_message: "'it did not answer'",
    retry_at: "now() + interval '1 day'",
    failures: 'failures + 1',
    opened_until: "now() + interval '1 day'",
    missing: `'["a folder"]'`,
    sync_state: "'{}'",
    sync_version: 'sync_version + 1',
    round: 'round + 1',
    is_resetting: 'not is_resetting',
    sync_job: `'${uuid}'`,
    asked_at: 'now()',
    tried_at: "tried_at - interval '1 day'",
    latency_ms: 'latency_ms + 1',
    synced_at: "synced_at + interval '1 day'",
    next_sync_at: "next_sync_at + interval '1 day'",
    items: 'items + 7',
    item_seq: 'item_seq + 1000',
    created_at: "created_at - interval '1 day'",
    deleted_at: 'now()',
    erased_at: 'now()',
    head: "sha256('x')",
    version: 'version + 1',
    seal: 'null',
  }),
  tampered(connection, '*', 'deleted', (where) => `delete from connections where ${where}`),
  tampered(
    connection,
    '*',
    'one more',
    (where) => `
      insert into connections
      select (json_populate_record(c, '{"connection_id": "${uuid}"}')).* from connections c where ${where}`,
    { stream: `'connection:${uuid}'`, opens: ({ service }) => service.call(`GET /connections/${uuid}`) },
  ),
  ...columnsOf(item, {
    org_id: ["'org_else'", { key: `'org_else/' || item_id::text` }],
    item_id: ["sha256('x')", { key: `org_id || '/' || sha256('x')` }],
    connection_id: `'${uuid}'`,
    item_seq: 'item_seq + 1000',
    source: "'mail'",
    at: "at - interval '1 day'",
    last_at: "last_at + interval '100 days'",
    first_seen: "first_seen - interval '1 day'",
    round: 'round + 1',
    digest: "sha256('x')",
    gone_at: 'now()',
    seal: 'null',
  }),
  tampered(
    item,
    ['document'],
    'document of another',
    (where) => `
      update source_items set document = (select document from source_items where not (${where}) limit 1) where ${where}`,
  ),
  tampered(item, ['document'], 'document emptied', (where) => `update source_items set document = null where ${where}`),
  {
    ...tampered(item, '*', 'two exchanged', (where) => where),
    async act(tx, store) {
      const [one, two] = [item.where(store), other(store)]
      const [named] = await tx.unsafe<{ key: string }[]>(
        `select org_id || '/' || item_id as key from source_items where ${one} or ${two} order by item_id limit 1`,
      )
      await tx.unsafe(`
        create temporary table exchanged on commit drop as select * from source_items where ${one} or ${two};
        update source_items s set document = e.document, digest = e.digest, at = e.at, source = e.source
        from exchanged e where (s.${one} or s.${two}) and e.item_id <> s.item_id`)
      return { check: 'V12', row: { table: 'source_items', key: named?.key ?? '' } }
    },
  },
  tampered(item, '*', 'deleted', (where) => `delete from source_items where ${where}`, ofAll),
  tampered(
    item,
    '*',
    'one more',
    (where) => `
      insert into source_items
      select (json_populate_record(s, '{"item_id": "\\\\x${'0'.repeat(64)}", "item_seq": 1000}')).* from source_items s where ${where}`,
    {
      key: `org_id || '/\\x${'0'.repeat(64)}'`,
      opens: unknown,
    },
  ),
  ...columnsOf(head, {
    org_id: ["'org_else'", { key: "'org_else'" }],
    seq: 'seq + 1',
    changed_at: ["changed_at - interval '1 day'", { opens: changed }],
    parts: "'\\x00112233445566778899aabbccddeeff'",
    seal: ['null', { opens: changed }],
  }),
  tampered(head, '*', 'deleted', (where) => `delete from item_heads where ${where}`, { opens: unknown }),
  tampered(
    head,
    '*',
    'deleted with all that was brought',
    (where) => `delete from source_items where ${where}; delete from item_heads where ${where}`,
    { opens: said },
  ),
  tampered(
    head,
    '*',
    'one more',
    () => "insert into item_heads (org_id, seq, changed_at) values ('org_else', 1, now())",
    { key: "'org_else'" },
  ),
]

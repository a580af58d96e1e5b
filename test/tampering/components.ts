/** What can be done to the component library: to a library, to its components and stories, and to what was seen of them in use. */
import type { Tx } from '#db/client'
import type { Filled } from '#test/tampering/filled'
import { columnsOf, type TamperedRow, tampered } from '#test/tampering/rows'
import type { Tampering } from '#test/tampering/tampering'

const shown = ({ service }: Filled) => service.call('GET /api/components/button?library=forms')
const listed = ({ service }: Filled) => service.call('GET /api/components?library=forms')
const imported = ({ service }: Filled) =>
  service.call('POST /api/components/import', {
    body: { kind: 'react-scanner', library: 'forms', document: { Button: 4 }, dryRun: true },
  })

const ofForms = () => "library = 'forms'"
const library: TamperedRow = {
  table: 'component_libraries',
  where: ofForms,
  key: `org_id || '/' || library`,
  opens: shown,
}
const component: TamperedRow = {
  table: 'components',
  where: () => "library = 'forms' and component_id = 'button'",
  key: `org_id || '/' || library || '/' || component_id`,
  opens: listed,
}
const story: TamperedRow = {
  table: 'component_stories',
  where: ofForms,
  key: `org_id || '/' || library || '/' || component_id || '/' || story_id`,
  opens: shown,
}
const sighting: TamperedRow = {
  table: 'component_sightings',
  where: ofForms,
  key: `org_id || '/' || artifact || '/' || library || '/' || component_id`,
}
const scanSighting: TamperedRow = {
  table: 'scan_sightings',
  where: () => "components <> '[]'",
  key: `org_id || '/' || page`,
  opens: shown,
}

/** By the scan that its page is told by. */
const ofSeeing = { key: `org_id || '/' || scan_id`, stream: `'scan:' || scan_id` }

/** By whom it is told that what it has is not all. */
const ofLibrary = { named: { row: { table: 'components', key: 'org_test/forms' } } }
const uuid = '00000000-0000-4000-8000-000000000000'

/** With all its components and stories, seals and all. */
async function setBack(tx: Tx, before: string): Promise<void> {
  for (const [table, rows] of JSON.parse(before)) {
    await tx`delete from ${tx(table)}`
    await tx`
      insert into ${tx(table)} select * from json_populate_recordset(null::${tx(table)}, ${JSON.stringify(rows)}::text::json)`
  }
}

const librarySetBack: Tampering = {
  table: 'component_libraries',
  columns: '*',
  what: 'component_libraries: one and all that it has is set back to before its newest import, seals with it',
  async act(tx, { things }) {
    const [node] = await tx<{ stream: string }[]>`
      select stream from edg_nodes where kind = 'components.imported' order by ins desc limit 1`
    await setBack(tx, things.libraryBefore)
    const row = { table: 'component_libraries', key: 'org_test/forms' }
    return { check: 'V12', row, stream: node?.stream ?? '' }
  },
  door: { opens: listed },
}

const storiesSetBack: Tampering = {
  table: 'component_stories',
  columns: ['scan_id', 'scan_before'],
  what: 'component_stories: all that a library has is set back to before its stories were scanned, seals with it',
  async act(tx, { things }) {
    const [node] = await tx<{ stream: string }[]>`
      select 'run:' || p.run_id as stream from component_stories s join scan_run_pages p on p.job_id = s.scan_id limit 1`
    await setBack(tx, things.libraryUnscanned)
    return { check: 'V12', row: { table: 'component_stories', key: 'org_test/forms' }, stream: node?.stream ?? '' }
  },
}

/** What went with a scan that was erased put back, seals and all. */
const unErased = (table: 'scan_findings' | 'scan_sightings', columns: readonly string[], key: string): Tampering => ({
  table,
  columns,
  what: `${table}: those of a scan that was erased, put back`,
  async act(tx, { things }) {
    const rows = JSON.parse(things.erasedScanBefore)[table]
    await tx`
      insert into ${tx(table)} select * from json_populate_recordset(null::${tx(table)}, ${JSON.stringify(rows)}::text::json)`
    const [row] = await tx.unsafe<{ key: string }[]>(
      `select ${key} as key from ${table} where scan_id = '${things.erasedScan}' limit 1`,
    )
    return { check: 'V12', row: { table, key: row?.key ?? '' } }
  },
})

export const componentTamperings: readonly Tampering[] = [
  unErased('scan_findings', ['element'], `run_id || '/' || scan_id`),
  unErased('scan_sightings', ['components'], `org_id || '/' || page`),
  librarySetBack,
  storiesSetBack,
  ...columnsOf(library, {
    org_id: ["'org_else'", { key: `'org_else/' || library`, opens: null }],
    library: ["'else'", { key: `org_id || '/else'`, opens: null }],
    base_url: "'https://elsewhere.test/'",
    base_since: "now() + interval '1 day'",
    usage_counts: `'{"Button": 900}'`,
    usage_as_of: "usage_as_of - interval '1 day'",
    head: "sha256('x')",
    parts_sha256: "sha256('x')",
    seal: 'null',
  }),
  tampered(library, '*', 'deleted', (where) => `delete from component_libraries where ${where}`, { opens: imported }),
  tampered(
    library,
    '*',
    'deleted with all that it has',
    (where) => `
      delete from component_stories where ${where}; delete from components where ${where}; delete from component_libraries where ${where}`,
    { opens: null },
  ),
  tampered(
    library,
    '*',
    'one more',
    () =>
      "insert into component_libraries (org_id, library, base_url) values ('org_test', 'mine', 'https://elsewhere.test/')",
    { key: "'org_test/mine'", opens: null },
  ),
  ...columnsOf(component, {
    org_id: ["'org_else'", { key: `'org_else/' || library || '/' || component_id`, opens: shown }],
    library: ["'else'", { key: `org_id || '/else/' || component_id`, opens: shown }],
    component_id: ["'another'", { key: `org_id || '/' || library || '/another'`, opens: shown }],
    name: "'Another'",
    category: "'Elsewhere'",
    source: "'storybook-index'",
    tag_name: "'x-else'",
    class_prefix: "'else'",
    is_deprecated: 'not is_deprecated',
    paths: "'{elsewhere.ts}'",
    content_digest: "sha256('x')",
    last_modified: 'last_modified - 1',
    changed_at: "changed_at - interval '1 day'",
    removed_at: ['now()', { opens: imported }],
    reported_usage: '900',
    seal: 'null',
  }),
  tampered(
    component,
    ['name', 'reported_usage', 'seal'],
    'what two say, exchanged',
    () => `
      update components a set name = b.name, reported_usage = b.reported_usage, seal = b.seal from components b
      where a.library = 'forms' and b.library = 'forms' and a.component_id <> b.component_id`,
  ),
  tampered(component, '*', 'deleted', (where) => `delete from components where ${where}`, {
    ...ofLibrary,
    opens: shown,
  }),
  tampered(
    component,
    '*',
    'one more',
    (where) => `
      insert into components (org_id, library, component_id, name, category, source, is_deprecated, paths, content_digest,
        last_modified, changed_at, seal)
      select org_id, library, 'mine', 'Mine', category, source, is_deprecated, paths, content_digest, last_modified, changed_at, seal
      from components where ${where}`,
    { key: `org_id || '/' || library || '/mine'` },
  ),
  ...columnsOf(story, {
    org_id: ["'org_else'", { key: `'org_else/' || library || '/' || component_id || '/' || story_id` }],
    library: ["'else'", { key: `org_id || '/else/' || component_id || '/' || story_id` }],
    component_id: ["'another'", { key: `org_id || '/' || library || '/another/' || story_id` }],
    story_id: ["'another'", { key: `org_id || '/' || library || '/' || component_id || '/another'` }],
    name: "'Another'",
    scan_id: `'${uuid}'`,
    scan_before: `'${uuid}'`,
    seal: 'null',
  }),
  tampered(story, '*', 'deleted', (where) => `delete from component_stories where ${where}`, ofLibrary),
  tampered(
    story,
    '*',
    'one more',
    (where) => `
      insert into component_stories (org_id, library, component_id, story_id, name, seal)
      select org_id, library, component_id, 'mine', name, seal from component_stories where ${where}`,
    { key: `org_id || '/' || library || '/' || component_id || '/mine'` },
  ),
  ...columnsOf(sighting, {
    org_id: ["'org_else'", { key: `'org_else/' || artifact || '/' || library || '/' || component_id` }],
    artifact: ["repeat('0', 64)", { key: `org_id || '/' || repeat('0', 64) || '/' || library || '/' || component_id` }],
    library: ["'else'", { key: `org_id || '/' || artifact || '/else/' || component_id` }],
    component_id: ["'another'", { key: `org_id || '/' || artifact || '/' || library || '/another'` }],
    instances: ['instances + 7', { opens: shown }],
    seal: ['null', { opens: shown }],
  }),
  tampered(sighting, '*', 'deleted', (where) => `delete from component_sightings where ${where}`, {
    key: `org_id || '/' || artifact`,
  }),
  ...columnsOf(scanSighting, {
    org_id: ["'org_else'", { key: `'org_else/' || page`, opens: null }],
    page: ["repeat('0', 64)", { key: `org_id || '/' || repeat('0', 64)` }],
    scan_id: '(select job_id from scans s where s.job_id <> scan_id limit 1)',
    url: "'https://elsewhere.test/'",
    seen_at: "seen_at + interval '1 day'",
    components: `'[{"library": "forms", "component_id": "button", "instances": 900}]'`,
    seal: 'null',
  }),
  tampered(
    scanSighting,
    '*',
    'one more',
    (where) => `
      insert into scan_sightings (org_id, page, scan_id, url, seen_at, components, seal)
      select org_id, repeat('1', 64), scan_id, url, seen_at, components, seal from scan_sightings where ${where}`,
    { key: `org_id || '/' || repeat('1', 64)` },
  ),
  tampered(scanSighting, '*', 'deleted', (where) => `delete from scan_sightings where ${where}`, ofSeeing),
  tampered(
    scanSighting,
    '*',
    'deleted, and its scan says that its page is not told by it',
    (where) => `
      update scans set sees = false where job_id in (select scan_id from scan_sightings where ${where});
      delete from scan_sightings where ${where}`,
    { ...ofSeeing, opens: null },
  ),
  tampered(
    scanSighting,
    '*',
    'deleted, and its scan says as little as one that saw nothing',
    (where) => `
      update scans set sees = false, sees_seal = (select sees_seal from scans where not sees limit 1)
      where job_id in (select scan_id from scan_sightings where ${where});
      delete from scan_sightings where ${where}`,
    { ...ofSeeing, opens: null },
  ),
  {
    table: 'scan_sightings',
    columns: '*',
    what: 'scan_sightings: set back to what an older scan saw, with what that said of it then, seals with them',
    async act(tx, { things }) {
      const before: { sighting: string; scan: string } = JSON.parse(things.seenBefore)
      const [now] = await tx<{ key: string; stream: string }[]>`
        select org_id || '/' || scan_id as key, 'scan:' || scan_id as stream from scan_sightings
        where (org_id, page) = (select org_id, page from json_populate_record(null::scan_sightings, ${before.sighting}::text::json))`
      await tx`
        delete from scan_sightings
        where (org_id, page) = (select org_id, page from json_populate_record(null::scan_sightings, ${before.sighting}::text::json))`
      await tx`insert into scan_sightings select * from json_populate_record(null::scan_sightings, ${before.sighting}::text::json)`
      await tx`
        update scans t set sees = true, sees_seal = b.sees_seal
        from json_populate_record(null::scans, ${before.scan}::text::json) b where t.job_id = b.job_id`
      return { check: 'V12', row: { table: 'scan_sightings', key: now?.key ?? '' }, stream: now?.stream ?? '' }
    },
    door: { opens: shown },
  },
  ...['sees = false', 'sees_seal = null'].map(
    (set): Tampering =>
      tampered(
        scanSighting,
        '*',
        `its scan says ${set}`,
        (where) => `update scans set ${set} where job_id in (select scan_id from scan_sightings where ${where})`,
        { ...ofSeeing, opens: null },
      ),
  ),
  ...['sees', 'sees_seal'].map(
    (column): Tampering => ({
      table: 'scans',
      columns: [column],
      what: `scans: ${column} of one that saw nothing`,
      async act(tx) {
        const [row] = await tx<{ key: string; stream: string; job_id: string }[]>`
          select org_id || '/' || job_id as key, 'scan:' || job_id as stream, job_id from scans where not sees order by job_id limit 1`
        const set = column === 'sees' ? tx`sees = true` : tx`sees_seal = sha256(sees_seal)`
        await tx`update scans set ${set} where job_id = ${row?.job_id ?? ''}`
        return { check: 'V12', row: { table: 'scan_sightings', key: row?.key ?? '' }, stream: row?.stream ?? '' }
      },
    }),
  ),
]

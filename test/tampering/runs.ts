/** What can be done to runs of scans: to a run, to its pages, to what is kept of their findings and of what they broke. */
import type { Tx } from '#db/client'
import { listRunPages, lockRuns, type RunRow, writeEndedPages, writeRuns } from '#db/queries/runs'
import { noIssues } from '#shared/evidence/sealed/run-issues'
import { sealedRunPages, sealedRuns } from '#shared/evidence/sealed/runs'
import { sealOf } from '#shared/evidence/sealed-rows'
import type { Filled } from '#test/tampering/filled'
import type { Named, Tampering } from '#test/tampering/tampering'

type Door = (store: Filled) => string

const run = ({ things }: Filled) => String(things.run)
const doors = {
  run: (store: Filled) => `GET /api/scan-runs/${run(store)}`,
  pages: (store: Filled) => `GET /api/scan-runs/${run(store)}/results`,
  report: (store: Filled) => `GET /api/scan-runs/${run(store)}/report`,
  compared: (store: Filled) => `GET /api/scan-runs/${run(store)}/compare/${run(store)}`,
} as const satisfies Record<string, Door>

const uuid = '00000000-0000-4000-8000-000000000000'
/** The page of the run that has findings. */
const page = 'and page = 1'

/** @param rest of the row's key as it is told, behind the run's id. */
function edited(
  table: string,
  columns: Tampering['columns'],
  set: string,
  { where = '', rest = '', door, row }: { where?: string; rest?: string; door?: Door; row?: Named['row'] } = {},
): Tampering {
  return {
    table,
    columns,
    what: `${table} ${where}: ${set}`,
    async act(tx, store) {
      await tx.unsafe(`update ${table} set ${set} where run_id = '${run(store)}' ${where}`)
      return { check: 'V12', row: row ?? { table, key: `${run(store)}${rest}` } }
    },
    ...(door ? { door: { opens: (store: Filled) => store.service.call(door(store)) } } : {}),
  }
}

/** What does a statement about the run. @param named the row by its key behind the run's id. */
const done = (
  table: string,
  what: string,
  sql: (runId: string) => string,
  named: { table?: string; key: (runId: string, scanId: string) => string },
  door?: Door,
): Tampering => ({
  table,
  columns: '*',
  what: `${table}: ${what}`,
  async act(tx, store) {
    const [scan] = await tx<{ job_id: string }[]>`
      select job_id from scan_run_pages where run_id = ${run(store)} and page = 1`
    await tx.unsafe(sql(run(store)))
    return { check: 'V12', row: { table: named.table ?? table, key: named.key(run(store), scan?.job_id ?? '') } }
  },
  ...(door ? { door: { opens: (store: Filled) => store.service.call(door(store)) } } : {}),
})

const ofRun = (column: string, set: string, door: Door = doors.run) =>
  edited('scan_runs', [column], `${column} = ${set}`, { door })
const ofPage = (column: string, set: string, door: Door = doors.pages) =>
  edited('scan_run_pages', [column], `${column} = ${set}`, { where: page, rest: '/1', door })
const ofFinding = (column: string, set: string): Tampering => ({
  ...done(
    'scan_findings',
    `another ${column}`,
    (id) => `update scan_findings set ${column} = ${set} where run_id = '${id}' and ord = 0`,
    { key: (id, scan) => `${id}/${scan}` },
    doors.compared,
  ),
  columns: [column],
})
const ofIssues = (column: string, set: string): Tampering => edited('scan_run_issues', [column], `${column} = ${set}`)
const byRun = (id: string) => id

/** The same of a run under way, which is told what its pages break from the rows that count it. */
const underWay = (
  what: string,
  columns: Tampering['columns'],
  statements: (
    id: string,
    before: { sum: string; issues: { type: string; pages: number; issues: number }[] },
  ) => string,
  { table = 'scan_run_issues', key }: { table?: string; key?: string } = {},
): Tampering => ({
  table,
  columns,
  what: `${table}: ${what} while it is under way`,
  async act(tx, { things: { openRun, openRunBefore } }) {
    await tx.unsafe(statements(openRun, JSON.parse(openRunBefore)))
    return { check: 'V12', row: { table: 'scan_run_issues', key: key ?? openRun } }
  },
  door: { opens: ({ service, things }) => service.call(`GET /api/scan-runs/${things.openRun}`) },
})
const issueOf = (id: string, type = 'label') => `where run_id = '${id}' and type = '${type}'`
const asBefore = (id: string, { issues }: { issues: { type: string; pages: number; issues: number }[] }) =>
  [
    `delete from scan_run_issues where run_id = '${id}'`,
    ...issues.map(
      ({ type, pages, issues: count }) =>
        `insert into scan_run_issues (run_id, type, pages, issues) values ('${id}', '${type}', ${pages}, ${count})`,
    ),
  ].join(';')

/** A run that nobody has begun, as if it had never been ordered. */
const neverOrdered = (what: string, jobs: string, door: (id: string) => string): Tampering => ({
  table: 'scan_runs',
  columns: '*',
  what: `scan_runs: deleted whole before any of its pages was scanned${what}`,
  async act(tx, { things: { queuedRun: id } }) {
    const [node] = await tx<{ hash: string }[]>`
      select encode(id, 'hex') as hash from edg_nodes where stream = ${`run:${id}`}`
    await tx.unsafe(jobs.replaceAll('$run', `'${id}'`))
    for (const table of ['scan_run_pages', 'scan_runs']) await tx`delete from ${tx(table)} where run_id = ${id}`
    const hash = node?.hash ?? 'none'
    return { check: 'V12', hash, stream: `run:${id}`, pos: 0, row: { table: 'scan_runs', key: id } }
  },
  door: { opens: ({ service, things }) => service.call(door(things.queuedRun)) },
})
const withoutJobs = 'delete from pgboss.job where id in (select job_id from scan_run_pages where run_id = $run)'

/** Seals and all. */
async function putBack(tx: Tx, before: string): Promise<void> {
  for (const [table, rows] of Object.entries(JSON.parse(before)))
    await tx`
      insert into ${tx(table)} select * from json_populate_recordset(null::${tx(table)}, ${JSON.stringify(rows)}::text::json)`
}

/** As if nobody had called it off: nothing says how its jobs ended, and they wait. */
const calledOff: Tampering = {
  table: 'scan_runs',
  columns: ['state', 'finished_at'],
  what: 'scan_runs: one that was called off put back with its pages, and how its jobs ended taken away',
  async act(tx, { things: { canceledRun: id, canceledRunBefore: before } }) {
    const jobs = tx`select job_id from scan_run_pages where run_id = ${id}`
    await tx`delete from job_outcomes where job_id in (${jobs})`
    await tx`update pgboss.job set state = 'created', completed_on = null where id in (${jobs})`
    for (const table of ['scan_run_pages', 'scan_runs']) await tx`delete from ${tx(table)} where run_id = ${id}`
    await putBack(tx, before)
    return { check: 'V12', row: { table: 'scan_run_pages', key: id } }
  },
}

const goneByAge: Tampering = {
  table: 'scan_runs',
  columns: '*',
  what: 'scan_runs: one that went by age put back with its pages',
  async act(tx, { things }) {
    await putBack(tx, things.goneRunBefore)
    return { check: 'V12', row: { table: 'scan_runs', key: things.goneRun } }
  },
  door: { opens: ({ service, things }) => service.call(`GET /api/scan-runs/${things.goneRun}`) },
}

export const runTamperings: readonly Tampering[] = [
  goneByAge,
  calledOff,
  neverOrdered('', withoutJobs, (id) => `GET /api/scan-runs/${id}`),
  neverOrdered(', and its results asked for', withoutJobs, (id) => `GET /api/scan-runs/${id}/results`),
  neverOrdered(', and compared', withoutJobs, (id) => `GET /api/scan-runs/${id}/compare/${id}`),
  neverOrdered(', and called off', withoutJobs, (id) => `POST /api/scan-runs/${id}/cancel`),
  neverOrdered(', but for its jobs', 'select 1', (id) => `GET /api/scan-runs/${id}`),
  edited('scan_runs', ['run_id'], `run_id = '${uuid}'`, { row: { table: 'scan_runs', key: uuid } }),
  ofRun('org_id', "'org_else'"),
  ofRun('key_id', "'key_another'"),
  ofRun('request_id', "'another'"),
  ofRun('request', `(request::jsonb || '{"standard":"WCAG 2.0 A"}')::json`),
  ofRun('access_sha256', "sha256('mine')"),
  ofRun('state', "'canceled'"),
  ofRun('is_seeking', 'not is_seeking'),
  ofRun('page_limit', 'page_limit + 1'),
  ofRun('total', 'total + 1'),
  ofRun('done', 'done - 1'),
  ofRun('failed', 'failed + 1'),
  ofRun('scored', 'scored + 1'),
  ofRun('score_sum', 'score_sum + 1'),
  ofRun('score_worst', '100'),
  ofRun('top_issues', "'[]'"),
  ofRun('is_departing', 'true'),
  ofRun('created_at', "created_at - interval '1 day'"),
  ofRun('finished_at', "finished_at + interval '1 day'"),
  ofRun('seal', 'null'),
  done('scan_runs', 'the row deleted', (id) => `delete from scan_runs where run_id = '${id}'`, {
    table: 'scan_run_pages',
    key: byRun,
  }),
  done(
    'scan_runs',
    'deleted with all that it has but its scans',
    (id) =>
      ['scan_findings', 'scan_run_issues', 'scan_run_pages', 'scan_runs']
        .map((table) => `delete from ${table} where run_id = '${id}'`)
        .join(';'),
    { table: 'scans', key: byRun },
  ),
  ofPage('url', "'https://elsewhere.test/'"),
  ofPage('url_digest', "sha256('x')"),
  ofPage('depth', '7'),
  ofPage('job_id', `'${uuid}'`),
  ofPage('state', "'failed'"),
  ofPage('score', '100'),
  ofPage('compliance', "'pass'"),
  ofPage('issue_count', '0'),
  ofPage('error', `'{"code":"JOB_FAILED","message":"no","details":{}}'`),
  ofPage('findings_sha256', 'null', doors.compared),
  ofPage('seal', 'null'),
  edited('scan_run_pages', ['page'], 'page = 7', { where: page, rest: '/7', door: doors.pages }),
  edited('scan_run_pages', ['run_id'], `run_id = '${uuid}'`, {
    where: page,
    row: { table: 'scan_run_pages', key: `${uuid}/1` },
    door: doors.pages,
  }),
  done(
    'scan_run_pages',
    'the last deleted',
    (id) => `delete from scan_run_pages where run_id = '${id}' ${page}`,
    {
      key: byRun,
    },
    doors.pages,
  ),
  done(
    'scan_run_pages',
    'the first deleted',
    (id) => `delete from scan_run_pages where run_id = '${id}' and page = 0`,
    {
      key: byRun,
    },
    doors.report,
  ),
  done(
    'scan_run_pages',
    'one more',
    (id) => `
      insert into scan_run_pages (run_id, page, url, url_digest, job_id, state)
      values ('${id}', 2, 'https://elsewhere.test/', sha256('https://elsewhere.test/'), '${uuid}', 'canceled')`,
    { key: (id) => `${id}/2` },
    doors.pages,
  ),
  ofFinding('ord', '70'),
  ofFinding('url_digest', "sha256('x')"),
  ofFinding('fingerprint', "sha256('x')"),
  ofFinding('content_fingerprint', "sha256('x')"),
  ofFinding('type', "'label'"),
  ofFinding('severity', "'minor'"),
  ofFinding('element', "'nothing'"),
  done(
    'scan_findings',
    'one deleted',
    (id) => `delete from scan_findings where run_id = '${id}' and ord = 0`,
    { key: (id, scan) => `${id}/${scan}` },
    doors.compared,
  ),
  {
    ...done(
      'scan_findings',
      'of a scan that is none',
      (id) => `update scan_findings set scan_id = '${uuid}' where run_id = '${id}' and ord = 0`,
      { key: (id) => `${id}/${uuid}` },
      doors.compared,
    ),
    columns: ['scan_id'],
  },
  {
    ...done(
      'scan_findings',
      'of a run that is none',
      (id) => `update scan_findings set run_id = '${uuid}' where run_id = '${id}'`,
      {
        key: (id, scan) => `${id}/${scan}`,
      },
      doors.compared,
    ),
    columns: ['run_id'],
  },
  ofIssues('type', "type || '-'"),
  ofIssues('pages', 'pages + 1'),
  ofIssues('issues', 'issues + 1'),
  {
    ...done(
      'scan_run_issues',
      'of another run',
      (id) => `update scan_run_issues set run_id = '${uuid}' where run_id = '${id}'`,
      { key: byRun },
    ),
    columns: ['run_id'],
  },
  underWay('more pages', ['pages'], (id) => `update scan_run_issues set pages = pages + 1 ${issueOf(id)}`),
  underWay('more of them', ['issues'], (id) => `update scan_run_issues set issues = issues + 1 ${issueOf(id)}`),
  underWay('another rule', ['type'], (id) => `update scan_run_issues set type = 'landmark' ${issueOf(id)}`),
  underWay(
    'of a run that is none',
    ['run_id'],
    (id) => `update scan_run_issues set run_id = '${uuid}' ${issueOf(id)}`,
    {
      key: uuid,
    },
  ),
  underWay('one deleted', '*', (id) => `delete from scan_run_issues ${issueOf(id)}`),
  underWay('none of them', '*', (id) => `delete from scan_run_issues where run_id = '${id}'`),
  underWay(
    'one more',
    '*',
    (id) => `insert into scan_run_issues (run_id, type, pages, issues) values ('${id}', 'landmark', 2, 9)`,
  ),
  underWay(
    'the same one once more, by another name',
    '*',
    (id) =>
      `insert into scan_run_issues (run_id, type, pages, issues) select run_id, 'label ', pages, issues from scan_run_issues ${issueOf(id)}`,
  ),
  underWay(
    'what two rules count, exchanged',
    ['pages', 'issues'],
    (id) => `
      update scan_run_issues a set pages = b.pages, issues = b.issues from scan_run_issues b
      where a.run_id = '${id}' and b.run_id = a.run_id and (a.type, b.type) in (('label', 'image-alt'), ('image-alt', 'label'))`,
  ),
  underWay('set back', '*', asBefore),
  underWay(
    'set back, with what they come to',
    '*',
    (id, before) =>
      `${asBefore(id, before)}; update scan_runs set issue_sum = decode('${before.sum}', 'hex') where run_id = '${id}'`,
  ),
  underWay(
    'what they come to as it was before',
    ['issue_sum'],
    (id, { sum }) => `update scan_runs set issue_sum = decode('${sum}', 'hex') where run_id = '${id}'`,
    { table: 'scan_runs' },
  ),
  underWay(
    'nothing said of them',
    ['issue_sum'],
    (id) => `update scan_runs set issue_sum = null where run_id = '${id}'`,
    { table: 'scan_runs' },
  ),
  underWay(
    'what they come to taken from another run',
    ['issue_sum'],
    (id) =>
      `update scan_runs set issue_sum = (select issue_sum from scan_runs where run_id <> '${id}' limit 1) where run_id = '${id}'`,
    { table: 'scan_runs' },
  ),
  {
    table: 'scan_run_pages',
    columns: ['state'],
    what: 'scan_runs: the run, its last page and what counts it as they were before that was scanned, seals with them',
    async act(tx, { signer, things }) {
      const [before] = await lockRuns(tx, [things.run])
      const [page] = await listRunPages(tx, things.run, 0, 1)
      if (!before || !page) throw new Error('no such run')
      const waiting = {
        ...page,
        state: 'queued' as const,
        score: null,
        compliance: null,
        issue_count: null,
        findings_sha256: null,
      }
      await writeEndedPages(tx, [{ ...waiting, seal: sealOf(signer, sealedRunPages, waiting) }], [])
      await tx`delete from scan_findings where run_id = ${things.run}`
      await tx`delete from scan_run_issues where run_id = ${things.run}`
      const run: RunRow = {
        ...before,
        ...{ state: 'running' as const, done: 1, scored: 1, finished_at: null, top_issues: null },
        score_sum: before.score_sum - (page.score ?? 0),
        score_worst: before.score_sum - (page.score ?? 0),
        issue_sum: noIssues(signer, { run_id: before.run_id, done: 1 }),
      }
      await writeRuns(tx, [{ ...run, seal: sealOf(signer, sealedRuns, run) }])
      return { check: 'V12', row: { table: 'scan_run_pages', key: things.run } }
    },
  },
  done('scan_run_issues', 'none of them', (id) => `delete from scan_run_issues where run_id = '${id}'`, { key: byRun }),
]

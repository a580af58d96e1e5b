/** Runs without HTTP: taken in once under one request, counted against what may be queued, called off whole. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { deletePiece } from '#db/queries/pieces'
import { walksOfRun } from '#db/queries/runs'
import { departRun } from '#shared/evidence/run-life'
import { runNodesSince } from '#shared/evidence/run-nodes'
import type { Written } from '#shared/evidence/verb-context'
import { scanPage, sitemapJobId } from '#shared/jobs/scan-page'
import { openLog } from '#shared/kernel/logger'
import { cancelScanRun } from '#shared/scans/cancel-run'
import { requireRun } from '#shared/scans/find-run'
import { submitRun } from '#shared/scans/submit-run'
import { cancelJob } from '#shared/tasks/cancel-task'
import { runLooks } from '#shared/verification/run-looks'
import { openVerbs } from '#test/support/verbs'
import { endStraySeeking } from '#workers/maintenance/strays'

let verbs: Awaited<ReturnType<typeof openVerbs>>
beforeAll(async () => {
  verbs = await openVerbs({ QUEUED_PAGES_ENTERPRISE: '5' })
}, 60_000)
afterAll(() => verbs.close())

const anOrg = () => ({ orgId: `org_${randomUUID()}` })
const urls = ['https://a.test/', 'https://a.test/one', 'https://a.test/']

/** As maintenance deletes it when its time has come. */
async function deleteByAge(runId: string): Promise<void> {
  await verbs.sql.begin((tx) => departRun(tx, verbs.signer, runId, 90))
  for (const walk of walksOfRun(runId)) await verbs.sql.begin((tx) => deletePiece(tx, walk, undefined, 100))
}
const kindsOf = async (runId: string) => (await verbs.nodesOf(`run:${runId}`)).map(({ kind }) => kind)

const statesOf = async (runId: string) => {
  const rows = await verbs.sql<{ page: string; outcome: string | null }[]>`
    select p.state as page, o.state as outcome from scan_run_pages p left join job_outcomes o on o.job_id = p.job_id
    where p.run_id = ${runId} order by p.page`
  return [...rows]
}

test('a run is taken in with a job for each of its addresses, the first page first', async () => {
  const written: Written[] = []
  const run = await submitRun(verbs.context(anOrg(), written), { urls })

  const pages = await verbs.sql<{ job_id: string }[]>`
    select job_id from scan_run_pages where run_id = ${run.run_id} order by page`
  const jobIds = pages.map(({ job_id }) => job_id)
  expect(run).toMatchObject({ state: 'running', total: 2, done: 0 })
  expect(written).toEqual([{ kind: 'scan_run', id: run.run_id }])
  expect((await verbs.queued()).filter((id) => jobIds.includes(id))).toEqual(jobIds)
})

test('the same request sent again meets the run that it made, with no job more', async () => {
  const again = { ...anOrg(), seed: randomUUID() }

  const first = await submitRun(verbs.context(again), { urls })
  const before = await verbs.queued()
  const second = await submitRun(verbs.context({ ...again, isAgain: true }), { urls })

  expect(second.run_id).toBe(first.run_id)
  expect(await verbs.queued()).toEqual(before)
})

test('a run beyond what its organisation may have queued is refused, and nothing of it is kept', async () => {
  const org = anOrg()
  const four = ['1', '2', '3', '4'].map((path) => `https://a.test/${path}`)
  await submitRun(verbs.context(org), { urls: four })

  const refused = submitRun(verbs.context(org), { urls: ['https://a.test/5', 'https://a.test/6'] })

  await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  const [row] = await verbs.sql<{ runs: number }[]>`
    select count(*)::int as runs from scan_runs where org_id = ${org.orgId}`
  expect(row?.runs).toBe(1)
})

test('every fault of a run is told at once', async () => {
  const asked = { urls, sitemap: 'https://a.test/sitemap.xml', standard: 'WCAG 9' }

  const refused = submitRun(verbs.context(anOrg()), asked)

  await expect(refused).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { issues: [{ path: '/standard' }, { path: '' }] },
  })
})

test('a run that is called off ends with all its pages and jobs, and twice is as good as once', async () => {
  const org = anOrg()
  const run = await submitRun(verbs.context(org), { urls })

  const canceled = await cancelScanRun(verbs.context(org), run.run_id)
  const again = await cancelScanRun(verbs.context(org), run.run_id)

  const end = { page: 'canceled', outcome: 'canceled' }
  expect(canceled).toMatchObject({ state: 'canceled', done: 2 })
  expect(again).toEqual(canceled)
  expect(await statesOf(run.run_id)).toEqual([end, end])
})

test('a run whose sitemap nobody has read yet is called off with the job that would', async () => {
  const org = anOrg()
  const run = await submitRun(verbs.context(org), { sitemap: 'https://a.test/sitemap.xml' })
  const jobId = sitemapJobId(run.run_id)
  expect(await verbs.queued()).toContain(jobId)

  await cancelScanRun(verbs.context(org), run.run_id)

  const [outcome] = await verbs.sql<{ state: string }[]>`select state from job_outcomes where job_id = ${jobId}`
  expect(outcome?.state).toBe('canceled')
  expect(await verbs.queued()).not.toContain(jobId)
})

test('a run that was called off before it had pages is named where it is put back, with all that says how its jobs ended', async () => {
  const org = anOrg()
  const { run_id: runId } = await submitRun(verbs.context(org), { sitemap: 'https://a.test/sitemap.xml' })
  const rowOf = async () =>
    (await verbs.sql<{ text: string }[]>`select r::text as text from scan_runs r where run_id = ${runId}`)[0]
  const named = async () => {
    const pages = await Promise.all(runLooks(verbs.signer).map((look) => look.page(verbs.sql, undefined, 1000)))
    return pages.flatMap(({ faults }) => faults).filter(({ key }) => key === runId)
  }
  const before = await rowOf()
  expect(await named()).toEqual([])
  await cancelScanRun(verbs.context(org), runId)
  expect(await named()).toEqual([])

  await verbs.sql`delete from job_outcomes where job_id = ${sitemapJobId(runId)}`
  await verbs.sql`delete from scan_runs where run_id = ${runId}`
  await verbs.sql`insert into scan_runs select (r.x).* from (select ${before?.text ?? ''}::scan_runs as x offset 0) r`

  expect(await named()).toMatchObject([{ table: 'scan_runs', fault: expect.stringContaining('was called off') }])
  await verbs.sql`update scan_runs set created_at = now() - interval '1 hour' where run_id = ${runId}`
  await endStraySeeking({ sql: verbs.sql, signer: verbs.signer, log: openLog('test', 'silent') })
  expect(await named()).toHaveLength(1)
})

test('a sitemap whose job alone is canceled is listed as a page that was', async () => {
  const org = anOrg()
  const { run_id: runId } = await submitRun(verbs.context(org), { sitemap: 'https://a.test/sitemap.xml' })

  await cancelJob(verbs.context(org), sitemapJobId(runId))

  expect(await requireRun(verbs.context(org), runId)).toMatchObject({ is_seeking: false, total: 1, done: 1 })
  expect(await statesOf(runId)).toEqual([{ page: 'canceled', outcome: null }])
})

test('a run of another organisation is not there', async () => {
  const run = await submitRun(verbs.context(anOrg()), { urls })

  const refused = cancelScanRun(verbs.context(anOrg()), run.run_id)

  await expect(refused).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
  expect((await statesOf(run.run_id)).map(({ page }) => page)).toEqual(['queued', 'queued'])
})

test('that a run was ordered is evidence, of who ordered it and when', async () => {
  const org = anOrg()
  const run = await submitRun(verbs.context({ ...org, keyId: 'ak_orders' }), { urls })

  const nodes = await verbs.nodesOf(`run:${run.run_id}`)
  expect(nodes).toMatchObject([
    {
      kind: 'run.submitted',
      org: org.orgId,
      timestamp: run.created_at.toISOString(),
      subject: { type: 'scan_run', id: run.run_id },
      result: { of: 'urls', page_limit: 2 },
      request: { key_id: 'ak_orders' },
    },
  ])
})

test('a run that was deleted by age is not there, and the same request orders it anew', async () => {
  const asked = { ...anOrg(), seed: randomUUID() }
  const { run_id: runId } = await submitRun(verbs.context(asked), { urls })
  await cancelScanRun(verbs.context(asked), runId)

  await deleteByAge(runId)
  await expect(requireRun(verbs.context(asked), runId)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
  const again = await submitRun(verbs.context({ ...asked, isAgain: true }), { urls })

  expect(again).toMatchObject({ run_id: runId, state: 'running' })
  expect(await kindsOf(runId)).toEqual(['run.submitted', 'run.deleted', 'run.submitted'])
})

test('a run that is gone otherwise is told as that to its organisation, which cannot order it anew', async () => {
  const asked = { ...anOrg(), seed: randomUUID() }
  const { run_id: runId } = await submitRun(verbs.context(asked), { urls })
  const tampered = { code: 'EVIDENCE_MISMATCH' }

  await verbs.sql`delete from scan_run_pages where run_id = ${runId}`
  await verbs.sql`delete from scan_runs where run_id = ${runId}`

  await expect(requireRun(verbs.context(asked), runId)).rejects.toMatchObject(tampered)
  await expect(submitRun(verbs.context({ ...asked, isAgain: true }), { urls })).rejects.toMatchObject(tampered)
  await expect(requireRun(verbs.context(anOrg()), runId)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
})

test('of a run that a hand had deleted by setting its end back nothing says that it went by age', async () => {
  const org = anOrg()
  const { run_id: runId } = await submitRun(verbs.context(org), { urls })
  await verbs.sql`update scan_runs set finished_at = now() - interval '1 year' where run_id = ${runId}`

  await deleteByAge(runId)

  expect(await kindsOf(runId)).toEqual(['run.submitted'])
  await expect(requireRun(verbs.context(org), runId)).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
})

test('of a run of a store in which releases before may be at work nothing is said, nor is it missed', async () => {
  const org = anOrg()
  const { sealing } = verbs.signer
  sealing.generation = runNodesSince - 1
  const { run_id: runId } = await submitRun(verbs.context(org), { urls })
  sealing.generation = runNodesSince
  await cancelScanRun(verbs.context(org), runId)

  await deleteByAge(runId)

  expect(await kindsOf(runId)).toEqual([])
  await expect(requireRun(verbs.context(org), runId)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
})

test('a page whose job is called off by itself ends canceled, and its run goes on', async () => {
  const org = anOrg()
  const run = await submitRun(verbs.context(org), { urls })
  const [page] = await verbs.sql<{ job_id: string; data: { payload: unknown } }[]>`
    select p.job_id, j.data from scan_run_pages p join pgboss.job j on j.id = p.job_id
    where p.run_id = ${run.run_id} and p.page = 0`
  const payload = page?.data.payload
  if (!scanPage.check.Check(payload)) throw new Error('a page has a job')

  await verbs.sql.begin(async (tx) =>
    scanPage.whenCanceled?.(tx, verbs.context(org).tools.signer, page?.job_id ?? '', payload),
  )

  expect((await statesOf(run.run_id)).map(({ page }) => page)).toEqual(['canceled', 'queued'])
})

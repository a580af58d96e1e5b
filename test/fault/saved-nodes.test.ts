/** What a worker has saved, and a superuser takes away with its node before the log has it: the worker remembers. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { aTrace } from '#test/support/makers'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

setDefaultTimeout(120_000)
let service: Service
beforeAll(async () => {
  service = await startService({ job: 'generate-tree' })
})
afterAll(() => service.stop())

/** All that there is of the jobs of this type and of what they came to, by an owner of the database. */
const takenAway = `
  alter table edg_edges disable trigger user; alter table edg_nodes disable trigger user;
  delete from trees; delete from job_outcomes; delete from pgboss.job where name = 'generate-tree';
  delete from edg_edges where child in (select id from edg_nodes where kind in ('tree.generated', 'job.promised'));
  delete from edg_nodes where kind in ('tree.generated', 'job.promised');
  alter table edg_edges enable trigger user; alter table edg_nodes enable trigger user`

test('a tree that nobody was told of in the call that ordered it', async () => {
  const { sql } = service.database
  const { body } = await service.call('POST /traces', { body: aTrace() })
  const { trace_id } = body as { trace_id: string }
  await service.call('POST /generate', { body: { trace_id }, headers: { prefer: 'respond-async' } })
  const node = await until(
    async () =>
      (await sql<{ id: string }[]>`select encode(id, 'hex') as id from edg_nodes where kind = 'tree.generated'`)[0],
    { what: 'a tree', timeoutMs: 20_000 },
  )

  await sql.unsafe(takenAway)

  const told = () => sql<{ tier: string; subject_id: string }[]>`
    select tier, subject_id from violations where article = 'A-02' and subject_type = 'node'`
  await until(async () => (await told()).length > 0, { what: 'a violation that names it', timeoutMs: 30_000 })
  expect(await told()).toMatchObject([{ tier: 'T5', subject_id: node.id }])
})

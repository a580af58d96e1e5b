/** What a worker has saved, or a caller was promised, and a superuser takes away with its node before the log has it: who did remembers. */
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

test('a tree that nobody was told of in the call that ordered it, and that the call promised it', async () => {
  const { sql } = service.database
  const { body } = await service.call('POST /traces', { body: aTrace() })
  const { trace_id } = body as { trace_id: string }
  await service.call('POST /generate', { body: { trace_id }, headers: { prefer: 'respond-async' } })
  const nodes = await until(
    async () => {
      const rows = await sql<{ id: string }[]>`
        select encode(id, 'hex') as id from edg_nodes where kind in ('tree.generated', 'job.promised') order by id`
      return rows.length === 2 ? rows : undefined
    },
    { what: 'a tree, and what promised it', timeoutMs: 20_000 },
  )

  await sql.unsafe(takenAway)

  const told = () => sql<{ tier: string; subject_id: string }[]>`
    select tier, subject_id from violations where article = 'A-02' and subject_type = 'node' order by subject_id`
  await until(async () => (await told()).length > 1, { what: 'violations that name them', timeoutMs: 30_000 })
  expect(await told()).toMatchObject(nodes.map(({ id }) => ({ tier: 'T5', subject_id: id })))
})

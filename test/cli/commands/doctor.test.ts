/** What the doctor says of the port, beside an API that somebody else than `start` keeps running. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { diagnose } from '#cli/commands/doctor'
import { findFreePort } from '#cli/dev/ports'
import { type Service, startService } from '#test/support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0 })
})
afterAll(() => service.stop())

async function portFinding(port: number) {
  const findings = await diagnose({
    root: resolve(import.meta.dir, '../../..'),
    dataDir: service.dataDir,
    databaseUrl: service.database.url,
    host: '127.0.0.1',
    port,
    keys: [],
  })
  return findings.find(({ about }) => about === 'port')
}

test('a port that Assay itself has is well, whoever started it; another program’s is named as that', async () => {
  const port = Number(new URL(service.urls[0] ?? '').port)
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json({ status: 'ready' }) })

  const [ours, theirs, nobodys] = await Promise.all([port, Number(other.port), findFreePort()].map(portFinding))
  await other.stop(true)

  expect(ours).toEqual({
    level: 'ok',
    about: 'port',
    text: expect.stringMatching(/^\d+ is in use by Assay itself, which says it is (ready|degraded)$/),
  })
  expect(theirs).toMatchObject({ level: 'warn', text: expect.stringContaining('in use by another program') })
  expect(nobodys).toMatchObject({ level: 'ok', text: expect.stringMatching(/is free$/) })
})

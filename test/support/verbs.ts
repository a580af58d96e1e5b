/** Verbs called as a process of ours calls them, over a real store and without HTTP. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sql, writerOf } from '#db/client'
import { openAdmissions } from '#shared/agents/admission'
import type { NodeBody } from '#shared/contracts/node'
import { openSigner } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { unlock } from '#shared/evidence/unlock'
import type { Requester, VerbContext, Written } from '#shared/evidence/verb-context'
import { openGovernance } from '#shared/governance/governance'
import { readConfig } from '#shared/kernel/config'
import { openSeal } from '#shared/kernel/encryption'
import { openLog } from '#shared/kernel/logger'
import { openBoss } from '#shared/queue/boss'
import { openQueueClient } from '#shared/queue/client'
import { prepareQueues } from '#shared/queue/create-queues'
import { freshDatabase } from '#test/support/database'

const aRequester = (odd: Partial<Requester> = {}): Requester => ({
  keyId: 'ak_test',
  requestId: randomUUID(),
  keyDigest: undefined,
  orgId: 'org_test',
  tier: 'enterprise',
  areas: ['A', 'B', 'C', 'D'],
  scopes: [],
  door: undefined,
  seed: undefined,
  isAgain: false,
  ...odd,
})

/** The context of a verb over a store. @param written hears what it writes. */
export const contextOn = <Tools>(
  sql: Sql,
  tools: Tools,
  odd: Partial<Requester> = {},
  written: Written[] = [],
): VerbContext<Tools> => ({
  actor: aRequester(odd),
  read: (look) => look(sql),
  writing(what) {
    written.push(what)
    return { ...writerOf(sql), noting: (work) => work() }
  },
  tools,
})

/** A store with its queues and its constitution, and the context of a verb in it. */
export async function openVerbs(env: Record<string, string> = {}) {
  const database = await freshDatabase()
  const { sql, url } = database
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-verbs-'))
  const config = await unlock(readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, ...env }), sql)
  const log = openLog('test', 'fatal')
  const boss = await openBoss(sql, { upkeep: false, onError: console.error })
  await prepareQueues(boss)
  await boss.stop({ graceful: false, close: false })
  const signer = openSigner(config.signingKey)
  await registerKey(sql, signer)
  const governance = await openGovernance({ sql, signer, config, log })
  const queue = await openQueueClient({
    url,
    sql,
    sealer: signer,
    processId: randomUUID(),
    log,
    read: (look) => look(sql),
    bounds: { beforeCommitMs: 5000, commitMs: 5000 },
    patience: { waitMs: 5000, stalledMs: 5000 },
  })
  const { sendBatch } = queue
  const tools = {
    signer,
    governance,
    sendBatch,
    admit: openAdmissions(writerOf(sql), { governance, sendBatch, limits: config }),
    forJobs: { seal: openSeal(config.sealingKey), allow: config.egressAllow },
    limits: config,
  }
  return {
    sql,
    signer,
    /** What a verb is handed. @param written hears what it writes. */
    context: (odd: Partial<Requester> = {}, written: Written[] = []) => contextOn(sql, tools, odd, written),
    /** The nodes of a stream, oldest first. */
    async nodesOf(stream: string): Promise<NodeBody[]> {
      const rows = await sql<{ body: string }[]>`
        select body from edg_nodes where stream = ${stream} order by pos`
      return rows.map(({ body }) => JSON.parse(body))
    },
    /** Jobs that wait in the queue. */
    async queued(): Promise<string[]> {
      const rows = await sql<{ id: string }[]>`select id from pgboss.job where state = 'created' order by priority desc`
      return rows.map(({ id }) => id)
    },
    async close() {
      await queue.close()
      await governance.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

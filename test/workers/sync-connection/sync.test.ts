/** Syncs of connections over a real store: what is brought, dropped, gone, refused and erased. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes, randomUUID } from 'node:crypto'
import { insertBriefing } from '#db/queries/briefings'
import { connectionsOf, holdConnections, takeWatches } from '#db/queries/connections'
import { appendNodes } from '#db/queries/nodes'
import { itemsSince, itemText, packItem } from '#db/queries/source-items'
import { askForSync, askForSyncs, sendDue } from '#shared/connections/ask'
import { deleteConnection } from '#shared/connections/delete-connection'
import { eraseAllDeleted } from '#shared/connections/erase'
import { requireConnection } from '#shared/connections/find'
import { eraseOldItems } from '#shared/connections/old-items'
import { replaceSecret } from '#shared/connections/replace-secret'
import { resealSecrets } from '#shared/connections/reseal'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { sealBriefing } from '#shared/evidence/sealed/documents'
import { openSeal } from '#shared/kernel/encryption'
import { openLog } from '#shared/kernel/logger'
import {
  aConnection,
  aDelta,
  anIssue,
  connect,
  held,
  jobOf,
  sayingAdapter,
  syncOnce,
  syncToolsOf,
} from '#test/support/connections'
import { assertEvidence } from '#test/support/evidence'
import { restand } from '#test/support/sources'
import { until } from '#test/support/until'
import { openVerbs } from '#test/support/verbs'
import { AdapterError } from '#workers/sync-connection/adapters/adapter'
import { runSync, saveSync } from '#workers/sync-connection/sync'
import { Watches } from '#workers/sync-connection/watch'

setDefaultTimeout(30_000)
let verbs: Awaited<ReturnType<typeof openVerbs>>
beforeAll(async () => {
  verbs = await openVerbs()
})
afterAll(async () => {
  await assertEvidence(verbs.sql, { isLogged: false })
  await verbs.close()
})

const org = () => `org_${randomUUID().slice(0, 8)}`
const inOrg = (orgId: string) => verbs.context({ orgId })
const kindsIn = async (id: string) => (await verbs.nodesOf(`connection:${id}`)).map(({ kind }) => kind)
const run = async (pieces: AsyncGenerator<void>) => {
  for await (const _ of pieces);
}
const log = openLog('test', 'silent')

describe('a sync', () => {
  test('brings what is new, once, says so in a node, and leaves nothing of it where nothing is', async () => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    const adapter = sayingAdapter({ sync: async () => aDelta({ items: [anIssue('1'), anIssue('2')] }) })
    const at = new Date()
    const fixed = sayingAdapter({
      sync: async () => aDelta({ items: [anIssue('1', { at, created_at: at.toISOString() })] }),
    })
    const tools = syncToolsOf(verbs, adapter)

    const first = await syncOnce(verbs, tools, id, orgId)
    await askAgain(orgId, id)
    const again = syncToolsOf(verbs, fixed)
    await syncOnce(verbs, again, id, orgId)
    await askAgain(orgId, id)
    const same = await syncOnce(verbs, again, id, orgId)

    expect(first).toMatchObject({ brought: 2, gone: 0 })
    expect(same).toMatchObject({ brought: 0, gone: 0 })
    expect(await kindsIn(id)).toEqual(['connection.created', 'connection.synced', 'connection.synced'])
    const { rows } = await itemsSince(verbs.sql, orgId, 0)
    expect(rows).toHaveLength(2)
    expect(rows.map(({ document }) => document && JSON.parse(itemText(document)).title).sort()).toEqual([
      'Issue 1',
      'Issue 2',
    ])
    expect((await connectionsOf(verbs.sql, orgId))[0]).toMatchObject({ state: 'ok', items: 2, failures: 0 })
  })

  test('in pieces goes on with the next at once, behind whatever waits, and is partial until its end', async () => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    const adapter = sayingAdapter({
      sync: async (_, call) => aDelta({ items: [anIssue(String(call))], hasMore: call < 2, isReset: call === 0 }),
    })
    const tools = syncToolsOf(verbs, adapter)

    await syncOnce(verbs, tools, id, orgId)
    const next = await held(verbs, id, orgId)
    const [queued] = await verbs.sql<{ priority: number }[]>`
      select priority from pgboss.job where id = ${next.sync_job}`
    await syncOnce(verbs, tools, id, orgId)
    await syncOnce(verbs, tools, id, orgId)
    const last = await held(verbs, id, orgId)

    expect(queued?.priority).toBe(-1)
    expect([next.is_resetting, JSON.parse(next.missing).length]).toEqual([true, 1])
    expect([last.is_resetting, last.missing, last.items]).toEqual([false, '[]', 3])
  })

  test('that begins anew drops what it did not bring again, and only at its end', async () => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    const rounds = [
      aDelta({ items: [anIssue('a'), anIssue('b'), anIssue('c')] }),
      aDelta({ items: [anIssue('a')], isReset: true, hasMore: true }),
      aDelta({ items: [anIssue('c')] }),
    ]
    const tools = syncToolsOf(verbs, sayingAdapter({ sync: async (_, call) => rounds[call] ?? aDelta() }))

    await syncOnce(verbs, tools, id, orgId)
    await askAgain(orgId, id)
    await syncOnce(verbs, tools, id, orgId)
    const midway = (await held(verbs, id, orgId)).items
    const { seq } = (await itemsSince(verbs.sql, orgId, 0)).head
    const end = await syncOnce(verbs, tools, id, orgId)
    const { rows } = await itemsSince(verbs.sql, orgId, seq)

    expect(midway).toBe(3)
    expect(end?.gone).toBe(1)
    expect(rows.filter(({ document }) => document === null)).toHaveLength(1)
    expect((await held(verbs, id, orgId)).items).toBe(2)
  })

  test('tells what is gone by its key, and what was never there is nothing', async () => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    const says = [aDelta({ items: [anIssue('x'), anIssue('y')] }), aDelta({ gone: ['x', 'x', 'never'] })]
    const tools = syncToolsOf(verbs, sayingAdapter({ sync: async (_, call) => says[call] ?? aDelta() }))

    await syncOnce(verbs, tools, id, orgId)
    await askAgain(orgId, id)
    const saved = await syncOnce(verbs, tools, id, orgId)

    expect(saved).toMatchObject({ brought: 0, gone: 1 })
  })

  test('computed from what does not stand any more is dropped: nothing of it is written', async () => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    const tools = syncToolsOf(verbs, sayingAdapter({ sync: async () => aDelta({ items: [anIssue(randomUUID())] }) }))
    const job = await jobOf(verbs, id, orgId)

    const [one, two] = await Promise.all([runSync(tools, id, job), runSync(tools, id, job)])
    const saved = await verbs.sql.begin(async (tx) => [
      one && (await saveSync(tx, tools, job, one)),
      two && (await saveSync(tx, tools, job, two)),
    ])
    const late = await runSync(tools, id, { ...job, id: randomUUID() })

    expect(saved).toMatchObject([{ brought: 1 }, undefined])
    expect(late).toBeUndefined()
    expect((await held(verbs, id, orgId)).items).toBe(1)
  })

  test('asked for while it runs is followed by another', async () => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    const { sendBatch } = inOrg(orgId).tools
    const tools = syncToolsOf(verbs, sayingAdapter({}))
    const job = await jobOf(verbs, id, orgId)

    const piece = await runSync(tools, id, job)
    await verbs.sql.begin((tx) => askForSync(tx, { sendBatch, sealer: verbs.signer, everyMs: 300_000 }, id))
    await verbs.sql.begin(async (tx) => piece && saveSync(tx, tools, job, piece))
    const { sync_job } = await held(verbs, id, orgId)

    expect(sync_job).not.toBe(job.id)
    expect((await connectionsOf(verbs.sql, orgId))[0]?.is_syncing).toBe(true)
  })

  test('of an adapter that hangs ends in time, and of one with a bug breaks its job', async () => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    const job = await jobOf(verbs, id, orgId)
    const stop = new AbortController()
    const hanging = sayingAdapter({ sync: () => new Promise(() => undefined) })
    const broken = sayingAdapter({ sync: async () => Promise.reject(new TypeError('a bug')) })

    const hung = runSync(syncToolsOf(verbs, hanging), id, { ...job, signal: stop.signal })
    stop.abort(new Error('the process must go'))

    expect(hung).rejects.toThrow('the process must go')
    expect(runSync(syncToolsOf(verbs, broken), id, job)).rejects.toThrow('a bug')
  })

  test('of an item with characters that no store takes is kept, mended', async () => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    const odd = anIssue('odd', { title: 'a\0b\ud800c' })
    const tools = syncToolsOf(verbs, sayingAdapter({ sync: async () => aDelta({ items: [odd] }) }))

    expect(await syncOnce(verbs, tools, id, orgId)).toMatchObject({ brought: 1 })
  })
})

/** A briefing as it is kept, that shows something of these connections. */
async function aBriefing(orgId: string, connections: string[]): Promise<{ jobId: string; nodeId: string }> {
  const jobId = randomUUID()
  const payload = { salt: randomBytes(16), text: '{}' }
  const node = nodeOfKind(inOrg(orgId).tools.signer, {
    kind: 'briefing.compiled',
    id: jobId,
    orgId,
    agent: 'assay-gather-briefing',
    at: new Date(),
    payload,
    result: {
      job_id: jobId,
      inputs: '0'.repeat(64),
      considered: 1,
      shown: 1,
      adapters: 1,
      adapters_ok: 1,
      completeness: 1,
      instructions_found: 0,
      weights: 'w',
      rules_version: '1',
      sections: 1,
      conflicts: 0,
    },
  })
  const packed = packItem(payload.text)
  await verbs.sql.begin(async (tx) => {
    await appendNodes(tx, [node])
    await insertBriefing(
      tx,
      sealBriefing(inOrg(orgId).tools.signer, {
        job_id: jobId,
        org_id: orgId,
        operation: 'briefing',
        tier: 'T0',
        created_at: node.body.timestamp,
        node_id: node.id,
        payload_salt: payload.salt,
        document: packed,
        inputs: packed,
        connections,
      }),
    )
  })
  return { jobId, nodeId: node.id }
}

/** It asks for no time any more. */
const makeDue = (id: string) =>
  restand(
    verbs,
    [id],
    (tx) => tx`
      update connections set retry_at = null, opened_until = null, next_sync_at = now() where connection_id = ${id}`,
  )

/** Its job is over, as far as the queue knows, and another is sent. */
async function askAgain(orgId: string, id: string): Promise<void> {
  const { sync_job } = await held(verbs, id, orgId)
  await verbs.sql`update pgboss.job set state = 'completed', completed_on = now() where id = ${sync_job}`
  const { sendBatch } = inOrg(orgId).tools
  await verbs.sql.begin((tx) => askForSync(tx, { sendBatch, sealer: verbs.signer, everyMs: 300_000 }, id))
}

const saysNothing = async () => aDelta()
const unreachable = (why: string) => () => Promise.reject(new AdapterError('UNREACHABLE', why))

describe('a connection that is put back, seal and all, is not shown', () => {
  test.each([
    ['before a part of it could not be read', saysNothing, async () => aDelta({ missing: ['a folder'] }), 0],
    ['before it failed in other words', unreachable('no route'), unreachable('no answer'), 0],
    ['before an hour in which nothing was new', saysNothing, saysNothing, 3_600_000],
  ])('to %s', async (_, before, after, laterMs) => {
    const { sql } = verbs
    const orgId = org()
    const id = await connect(inOrg(orgId))
    await syncOnce(verbs, syncToolsOf(verbs, sayingAdapter({ sync: before })), id, orgId)
    await makeDue(id)
    await askAgain(orgId, id)
    const [once] = await rowOf(id)
    const tools = syncToolsOf(verbs, sayingAdapter({ sync: after }))
    const job = await jobOf(verbs, id, orgId)
    const piece = await runSync(tools, id, job)
    if (!piece) throw new Error('nobody was asked')
    const endedAt = new Date(piece.endedAt.getTime() + laterMs)
    await sql.begin((tx) => saveSync(tx, tools, job, { ...piece, endedAt }))
    const [now] = await rowOf(id)

    await putBack(id, once)

    const asked = requireConnection(inOrg(orgId), id)
    await expect(asked).rejects.toMatchObject({ code: 'EVIDENCE_MISMATCH' })
    await putBack(id, now)
  })

  const rowOf = (id: string) => verbs.sql<{ text: string }[]>`
    select c::text as text from connections c where connection_id = ${id}`
  const putBack = (id: string, row: { text: string } | undefined) =>
    verbs.sql.begin(async (tx) => {
      await tx`delete from connections where connection_id = ${id}`
      await tx`insert into connections select (r.x).* from (select ${row?.text ?? null}::connections as x offset 0) r`
    })
})

describe('a connection that fails', () => {
  const failing = (error: AdapterError) => syncToolsOf(verbs, sayingAdapter({ sync: () => Promise.reject(error) }))
  test('is left alone more and more, says so, and is itself again with the first success', async () => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    const tools = failing(new AdapterError('UNREACHABLE', 'the host does not answer'))
    const states: unknown[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      await syncOnce(verbs, tools, id, orgId)
      const { state, failures, opened_until } = await held(verbs, id, orgId)
      states.push([state, failures, opened_until !== null])
      const asked = await askForSyncs(
        { sql: verbs.sql, sealer: verbs.signer, sendBatch: tools.sendBatch, everyMs: 1 },
        orgId,
        new Date(),
        {
          orgId,
          keyId: 'ak_test',
          requestId: 'r',
        },
      )
      // Each failure asks for some time.
      expect(asked).toEqual([])
      await makeDue(id)
      await askAgain(orgId, id)
    }
    await syncOnce(verbs, syncToolsOf(verbs, sayingAdapter({})), id, orgId)

    expect(states).toEqual([
      ['failing', 1, false],
      ['failing', 2, false],
      ['failing', 3, true],
      ['failing', 4, true],
    ])
    expect(await held(verbs, id, orgId)).toMatchObject({
      state: 'ok',
      failures: 0,
      error_code: null,
      opened_until: null,
    })
    expect(await kindsIn(id)).toEqual(['connection.created', 'connection.synced', 'connection.synced'])
  })

  test('at its login is paused until its secret is another: the same again changes nothing', async () => {
    const orgId = org()
    const ctx = inOrg(orgId)
    const id = await connect(ctx)
    await syncOnce(verbs, failing(new AdapterError('CREDENTIALS', 'the login was refused')), id, orgId)

    const paused = await held(verbs, id, orgId)
    const same = await replaceSecret(ctx, id, aConnection.secret, new Date())
    const other = await replaceSecret(ctx, id, { token: 'another' }, new Date())

    expect(paused).toMatchObject({ state: 'paused', next_sync_at: null, error_code: 'CREDENTIALS' })
    expect(same).toMatchObject({ state: 'paused', secret_version: 1 })
    expect(other).toMatchObject({ state: 'new', secret_version: 2, is_syncing: true, error_code: null })
    expect(replaceSecret(ctx, id, { password: 'no token' }, new Date())).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
  })

  test('for its secret that was sealed for another organisation says SECRET_UNREADABLE', async () => {
    const [mine, theirs] = [org(), org()]
    const id = await connect(inOrg(mine))
    const copied = await connect(inOrg(theirs))
    const tools = syncToolsOf(verbs, sayingAdapter({}))
    await restand(
      verbs,
      [copied],
      (tx) => tx`
        update connections set secret = (select secret from connections where connection_id = ${id})
        where connection_id = ${copied}`,
    )

    await syncOnce(verbs, tools, copied, theirs)
    await syncOnce(verbs, tools, id, mine)

    expect((await held(verbs, copied, theirs)).error_code).toBe('SECRET_UNREADABLE')
    expect((await held(verbs, id, mine)).state).toBe('ok')
  })
})

describe('keys', () => {
  test('that are older may go once every secret was sealed anew, and no secret changes by that', async () => {
    const keys = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'))
    const [older = '', newer = ''] = keys
    const orgId = org()
    const first = openSeal({ text: older })
    const ctx = inOrg(orgId)
    const sealing = { ...ctx, tools: { ...ctx.tools, forJobs: { ...ctx.tools.forJobs, seal: first } } }
    const id = await connect(sealing)
    const before = await held(verbs, id, orgId)

    await run(resealSecrets(verbs.sql, { seal: openSeal({ text: `${newer},${older}` }), signer: verbs.signer }, log))
    const after = await held(verbs, id, orgId)
    const tools = syncToolsOf(verbs, sayingAdapter({}), { seal: openSeal({ text: newer }) })
    await syncOnce(verbs, tools, id, orgId)

    expect([before.sealed_by, after.sealed_by]).toEqual([first.keyId, openSeal({ text: newer }).keyId])
    expect([after.secret_version, after.head]).toEqual([before.secret_version, before.head])
    expect((await held(verbs, id, orgId)).state).toBe('ok')
  })
})

describe('a deleted connection', () => {
  test('is gone at once, takes with it all that it brought, and leaves its proofs', async () => {
    const orgId = org()
    const ctx = inOrg(orgId)
    const id = await connect(ctx, { label: 'Code of Anna' })
    const other = await connect(ctx)
    const issues = Array.from({ length: 700 }, (_, n) => anIssue(String(n)))
    const tools = syncToolsOf(verbs, sayingAdapter({ sync: async () => aDelta({ items: issues }) }))
    await syncOnce(verbs, tools, id, orgId)
    await syncOnce(
      verbs,
      syncToolsOf(verbs, sayingAdapter({ sync: async () => aDelta({ items: [anIssue('z')] }) })),
      other,
      orgId,
    )
    const { seq } = (await itemsSince(verbs.sql, orgId, 0)).head
    const job = await jobOf(verbs, id, orgId)

    await deleteConnection(ctx, id, new Date())
    const left = (await connectionsOf(verbs.sql, orgId)).map(({ connection_id }) => connection_id)
    const stillHeld = await verbs.sql.begin((tx) => holdConnections(tx, orgId, [id, other]))
    await run(eraseAllDeleted(verbs.sql, ctx.tools.signer, log))

    expect(left).toEqual([other])
    expect(stillHeld).toEqual([other])
    expect(await runSync(tools, id, job)).toBeUndefined()
    expect(deleteConnection(ctx, id, new Date())).rejects.toMatchObject({ code: 'CONNECTION_NOT_FOUND' })
    const row = await held(verbs, id, orgId)
    expect(row).toMatchObject({ label: '', config: null, secret: null, sync_state: null, items: 0, state: 'deleted' })
    expect(row.erased_at).not.toBeNull()
    const { rows } = await itemsSince(verbs.sql, orgId, 0)
    expect(rows.map(({ connection_id }) => connection_id)).toEqual([other])
    expect((await itemsSince(verbs.sql, orgId, seq)).rows.filter(({ document }) => document === null)).toHaveLength(700)
    expect(await kindsIn(id)).toEqual(['connection.created', 'connection.synced', 'connection.deleted'])
  })

  test('is not done for one that somebody says was deleted; others are', async () => {
    const orgId = org()
    const ctx = inOrg(orgId)
    const [forged, deleted] = [await connect(ctx), await connect(ctx)]
    await verbs.sql`update connections set deleted_at = now() where connection_id = ${forged}`
    await deleteConnection(ctx, deleted, new Date())

    await run(eraseAllDeleted(verbs.sql, ctx.tools.signer, log))

    expect((await held(verbs, forged, orgId)).erased_at).toBeNull()
    expect((await held(verbs, deleted, orgId)).erased_at).not.toBeNull()
  })

  test('takes every briefing with it that shows anything of it, and none else, each with the node that says so', async () => {
    const orgId = org()
    const ctx = inOrg(orgId)
    const [id, other] = [await connect(ctx), await connect(ctx)]
    const shown = await aBriefing(orgId, [other, id])
    const beside = await aBriefing(orgId, [other])

    await deleteConnection(ctx, id, new Date())
    await run(eraseAllDeleted(verbs.sql, ctx.tools.signer, log))

    const rows = await verbs.sql<{ job_id: string }[]>`select job_id from briefings where org_id = ${orgId}`
    expect(rows.map(({ job_id }) => job_id)).toEqual([beside.jobId])
    expect(
      (await verbs.nodesOf(`erasure:${shown.nodeId}`)).map(({ kind, result }) => [kind, result?.['reason']]),
    ).toEqual([['payload.erased', 'its connection was deleted']])
    expect(await verbs.nodesOf(`erasure:${beside.nodeId}`)).toEqual([])
  })

  test('is another organisation’s to nobody', async () => {
    const id = await connect(inOrg(org()))

    expect(deleteConnection(inOrg(org()), id, new Date())).rejects.toMatchObject({ code: 'CONNECTION_NOT_FOUND' })
  })
})

test('what is old is erased from its last change on, in pieces, and told as gone', async () => {
  const orgId = org()
  const id = await connect(inOrg(orgId))
  const old = new Date(Date.now() - 20 * 86_400_000)
  const items = [anIssue('old', { at: old }), anIssue('new'), anIssue('ancient', { at: new Date(0) })]
  const tools = syncToolsOf(verbs, sayingAdapter({ sync: async () => aDelta({ items }) }))
  const saved = await syncOnce(verbs, tools, id, orgId)
  const { seq } = (await itemsSince(verbs.sql, orgId, 0)).head

  await run(eraseOldItems(verbs.sql, verbs.signer, { orgId, days: 30 }))
  const before = (await itemsSince(verbs.sql, orgId, seq)).rows
  await run(eraseOldItems(verbs.sql, verbs.signer, { orgId, days: 10 }))
  const after = (await itemsSince(verbs.sql, orgId, seq)).rows

  expect(saved?.brought).toBe(2)
  expect(before).toEqual([])
  expect(after.map(({ document }) => document)).toEqual([null])
})

test('changes of items have numbers in the order of their commits, however many write at once', async () => {
  const orgId = org()
  const ids = await Promise.all(Array.from({ length: 4 }, () => connect(inOrg(orgId))))
  const seen: number[] = []
  let isOver = false
  const watching = (async () => {
    for (let seq = 0; !isOver || seen.length < 40; ) {
      const found = await itemsSince(verbs.sql, orgId, seq)
      seen.push(...found.rows.map(({ item_seq }) => item_seq))
      seq = found.head.seq
    }
  })()
  await Promise.all(
    ids.map((id) => {
      const items = Array.from({ length: 10 }, (_, n) => anIssue(`${id} ${n}`))
      return syncOnce(verbs, syncToolsOf(verbs, sayingAdapter({ sync: async () => aDelta({ items }) })), id, orgId)
    }),
  )
  isOver = true
  await watching

  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(new Set(seen).size).toBe(40)
})

test('each connection that is due is sent once, whoever looks, and not again while its job is open', async () => {
  const orgId = org()
  const ids = await Promise.all(Array.from({ length: 6 }, () => connect(inOrg(orgId))))
  const { sendBatch } = inOrg(orgId).tools
  const all = await verbs.sql<{ connection_id: string }[]>`select connection_id from connections order by connection_id`
  const due = (inTime: string, isOwn: boolean) =>
    restand(
      verbs,
      all.map(({ connection_id }) => connection_id),
      (tx) => tx`
        update connections set next_sync_at = now() + ${inTime}::interval where (org_id = ${orgId}) = ${isOwn}`,
    )
  await due('1 day', false)
  await verbs.sql`update pgboss.job set state = 'completed', completed_on = now() where name = 'sync-connection'`
  await due('-1 s', true)
  const tools = { sql: verbs.sql, sealer: verbs.signer, sendBatch, everyMs: 300_000 }
  const openJobs = async () => {
    const [row] = await verbs.sql<{ jobs: number }[]>`
      select count(*)::int as jobs from pgboss.job where name = 'sync-connection' and state = 'created'`
    return row?.jobs
  }

  await Promise.all(Array.from({ length: 5 }, () => sendDue(tools, 200)))
  const sent = await openJobs()
  await due('-1 s', true)
  await sendDue(tools, 200)

  expect(sent).toBe(ids.length)
  expect(await openJobs()).toBe(ids.length)
})

describe('watches', () => {
  test('are held by one process, send a sync when something is new, and pass on when that process is gone', async () => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    await syncOnce(verbs, syncToolsOf(verbs, sayingAdapter({})), id, orgId)
    const { sync_job: before } = await held(verbs, id, orgId)
    await verbs.sql`update pgboss.job set state = 'completed', completed_on = now() where id = ${before}`
    const arrivals = Promise.withResolvers<void>()
    const began: string[] = []
    let isTold = false
    const watchOf = (name: string) =>
      new Watches({
        ...syncToolsOf(
          verbs,
          sayingAdapter({
            watch: (connection, { signal }) => {
              const end = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
              if (connection.id !== id) return end
              began.push(name)
              return isTold ? end : Promise.race([arrivals.promise, end])
            },
          }),
        ),
        log,
        processId: randomUUID(),
        limit: 10_000,
        kinds: ['github'],
        // Nobody takes a lease that is only late: it is given back here.
        leaseSeconds: 60,
        lookEveryMs: 100,
      })
    const one = watchOf('one')
    const watched = () => began.length
    await until(() => watched() > 0, { what: 'somebody to wait there' })
    const two = watchOf('two')
    arrivals.resolve()
    await until(async () => (await held(verbs, id, orgId)).sync_job !== before, { what: 'a sync to be sent' })
    isTold = true
    const holders = new Set(began)
    await one.stop()
    await until(() => began.includes('two'), { what: 'another to wait there' })
    await two.stop()

    expect([...holders]).toEqual(['one'])
    const [row] = await verbs.sql`select watched_by from connections where connection_id = ${id}`
    expect(row).toEqual({ watched_by: null })
  })

  test.each([
    ['is another’s while its lease lasts', '1 minute', false],
    ['is free once it is over', '-1 second', true],
    ['is free where somebody is said to wait for longer than anybody may', '1 year', true],
  ])('one that is watched %s', async (_, left, isTaken) => {
    const orgId = org()
    const id = await connect(inOrg(orgId))
    await syncOnce(verbs, syncToolsOf(verbs, sayingAdapter({})), id, orgId)
    await verbs.sql`
      update connections set watched_by = ${randomUUID()}, watched_until = now() + ${left}::text::interval
      where connection_id = ${id}`

    const wish = { processId: randomUUID(), seconds: 60, limit: 10_000 }
    const taken = await verbs.sql.begin((tx) => takeWatches(tx, ['github'], wish))

    expect(taken.some(({ connection_id }) => connection_id === id)).toBe(isTaken)
  })
})

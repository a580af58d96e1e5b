/** What somebody may do to the store who owns the database but not the signing key: each found by the check that is there for it, at the first node that it touched. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Sql } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { proveInclusion } from '#shared/evidence/log'
import { makeNode, type SignedNode } from '#shared/evidence/node'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { formatCheckpoint, formatLogProof } from '#shared/tlog/checkpoint'
import { append, emptyFrontier, leafHash, rootOf } from '#shared/tlog/merkle'
import { noteSigner, signNote } from '#shared/tlog/signed-note'
import type { Outside } from '#shared/verification/outside'
import type { VerificationWish } from '#shared/verification/verify'
import { aSigner, aStore, org, origin, type Store } from '#test/support/store'

type World = {
  store: Store
  sql: Sql
  trace: SignedNode
  tree: SignedNode
  task: SignedNode[]
  other: SignedNode
  /** A checkpoint that was kept before the attack. */
  kept: string
}

/** Traces, a tree, a task of three nodes, all in the log; guards taken away, as an owner of the database can. */
async function aWorld(): Promise<World> {
  const store = await aStore()
  const trace = await store.trace()
  const tree = await store.tree(trace)
  const task = await store.task(['working', 'completed'], [tree])
  const other = await store.trace('other')
  const kept = await store.sequence(3)
  await disarm(store.sql)
  return { store, sql: store.sql, trace, tree, task, other, kept }
}

/** Every trigger and constraint on evidence, gone. */
async function disarm(sql: Sql): Promise<void> {
  const constraints = await sql<{ name: string; on: string }[]>`
    select c.conname as name, c.conrelid::regclass::text as on from pg_constraint c
    where (c.conrelid::regclass::text like 'edg_%' or c.conrelid::regclass::text in ('tasks', 'task_payloads', 'violations'))
      and c.contype in ('c', 'f', 'u') order by c.contype desc`
  for (const { name, on } of constraints)
    await sql`alter table ${sql(on)} drop constraint if exists ${sql(name)} cascade`
  await sql`alter table edg_leaves drop constraint edg_leaves_pkey`
  await sql`drop index if exists edg_nodes_one_successor`
  for (const table of [
    'edg_nodes',
    'edg_edges',
    'edg_keys',
    'edg_leaves',
    'edg_tiles',
    'edg_checkpoints',
    'edg_crossings',
    'tasks',
  ])
    await sql`alter table ${sql(table)} disable trigger user`
}

const bytes = (hex: string) => hexBytes(hex)
const at = (task: SignedNode[], index: number): SignedNode => {
  const node = task[index]
  if (!node) throw new Error(`no node ${index}`)
  return node
}

/** Another time in a node's body, with its id and edges made to fit or not. */
async function backdate(sql: Sql, node: SignedNode, { fixId }: { fixId: boolean }): Promise<void> {
  const text = canonicalJson({ ...node.body, timestamp: '2020-01-01T00:00:00.000Z' })
  const id = bytes(fixId ? sha256Hex(text) : node.id)
  await sql`update edg_nodes set body = ${text}, id = ${id}::text::bytea where id = ${bytes(node.id)}::text::bytea`
  await sql`update edg_edges set child = ${id}::text::bytea where child = ${bytes(node.id)}::text::bytea`
}

const remove = async (sql: Sql, node: SignedNode) => {
  await sql`delete from edg_edges where child = ${bytes(node.id)}::text::bytea`
  await sql`delete from edg_nodes where id = ${bytes(node.id)}::text::bytea`
}

async function insertForged(sql: Sql, node: SignedNode): Promise<void> {
  const { id, body, text, signature, kid, orgId } = node
  await sql`
    insert into edg_nodes (id, org_id, stream, pos, height, kind, prev, body, signature, kid)
    values (${bytes(id)}::text::bytea, ${orgId}, ${body.stream}, ${body.pos}, ${body.height}, ${body.kind},
      ${body.prev === null ? null : bytes(body.prev)}::text::bytea, ${text}, ${Buffer.from(signature)}, ${kid})`
  for (const [ord, { rel, hash }] of body.parents.entries())
    await sql`insert into edg_edges values (${bytes(id)}::text::bytea, ${ord}, ${rel}, ${bytes(hash)}::text::bytea)`
}

const forgedTrace = (id: string, by = aSigner()) =>
  makeNode(
    {
      kind: 'trace.recorded',
      stream: `trace:${id}`,
      agent: 'assay-api',
      timestamp: new Date().toISOString(),
      subject: { type: 'trace', id },
    },
    org,
    by,
    '1.0.0',
  )

/** Leaves, tiles and checkpoints made anew over what is there, as far as that goes without the key. */
async function rebuildLog(sql: Sql, by = aSigner()): Promise<void> {
  await sql`truncate edg_leaves, edg_tiles, edg_checkpoints cascade`
  const nodes = await sql<{ id: string }[]>`select encode(id, 'hex') as id from edg_nodes order by ins`
  const hashes = nodes.map(({ id }) => leafHash(id))
  for (const [leaf, { id }] of nodes.entries())
    await sql`insert into edg_leaves values (${leaf}, ${bytes(id)}::text::bytea)`
  await sql`insert into edg_tiles values (0, 0, ${Buffer.concat(hashes)})`
  const root = rootOf(append(emptyFrontier, hashes))
  const note = signNote(formatCheckpoint({ origin, size: nodes.length, root }), [noteSigner(origin, by)])
  await sql`insert into edg_checkpoints (origin, size, root, note) values (${origin}, ${nodes.length}, ${Buffer.from(root)}, ${note})`
}

/** The database as it was before the last round of the log, and everything in step with it. */
async function putBackBackup({ sql, other }: World): Promise<null> {
  const [before] = await sql<{ size: number }[]>`select size from edg_checkpoints order by size desc offset 1 limit 1`
  const size = before?.size ?? 0
  const gone = await sql<
    { node_id: string }[]
  >`select encode(node_id, 'hex') as node_id from edg_leaves where leaf >= ${size}`
  for (const { node_id } of gone) {
    await sql`delete from edg_edges where child = ${bytes(node_id)}::text::bytea`
    await sql`delete from edg_nodes where id = ${bytes(node_id)}::text::bytea`
  }
  await sql`delete from edg_leaves where leaf >= ${size}`
  await sql`delete from edg_checkpoints where size > ${size}`
  await sql`update edg_tiles set hashes = substring(hashes for ${size * 32}::int)`
  await sql`delete from traces where attribution_token = ${other.id}`
  const [head] = await sql<{ id: Uint8Array; pos: number; state: string }[]>`
    select id, pos, body::json -> 'result' ->> 'state' as state from edg_nodes where stream like 'task:%' order by pos desc limit 1`
  if (head) await sql`update tasks set head = ${Buffer.from(head.id)}, version = ${head.pos}, status = ${head.state}`
  return null
}

type Attack = {
  what: string
  /** What the attacker does. @returns the node at which it first shows, null where it shows at none. */
  attack: (world: World) => Promise<string | null>
  /** Every check that must notice; the first failure is at one of them. */
  checks: string[]
  wish?: (world: World) => Partial<VerificationWish>
  outside?: Outside
}

const attacks: Attack[] = [
  {
    what: 'a body edited',
    checks: ['V1', 'V5'],
    async attack({ sql, trace }) {
      await backdate(sql, trace, { fixId: false })
      return trace.id
    },
  },
  {
    what: 'a body edited and its id made to fit',
    checks: ['V5', 'V6', 'V9'],
    async attack({ sql, trace }) {
      await backdate(sql, trace, { fixId: true })
      return trace.id
    },
  },
  {
    what: 'a body written with other spaces',
    checks: ['V1', 'V2'],
    async attack({ sql, other }) {
      await sql`update edg_nodes set body = ${` ${other.text}`} where id = ${bytes(other.id)}::text::bytea`
      return other.id
    },
  },
  {
    what: 'a body of no shape',
    checks: ['V1', 'V3'],
    async attack({ sql, other }) {
      await sql`update edg_nodes set body = '{"edg":"node/v1"}' where id = ${bytes(other.id)}::text::bytea`
      return other.id
    },
  },
  {
    what: 'a body that is no JSON',
    checks: ['V1', 'V2'],
    async attack({ sql, other }) {
      await sql`update edg_nodes set body = 'nothing' where id = ${bytes(other.id)}::text::bytea`
      return other.id
    },
  },
  {
    what: 'a column edited: the owner',
    checks: ['V4'],
    async attack({ sql, tree }) {
      await sql`update edg_nodes set org_id = 'org_thief' where id = ${bytes(tree.id)}::text::bytea`
      return tree.id
    },
  },
  {
    what: 'a column edited: the kind',
    checks: ['V4'],
    async attack({ sql, tree }) {
      await sql`update edg_nodes set kind = 'scan.completed' where id = ${bytes(tree.id)}::text::bytea`
      return tree.id
    },
  },
  {
    what: 'an edge led elsewhere',
    checks: ['V4'],
    async attack({ sql, tree, other }) {
      await sql`update edg_edges set parent = ${bytes(other.id)}::text::bytea where child = ${bytes(tree.id)}::text::bytea`
      return tree.id
    },
  },
  {
    what: 'an edge taken away',
    checks: ['V4'],
    async attack({ sql, tree }) {
      await sql`delete from edg_edges where child = ${bytes(tree.id)}::text::bytea`
      return tree.id
    },
  },
  {
    what: 'a signature replaced',
    checks: ['V5'],
    async attack({ sql, other }) {
      await sql`update edg_nodes set signature = ${Buffer.alloc(64)} where id = ${bytes(other.id)}::text::bytea`
      return other.id
    },
  },
  {
    what: 'a well-formed node by nobody, put at the end',
    checks: ['V5'],
    async attack({ sql }) {
      const forged = forgedTrace('x')
      await insertForged(sql, forged)
      return forged.id
    },
  },
  {
    what: 'a forged node by a key whose row was put in too',
    checks: ['V5'],
    async attack({ sql }) {
      const thief = aSigner()
      await sql`insert into edg_keys values (${thief.kid}, ${Buffer.from(thief.publicKey)})`
      const forged = forgedTrace('x', thief)
      await insertForged(sql, forged)
      return forged.id
    },
  },
  {
    what: 'a forged node by a key that registers itself',
    checks: ['V5'],
    async attack({ sql }) {
      const thief = aSigner()
      await sql`insert into edg_keys values (${thief.kid}, ${Buffer.from(thief.publicKey)})`
      const registration = makeNode(
        {
          kind: 'key.registered',
          stream: `key:${thief.kid}`,
          agent: 'assay',
          timestamp: new Date().toISOString(),
          subject: { type: 'key', id: thief.kid },
          result: { algorithm: 'Ed25519', public_key: Buffer.from(thief.publicKey).toString('base64') },
        },
        'org_service',
        thief,
        '1.0.0',
      )
      await insertForged(sql, registration)
      await insertForged(sql, forgedTrace('x', thief))
      return registration.id
    },
  },
  {
    what: 'a node deleted in the middle of a stream',
    checks: ['V6', 'V7', 'V9'],
    async attack({ sql, task }) {
      await remove(sql, at(task, 1))
      return at(task, 1).id
    },
  },
  {
    what: 'a node deleted together with its leaf',
    checks: ['V6', 'V7', 'V9'],
    async attack({ sql, task }) {
      await sql`delete from edg_leaves where node_id = ${bytes(at(task, 1).id)}::text::bytea`
      await remove(sql, at(task, 1))
      return at(task, 1).id
    },
  },
  {
    what: 'the end of a stream cut off and the row of its state set back',
    checks: ['V9'],
    async attack({ sql, task }) {
      const [, before, last] = task
      if (!before || !last) throw new Error('a task has three nodes')
      await remove(sql, last)
      await sql`update tasks set status = 'working', version = 1, head = ${bytes(before.id)}::text::bytea`
      return last.id
    },
  },
  {
    what: 'a whole stream deleted with the row of its state',
    checks: ['V9'],
    async attack({ sql, task }) {
      for (const node of task.toReversed()) await remove(sql, node)
      await sql`delete from task_payloads`
      await sql`delete from tasks`
      return at(task, 0).id
    },
  },
  {
    what: 'a stream dropped, leaves numbered anew, tiles and root made anew',
    checks: ['V10'],
    async attack({ sql, task }) {
      for (const node of task.toReversed()) await remove(sql, node)
      await sql`delete from task_payloads`
      await sql`delete from tasks`
      await rebuildLog(sql)
      return 'any'
    },
  },
  {
    what: 'a leaf taken away',
    checks: ['V9'],
    async attack({ sql, tree }) {
      await sql`delete from edg_leaves where node_id = ${bytes(tree.id)}::text::bytea`
      return tree.id
    },
  },
  {
    what: 'two leaves that have changed places',
    checks: ['V9'],
    async attack({ sql, trace, other }) {
      const leaf = async (id: string) =>
        (await sql<{ leaf: number }[]>`select leaf from edg_leaves where node_id = ${bytes(id)}::text::bytea`)[0]
          ?.leaf ?? -1
      const [a, b] = [await leaf(trace.id), await leaf(other.id)]
      await sql`update edg_leaves set leaf = ${a + b}::bigint - leaf where leaf in (${a}, ${b})`
      return trace.id
    },
  },
  {
    what: 'a tile edited',
    checks: ['V9'],
    async attack({ sql }) {
      await sql`update edg_tiles set hashes = overlay(hashes placing ${Buffer.alloc(32)} from 1)`
      const [first] = await sql<{ id: string }[]>`select encode(node_id, 'hex') as id from edg_leaves where leaf = 0`
      return first?.id ?? ''
    },
  },
  {
    what: 'a checkpoint’s root edited in its row',
    checks: ['V10'],
    async attack({ sql }) {
      await sql`update edg_checkpoints set root = ${Buffer.alloc(32)} where size = (select min(size) from edg_checkpoints)`
      return 'any'
    },
  },
  {
    what: 'a checkpoint signed by a stranger',
    checks: ['V10'],
    async attack({ sql }) {
      const [row] = await sql<
        { size: number; root: Uint8Array }[]
      >`select size, root from edg_checkpoints order by size desc limit 1`
      if (!row) throw new Error('no checkpoint')
      const note = signNote(formatCheckpoint({ origin, ...row }), [noteSigner(origin, aSigner())])
      await sql`update edg_checkpoints set note = ${note} where size = ${row.size}`
      return 'any'
    },
  },
  {
    what: 'a fork: a second node at the same place',
    checks: ['V5', 'V7'],
    async attack({ sql, task }) {
      const fork = makeNode(
        {
          kind: 'task.state',
          stream: at(task, 1).body.stream,
          pos: 1,
          height: at(task, 1).body.height,
          prev: at(task, 0).id,
          agent: 'assay-api',
          timestamp: new Date().toISOString(),
          subject: at(task, 1).body.subject,
          result: { state: 'failed' },
        },
        org,
        aSigner(),
        '1.0.0',
      )
      await insertForged(sql, fork)
      return fork.id
    },
  },
  {
    what: 'a payload swapped',
    checks: ['V8'],
    async attack({ sql }) {
      await sql`update task_payloads set text = '{"asked":"nothing"}'`
      return 'task'
    },
  },
  {
    what: 'a trace’s row edited',
    checks: ['V8'],
    async attack({ sql, trace }) {
      await sql`update traces set risk_score = 1 where attribution_token = ${trace.id}`
      return trace.id
    },
  },
  {
    what: 'a payload deleted without a word',
    checks: ['V8'],
    async attack({ sql, tree }) {
      await sql`delete from trees`
      return tree.id
    },
  },
  {
    what: 'the row of a state edited',
    checks: ['V12'],
    async attack({ sql, task }) {
      await sql`update tasks set status = 'failed'`
      return at(task, 2).id
    },
  },
  {
    what: 'the row of a state deleted',
    checks: ['V12'],
    async attack({ sql, task }) {
      await sql`delete from tasks`
      return at(task, 2).id
    },
  },
  {
    what: 'a row of state made up',
    checks: ['V12'],
    async attack({ sql }) {
      await sql`
        insert into tasks select (json_populate_record(t, json_build_object('id', gen_random_uuid(), 'job_id', gen_random_uuid()))).* from tasks t`
      return null
    },
  },
  {
    what: 'an older backup put back, as somebody sees who kept a checkpoint',
    checks: ['V10'],
    wish: ({ kept }) => ({ checkpoints: [kept] }),
    attack: putBackBackup,
  },
  {
    what: 'an older backup put back, as a witness sees',
    checks: ['V11'],
    outside: {
      kept: () => undefined,
      asked: async () => [{ witness: 'w', outcome: { fault: 'it saw 8 leaves, this log has 6', seen: 8 } }],
    },
    attack: putBackBackup,
  },
  {
    what: 'history written anew by a log that shows everybody else something else',
    checks: ['V10'],
    // The server itself is malicious here: it has the key, and signs another tree of the same size.
    wish: ({ kept }) => ({ checkpoints: [kept] }),
    async attack({ sql, store, other }) {
      await remove(sql, other)
      await sql`delete from traces where attribution_token = ${other.id}`
      await store.trace('instead')
      await rebuildLog(sql, store.signer)
      return null
    },
  },
  {
    what: 'a decision that the constitution never made',
    checks: ['V13'],
    async attack({ store }) {
      const node = await store.node({
        kind: 'governance.denied',
        stream: 'denied:1',
        agent: 'assay-api',
        timestamp: new Date().toISOString(),
        subject: { type: 'action', id: 'x' },
        result: {},
        governance: {
          tier: 'T0',
          decision: 'allow',
          action: 'x',
          phase: 'pre',
          constitution: 'a'.repeat(64),
          articles: [],
          input: {},
          input_digest: `sha256:${'0'.repeat(64)}`,
        },
      })
      return node.id
    },
  },
  {
    what: 'the signing key stolen, and used after it was revoked',
    checks: ['V5'],
    async attack({ store, sql }) {
      const [registered] = await sql<{ id: string }[]>`
        select encode(id, 'hex') as id from edg_nodes where stream = ${`key:${store.signer.kid}`}`
      await store.node({
        kind: 'key.revoked',
        stream: `key:${store.signer.kid}`,
        pos: 1,
        height: 1,
        prev: registered?.id ?? '',
        agent: 'assay',
        timestamp: new Date().toISOString(),
        subject: { type: 'key', id: store.signer.kid },
        result: { reason: 'stolen' },
      })
      return (
        await store.node({
          kind: 'genesis',
          stream: 'log:x',
          agent: 'assay',
          timestamp: new Date().toISOString(),
          subject: { type: 'log', id: 'x' },
          result: {},
        })
      ).id
    },
  },
]

describe('the whole store, looked through', () => {
  test('is valid as long as nobody touches it, guards or no guards', async () => {
    const { store } = await aWorld()

    expect(await store.verify()).toMatchObject({ verdict: 'valid', first_failure: null })
    await store.database.drop()
  })

  for (const { what, attack, checks, wish, outside } of attacks)
    test(`${what} is found by ${checks.join(', ')}`, async () => {
      const world = await aWorld()
      try {
        const where = await attack(world)

        const found = await world.store.verify(wish?.(world), outside)

        const failed = found.checks.filter(({ status }) => status === 'fail').map(({ id }) => id as string)
        expect(found.verdict).toBe('invalid')
        expect(failed).toEqual(expect.arrayContaining(checks))
        expect(checks).toContain(found.first_failure?.check ?? '')
        const expected = where === 'task' ? at(world.task, 0).id : where
        if (expected !== 'any') expect(found.first_failure?.hash ?? null).toBe(expected)
      } finally {
        await world.store.database.drop()
      }
    })
})

describe('what a malicious server shows', () => {
  let world: World
  beforeAll(async () => {
    world = await aWorld()
  })
  afterAll(() => world.store.database.drop())

  test('a proof of another node is no proof of this one', async () => {
    const proof = await proveInclusion(world.sql, world.tree.id)
    if (!proof) throw new Error('not in the log')
    const text = formatLogProof({ index: proof.leaf, hashes: proof.hashes, checkpoint: proof.checkpoint })

    const found = await world.store.verify({ hash: world.other.id, mode: 'node', proof: text })

    expect(found.first_failure).toMatchObject({ check: 'V9', hash: world.other.id })
  })

  test('two contents under one id cannot both be right, whatever their proofs say', async () => {
    const material = {
      body: world.trace.text.replace('assay-api', 'assay-apj'),
      signature: world.trace.signature,
      kid: world.trace.kid,
    }

    const found = await world.store.verify({ hash: world.trace.id, mode: 'node', material })

    expect(found.checks.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual(['V1', 'V5'])
  })

  test('a node that was taken away is proved by what its owner kept', async () => {
    const { store, sql, other } = world
    const proof = await proveInclusion(sql, other.id)
    if (!proof) throw new Error('not in the log')
    await remove(sql, other)
    const kept = formatLogProof({ index: proof.leaf, hashes: proof.hashes, checkpoint: proof.checkpoint })

    const found = await store.verify({
      hash: other.id,
      mode: 'node',
      material: { body: other.text, signature: other.signature, kid: other.kid },
      proof: kept,
    })

    expect(found).toMatchObject({ verdict: 'valid', first_failure: null })
  })

  test('a checkpoint that the log never signed settles nothing', async () => {
    const stranger = signNote(formatCheckpoint({ origin, size: 3, root: new Uint8Array(32) }), [
      noteSigner(origin, aSigner()),
    ])

    const found = await world.store.verify({ hash: world.trace.id, mode: 'node', checkpoints: [stranger] })

    expect(found.verdict).toBe('indeterminate')
  })
})

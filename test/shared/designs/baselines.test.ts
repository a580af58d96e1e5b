/** Baselines without HTTP: each step has its node, several at once come to one, and verification holds the rows to them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { approveVerification, rejectVerification } from '#shared/designs/review'
import { changePolicy } from '#shared/designs/rules'
import { takeBackIssues } from '#shared/designs/take-back'
import { verify } from '#shared/verification/verify'
import { makeVerification } from '#test/support/designs'
import { pngOf } from '#test/support/png'
import { openVerbs } from '#test/support/verbs'

let verbs: Awaited<ReturnType<typeof openVerbs>>
beforeAll(async () => {
  verbs = await openVerbs()
}, 60_000)
afterAll(() => verbs.close())

const shade = (level: number) => pngOf(8, 8, [level, level, level]).toString('base64')
const make = (pageId: string, level: number, more = {}) =>
  makeVerification(verbs.sql, verbs.context().tools, { pageId, snapshot: shade(level), ...more })
const rowsOf = (pageId: string) =>
  verbs.sql<{ baseline_id: string; status: string; verification_id: string }[]>`
    select baseline_id, status, verification_id from design_baselines where page_id = ${pageId} order by created_at, version`
const whole = { scope: 'all', reason: 'as wished' } as const

test('a baseline that supersedes another rests on it and on its verification', async () => {
  const page = randomUUID()
  const first = await make(page, 255)
  const second = await make(page, 0)
  await approveVerification(verbs.context({ keyId: 'ak_one' }), second.id, whole)

  const rows = await rowsOf(page)
  const [older, newer] = ['superseded', 'active'].map((status) => rows.find((row) => row.status === status))
  const [olderNodes, newerNodes] = await Promise.all(
    [older, newer].map((row) => verbs.nodesOf(`baseline:${row?.baseline_id}`)),
  )

  expect([older?.verification_id, newer?.verification_id]).toEqual([first.id, second.id])
  expect(olderNodes?.map(({ kind, result }) => [kind, result?.['state']])).toEqual([
    ['baseline.approved', 'active'],
    ['baseline.superseded', 'superseded'],
  ])
  expect(newerNodes?.map(({ kind }) => kind)).toEqual(['baseline.proposed', 'baseline.approved'])
  expect(newerNodes?.[0]?.parents).toEqual([{ rel: 'input', hash: second.made.recorded.node.id }])
  expect(newerNodes?.[1]?.parents.map(({ rel }) => rel).sort()).toEqual(['prev', 'supersedes'])
  expect(newerNodes?.[1]?.request).toMatchObject({ key_id: 'ak_one' })
  expect(newerNodes?.[1]?.result).toMatchObject({ reason: 'as wished', page_id: page })
})

test('a verification rests on the baseline that it was held to', async () => {
  const page = randomUUID()
  await make(page, 255)
  const [row] = await rowsOf(page)
  const [stands] = await verbs.sql<{ head: string }[]>`
    select encode(head, 'hex') as head from design_baselines where baseline_id = ${row?.baseline_id ?? ''}`

  const { made } = await make(page, 0)

  expect(made.recorded.node.body.parents).toEqual([{ rel: 'input', hash: stands?.head ?? '' }])
  expect(made.recorded.node.body.result).toMatchObject({ approved: false, page_id: page })
})

test('two who say something at once: one is heard, and the other is told', async () => {
  const page = randomUUID()
  await make(page, 255)
  const { id } = await make(page, 0)

  const said = await Promise.allSettled([
    approveVerification(verbs.context(), id, whole),
    rejectVerification(verbs.context(), id, { reason: 'no' }),
  ])

  expect(said.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(said.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'STATE_CONFLICT' } })
  const active = (await rowsOf(page)).filter(({ status }) => status === 'active')
  expect(active).toHaveLength(1)
})

test('many first snapshots at once make one baseline', async () => {
  const page = randomUUID()

  await Promise.all([10, 20, 30, 40].map((level) => make(page, level)))

  const statuses = (await rowsOf(page)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 'active')).toHaveLength(1)
  expect(statuses.filter((status) => status === 'candidate').length).toBeLessThanOrEqual(1)
})

test('a policy that is the same leaves one node, another leaves one more', async () => {
  const page = randomUUID()
  const context = verbs.context()
  const first = await changePolicy(context, page, { failOn: 'serious' })
  const again = await changePolicy(context, page, { failOn: 'serious' })
  const other = await changePolicy(context, page, { failOn: 'minor' })

  const nodes = await verbs.nodesOf(`rules:${first.rules_id}`)
  expect(again).toEqual(first)
  expect(other.head).not.toBe(first.head)
  expect(nodes.map(({ kind }) => kind)).toEqual(['rules.changed', 'rules.changed'])
})

test('an ignored region that has expired is looked at again', async () => {
  const page = randomUUID()
  const box = { x: 0, y: 0, width: 8, height: 8 }
  await make(page, 255)

  const expired = await make(page, 0, { ignore: [{ box, reason: 'x', expiresAt: '2020-01-01T00:00:00Z' }] })

  expect(expired.made.report.approved).toBe(false)
})

test('what is taken back leaves a node of each baseline that said so, in force or gone by, and none is moved', async () => {
  const page = randomUUID()
  await make(page, 255)
  const second = await make(page, 0)
  const ids = second.made.report.issues.map(({ id }) => id)
  await approveVerification(verbs.context(), second.id, { scope: ids, reason: 'known' })
  const third = await make(page, 128)
  await approveVerification(verbs.context(), third.id, whole)

  const taken = await takeBackIssues(verbs.context({ keyId: 'ak_two' }), page, { issues: ids, reason: 'no more' })
  const again = await takeBackIssues(verbs.context(), page, { issues: 'all', reason: 'no more' })

  const rows = await verbs.sql<{ baseline_id: string; status: string; accepted: string[]; version: number }[]>`
    select baseline_id, status, accepted, version from design_baselines where verification_id = ${second.id}`
  const [row] = rows
  const last = (await verbs.nodesOf(`baseline:${row?.baseline_id}`)).at(-1)
  expect(ids.length).toBeGreaterThan(0)
  expect([taken.changed, again.matched]).toEqual([1, 0])
  expect(rows).toMatchObject([{ status: 'superseded', accepted: [] }])
  expect(last).toMatchObject({
    kind: 'baseline.reviewed',
    pos: row?.version,
    result: { state: 'superseded', accepted: '', reason: 'no more' },
    request: { key_id: 'ak_two' },
  })
})

test('a snapshot that is in force is judged anew once something of its page was taken back, also from a baseline before', async () => {
  const page = randomUUID()
  await make(page, 255)
  const second = await make(page, 0)
  const scope = second.made.report.issues.map(({ id }) => id)
  await approveVerification(verbs.context(), second.id, { scope, reason: 'known' })
  const third = await make(page, 128)
  await approveVerification(verbs.context(), third.id, whole)
  const before = await make(page, 128)

  await takeBackIssues(verbs.context(), page, { issues: 'all', reason: 'no more' })
  const after = await make(page, 128)

  expect([before, after].map(({ made }) => made.report.path)).toEqual(['same', 'picture'])
  expect(after.made.report).toMatchObject({ approved: true, violations: 0 })
})

test('a row of a baseline or a rule that somebody edits is found out', async () => {
  const page = randomUUID()
  await make(page, 255)
  const { rules_id } = await changePolicy(verbs.context(), page, { failOn: 'serious' })
  const [row] = await rowsOf(page)
  const faultsOf = async (stream: string) => {
    const [node] = await verbs.sql<{ id: string }[]>`
      select encode(id, 'hex') as id from edg_nodes where stream = ${stream} order by pos desc limit 1`
    const outcome = await verify(
      { sql: verbs.sql, anchors: [verbs.context().tools.signer.publicKey] },
      { hash: node?.id ?? '', mode: 'chain', orgIds: null },
    )
    return outcome?.checks.filter(({ status }) => status === 'fail').map(({ id }) => id)
  }
  const streams = [`baseline:${row?.baseline_id}`, `rules:${rules_id}`]

  const before = await Promise.all(streams.map(faultsOf))
  await verbs.sql`update design_baselines set artifact = ${'0'.repeat(64)} where page_id = ${page}`
  await verbs.sql`update design_rules set document = '{}' where page_id = ${page}`
  const after = await Promise.all(streams.map(faultsOf))

  expect([before, after]).toEqual([
    [[], []],
    [['V12'], ['V12']],
  ])
})

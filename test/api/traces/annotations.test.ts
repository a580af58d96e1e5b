/** What people say of traces: taken in, listed, superseded, kept apart by organisation, erased and proved. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { LevelRater, People } from '#db/documents/tree-parts'
import { annotationsOfTrace, PersonAnnotation, PersonAnnotationList } from '#shared/contracts/annotations'
import type { EvidenceNode } from '#shared/contracts/evidence'
import type { NodeBody } from '#shared/contracts/node'
import { openSigner } from '#shared/evidence/signing'
import { verify } from '#shared/verification/verify'
import { expectError, expectShape, faultPaths, fiveHeaders } from '#test/contract/shapes'
import { assertEvidence, untilLogged } from '#test/support/evidence'
import { aTrace } from '#test/support/makers'
import { type Answer, type CallOptions, patient, type Service, startService, unlimited } from '#test/support/service'

let service: Service
let warden: string
beforeAll(async () => {
  service = await startService({ env: { ...unlimited, ...patient } })
  warden = (await service.issueKey({ scopes: ['governance:write'] })).key
}, 60_000)
afterAll(() => service.stop())

type Said = typeof PersonAnnotation.static
const bodyOf = (answer: Answer) => answer.body as Said
const listOf = (answer: Answer) => answer.body as typeof PersonAnnotationList.static

async function aStored(odd = {}): Promise<string> {
  const { body } = await service.call('POST /traces', { body: aTrace(odd) })
  return (body as { trace_id: string }).trace_id
}
const whole = {
  rater: 'R. Okafor',
  answers: {
    safety: 'no',
    factuality: 6.25,
    appropriateness: 'yes',
    response_quality: 'unable',
    user_experience: 'n/a',
  },
  comment: 'Ünrecht — 日付が違う',
}
const say = (traceId: string, odd: object = {}, options: CallOptions = {}) =>
  service.call(`POST /traces/${traceId}/annotations`, { body: { ...whole, ...odd }, ...options })
const list = (traceId: string, query = '', options: CallOptions = {}) =>
  service.call(`GET /traces/${traceId}/annotations${query}`, options)
const erase = (node: string) =>
  service.call(`POST /v1/edg/${node}/erase`, { body: { reason: 'was asked for' }, key: warden })

/** The whole store, looked through; without a ledger nothing is in a log. */
async function faults(): Promise<string[]> {
  const signer = openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') })
  const found = await verify(
    { sql: service.database.sql, anchors: [signer.publicKey] },
    { hash: null, mode: 'full', orgIds: null },
  )
  return (found?.checks ?? []).filter(({ id, status }) => status === 'fail' && id !== 'V9').map(({ id }) => id)
}

describe('an annotation', () => {
  test('is kept as it was said, with a node that names trace, rater and answers, and nothing of name and comment', async () => {
    const stored = await service.call('POST /traces', { body: aTrace() })
    const { trace_id: traceId } = stored.body as { trace_id: string }

    const made = await say(traceId)
    const listed = await list(traceId)
    const node = (await service.call(`GET /v1/edg/${bodyOf(made).attribution_token}`)).body as EvidenceNode

    expect(made.status).toBe(201)
    expectShape(PersonAnnotation, made.body)
    expectShape(PersonAnnotationList, listed.body)
    expect(bodyOf(made)).toMatchObject({ ...whole, trace_id: traceId, erased: false, superseded_by: null })
    expect(listed.body).toEqual({ annotations: [made.body], total: 1, next_cursor: null })
    expect(made.headers.get('location')).toBe(`/traces/${traceId}/annotations`)
    expect(made.headers.get('x-service-attribution')).toBe(bodyOf(made).attribution_token)
    for (const answer of [made, listed])
      for (const [name, shape] of Object.entries(fiveHeaders)) expect(answer.headers.get(name) ?? '').toMatch(shape)
    expect(node).toMatchObject({
      kind: 'annotation.recorded',
      stream: `annotation:${bodyOf(made).annotation_id}`,
      height: 1,
      parents: [{ rel: 'input', hash: stored.headers.get('x-service-attribution') ?? '' }],
      result: { trace_id: traceId, rater_id: bodyOf(made).rater_id, ...whole.answers },
    })
    const { payload, linked_nodes: _, links: _links, ...said } = node
    expect(JSON.stringify(said)).not.toContain('Okafor')
    expect(JSON.parse((payload as { content: string }).content)).toEqual({
      ...whole,
      annotation_id: bodyOf(made).annotation_id,
      trace_id: traceId,
    })
    expect(await faults()).toEqual([])
  })

  test('takes every answer, alone too, and gives it back', async () => {
    const traceId = await aStored()
    for (const answer of ['yes', 'no', 'unable', 'n/a', 0, 10, 3.3, 1e-7])
      expect(bodyOf(await say(traceId, { answers: { safety: answer }, comment: undefined }))).toMatchObject({
        answers: { safety: answer },
      })
    expect(await faults()).toEqual([])
  })

  const misfits: [string, object, string][] = [
    ['no rater', { rater: undefined }, '/rater'],
    ['an empty rater', { rater: '' }, '/rater'],
    ['a rater with spaces around', { rater: ' anna' }, '/rater'],
    ['a rater of two lines', { rater: 'anna\nbert' }, '/rater'],
    ['a rater of 201 characters', { rater: 'a'.repeat(201) }, '/rater'],
    ['a rater who is a number', { rater: 7 }, '/rater'],
    ['no answers', { answers: undefined }, '/answers'],
    ['answers without any', { answers: {} }, '/answers'],
    ['an answer to what nobody asked', { answers: { beauty: 'yes' } }, '/answers/beauty'],
    ['an answer of null', { answers: { safety: null } }, '/answers/safety'],
    ['an answer that is none', { answers: { safety: 'perhaps' } }, '/answers/safety'],
    ['an answer in capitals', { answers: { safety: 'Yes' } }, '/answers/safety'],
    ['a number below 0', { answers: { safety: -0.01 } }, '/answers/safety'],
    ['a number above 10', { answers: { safety: 10.01 } }, '/answers/safety'],
    ['a number in quotes', { answers: { safety: '3' } }, '/answers/safety'],
    ['a truth', { answers: { safety: true } }, '/answers/safety'],
    ['a comment of 4,001 characters', { comment: 'c'.repeat(4001) }, '/comment'],
    ['a comment of null', { comment: null }, '/comment'],
    ['a comment with a NUL', { comment: 'a\0b' }, '/comment'],
    ['half a surrogate pair', { comment: '\ud800' }, '/comment'],
    ['a score of its own', { score: 3 }, '/score'],
  ]
  test.each(misfits)('%s is refused, and nothing is kept', async (_what, odd, path) => {
    const traceId = await aStored()

    const answer = await say(traceId, odd)

    expectError(answer, 'INVALID_REQUEST')
    expect(faultPaths(answer)[0]).toStartWith(path)
    expect(listOf(await list(traceId)).total).toBe(0)
  })

  test('as long as it may be, is taken', async () => {
    const traceId = await aStored()

    const answer = await say(traceId, { rater: 'ü'.repeat(200), comment: '日'.repeat(4000) })

    expect(answer.status).toBe(201)
    expect(await faults()).toEqual([])
  })

  test('of a trace that is not there, or somebody else’s, is 404, to write and to read', async () => {
    const traceId = await aStored()
    const { key: stranger } = await service.issueKey({ org: 'org_other' })

    expectError(await say('SVC-none-1'), 'TRACE_NOT_FOUND')
    expectError(await list('SVC-none-1'), 'TRACE_NOT_FOUND')
    expectError(await list('%E2%98%83'), 'TRACE_NOT_FOUND')
    expectError(await say(traceId, {}, { key: stranger }), 'TRACE_NOT_FOUND')
    expectError(await list(traceId, '', { key: stranger }), 'TRACE_NOT_FOUND')
    expect(listOf(await list(traceId)).total).toBe(0)
  })

  test('of a key without area A is 403, of none 401', async () => {
    const traceId = await aStored()
    const { key } = await service.issueKey({ areas: ['B'] })

    expect([(await say(traceId, {}, { key })).status, (await list(traceId, '', { key })).status]).toEqual([403, 403])
    expect([(await say(traceId, {}, { key: null })).status, (await list(traceId, '', { key: null })).status]).toEqual([
      401, 401,
    ])
  })

  test('an annotation of a trace that says of itself that it breaks the constitution says so', async () => {
    const traceId = await aStored({ constitutional_compliance: false })

    expect((await say(traceId)).headers.get('x-constitutional-compliance')).toBe('violation')
    expect((await list(traceId)).headers.get('x-constitutional-compliance')).toBe('violation')
  })
})

describe('raters', () => {
  test('a rater’s second annotation supersedes the first, which is kept; another’s stands beside it', async () => {
    const traceId = await aStored()
    const first = bodyOf(await say(traceId))
    const other = bodyOf(await say(traceId, { rater: 'Bo' }))
    const second = bodyOf(await say(traceId, { answers: { safety: 'yes' } }))

    const listed = listOf(await list(traceId))
    const node = (await service.call(`GET /v1/edg/${second.attribution_token}`)).body as EvidenceNode

    expect(listed.annotations.map(({ annotation_id, superseded_by }) => [annotation_id, superseded_by])).toEqual([
      [second.annotation_id, null],
      [other.annotation_id, null],
      [first.annotation_id, second.annotation_id],
    ])
    expect([second.rater_id === first.rater_id, other.rater_id === first.rater_id]).toEqual([true, false])
    expect(node).toMatchObject({ height: 2 })
    expect(node.parents).toContainEqual({ rel: 'supersedes', hash: first.attribution_token })
    expect(await faults()).toEqual([])
  })

  test('a rater is the same for all traces of an organisation, however the name is put together, and none of another', async () => {
    const [one, two] = [await aStored(), await aStored()]
    const composed = bodyOf(await say(one, { rater: 'Zo\u00eb' }))
    const decomposed = bodyOf(await say(two, { rater: 'Zoe\u0308' }))
    const { key } = await service.issueKey({ org: 'org_raters' })
    const theirs = await service.call('POST /traces', { body: aTrace(), key })
    const abroad = bodyOf(await say((theirs.body as { trace_id: string }).trace_id, { rater: 'Zo\u00eb' }, { key }))

    expect(decomposed.rater_id).toBe(composed.rater_id)
    expect(abroad.rater_id).not.toBe(composed.rater_id)
  })

  test('a hundred at once, by five raters, are each there once, in one line, five of them in force', async () => {
    const traceIds = [await aStored(), await aStored()]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) => say(traceIds[number % 2] ?? '', { rater: `new ${number % 5}` })),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const raters = new Map<string, Set<string>>()
    for (const { body } of answers) {
      const { rater = '', rater_id } = body as Said
      raters.set(rater, (raters.get(rater) ?? new Set()).add(rater_id))
    }
    expect([...raters.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1])
    for (const traceId of traceIds) {
      const { annotations, total } = listOf(await list(traceId))
      expect([total, annotations.filter(({ superseded_by }) => superseded_by === null).length]).toEqual([50, 5])
    }
    expect(await faults()).toEqual([])
  }, 60_000)
})

describe('limits and pages', () => {
  test(`the ${annotationsOfTrace}th annotation of a trace is taken, the next one is 409 and leaves nothing`, async () => {
    const traceId = await aStored()
    for (let number = 0; number < annotationsOfTrace; number += 1)
      expect((await say(traceId, { rater: `rater ${number}` })).status).toBe(201)

    const answer = await say(traceId)

    expectError(answer, 'STATE_CONFLICT')
    expect(listOf(await list(traceId)).total).toBe(annotationsOfTrace)
    const [row] = await service.database.sql<{ nodes: number }[]>`
      select count(*)::int as nodes from edg_nodes where kind = 'annotation.recorded' and body like ${`%${traceId}%`}`
    expect(row?.nodes).toBe(annotationsOfTrace)
  }, 60_000)

  test('pages do not move under new annotations, and end', async () => {
    const traceId = await aStored()
    for (const rater of ['a', 'b', 'c', 'd', 'e']) await say(traceId, { rater })

    const first = listOf(await list(traceId, '?limit=2'))
    await say(traceId, { rater: 'late' })
    const second = listOf(await list(traceId, `?limit=2&cursor=${first.next_cursor}`))
    const third = listOf(await list(traceId, `?limit=2&cursor=${second.next_cursor}`))

    expect([first, second, third].map(({ annotations }) => annotations.map(({ rater }) => rater))).toEqual([
      ['e', 'd'],
      ['c', 'b'],
      ['a'],
    ])
    expect([first.total, second.total, third.next_cursor]).toEqual([5, 6, null])
    expect(listOf(await list(traceId, '?limit=6')).next_cursor).toBeNull()
  })

  test.each(['?limit=0', '?limit=51', '?limit=x', '?cursor=', '?cursor=W10', '?cursor=bm9wZQ', '?offset=1'])(
    'a list asked with %s is refused',
    async (query) => {
      const traceId = await aStored()

      expectError(await list(traceId, query), 'INVALID_REQUEST')
    },
  )
})

describe('an Idempotency-Key', () => {
  test('makes it once, also for twenty at once, and answers the same', async () => {
    const traceId = await aStored()
    const headers = { 'idempotency-key': randomUUID() }

    const answers = await Promise.all(Array.from({ length: 20 }, () => say(traceId, {}, { headers })))
    const again = await say(traceId, {}, { headers })

    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([answers[0]?.text ?? '', 'true'])
    expect(listOf(await list(traceId)).total).toBe(1)
    expectError(await say(traceId, { rater: 'another' }, { headers }), 'IDEMPOTENCY_CONFLICT')
  })

  test('answers the same when the trace has all that it may have meanwhile, and 409 when it was erased', async () => {
    const traceId = await aStored()
    const headers = { 'idempotency-key': randomUUID() }
    const made = bodyOf(await say(traceId, {}, { headers }))
    for (let number = 1; number < annotationsOfTrace; number += 1) await say(traceId, { rater: `rater ${number}` })

    expect((await say(traceId, {}, { headers })).status).toBe(201)
    await erase(made.attribution_token)
    expectError(await say(traceId, {}, { headers }), 'STATE_CONFLICT')
  }, 60_000)
})

test('beside a ledger of the release before it is refused, until that is gone', async () => {
  const traceId = await aStored()
  const { sql } = service.database
  await sql`
    insert into process_reports (process_id, role, jobs, host, pid, reported_at, metrics, notes)
    values (gen_random_uuid(), 'ledger', '{}', 'elsewhere', 1, now(), '[]', '{"has": {"claims": "kept"}, "lacks": {}}')`

  const answer = await say(traceId)
  await sql`delete from process_reports where role = 'ledger'`

  expectError(answer, 'NO_WORKER')
  expect(answer.headers.get('retry-after')).toBe('15')
  expect((await say(traceId)).status).toBe(201)
  expect(listOf(await list(traceId)).total).toBe(1)
})

describe('erased', () => {
  test('it loses rater and comment, keeps its answers, and its evidence stays provable', async () => {
    const traceId = await aStored()
    const made = bodyOf(await say(traceId))
    const other = bodyOf(await say(traceId, { rater: 'Bo' }))

    const answer = await erase(made.attribution_token)
    const listed = listOf(await list(traceId))
    const node = (await service.call(`GET /v1/edg/${made.attribution_token}`)).body as EvidenceNode

    expect(answer.status).toBe(200)
    const { rater: _rater, comment: _comment, ...rest } = made
    expect(listed.annotations).toEqual([other, { ...rest, erased: true }])
    expect(node.payload).toMatchObject({ erased: true })
    expect(node.payload).not.toHaveProperty('content')
    expect(node.payload).not.toHaveProperty('salt')
    const [row] = await service.database.sql<{ text: string }[]>`
      select row_to_json(a)::text as text from trace_annotations a where annotation_id = ${made.annotation_id}`
    expect(row?.text).not.toContain('Okafor')
    expect((await erase(made.attribution_token)).status).toBe(200)
    expect(await faults()).toEqual([])
  })

  test('with its trace it goes, by a node of its own; the trace can be annotated no more', async () => {
    const stored = await service.call('POST /traces', { body: aTrace() })
    const { trace_id: traceId } = stored.body as { trace_id: string }
    const made = bodyOf(await say(traceId))

    const answer = await erase(stored.headers.get('x-service-attribution') ?? '')

    expect((answer.body as { erased: { hash: string }[] }).erased.map(({ hash }) => hash)).toContain(
      made.attribution_token,
    )
    expect(listOf(await list(traceId)).annotations[0]).not.toHaveProperty('rater')
    expectError(await say(traceId), 'STATE_CONFLICT')
    expect(await faults()).toEqual([])
  })

  test('in the same moment as its trace, nobody’s name is left behind', async () => {
    for (let round = 0; round < 10; round += 1) {
      const stored = await service.call('POST /traces', { body: aTrace() })
      const { trace_id: traceId } = stored.body as { trace_id: string }
      const saying = Array.from({ length: 8 }, (_, number) => say(traceId, { rater: `rater ${number}` }))
      const [erased, ...said] = await Promise.all([erase(stored.headers.get('x-service-attribution') ?? ''), ...saying])

      expect(erased?.status).toBe(200)
      for (const { status } of said) expect([201, 409]).toContain(status)
      const { annotations, total } = listOf(await list(traceId))
      expect(annotations.filter(({ rater }) => rater !== undefined)).toEqual([])
      expect(total).toBe(said.filter(({ status }) => status === 201).length)
    }
    expect(await faults()).toEqual([])
  }, 60_000)

  test('a rater all of whose annotations were erased is another when annotating again: nothing links them', async () => {
    const rater = `Only ${randomUUID()}`
    const [one, two] = [await aStored(), await aStored()]
    const before = bodyOf(await say(one, { rater }))
    await erase(before.attribution_token)

    expect(bodyOf(await say(two, { rater })).rater_id).not.toBe(before.rater_id)
  })

  test('another organisation’s warden erases nothing of it', async () => {
    const made = bodyOf(await say(await aStored()))
    const { key } = await service.issueKey({ org: 'org_other', scopes: ['governance:write'] })

    const node = `/v1/edg/${made.attribution_token}`
    const answers = [
      await service.call(`POST ${node}/erase`, { body: { reason: 'x' }, key }),
      await service.call(`GET ${node}`, { key }),
    ]

    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'NODE_NOT_FOUND' } } })
  })
})

describe('a row that somebody edited', () => {
  const edits: [string, string, string][] = [
    ['an answer', `answers = answers || '{"safety": 10}'`, 'V12'],
    ['an answer that is gone', `answers = answers - 'factuality'`, 'V12'],
    ['a comment', `comment = 'all is well'`, 'V8'],
    ['a rater', `rater = 'somebody else'`, 'V8'],
    ['a rater’s id', 'rater_id = gen_random_uuid()', 'V12'],
    ['its system', `system_source = 'elsewhere'`, 'V12'],
    ['its place among those of its trace', 'ord = 7', 'V12'],
    ['its trace', `trace_id = 'SVC-another-1'`, 'V12'],
    ['a payload taken without a word', `rater = null, comment = null, payload_salt = ''`, 'V8'],
  ]
  test.each(edits)('%s is found by verification', async (_what, change, check) => {
    const { annotation_id: id } = bodyOf(await say(await aStored()))
    const { sql } = service.database
    const [before] = await sql<{ row: string }[]>`
      select row_to_json(a)::text as row from trace_annotations a where annotation_id = ${id}`
    await sql.unsafe(`update trace_annotations set ${change} where annotation_id = '${id}'`)

    const found = await faults()

    await sql`delete from trace_annotations where annotation_id = ${id}`
    await sql`insert into trace_annotations select (json_populate_record(null::trace_annotations, ${before?.row ?? ''}::text::json)).*`
    expect(found).toContain(check)
    expect(await faults()).toEqual([])
  })

  test('a row without a node, and a node without its row, are found', async () => {
    const { annotation_id: id } = bodyOf(await say(await aStored()))
    const { sql } = service.database
    const copy = randomUUID()
    await sql`
      insert into trace_annotations select (json_populate_record(null::trace_annotations,
        (row_to_json(a)::jsonb || ${JSON.stringify({ annotation_id: copy, ord: 40 })}::text::jsonb)::json)).*
      from trace_annotations a where annotation_id = ${id}`
    expect(await faults()).toEqual(['V12'])
    await sql`delete from trace_annotations where annotation_id = ${copy}`

    const rows = await sql<{ row: string }[]>`
      delete from trace_annotations where annotation_id = ${id} returning row_to_json(trace_annotations)::text as row`
    expect(await faults()).toEqual(['V8', 'V12'])
    await sql`insert into trace_annotations select (json_populate_record(null::trace_annotations, ${rows[0]?.row ?? ''}::text::json)).*`
    expect(await faults()).toEqual([])
  })
})

describe('trees', () => {
  type Level4 = { level_4: { people: People | null; raters: LevelRater[] } }
  const levelOf = (answer: Answer) => (answer.body as { corix_tree: Level4 }).corix_tree.level_4
  const generate = (traceId: string) =>
    service.call('POST /generate', { body: { trace_id: traceId, options: { depth: 4 } } })
  const ofSystem = (system: string) => service.call(`GET /systems/${system}/tree`)
  const scoreOf = (answer: Answer) => (answer.body as { metadata: { validity_score: number } }).metadata.validity_score

  test('name no people where nobody said anything, and show them beside automation from then on, at the same score', async () => {
    const traceId = await aStored()
    const before = await generate(traceId)
    const first = bodyOf(await say(traceId))
    const second = bodyOf(await say(traceId, { rater: 'Bo', answers: { safety: 2.5, factuality: 'no' } }))
    const third = bodyOf(await say(traceId, { rater: 'Bo', answers: { safety: 3.5 } }))

    const after = await generate(traceId)
    const node = (await service.call(`GET /v1/edg/${after.headers.get('x-service-attribution')}`)).body as EvidenceNode

    const automation = { annotations: 1, id: 'svc-auto', kind: 'CODE', weighs: true } as const
    expect(levelOf(before)).toMatchObject({ people: null, raters: [automation] })
    expect(levelOf(after)).toMatchObject({
      people: { annotations: 2, superseded: 1, raters: 2, by_category: { safety: { n: 2, mean: 1.75 } } },
    })
    expect(levelOf(after).raters).toHaveLength(3)
    expect(levelOf(after).raters.map(({ id }) => id)).toContainValues([first.rater_id, second.rater_id])
    expect(scoreOf(after)).toBe(scoreOf(before))
    expect(after.text).not.toContain('Okafor')
    expect(node).toMatchObject({ height: 3 })
    expect(node.parents.map(({ hash }) => hash)).toContainValues(
      [first, second, third].map(({ attribution_token }) => attribution_token),
    )
    expect(await faults()).toEqual([])
  })

  test('of a system are made anew when somebody annotates one of its traces, and met again otherwise', async () => {
    const system = `annotated-${randomUUID()}`
    const traceIds = [await aStored({ system_source: system }), await aStored({ system_source: system })]
    const before = await ofSystem(system)
    const again = await ofSystem(system)
    for (const traceId of traceIds) for (const rater of ['a', 'b']) await say(traceId, { rater })
    const after = await ofSystem(system)

    expect(again.text).toBe(before.text)
    expect(levelOf(before).people).toBeNull()
    expect(levelOf(after).people).toMatchObject({
      annotations: 4,
      traces: 2,
      agreement: {
        within: { ci: null, reason: '2 traces or sessions answered by two or more, 30 are needed for an interval' },
      },
    })
    expect((await ofSystem(system)).text).toBe(after.text)
    expect(scoreOf(after)).toBe(scoreOf(before))
  })

  test('stay as they are when names are erased, and so do those made from then on', async () => {
    const traceId = await aStored()
    const made = bodyOf(await say(traceId))
    const before = await generate(traceId)
    await erase(made.attribution_token)

    const kept = await service.call(`GET /trees/${before.headers.get('x-job-id')}`)

    expect(kept.text).toBe(before.text)
    expect(levelOf(await generate(traceId))).toEqual(levelOf(before))
    expect(await faults()).toEqual([])
  })

  test('of a trace that has all the annotations it may have are made', async () => {
    const traceId = await aStored()
    for (let number = 0; number < annotationsOfTrace; number += 1) await say(traceId, { rater: `rater ${number % 3}` })

    expect(levelOf(await generate(traceId)).people).toMatchObject({
      annotations: 3,
      superseded: annotationsOfTrace - 3,
    })
    expect(await faults()).toEqual([])
  }, 60_000)
})

test('its node says nothing that could be taken for another kind', async () => {
  const made = bodyOf(await say(await aStored()))
  const answer = await service.call(`GET /v1/edg/${made.attribution_token}?view=body`)
  const body = answer.body as NodeBody

  expect(Object.keys(body.result ?? {}).toSorted()).toEqual([
    ...['appropriateness', 'factuality', 'ord', 'org', 'rater_id', 'response_quality'],
    ...['safety', 'state', 'system_source', 'trace_id', 'user_experience'],
  ])
})

test('beside a ledger of this release it is taken in, gets its place in the log and is proved there', async () => {
  const ledger = await service.startLedger()
  const made = bodyOf(await say(await aStored()))
  await erase(made.attribution_token)
  await untilLogged(service.database.sql, 60_000)

  const signer = openSigner({ path: join(service.dataDir, 'keys/evidence-ed25519.pem') })
  const found = await verify(
    { sql: service.database.sql, anchors: [signer.publicKey] },
    { hash: made.attribution_token, mode: 'chain', orgIds: null },
  )
  ledger.kill('SIGTERM')
  await ledger.exited

  expect(found).toMatchObject({ verdict: 'valid', first_failure: null })
  expect(found?.proof?.leaf_index).toBeNumber()
  await assertEvidence(service.database.sql)
}, 90_000)

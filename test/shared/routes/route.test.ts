/** Routes as data: what handlers and clients learn from their types, and what holds of every one of them. */
import { describe, expect, expectTypeOf, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Type as t } from '@sinclair/typebox'
import { Glob } from 'bun'
import type { Trace, TraceInput, TraceListQuery } from '#shared/contracts/traces'
import type { evidenceRoutes } from '#shared/routes/evidence'
import { type AnswerOf, type BodyOf, type CallOf, type ParamsOf, type QueryOf, route } from '#shared/routes/route'
import type { traceRoutes } from '#shared/routes/traces'
import type { treeRoutes } from '#shared/routes/trees'

const files = [...new Glob('shared/routes/*.ts').scanSync('.')].sort()

describe('the types of a route', () => {
  test('say how a client calls it: the parameters of its path by name, its query, its body', () => {
    expectTypeOf<CallOf<typeof traceRoutes.getTrace>>().toEqualTypeOf<{ params: { trace_id: string } }>()
    expectTypeOf<CallOf<typeof traceRoutes.createTrace>>().toEqualTypeOf<{ body: TraceInput }>()
    expectTypeOf<CallOf<typeof traceRoutes.listTraces>>().toEqualTypeOf<{ query?: Partial<TraceListQuery> }>()
    expectTypeOf<CallOf<typeof traceRoutes.ingestSpans>>().toEqualTypeOf<{ body: Uint8Array }>()
    expectTypeOf<CallOf<typeof evidenceRoutes.getEvidenceChain>>().toExtend<{ params: { hash: string } }>()
  })

  test('say what comes back, by status; of a job also that it goes on', () => {
    expectTypeOf<AnswerOf<typeof traceRoutes.getTrace>>().toEqualTypeOf<
      { status: 200; body: Trace } | { status: 304; body: undefined }
    >()
    expectTypeOf<Extract<AnswerOf<typeof treeRoutes.generateTree>, { status: 202 }>['body']>().toEqualTypeOf<{
      job_id: string
      kind: string
      state: string
      status_url: string
    }>()
    expectTypeOf<Extract<AnswerOf<typeof traceRoutes.getTrace>, { status: 202 }>>().toBeNever()
  })

  test('say what a handler is called with: the query with its defaults, each parameter of the path', () => {
    const compare = route({
      method: 'GET',
      path: '/runs/:runId/compare/:other',
      operationId: 'compareThings',
      summary: 'Compares',
      description: 'Compares one thing with another.',
      auth: 'key',
      params: { runId: 'The earlier.', other: 'The later.' },
      query: t.Object({ limit: t.Integer({ default: 10 }), cursor: t.Optional(t.String()) }),
      answers: { 200: { description: 'Both.', schema: t.Object({ same: t.Boolean() }), example: { same: true } } },
    })

    expect(compare.params.other).toBe('The later.')
    expectTypeOf<ParamsOf<typeof compare>>().toEqualTypeOf<{ runId: string; other: string }>()
    expectTypeOf<QueryOf<typeof compare>>().toEqualTypeOf<{ limit: number; cursor?: string }>()
    expectTypeOf<BodyOf<typeof compare>>().toEqualTypeOf<undefined>()
  })

  test('let no parameter of a path go undescribed', () => {
    const said = {
      method: 'GET',
      path: '/things/:thing_id',
      operationId: 'getThing',
      summary: 'A thing',
      description: 'One thing.',
      auth: 'key',
      answers: { 200: { description: 'It.', schema: t.String(), example: 'it' } },
    } as const

    // @ts-expect-error thing_id is not described.
    expect(route(said).path).toBe('/things/:thing_id')
    expect(route({ ...said, params: { thing_id: 'Which.' } }).params.thing_id).toBe('Which.')
  })
})

describe('every route', () => {
  type Named = { name: string; operationId: string }
  const named = async (): Promise<Named[]> => {
    const modules: Record<string, Record<string, Record<string, Named>>> = Object.fromEntries(
      await Promise.all(files.map(async (file) => [file, await import(`#${file.replace('.ts', '')}`)])),
    )
    return Object.values(modules).flatMap((exported) =>
      Object.entries(exported)
        .filter(([name]) => name.endsWith('Routes'))
        .flatMap(([, routes]) => Object.entries(routes).map(([name, { operationId }]) => ({ name, operationId }))),
    )
  }

  test('stands under the name of its operation, and no two have one', async () => {
    const all = await named()

    expect(all.length).toBeGreaterThan(30)
    expect(all.filter(({ name, operationId }) => name !== operationId)).toEqual([])
    expect(all.map(({ name }) => name)).toEqual([...new Set(all.map(({ name }) => name))])
  })

  test('is data: what it is made of knows no server, no store and no process', () => {
    const known = /^(@sinclair\/typebox|#(db\/documents|shared\/(briefing|contracts|kernel|routes))\/.+)$/
    const imports = [...files, ...new Glob('shared/routes/examples/*.ts').scanSync('.')].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)].map(([, target = '']) => ({ file, target })),
    )

    expect(imports.filter(({ target }) => !known.test(target))).toEqual([])
  })
})

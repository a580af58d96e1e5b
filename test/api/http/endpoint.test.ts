/** Handlers and the routes that they are bound to: what does not fit does not compile. */
import { expect, expectTypeOf, test } from 'bun:test'
import { bind, json } from '#api/http/endpoint'
import { storedTraceExample } from '#shared/routes/examples/traces'
import { traceRoutes } from '#shared/routes/traces'
import { treeRoutes } from '#shared/routes/trees'

test('a handler is called with what its route says, and keeps the route', () => {
  const endpoint = bind(traceRoutes.getTrace, ({ params, query, body }) => {
    expectTypeOf(params).toEqualTypeOf<{ trace_id: string }>()
    expectTypeOf(query).toEqualTypeOf<Record<never, never>>()
    expectTypeOf(body).toEqualTypeOf<undefined>()
    return json(200, storedTraceExample)
  })

  expect(endpoint.route).toBe(traceRoutes.getTrace)
})

test('a handler answers with a status that its route lists and a body of its schema, and with nothing else', () => {
  const told = { job_id: '', kind: '', state: '', status_url: '' }
  const answers = [
    bind(traceRoutes.getTrace, () => ({ status: 304, headers: { ETag: '"1"' } })),
    bind(treeRoutes.generateTree, () => json(202, told)),
    // @ts-expect-error The route lists no 201.
    bind(traceRoutes.getTrace, () => json(201, storedTraceExample)),
    // @ts-expect-error This is no trace.
    bind(traceRoutes.getTrace, () => json(200, { trace_id: 1 })),
    // @ts-expect-error No call of it waits for a job.
    bind(traceRoutes.getTrace, () => json(202, told)),
  ]

  expect(answers.map(({ route }) => route.operationId)).toContainValues(['getTrace', 'generateTree'])
})

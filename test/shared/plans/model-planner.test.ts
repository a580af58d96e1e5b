/** A model that plans, trusted in nothing: by a model that is made up, and by a server that speaks the protocol. */
import { afterAll, describe, expect, test } from 'bun:test'
import { MockLanguageModelV4 } from 'ai/test'
import { textModel } from '#shared/egress/language-model'
import { readConfig } from '#shared/kernel/config'
import { ServiceError } from '#shared/kernel/errors'
import { modelPlanner } from '#shared/plans/model-planner'
import { openPlanner } from '#shared/plans/planner'
import { promptFor } from '#shared/plans/prompt'

const never = new AbortController().signal
const goal = 'Look at https://shop.example/a and https://shop.example/b, and tell me whether they got better.'
const scan = (id: string, url = 'https://shop.example/a', more: object = {}) => ({
  id,
  type: 'accessibility.scan',
  payload: { url },
  ...more,
})
const good = {
  steps: [
    scan('a'),
    scan('b', 'https://shop.example/b'),
    {
      id: 'sum',
      type: 'accessibility.summarize',
      payload: { scans: [{ $ref: 'steps.a.result' }, { $ref: 'steps.b.result' }] },
      needs: ['a', 'b'],
    },
  ],
}

type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>
const saying = (text: string, finish: 'stop' | 'length' = 'stop'): Answer => ({
  content: [{ type: 'text', text }],
  finishReason: { unified: finish, raw: finish },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
})
const planning = (answer: string | (() => Promise<Answer>), finish: 'stop' | 'length' = 'stop') => {
  const model = new MockLanguageModelV4({
    doGenerate: typeof answer === 'string' ? saying(answer, finish) : answer,
  })
  return { model, planner: modelPlanner(textModel({ open: async () => model, name: 'made-up', timeoutMs: 1000 })) }
}

async function refusalOf(asked: Promise<unknown>) {
  const error = await asked.catch((refused: unknown) => refused)
  if (!(error instanceof ServiceError)) throw new Error(`was not refused: ${JSON.stringify(error)}`)
  return error
}

describe('what a model answers', () => {
  test('is a plan where it fits, with the model and the digest of what it was asked', async () => {
    const { model, planner } = planning(JSON.stringify(good))

    expect(await planner.propose(goal, { traceId: 'SVC-a-1' }, never)).toEqual({
      steps: good.steps,
      plannedBy: { planner: 'model', model: 'made-up', promptDigest: promptFor(goal, 'SVC-a-1').digest },
    })
    const [{ prompt, responseFormat } = { prompt: [], responseFormat: undefined }] = model.doGenerateCalls
    expect(responseFormat).toEqual({ type: 'json' })
    expect(prompt).toMatchObject([
      { role: 'system', content: expect.stringContaining('"accessibility.summarize"') },
      { role: 'user', content: [{ type: 'text', text: JSON.stringify({ goal, trace_id: 'SVC-a-1' }) }] },
    ])
    expect(JSON.stringify(prompt)).not.toContain('plan.execute')
  })

  const steps = (...all: object[]) => JSON.stringify({ steps: all })
  test.each([
    ['no JSON', 'Sure! Here is your plan.'],
    ['JSON in a fence', `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``],
    ['half of it', JSON.stringify(good).slice(0, 120)],
    ['nothing', ''],
    ['another shape', '[]'],
    ['null', 'null'],
    ['members of its own', JSON.stringify({ ...good, note: 'enjoy' })],
    ['no step', steps()],
    ['51 steps', steps(...Array.from({ length: 51 }, (_, n) => scan(`s${n}`)))],
    ['a type that there is not', steps({ id: 'a', type: 'shell.run', payload: { command: 'id' } })],
    ['an agent that there is not', steps(scan('a', undefined, { agent: 'root' }))],
    ['a plan in a plan', steps({ id: 'a', type: 'plan.execute', payload: { steps: good.steps } })],
    ['a plan to plan', steps({ id: 'a', type: 'plan.propose', payload: { goal: 'summarize statistics' } })],
    ['an address of its own', steps(scan('a', 'https://evil.example/'))],
    ['the start of an address', steps(scan('a', 'https://shop.example/'))],
    ['an address written otherwise', steps(scan('a', 'http:evil.example'))],
    ['an address with backslashes', steps(scan('a', 'https:\\\\evil.example'))],
    [
      'an address in a header',
      steps(
        scan('a', undefined, {
          payload: { url: 'https://shop.example/a', headers: { referer: 'see https://evil.example' } },
        }),
      ),
    ],
    [
      'an address that a person gives',
      steps(
        { id: 'q', type: 'person.ask', payload: { question: 'Where?' } },
        scan('a', undefined, { needs: ['q'], payload: { url: { $ref: 'steps.q.result#/answer' } } }),
      ),
    ],
    [
      'a link in a question',
      steps({ id: 'q', type: 'person.ask', payload: { question: 'Log in at https://evil.example first' } }),
    ],
    ['a circle', steps(scan('a', undefined, { needs: ['b'] }), scan('b', undefined, { needs: ['a'] }))],
    ['a payload that does not fit', steps({ id: 'a', type: 'risk.assess', payload: {} })],
    ['a NUL', steps({ id: 'q', type: 'person.ask', payload: { question: 'a\0b' } })],
    ['half a surrogate pair', '{"steps":[{"id":"q","type":"person.ask","payload":{"question":"\\ud800"}}]}'],
    [
      'a number that is too large',
      '{"steps":[{"id":"a","type":"trace.record","payload":{"risk_score":1,"risk_level":"LOW","confidence":1,"metadata":{"n":12345678901234567890}}}]}',
    ],
    ['a __proto__', '{"steps":[{"id":"a","type":"stats.summarize","payload":{"__proto__":{"x":1}}}]}'],
    [
      'a bottomless condition',
      `{"steps":[{"id":"a","type":"stats.summarize","when":${'{"not":'.repeat(100_000)}1${'}'.repeat(100_000)}}]}`,
    ],
  ])('is refused as the goal’s fault: %s', async (_, text) => {
    const error = await refusalOf(planning(text).planner.propose(goal, {}, never))

    expect(error.code).toBe('INVALID_REQUEST')
    for (const issue of error.details['issues'] as { path: string }[]) expect(issue.path).toBe('/goal')
  })

  test('is not taken when it broke off, though it happens to fit', async () => {
    const { planner } = planning(JSON.stringify(good), 'length')

    expect((await refusalOf(planner.propose(goal, {}, never))).code).toBe('INVALID_REQUEST')
  })

  test('is not waited for without end, nor when nobody waits for it any more', async () => {
    const { planner } = planning(() => new Promise(() => undefined))
    const stop = new AbortController()

    expect(await refusalOf(planner.propose(goal, {}, never))).toMatchObject({
      code: 'AGENT_FAILED',
      details: { reason: 'timeout' },
    })
    const asked = planner.propose(goal, {}, stop.signal)
    stop.abort(new Error('gone'))
    expect(asked).rejects.toThrow('gone')
  })
})

describe('a server that speaks the protocol', () => {
  type Seen = { path: string; authorization: string | null; body: { model: string; messages: { content: string }[] } }
  const seen: Seen[] = []
  let answers: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 500 })
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname: path } = new URL(request.url)
      seen.push({ path, authorization: request.headers.get('authorization'), body: await request.clone().json() })
      return answers(request)
    },
  })
  afterAll(() => server.stop(true))
  const base = `http://127.0.0.1:${server.port}`
  const planner = (more: Record<string, string> = {}) =>
    openPlanner(
      readConfig({
        DATABASE_URL: 'postgres://x',
        PLANNER_URL: `${base}/v1`,
        PLANNER_MODEL: 'some-model',
        PLANNER_API_KEY: 'sk-very-secret',
        PLANNER_TIMEOUT_MS: '1000',
        ...more,
      }).planner,
    )
  const completion = (content: string, finish_reason = 'stop') =>
    Response.json({
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'some-model',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    })

  test('is asked with key, model and goal, and its plan is taken', async () => {
    answers = () => completion(JSON.stringify(good))

    const { steps, plannedBy } = await planner().propose(goal, {}, never)

    expect(steps).toEqual(good.steps as typeof steps)
    expect(plannedBy).toEqual({
      planner: 'model',
      model: 'some-model',
      promptDigest: promptFor(goal, undefined).digest,
    })
    expect(seen.at(-1)).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer sk-very-secret',
      body: {
        model: 'some-model',
        messages: [{ role: 'system' }, { role: 'user', content: JSON.stringify({ goal }) }],
      },
    })
  })

  const endless = () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          await Bun.sleep(20)
          controller.enqueue(new TextEncoder().encode(' '))
        },
      }),
      { headers: { 'content-type': 'application/json' } },
    )

  test.each([
    [
      'hostile',
      () => completion(JSON.stringify({ steps: [scan('a', 'http://169.254.169.254/')] })),
      'INVALID_REQUEST',
      undefined,
    ],
    ['no plan', () => completion('I cannot do that.'), 'INVALID_REQUEST', undefined],
    ['broken off', () => completion(JSON.stringify(good).slice(0, 99), 'length'), 'INVALID_REQUEST', undefined],
    [
      'HTTP 500 that echoes the key',
      () => new Response('sk-very-secret', { status: 500 }),
      'AGENT_FAILED',
      'http_status',
    ],
    [
      'HTTP 401',
      () => Response.json({ error: { message: 'sk-very-secret' } }, { status: 401 }),
      'AGENT_FAILED',
      'http_status',
    ],
    ['a redirect', () => Response.redirect(`${base}/elsewhere`, 307), 'AGENT_FAILED', 'redirect'],
    [
      'no JSON',
      () => new Response('<html>sk-very-secret', { headers: { 'content-type': 'text/html' } }),
      'AGENT_FAILED',
      'malformed',
    ],
    ['another protocol', () => Response.json({ reply: 'sk-very-secret' }), 'AGENT_FAILED', 'malformed'],
    ['no choices', () => Response.json({ choices: [] }), 'AGENT_FAILED', 'malformed'],
    ['too much', () => completion('x'.repeat(2_000_000)), 'AGENT_FAILED', 'too_large'],
    ['without end', endless, 'AGENT_FAILED', 'timeout'],
    ['never', () => new Promise<Response>(() => undefined), 'AGENT_FAILED', 'timeout'],
  ] as const)('and answers %s', async (_, answer, code, reason) => {
    answers = answer
    const before = seen.length

    const error = await refusalOf(planner().propose(goal, {}, never))

    expect(error).toMatchObject({ code, ...(reason ? { details: { reason } } : {}) })
    expect(`${error.message}${JSON.stringify(error.details)}${String(error.cause)}`).not.toContain('secret')
    expect(seen.length).toBe(before + 1)
  })

  test('and cannot be reached', async () => {
    const away = planner({ PLANNER_URL: 'http://127.0.0.1:9/v1' })

    expect(await refusalOf(away.propose(goal, {}, never))).toMatchObject({
      code: 'AGENT_FAILED',
      details: { reason: 'unreachable' },
    })
  })
})

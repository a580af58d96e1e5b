/** Following a run: by its events, over broken streams, and by asking where events do not come through. */
import { afterEach, expect, test } from 'bun:test'
import { openClient } from '#cli/commands/client'
import { followRun } from '#cli/commands/follow'
import { openProgress } from '#cli/terminal/progress'
import type { Run } from '#shared/contracts/scans'

const aRun = (done: number, total = 2): Run => ({
  runId: 'r',
  state: done === total ? 'succeeded' : 'running',
  progress: { done, failed: 0, total },
  scores: { mean: null, worst: null },
  topIssues: [],
  createdAt: '2026-05-20T00:00:00.000Z',
  finishedAt: done === total ? '2026-05-20T00:00:10.000Z' : null,
})

let server: ReturnType<typeof Bun.serve> | undefined
afterEach(() => server?.stop(true))

function serve(answer: (path: string) => Response) {
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => answer(new URL(request.url).pathname) })
  return openClient({ server: `http://127.0.0.1:${server.port}`, key: 'k', devKeyPath: '' })
}
const event = (run: Run, name = 'progress') =>
  `event: ${name}\nid: ${run.progress.done}\ndata: ${JSON.stringify(run)}\n\n`
const stream = (...events: string[]) =>
  new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } })
const doneOf = (runs: Run[]) => runs.map((run) => run.progress.done)

test('events are told as they come, until the end', async () => {
  const client = serve(() =>
    stream(
      'retry: 2000\n\n',
      ': still here\n\n',
      event(aRun(0)),
      event(aRun(1)),
      event(aRun(2)),
      event(aRun(2), 'end'),
    ),
  )

  expect(doneOf(await Array.fromAsync(followRun(client, 'r')))).toEqual([0, 1, 2])
})

test('a stream that breaks off is opened again', async () => {
  let opened = 0
  const client = serve((path) => {
    if (!path.endsWith('/events')) return Response.json(aRun(1))
    opened += 1
    return opened === 1 ? stream(event(aRun(0))) : stream(event(aRun(2)))
  })

  expect(doneOf(await Array.fromAsync(followRun(client, 'r')))).toEqual([0, 1, 2])
})

test('without events the run is asked for now and then', async () => {
  let asked = 0
  const client = serve((path) => {
    if (path.endsWith('/events'))
      return Response.json({ error: { code: 'INTERNAL_ERROR', message: 'no', details: {} } }, { status: 500 })
    asked += 1
    return Response.json(aRun(asked))
  })

  expect(doneOf(await Array.fromAsync(followRun(client, 'r')))).toEqual([1, 2])
})

test('a run that is not there is not asked for again', async () => {
  const client = serve(() =>
    Response.json({ error: { code: 'RUN_NOT_FOUND', message: 'no run r', details: {} } }, { status: 404 }),
  )

  await expect(Array.fromAsync(followRun(client, 'r'))).rejects.toThrow('RUN_NOT_FOUND')
})

test('a limit is waited out', async () => {
  let asked = 0
  const client = serve(() => {
    asked += 1
    return asked === 1
      ? Response.json(
          { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'later', details: {} } },
          { status: 429, headers: { 'retry-after': '1' } },
        )
      : Response.json({ ok: true })
  })

  expect((await client.call('GET /x')).body).toEqual({ ok: true })
})

function aSink(isTTY: boolean) {
  const written: string[] = []
  return {
    sink: { isTTY, columns: 70, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream,
    written,
  }
}

test('on a terminal progress is a bar that stays on its line', () => {
  const { sink, written } = aSink(true)
  let now = 0
  const progress = openProgress(sink, () => now)

  progress.show(aRun(0, 4))
  now = 10_000
  progress.show(aRun(1, 4))
  progress.end()

  expect(written[0]).toStartWith('\r[······')
  expect(written[1]).toContain('███')
  expect(written[1]).toContain('1 of 4 pages')
  expect(written[1]).toContain('30 s left')
  expect(written.at(-1)).toBe('\n')
  for (const text of written) expect(text.replaceAll('\u001B[K', '').trim().length).toBeLessThan(70)
})

test('elsewhere it is a line now and then, and one at the end', () => {
  const { sink, written } = aSink(false)
  let now = 0
  const progress = openProgress(sink, () => now)

  for (const done of [0, 1, 2, 3]) {
    progress.show(aRun(done, 4))
    now += 4000
  }
  progress.show(aRun(4, 4))
  progress.end()

  expect(written).toEqual(['0 of 4 pages (running)\n', '3 of 4 pages (running)\n', '4 of 4 pages (succeeded)\n'])
})

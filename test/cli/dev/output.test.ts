/** Lines of many processes on one terminal. */
import { expect, test } from 'bun:test'
import { createPrinter } from '#cli/dev/output'

function aSink() {
  const written: string[] = []
  const waiting: (() => void)[] = []
  const sink = {
    isFull: false,
    write: (text: string, done?: unknown) => {
      written.push(text)
      if (typeof done === 'function') sink.isFull ? waiting.push(() => done()) : done()
      return !sink.isFull
    },
  }
  return { sink, written, waiting, text: () => written.join('') }
}

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  return new Blob(chunks).stream()
}

test('a line cut in two by the pipe is printed whole, each behind its name', async () => {
  const { sink, text } = aSink()
  const chunks = ['{"a":', '1}\n{"b":2}\nlast'].map((chunk) => new TextEncoder().encode(chunk))
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

  await createPrinter(sink, { width: 7 }).follow(stream, 'trees.1')

  expect(text()).toBe('trees.1 | {"a":1}\ntrees.1 | {"b":2}\ntrees.1 | last\n')
})

test('there is colour only where it is asked for', async () => {
  const [plain, colourful] = [aSink(), aSink()]

  await createPrinter(plain.sink).follow(streamOf('x\n'), 'api.1')
  await createPrinter(colourful.sink, { hasColours: true }).follow(streamOf('x\n'), 'api.1')

  expect(plain.text()).toBe('api.1 | x\n')
  expect(colourful.text()).toBe('\u001B[36mapi.1 | \u001B[0mx\n')
})

test('a slow reader slows the process down instead of filling our memory', async () => {
  const { sink, written, waiting } = aSink()
  sink.isFull = true
  let isDone = false

  const following = createPrinter(sink)
    .follow(streamOf('x\n'), 'api.1')
    .then(() => {
      isDone = true
    })
  while (waiting.length === 0) await new Promise(setImmediate)

  expect({ isDone, written }).toEqual({ isDone: false, written: ['api.1 | x\n'] })
  waiting[0]?.()
  await following
})

test('a reader that has left does not stop the process whose lines nobody reads', async () => {
  let isGone = false
  const written: string[] = []
  const sink = {
    write: (text: string, done?: unknown) => {
      if (!isGone) written.push(text)
      // As a pipe does that nobody reads: "drain" never comes, the error does.
      if (typeof done === 'function') done(isGone ? new Error('EPIPE') : undefined)
      isGone = true
      return false
    },
  }

  await createPrinter(sink).follow(streamOf('first\n', 'second\n'.repeat(100_000)), 'api.1')

  expect(written).toHaveLength(1)
}, 5000)

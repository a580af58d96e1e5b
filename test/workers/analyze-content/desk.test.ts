/** Texts are read in threads: each who asks is told what is theirs, a long text holds up no short one, and one that is called off ends. */
import { afterAll, expect, test } from 'bun:test'
import type { Meaning } from '#db/documents/meaning'
import { unpackAnalysis } from '#db/queries/analyses'
import { until } from '#test/support/until'
import { ReadingDesk } from '#workers/analyze-content/desk'
import type { ReadingTask, TextReading } from '#workers/analyze-content/reading'

const desk = new ReadingDesk()
afterAll(() => desk.close())

const taskOf = (content: string): ReadingTask => ({
  of: 'decode',
  request: { content },
  at: '2026-05-20T09:00:00.000Z',
})
const never = () => new AbortController().signal
const meaningOf = ({ text }: TextReading) => JSON.parse(text) as Meaning
/** Twice what counts as long: some tenths of a second of work. */
const long = 'Anna sends the report to Bo by Friday. '.repeat(1200)

test('twenty at once are each told what is theirs, and a text comes to the same bytes whenever it is read', async () => {
  const contents = Array.from({ length: 20 }, (_, at) => `Could you send ${at} pages by Friday?`)

  const readings = await Promise.all(contents.map((content) => desk.read(taskOf(content), never())))
  const again = await desk.read(taskOf(contents[7] ?? ''), never())

  expect(readings.map((reading) => meaningOf(reading).coverage.characters)).toEqual(
    contents.map(({ length }) => length),
  )
  expect(again.text).toBe(readings[7]?.text ?? '')
  expect(await unpackAnalysis(again.packed)).toBe(again.text)
}, 30_000)

test('a short text is read beside a long one, and the process goes on meanwhile', async () => {
  const order: string[] = []
  let beats = 0
  const heart = setInterval(() => {
    beats += 1
  }, 20)
  await desk.read(taskOf('Hello.'), never())

  const lasting = desk.read(taskOf(long), never()).then(() => order.push('long'))
  for (let times = 0; times < 5; times += 1) await desk.read(taskOf(`Hello ${times}.`), never())
  order.push('five short ones')
  const before = beats
  await lasting
  clearInterval(heart)

  expect(order).toEqual(['five short ones', 'long'])
  expect(beats).toBeGreaterThan(before)
}, 60_000)

test('one that is called off is over at once, also while it waits for its turn, and the next is read', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const asked = [desk.read(taskOf(long), first.signal), desk.read(taskOf(long), second.signal)].map((reading) =>
    reading.then(
      () => 'read',
      (error: Error) => error.message,
    ),
  )

  second.abort(new Error('waits no more'))
  first.abort(new Error('reads no more'))

  expect(await Promise.all(asked)).toEqual(['reads no more', 'waits no more'])
  expect(meaningOf(await desk.read(taskOf(`${long} Thanks.`), never())).coverage.characters).toBe(long.length + 8)
}, 60_000)

test('the thread of long texts ends when there are none, and another reads the next one', async () => {
  const idle = new ReadingDesk({ longIdleMs: 50 })
  await idle.read(taskOf(long), never())
  const busy = idle.threads

  await until(() => idle.threads === 1, { what: 'its thread to end' })
  const again = await idle.read(taskOf(long), never())
  await idle.close()

  expect(busy).toBe(2)
  expect(meaningOf(again).coverage.characters).toBe(long.length)
}, 60_000)

test('one whose signal has fired before, or that comes after the end, is not read', async () => {
  const closed = new ReadingDesk()
  await closed.close()

  await expect(desk.read(taskOf('Hello.'), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  await expect(closed.read(taskOf('Hello.'), never())).rejects.toThrow('closed')
})

test('a secret is told nowhere, and where it stood is', async () => {
  const token = `ghp_${'a1B2'.repeat(9)}`

  const { text, found } = await desk.read(taskOf(`Use ${token} until Friday.`), never())

  expect(text).not.toContain(token)
  expect(found.length).toBeGreaterThan(0)
})

/** A process that ends does all that it said it would, one after the other, and ends, whatever happens meanwhile. */
import { describe, expect, test } from 'bun:test'
import { Stops } from '#shared/kernel/process/shutdown'
import { settled, stubClock } from '#test/support/stub-clock'

function someStops() {
  const clock = stubClock()
  const told: { stop: string; err: Error }[] = []
  const stops = new Stops({ error: (facts: (typeof told)[number]) => void told.push(facts) }, clock)
  const order: string[] = []
  const add = (name: string, stop: () => unknown = () => undefined, ms = 1000) =>
    stops.add({
      name,
      ms,
      stop: () => {
        order.push(name)
        return stop()
      },
    })
  return { clock, told, stops, order, add }
}

describe('stops', () => {
  test('are done one after the other, the last first', async () => {
    const { stops, order, add } = someStops()
    const held = Promise.withResolvers<void>()
    add('first')
    add('second', () => held.promise)
    add('third')

    const running = stops.run()
    await settled()
    expect(order).toEqual(['third', 'second'])
    held.resolve()

    expect(await running).toBe(true)
    expect(order).toEqual(['third', 'second', 'first'])
  })

  test('that fail keep no other from being done, and are told', async () => {
    const { stops, order, told, add } = someStops()
    add('first')
    add('rejects', () => Promise.reject(new Error('one')))
    add('throws', () => {
      throw new Error('other')
    })

    expect(await stops.run()).toBe(false)
    expect(order).toEqual(['throws', 'rejects', 'first'])
    expect(told.map(({ stop, err }) => [stop, err.message])).toEqual([
      ['throws', 'other'],
      ['rejects', 'one'],
    ])
  })

  test('that never end are given up after their time', async () => {
    const { clock, stops, order, told, add } = someStops()
    add('first')
    add('hangs', () => new Promise(() => undefined), 300)

    const running = stops.run()
    await clock.pass(299)
    expect(order).toEqual(['hangs'])
    await clock.pass(1)

    expect(await running).toBe(false)
    expect(order).toEqual(['hangs', 'first'])
    expect(told.map(({ stop, err }) => [stop, err.message])).toEqual([['hangs', 'it takes longer than 300 ms']])
    expect(clock.waiting()).toBe(0)
  })

  test('that come while others are done are done too', async () => {
    const { stops, order, add } = someStops()
    add('first', () => add('late'))

    await stops.run()

    expect(order).toEqual(['first', 'late'])
  })
})

describe('a real process', () => {
  async function aProcess(more: string, signal?: NodeJS.Signals) {
    const script = `
      const { endInOrder } = await import('#shared/kernel/process/shutdown')
      const { openLog } = await import('#shared/kernel/logger')
      const log = openLog('test', 'info')
      const onStop = endInOrder(log)
      const alive = setTimeout(() => undefined, 600000)
      onStop('first', () => log.info('first stopped'))
      ${more}
      log.info('ready')`
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'pipe' })
    let output = ''
    for await (const chunk of child.stdout) {
      output += new TextDecoder().decode(chunk)
      if (signal && output.includes('"ready"')) child.kill(signal)
    }
    return { code: await child.exited, output }
  }

  test('ends with 0 when all has stopped', async () => {
    const { code, output } = await aProcess('', 'SIGTERM')

    expect(output).toContain('first stopped')
    expect(code).toBe(0)
  }, 20_000)

  test.each([
    ['throws', `onStop('bad', () => { throw new Error('not that') })`],
    ['rejects', `onStop('bad', async () => { throw new Error('not that') })`],
    ['hangs', `onStop('bad', () => new Promise(() => undefined), 200)`],
    ['rejects elsewhere', `onStop('bad', () => { void Promise.reject(new Error('not that')); return Bun.sleep(50) })`],
    [
      'rejects elsewhere and hangs',
      `onStop('bad', () => { void Promise.reject(new Error('x')); return new Promise(() => undefined) }, 200)`,
    ],
  ])(
    'that %s while it stops does the rest and exits with 1',
    async (_, bad) => {
      const { code, output } = await aProcess(bad, 'SIGTERM')

      expect(output).toContain('first stopped')
      expect(output).toMatch(/could not be stopped in order|unexpected failure/)
      expect(code).toBe(1)
    },
    20_000,
  )

  test('that fails unexpectedly stops in order and exits with 1, also before it is ready', async () => {
    for (const fail of [
      `setTimeout(() => { throw new Error('not that') }, 10)`,
      `await Promise.reject(new Error('not that'))`,
    ]) {
      const { code, output } = await aProcess(fail)

      expect(output).toContain('not that')
      expect(output).toContain('first stopped')
      expect(code).toBe(1)
    }
  }, 20_000)
})

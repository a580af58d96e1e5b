/** One window for a key however many API processes run: counted one by one up to 6,000 a minute, leased above. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { expectError } from '#test/contract/shapes'
import { type Answer, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const exactLimit = 100
const leasedLimit = 6001

let service: Service
let call: Service['call']

setDefaultTimeout(60_000)
beforeAll(async () => {
  service = await startService({
    apis: 4,
    workers: 0,
    env: { RATE_LIMIT_A_STANDARD: String(exactLimit), RATE_LIMIT_A_ENTERPRISE: String(leasedLimit) },
  })
  call = service.call
})
afterAll(() => service.stop())

// Refused for its parameter after it was counted, so the store has nothing else to do.
const ask = (key: string, api: number) => call('GET /traces?limit=0', { key, api })
const hasPassed = ({ status }: Answer) => status !== 429
const header = ({ headers }: Answer, name: string) => Number(headers.get(name) ?? Number.NaN)

/** Answers of one minute to a fresh key; asked again, with another, if the minute ended meanwhile. */
async function withinAMinute(tier: 'standard' | 'enterprise', send: (key: string) => Promise<Answer[]>) {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { key, id } = await service.issueKey({ tier })
    const answers = await send(key)
    const ends = new Set(answers.map((answer) => header(answer, 'x-ratelimit-reset')))
    if (ends.size === 1) return { id, answers, endsAtMs: 1000 * Number([...ends][0]) }
  }
  throw new Error('the minute ended in each of three attempts')
}

/** Sends requests over all processes, some in flight at each. */
const flood = async (tier: 'standard' | 'enterprise', requests: number, inFlight: number): Promise<Answer[]> => {
  const { answers } = await withinAMinute(tier, async (key) => {
    const got: Answer[] = []
    let sent = 0
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (sent < requests) {
          sent += 1
          got.push(await ask(key, sent % 4))
        }
      }),
    )
    return got
  })
  return answers
}

test('a window of which somebody says that less than nothing was taken holds no more than any other', async () => {
  const { answers } = await withinAMinute('standard', async (key) => {
    await service.database.sql`
      insert into rate_windows (key_id, area, minute, used)
      select (select id from api_keys order by created_at desc limit 1), 'A', floor(extract(epoch from now()) / 60) + n, -100000
      from generate_series(0, 1) n`
    return Promise.all(Array.from({ length: 2 * exactLimit }, (_, at) => ask(key, at % 4)))
  })

  expect(answers.filter(hasPassed)).toHaveLength(exactLimit)
})

describe('counted one by one', () => {
  let answers: Answer[]
  beforeAll(async () => {
    answers = await flood('standard', 4 * exactLimit, 40)
  })

  test('exactly as many pass as the limit says', () => {
    expect(answers.filter(hasPassed)).toHaveLength(exactLimit)
  })

  test('every one of those that passed was told another number that remain, from all but one down to none', () => {
    const told = answers.filter(hasPassed).map((answer) => header(answer, 'x-ratelimit-remaining'))

    expect(told.sort((a, b) => a - b)).toEqual(Array.from({ length: exactLimit }, (_, at) => at))
  })

  test('each process has let some pass and has refused some, or had none to let', () => {
    const refused = answers.filter((answer) => !hasPassed(answer))

    expect(refused).toHaveLength(3 * exactLimit)
    for (const answer of refused) {
      expectError(answer, 'RATE_LIMIT_EXCEEDED')
      expect(header(answer, 'x-ratelimit-remaining')).toBe(0)
      expect(header(answer, 'x-ratelimit-limit')).toBe(exactLimit)
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
    }
  })

  test('the window’s end is told in Unix seconds, on a whole minute, as far away as Retry-After says', () => {
    for (const answer of answers) {
      const reset = header(answer, 'x-ratelimit-reset')
      expect(reset % 60).toBe(0)
      expect(reset - Date.now() / 1000).toBeLessThan(60)
    }
  })

  test('another key of the same organisation has a window of its own', async () => {
    const { key } = await service.issueKey({ tier: 'standard' })

    const answer = await ask(key, 0)

    expect([answer.status, header(answer, 'x-ratelimit-remaining')]).toEqual([400, exactLimit - 1])
  })

  test('refusals are counted in /metrics', async () => {
    const counted = await until(
      async () => {
        const { text } = await call('GET /metrics')
        const lines = text.split('\n').filter((line) => /^assay_rate_limited_total\{.*tier="standard"/.test(line))
        const sum = lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
        return sum >= 3 * exactLimit && sum
      },
      { what: 'every process to report its refusals' },
    )

    expect(counted).toBeGreaterThanOrEqual(3 * exactLimit)
  })
})

describe('leased', () => {
  test('never more pass than the limit says, and nearly all of it', async () => {
    const answers = await flood('enterprise', 8000, 64)

    const passed = answers.filter(hasPassed).length
    expect(passed).toBeLessThanOrEqual(leasedLimit)
    expect(passed).toBeGreaterThanOrEqual(Math.ceil(0.95 * leasedLimit))
    for (const answer of answers.filter((each) => !hasPassed(each)).slice(0, 20))
      expectError(answer, 'RATE_LIMIT_EXCEEDED')
  })

  test('what a process does not use it hands back', async () => {
    const usedOf = async (id: string) => {
      const rows = await service.database.sql<{ used: number }[]>`select used from rate_windows where key_id = ${id}`
      return rows.reduce((sum, { used }) => sum + used, 0)
    }
    /** What is counted once the leases are back; undefined where the minute ended before, since what it left is nobody's. */
    async function usedInTheEnd(): Promise<number | undefined> {
      const { id, answers, endsAtMs } = await withinAMinute('enterprise', (key) =>
        Promise.all(service.urls.map((_, api) => ask(key, api))),
      )
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
      const end = await until(
        async () => {
          const isOver = Date.now() >= endsAtMs
          const used = await usedOf(id)
          return (used <= 4 || isOver) && { used: isOver ? undefined : used }
        },
        { what: 'the leases to be handed back' },
      )
      return end.used
    }

    expect((await usedInTheEnd()) ?? (await usedInTheEnd())).toBe(4)
  })

  test('the number that remains never grows within what one process tells', async () => {
    const { key } = await service.issueKey({ tier: 'enterprise' })

    const answers: Answer[] = []
    for (let at = 0; at < 700; at += 1) answers.push(await ask(key, 0))

    const told = answers
      .filter((answer) => header(answer, 'x-ratelimit-reset') === header(answers[0] as Answer, 'x-ratelimit-reset'))
      .map((answer) => header(answer, 'x-ratelimit-remaining'))
    expect(told).toEqual(told.toSorted((a, b) => b - a))
    expect(told[0]).toBe(leasedLimit - 1)
  })
})

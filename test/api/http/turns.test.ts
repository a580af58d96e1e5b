/** Whose turn it is at the store, when one organisation asks for more than there is. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openStore } from '#api/http/store'
import { openTurns, shareOf } from '#api/http/turns'
import { readConfig } from '#shared/kernel/config'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { until } from '#test/support/until'

const patient = { waitMs: 60_000, stalledMs: 60_000 }

/** Work that goes on until it is let go, and who has begun it. */
function openWork() {
  const begun: string[] = []
  const { promise, resolve: release } = Promise.withResolvers<void>()
  // Whoever may begin has begun when nothing is left to be done at once.
  const untilBegun = () => new Promise<void>((resolve) => void setImmediate(resolve))
  const work = (name: string) => async () => {
    begun.push(name)
    await promise
    return name
  }
  return { begun, untilBegun, work, release }
}

describe('turns', () => {
  test('fifty that do not end hold no more than their organisation’s share: another’s is begun at once', async () => {
    const { begun, untilBegun, work, release } = openWork()
    const turns = openTurns(8, patient)

    const many = Array.from({ length: 50 }, () => turns.take(work('a'), { whose: 'a', isBegun: false }))
    const one = turns.take(work('b'), { whose: 'b', isBegun: false })
    await untilBegun()

    expect(begun).toEqual([...Array(6).fill('a'), 'b'])
    release()
    await Promise.all([one, ...many])
    expect(begun).toHaveLength(51)
  })

  test('however many of one organisation stand in line, the first of another is the next but one', async () => {
    const { begun, work, release } = openWork()
    const turns = openTurns(1, patient)

    const first = turns.take(work('a first'), { whose: 'a', isBegun: false })
    const many = Array.from({ length: 1000 }, (_, at) => turns.take(work(`a ${at}`), { whose: 'a', isBegun: false }))
    const others = ['b', 'c', 'b'].map((name) => turns.take(work(name), { whose: name, isBegun: false }))
    release()

    await Promise.all([first, ...many, ...others])
    expect(begun.slice(0, 8)).toEqual(['a first', 'a 0', 'b', 'c', 'a 1', 'b', 'a 2', 'a 3'])
  })

  test('what has begun goes before what has not, within its organisation’s share', async () => {
    const { begun, untilBegun, work, release } = openWork()
    const turns = openTurns(2, patient)

    const all = [
      ...['a first', 'a second'].map((name) => turns.take(work(name), { whose: 'a', isBegun: false })),
      turns.take(work('a begun'), { whose: 'a', isBegun: true }),
      turns.take(work('b'), { whose: 'b', isBegun: false }),
    ]
    await untilBegun()

    expect(begun).toEqual(['a first', 'b'])
    release()
    await Promise.all(all)
    expect(begun).toEqual(['a first', 'b', 'a begun', 'a second'])
  })

  test('an organisation whose line is too long is refused, and no other is', async () => {
    const turns = openTurns(1, { waitMs: 1000, stalledMs: 60_000 })
    const slow = () => Bun.sleep(60)
    await turns.take(slow, { whose: 'a', isBegun: false })
    const { work, release } = openWork()

    const first = turns.take(work('a'), { whose: 'a', isBegun: false })
    const taken: Promise<string>[] = []
    // A place lasts at least 60 ms / 8: after so many the last would wait for longer than a second.
    while (isRoomFor('a')) taken.push(turns.take(work('a'), { whose: 'a', isBegun: false }))

    expect(taken.length).toBeGreaterThan(2)
    expect(isRoomFor('b')).toBe(true)
    release()
    await Promise.all([first, ...taken])

    function isRoomFor(whose: string): boolean {
      try {
        turns.assertRoom(whose)
        return true
      } catch (error) {
        expect(error).toMatchObject({ code: 'OVERLOADED' })
        return false
      }
    }
  })

  test('of a few places one is for others, and of one everybody has it', () => {
    expect([1, 2, 3, 4, 8, 10, 100].map(shareOf)).toEqual([1, 1, 2, 3, 6, 8, 75])
  })
})

describe('connections', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.drop())

  test('fifty slow looks of one organisation leave some for another’s, and so do its writes', async () => {
    const lock = 20_261_123
    const config = readConfig({ DATABASE_URL: database.url, STORE_DEADLINE_MS: '60000' })
    const store = openStore('assay-test', config)
    const holder = await database.sql.reserve()
    await holder`select pg_advisory_lock(${lock})`
    let ended = 0

    const count = () => {
      ended += 1
    }
    const slow = store
      .onBehalfOf('org_a', () =>
        Array.from({ length: 50 }, (_, at) => [
          store
            .read((sql) => sql`select pg_advisory_lock_shared(${lock}), pg_advisory_unlock_shared(${lock})`)
            .then(count),
          store
            .readLong((sql) => sql`select pg_advisory_lock_shared(${lock}), pg_advisory_unlock_shared(${lock})`)
            .then(count),
          store.writes
            .begin((tx) => tx`select pg_advisory_xact_lock_shared(${lock})`, {
              size: at % 2 === 0 ? 'small' : 'large',
              isBegun: false,
            })
            .then(count),
        ]),
      )
      .flat()
    const share = shareOf(config.apiPoolSize) + shareOf(4) + shareOf(config.writes.atOnce) + shareOf(2)
    await until(
      async () => {
        const [row] = await database.sql<{ waiting: number }[]>`
          select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted and objid = ${lock}`
        return row?.waiting === share
      },
      { what: 'every connection of its share to be busy' },
    )
    const others = await store.onBehalfOf('org_b', () =>
      Promise.all([
        store.read((sql) => sql`select 1 as one`),
        store.readAtOnce((sql) => sql`select 1 as one`),
        store.readLong((sql) => sql`select 1 as one`),
        store.writes.begin((tx) => tx`select 1 as one`, { size: 'small', isBegun: false }),
        store.writes.begin((tx) => tx`select 1 as one`, { size: 'large', isBegun: false }),
      ]),
    )

    expect(others.map(([row]) => row?.['one'])).toEqual([1, 1, 1, 1, 1])
    expect(ended).toBe(0)
    await holder`select pg_advisory_unlock(${lock})`
    holder.release()
    await Promise.all(slow)
    await store.close()
  })
})

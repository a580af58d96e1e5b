/** Long work beside others: it stands back for as long as somebody waits, and no longer. */
import { expect, test } from 'bun:test'
import { openPace } from '#shared/kernel/pace'

/** Longer than a slice. */
const work = () => Bun.sleepSync(2)

test('while somebody waits, what is due within two milliseconds goes first', async () => {
  const pace = openPace(undefined, () => true)
  const went: string[] = []
  for (let each = 0; each < 5; each++) {
    work()
    setTimeout(() => went.push('other'), 2)
    await pace()
    went.push('work')
  }
  expect(went).toEqual(Array.from({ length: 5 }, () => ['other', 'work']).flat())
})

test('where nobody waits it only lets go first what is ready', async () => {
  const pace = openPace(undefined, () => false)
  work()
  const went: string[] = []
  setImmediate(() => went.push('ready'))
  const later = setTimeout(() => went.push('later'), 1000)
  await pace()
  clearTimeout(later)
  expect(went).toEqual(['ready'])
})

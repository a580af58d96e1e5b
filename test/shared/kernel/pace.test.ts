/** Long work beside others: it stands back for as long as somebody waits, and no longer. */
import { expect, test } from 'bun:test'
import { openPace } from '#shared/kernel/pace'

test('while somebody waits it rests for twice as long as it worked', async () => {
  const pace = openPace(undefined, () => true)
  const went: string[] = []
  for (let each = 0; each < 3; each++) {
    Bun.sleepSync(20)
    setTimeout(() => went.push('other'), 35)
    await pace()
    went.push('work')
  }
  expect(went).toEqual(Array.from({ length: 3 }, () => ['other', 'work']).flat())
})

test('it goes on as soon as nobody waits', async () => {
  const answers = [true, false]
  const pace = openPace(undefined, () => answers.shift() ?? expect.unreachable('it had been told that nobody waits'))
  Bun.sleepSync(50)

  await pace()

  expect(answers).toEqual([])
})

test('where nobody waits it only lets go first what is ready', async () => {
  const pace = openPace(undefined, () => false)
  Bun.sleepSync(2)
  const went: string[] = []
  setImmediate(() => went.push('ready'))
  const later = setTimeout(() => went.push('later'), 1000)

  await pace()

  clearTimeout(later)
  expect(went).toEqual(['ready'])
})

/** What articles came to is counted, and kept until it could be written. */
import { expect, test } from 'bun:test'
import { type ArticleCount, openTally } from '#shared/governance/tally'
import { openLog } from '#shared/kernel/logger'

test('counts that could not be written are written with those that came after', async () => {
  const written: ArticleCount[][] = []
  let isAway = true
  const tally = openTally(
    {
      write: async (counts) => {
        if (isAway) throw new Error('the store is away')
        written.push(counts)
      },
      look: async () => 0,
    },
    openLog('test', 'silent'),
  )
  tally.count([{ id: 'A-05', outcome: 'fail' }], 0.01)
  await expect(tally.close()).rejects.toThrow('away')
  isAway = false
  tally.count([{ id: 'A-05', outcome: 'pass' }], 0.01)

  await tally.close()

  expect(written).toEqual([[{ article: 'A-05', evaluations: 2, failures: 1, errors: 0 }]])
})

/** Decisions made again, those of a process too that could not read yet what is in force. */
import { expect, test } from 'bun:test'
import { decideUnread, unread } from '#shared/governance/decide'
import { openReplay } from '#shared/verification/replay'

const replay = openReplay(() => undefined)

test('a denial by no constitution comes out the same, and nothing else does by none', () => {
  const denied = decideUnread('trace.record', 'post', {})

  expect(replay(denied)).toBeUndefined()
  expect(replay({ ...denied, decision: 'allow' })).toContain('otherwise')
  expect(replay({ ...denied, tier: 'T1' })).toContain('otherwise')
  expect(replay({ ...denied, constitution: '1'.repeat(64) })).toContain('is not there')
  expect(denied.constitution).toBe(unread)
})

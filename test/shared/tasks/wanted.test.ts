/** What a submission asks for. */
import { expect, test } from 'bun:test'
import { wantedOf } from '#shared/tasks/wanted'

test('who does a type of ours need not be named; one elsewhere is', () => {
  const payload = {}
  expect(wantedOf({ type: 'tree.compare', payload })).toMatchObject({ agent: 'tree-generator', at: '/payload' })
  expect(wantedOf({ task: { type: 'echo', payload, agent: 'echo' } })).toMatchObject({
    agent: 'echo',
    at: '/task/payload',
  })
  expect(() => wantedOf({ type: 'echo', payload })).toThrow('"echo" is not a task type of any agent here')
})

/** Thresholds of verdicts as they are told beside a tree are those that it was judged by. */
import { expect, test } from 'bun:test'
import { thresholdsOf } from '#shared/traces/thresholds'
import { profiles } from '#workers/generate-tree/profiles'

test.each(profiles.map((profile) => [profile.name, profile] as const))(
  '%s',
  (name, { verdicts, critical_severity }) => {
    expect(thresholdsOf(name)).toEqual({ ...verdicts, critical_severity })
  },
)

test('a profile that nobody knows has none', () => {
  expect([thresholdsOf(''), thresholdsOf('toString@1.0.0'), thresholdsOf('other@1.0.0')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

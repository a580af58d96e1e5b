/** The pure hearts of agents: states, digests, cards, how trees are compared. */

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { taskStatuses } from '#db/documents/states'
import { cardOf, readCard, trustedPart } from '#shared/agents/card'
import { builtInAgents, findBuiltIn, taskTypeOf } from '#shared/agents/catalogue'
import { resultDigest } from '#shared/agents/task-type'
import { isTerminal, mayMove } from '#shared/contracts/task-states'
import { jobNames } from '#shared/jobs/index'
import { compareTrees } from '#workers/run-task/compare-trees'
import { messageIdOf } from '#workers/run-task/elsewhere'

describe('the states of a task', () => {
  test('whichever way a task goes, it ends, and then stays as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...taskStatuses), { maxLength: 50 }), (wishes) => {
        let status: (typeof taskStatuses)[number] = 'submitted'
        for (const wish of wishes) {
          if (isTerminal(status)) expect(mayMove(status, wish)).toBe(false)
          if (mayMove(status, wish)) status = wish
        }
      }),
    )
  })

  test('nothing is completed that was not worked on', () => {
    expect(taskStatuses.filter((status) => mayMove(status, 'completed'))).toEqual(['working'])
  })
})

describe('the catalogue', () => {
  test('names every type once, each done by a job that there is', () => {
    const types = builtInAgents.flatMap((agent) => agent.types)

    expect(new Set(types.map(({ type }) => type)).size).toBe(types.length)
    for (const { contract, payload } of types) {
      expect(jobNames as readonly string[]).toContain(contract.name)
      expect(payload.additionalProperties).toBe(false)
    }
  })

  test('finds the digest of a tree the same whenever it was made, and another for another tree', () => {
    const type = taskTypeOf({ agent: 'tree-generator', type: 'tree.generate' })
    const made = (generated_at: string, score: number) => ({
      corix_tree: { level_1: { score } },
      metadata: { trace_id: 'SVC-a-1', generated_at, validity_score: score, schema_version: '1' },
    })

    expect(resultDigest(type, made('2026-01-01T00:00:00Z', 1))).toBe(
      resultDigest(type, made('2026-01-02T00:00:00Z', 1)),
    )
    expect(resultDigest(type, made('2026-01-01T00:00:00Z', 1))).not.toBe(
      resultDigest(type, made('2026-01-01T00:00:00Z', 2)),
    )
  })
})

describe('a card', () => {
  const agent = findBuiltIn('risk-assessor')
  const card = () => {
    if (!agent) throw new Error('no risk-assessor')
    return cardOf(agent, 'https://example.com/a2a')
  }

  test('is trusted for its skills, keys, addresses and version, not for its words', () => {
    const changed = (change: object) => trustedPart({ ...card(), ...change })

    expect(changed({ description: 'other' })).toBe(trustedPart(card()))
    expect(changed({ version: '9' })).not.toBe(trustedPart(card()))
    expect(changed({ skills: card().skills.slice(1) })).not.toBe(trustedPart(card()))
    const [spoken] = card().supportedInterfaces
    expect(changed({ supportedInterfaces: [{ ...spoken, url: 'https://other.example/' }] })).not.toBe(
      trustedPart(card()),
    )
  })

  test.each([
    ['no object', 7],
    ['no name', { skills: [{ id: 'a' }] }],
    ['no skills', { name: 'x' }],
    [
      'no protocol of ours',
      {
        name: 'x',
        skills: [{ id: 'a' }],
        supportedInterfaces: [{ url: 'x', protocolBinding: 'GRPC', protocolVersion: '1.0' }],
      },
    ],
    [
      'version 0.3 alone',
      {
        name: 'x',
        skills: [{ id: 'a' }],
        supportedInterfaces: [{ url: 'x', protocolBinding: 'JSONRPC', protocolVersion: '0.3' }],
      },
    ],
  ])('with %s is none', (_, json) => {
    expect(() => readCard(json)).toThrow()
  })
})

test('two trees differ in the leaves that differ, by JSON pointer', () => {
  const tree = (odd: object) =>
    ({
      level_1: {
        interpretation: { validity_score: 50, grade: 'C', verdict: 'conditional' },
        summary: { tree_digest: 'sha256:x' },
      },
      ...odd,
    }) as unknown as Parameters<typeof compareTrees>[0]['tree']

  const compared = compareTrees(
    { job_id: 'a', tree: tree({ 'a/b': [1, 2], only: 1 }) },
    { job_id: 'b', tree: tree({ 'a/b': [1, 3], other: null }) },
  )

  expect(compared.differences).toEqual([
    { path: '/a~1b/1', base: 2, other: 3 },
    { path: '/only', base: 1, other: null },
    { path: '/other', base: null, other: null },
  ])
})

// Computed by Python's uuid.uuid5(uuid.NAMESPACE_URL, 'urn:uuid:…').
test('a message’s id is the version 5 UUID of its task', () => {
  expect(messageIdOf('4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20')).toBe('208f2bcd-5855-5cef-806b-4bda0f154560')
})

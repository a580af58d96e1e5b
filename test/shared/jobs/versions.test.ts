/** What is sent between releases changes under a new version alone, so that a process of an earlier one can tell. */
import { expect, test } from 'bun:test'
import { builtInAgents } from '#shared/agents/catalogue'
import { jobs } from '#shared/jobs/index'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { payloads } from '#test/vectors/versions'

/** What a schema asks for; what it says to people is left out. */
const asked = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(asked)
  if (typeof schema !== 'object' || schema === null) return schema
  const told = ['description', 'title', 'examples']
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) =>
      told.includes(name) && typeof value !== 'object' ? [] : [[name, asked(value)]],
    ),
  )
}
const digestOf = (schema: unknown) => sha256Hex(canonicalJson(asked(JSON.parse(JSON.stringify(schema))))).slice(0, 16)

const current = Object.fromEntries([
  ...Object.values(jobs).map(({ name, version, payload }) => [`${name}@${version}`, digestOf(payload)]),
  ...builtInAgents.flatMap(({ name, types }) =>
    types.map(({ type, version, payload }) => [`${name}/${type}@${version}`, digestOf(payload)]),
  ),
])

test('a payload that has changed has a version of its own: raise it where it is defined, add its line to versions.ts', () => {
  expect(payloads).toMatchObject(current)
})

test('every job and every task type of ours has a version', () => {
  expect(Object.keys(current).filter((name) => !/@[1-9]\d*$/.test(name))).toEqual([])
})

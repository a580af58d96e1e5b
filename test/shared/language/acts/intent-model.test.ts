/** The model of intent as a file: what is written is read, what is broken is refused, and what ships is small and licensed. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { writeIntentModel } from '#bench/language/write-intent-model'
import { intentModel } from '#shared/language/acts/intent'
import { intentModelPath, intentWeightOf, readIntentModel } from '#shared/language/acts/intent-model'

test('what is written is read, to half a step', () => {
  const features = [
    [7, 1.27],
    [-3, -0.5],
    [7 + 16 * 1024, 0.02],
  ] as const

  const model = readIntentModel(writeIntentModel(0.25, 0.01, features))

  for (const [hash, weight] of features) expect(Math.abs(intentWeightOf(model, hash) - weight)).toBeLessThan(0.005)
  expect([model.base, intentWeightOf(model, 8)]).toEqual([0.25, 0])
})

test('bytes that are no model, or a part of one, are refused', () => {
  const whole = writeIntentModel(0, 0.01, [[1, 1]])

  expect(() => readIntentModel(new Uint8Array(20))).toThrow('no model of intent')
  expect(() => readIntentModel(whole.slice(0, -1))).toThrow('a model of 1 features has 21 bytes')
})

test('the model that ships has at most 200 kB, and its origin and licence beside it', () => {
  const licence = readFileSync(intentModelPath.replace(/model$/, 'LICENSE'), 'utf8')

  expect(readFileSync(intentModelPath).length).toBeLessThanOrEqual(200_000)
  expect(intentModel.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(licence).toContain('Parakweet Labs, Inc')
  expect(licence).toContain('Apache License')
})

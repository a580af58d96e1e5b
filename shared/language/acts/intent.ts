/** The model of intent: whether words ask for or promise something, as a sum of weights of features. */
import { readFileSync } from 'node:fs'
import { eachFeature } from '#shared/language/acts/features'
import { type IntentModel, intentModelPath, intentWeightOf, readIntentModel } from '#shared/language/acts/intent-model'
import type { ActSign } from '#shared/language/acts/signs'
import type { TextToken } from '#shared/language/text'

export const intentModel: IntentModel = readIntentModel(readFileSync(intentModelPath))

/** Log-odds that some words ask for or promise something. */
export function intentOf(tokens: readonly TextToken[], from: number, to: number, signs: readonly ActSign[]): number {
  let sum = intentModel.base
  eachFeature(tokens, from, to, signs, (hash) => {
    sum += intentWeightOf(intentModel, hash)
  })
  return sum
}

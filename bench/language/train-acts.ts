/** Makes the model of intent anew from its training set: `script/bun bench/language/train-acts.ts [--tune] [--data DIR]`; the same bytes each time. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  exampleOf,
  type IntentExample,
  labelledOf,
  outOfFold,
  type TrainingOptions,
  trainIntent,
  trainingFile,
  trainingOptions,
} from '#bench/language/intent-training'
import { openSets } from '#bench/language/sets'
import { intentModelPath } from '#shared/language/acts/intent-model'

const { values } = parseArgs({ options: { tune: { type: 'boolean', default: false }, data: { type: 'string' } } })

const sets = openSets(values.data ?? process.env['LANGUAGE_SETS'], join(import.meta.dir, '../../.data/language'))
const examples = labelledOf(await sets.read('EmailIntentDataSet', trainingFile)).map(exampleOf)
if (values.tune) tune(examples)
else {
  const bytes = trainIntent(examples, trainingOptions)
  await Bun.write(intentModelPath, bytes)
  console.log(`${intentModelPath}: ${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}`)
}

function tune(all: readonly IntentExample[]): void {
  const tried: Partial<TrainingOptions>[] = [
    {},
    { scaledShare: 0 },
    { scaledShare: 1 },
    { penalty: 0 },
    { penalty: 0.001 },
    { penalty: 0.003 },
    { epochs: 6 },
    { epochs: 25 },
    { smoothing: 0.5 },
    { fewestExamples: 2 },
    { fewestExamples: 3 },
    { mostFeatures: 15_000 },
  ]
  for (const change of tried) {
    const scores = outOfFold(all, { ...trainingOptions, ...change })
    console.log(JSON.stringify(change), figuresOf(all, scores))
  }
}

/** F1 at even odds and at the odds that suit best, and the share of pairs in the right order. */
function figuresOf(all: readonly IntentExample[], scores: Float64Array): string {
  const order = [...scores.keys()].sort((first, second) => (scores[second] ?? 0) - (scores[first] ?? 0))
  const total = all.filter(({ asks }) => asks).length
  let [right, best, bestAt, even, ranked] = [0, 0, 0, 0, 0]
  for (const [place, index] of order.entries()) {
    if (all[index]?.asks === true) right += 1
    else ranked += right
    const f1 = (2 * right) / (place + 1 + total)
    const score = scores[index] ?? 0
    if (f1 > best) [best, bestAt] = [f1, score]
    if (score > 0) even = f1
  }
  const auc = ranked / (total * (all.length - total))
  return `F1 ${even.toFixed(4)}, at best ${best.toFixed(4)} (${bestAt.toFixed(2)}), AUC ${auc.toFixed(4)}`
}

/** Trains the model of intent: logistic regression over hashed features, half of it on features scaled by how they tell classes apart. */
import { createHash } from 'node:crypto'
import { writeIntentModel } from '#bench/language/write-intent-model'
import { actClausesOf, actReadingOf } from '#shared/language/acts/clauses'
import { eachFeature } from '#shared/language/acts/features'
import { type IntentModel, intentWeightOf, readIntentModel } from '#shared/language/acts/intent-model'
import { type ActSign, signsOf } from '#shared/language/acts/signs'
import { wordBitsOf } from '#shared/language/acts/words'
import { readText } from '#shared/language/read-text'
import type { TextToken } from '#shared/language/text'

/** Of ParakweetLabs/EmailIntentDataSet. */
export const trainingFile = 'src/resources/Ask0729-fixed.txt'
export const testFile = 'src/resources/testSet-qualifiedBatch-fixed.txt'

export type Labelled = { text: string; asks: boolean }
export type IntentExample = { features: Int32Array; asks: boolean; key: string }

/** What was found best by cross-validation over the training half (`script/bun bench/language/train-acts.ts --tune`). */
export type TrainingOptions = {
  /** Passes over the examples. */
  epochs: number
  /** Of the weights' squares. */
  penalty: number
  /** 0..1: how much of the model is the half with scaled features (Wang and Manning 2012, "Baselines and Bigrams"). */
  scaledShare: number
  smoothing: number
  /** A feature of fewer examples is not learned. */
  fewestExamples: number
  /** Of the features with the largest weights, how many are kept. */
  mostFeatures: number
  folds: number
}

export const trainingOptions: TrainingOptions = {
  epochs: 10,
  penalty: 0.002,
  scaledShare: 0.3,
  smoothing: 1,
  fewestExamples: 1,
  mostFeatures: 39_000,
  folds: 5,
}

/** The lines of a set of ParakweetLabs/EmailIntentDataSet: "Yes" or "No", a tab, a sentence. */
export function labelledOf(bytes: Uint8Array): Labelled[] {
  return new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .flatMap((line) => {
      const tab = line.indexOf('\t')
      const label = line.slice(0, tab)
      const text = line.slice(tab + 1).trim()
      return text !== '' && (label === 'Yes' || label === 'No') ? [{ text, asks: label === 'Yes' }] : []
    })
}

/** The words of a sentence and the signs of all its clauses: what the model is asked about. */
export function wholeOf(content: string): { tokens: readonly TextToken[]; signs: ActSign[] } {
  const text = readText({ content, format: 'text', language: 'en' })
  const reading = actReadingOf(
    text,
    wordBitsOf(text, () => false),
  )
  const signs = text.sentences.flatMap((sentence, index) =>
    actClausesOf(reading, sentence, index).flatMap((clause) => signsOf(reading, clause, false)),
  )
  return { tokens: text.tokens, signs }
}

export function exampleOf({ text, asks }: Labelled): IntentExample {
  const { tokens, signs } = wholeOf(text)
  const found: number[] = []
  eachFeature(tokens, 0, tokens.length, signs, (hash) => found.push(hash))
  return { features: Int32Array.from(found), asks, key: text.toLowerCase().replace(/[^a-z]+/g, ' ') }
}

/** Log-odds of an example. */
export function intentScoreOf(model: IntentModel, features: Int32Array): number {
  let sum = model.base
  for (const feature of features) sum += intentWeightOf(model, feature)
  return sum
}

type Weighing = { base: number; weights: Map<number, number> }

/** The model as the bytes of its file. The same examples and options give the same bytes. */
export function trainIntent(examples: readonly IntentExample[], options: TrainingOptions): Uint8Array {
  const { scale, shift } = calibrationOf(outOfFold(examples, options), examples)
  const raw = weigh(examples, options)
  return fileOf(raw, scale, shift, options)
}

function fileOf(raw: Weighing, scale: number, shift: number, options: TrainingOptions): Uint8Array {
  const kept = [...raw.weights]
    .map(([hash, weight]) => [hash, weight * scale] as const)
    .sort(([firstHash, first], [secondHash, second]) => Math.abs(second) - Math.abs(first) || firstHash - secondHash)
    .slice(0, options.mostFeatures)
  const step = Math.fround(Math.abs(kept[0]?.[1] ?? 1) / 127)
  const features = kept.filter(([, weight]) => Math.round(weight / step) !== 0)
  return writeIntentModel(raw.base * scale + shift, step, features)
}

/** Log-odds of each example by a model that has not seen it: near copies of a sentence are in one fold. */
export function outOfFold(examples: readonly IntentExample[], options: TrainingOptions): Float64Array {
  const found = new Float64Array(examples.length)
  const folds = examples.map(({ key }) => (createHash('sha256').update(key).digest()[0] ?? 0) % options.folds)
  for (let fold = 0; fold < options.folds; fold += 1) {
    const learned = weigh(
      examples.filter((_, index) => folds[index] !== fold),
      options,
    )
    const model = readIntentModel(fileOf(learned, 1, 0, options))
    for (const [index, example] of examples.entries())
      if (folds[index] === fold) found[index] = intentScoreOf(model, example.features)
  }
  return found
}

/** Stretches log-odds so that of what is given 80 %, about 80 % asks (Platt 1999), by Newton's steps. */
export function calibrationOf(
  scores: Float64Array,
  examples: readonly IntentExample[],
): { scale: number; shift: number } {
  let scale = 1
  let shift = 0
  for (let step = 0; step < 30; step += 1) {
    let [gradientScale, gradientShift, first, mixed, second] = [0, 0, 1e-9, 0, 1e-9]
    for (const [index, example] of examples.entries()) {
      const score = scores[index] ?? 0
      const expected = sigmoid(scale * score + shift)
      const error = expected - (example.asks ? 1 : 0)
      const spread = expected * (1 - expected)
      gradientScale += error * score
      gradientShift += error
      first += spread * score * score
      mixed += spread * score
      second += spread
    }
    const determinant = first * second - mixed * mixed
    scale -= (gradientScale * second - gradientShift * mixed) / determinant
    shift -= (gradientShift * first - gradientScale * mixed) / determinant
  }
  return { scale, shift }
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

function weigh(examples: readonly IntentExample[], options: TrainingOptions): Weighing {
  const asking = new Map<number, number>()
  const other = new Map<number, number>()
  let [askingTotal, otherTotal] = [0, 0]
  for (const { features, asks } of examples) {
    const counts = asks ? asking : other
    if (asks) askingTotal += 1
    else otherTotal += 1
    for (const feature of new Set(features)) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  const known = [...new Set([...asking.keys(), ...other.keys()])]
    .filter((feature) => (asking.get(feature) ?? 0) + (other.get(feature) ?? 0) >= options.fewestExamples)
    .sort((first, second) => first - second)
  const place = new Map(known.map((feature, index) => [feature, index]))
  const ratios = Float64Array.from(known, (feature) =>
    Math.log(
      ((asking.get(feature) ?? 0) + options.smoothing) /
        (askingTotal + 2 * options.smoothing) /
        (((other.get(feature) ?? 0) + options.smoothing) / (otherTotal + 2 * options.smoothing)),
    ),
  )
  const rows = examples.map(({ features, asks }) => ({
    places: Int32Array.from([...features].flatMap((feature) => place.get(feature) ?? [])),
    asks,
  }))
  const scaled = regress(rows, ratios, options)
  const plain = regress(rows, new Float64Array(known.length).fill(1), options)
  const share = options.scaledShare
  return {
    base: share * scaled.base + (1 - share) * plain.base,
    weights: new Map(
      known.map((feature, index) => [
        feature,
        share * (scaled.weights[index] ?? 0) * (ratios[index] ?? 0) + (1 - share) * (plain.weights[index] ?? 0),
      ]),
    ),
  }
}

/** How far a step goes. */
const rate = 0.03

/** Logistic regression by gradient steps that shrink for each weight as it has moved (Duchi and others 2011), in a fixed order. */
function regress(
  rows: readonly { places: Int32Array; asks: boolean }[],
  scale: Float64Array,
  { epochs, penalty }: TrainingOptions,
): { base: number; weights: Float64Array } {
  const weights = new Float64Array(scale.length)
  const moved = new Float64Array(scale.length).fill(1e-6)
  let base = 0
  let baseMoved = 1e-6
  const order = Uint32Array.from(rows.keys())
  const random = numbersOfSeed(20_140_729)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1))
      const kept = order[last] ?? 0
      order[last] = order[other] ?? 0
      order[other] = kept
    }
    for (const index of order) {
      const row = rows[index]
      if (row === undefined) continue
      let sum = base
      for (const place of row.places) sum += (weights[place] ?? 0) * (scale[place] ?? 0)
      const error = sigmoid(sum) - (row.asks ? 1 : 0)
      for (const place of row.places) {
        const gradient = error * (scale[place] ?? 0) + penalty * (weights[place] ?? 0)
        const total = (moved[place] ?? 0) + gradient * gradient
        moved[place] = total
        weights[place] = (weights[place] ?? 0) - (rate * gradient) / Math.sqrt(total)
      }
      baseMoved += error * error
      base -= (rate * error) / Math.sqrt(baseMoved)
    }
  }
  return { base, weights }
}

/** Numbers in [0, 1) from a seed, the same everywhere (mulberry32). */
function numbersOfSeed(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

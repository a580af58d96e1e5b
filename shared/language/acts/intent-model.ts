/** The file that a model of intent is: hashes of features and their weights, written, read and looked up. */
import { createHash } from 'node:crypto'

const magic = 0x41435431

/** Where the model lies; its origin and licence stand beside it. */
export const intentModelPath = `${import.meta.dir}/intent.model`

export type IntentModel = {
  /** Log-odds that everything starts from. */
  base: number
  /** Feature hashes and their weights as an open table; `mask` is its size less one. */
  keys: Int32Array
  used: Uint8Array
  weights: Float32Array
  mask: number
  /** SHA-256 of the file. */
  hash: string
}

/**
 * A model as a file: "ACT1", its base, what one step of a weight is, how many features; then their hashes, rising, and their weights
 * as one byte each. All numbers little-endian.
 */
export function writeIntentModel(
  base: number,
  step: number,
  features: readonly (readonly [hash: number, weight: number])[],
): Uint8Array {
  const sorted = [...features].sort(([first], [second]) => first - second)
  const bytes = new Uint8Array(16 + sorted.length * 5)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic)
  view.setFloat32(4, base, true)
  view.setFloat32(8, step, true)
  view.setUint32(12, sorted.length, true)
  for (const [index, [hash, weight]] of sorted.entries()) {
    view.setInt32(16 + index * 4, hash, true)
    view.setInt8(16 + sorted.length * 4 + index, Math.max(-127, Math.min(127, Math.round(weight / step))))
  }
  return bytes
}

/** @throws where the bytes are no such file. */
export function readIntentModel(bytes: Uint8Array): IntentModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 16 || view.getUint32(0) !== magic) throw new Error('this is no model of intent')
  const count = view.getUint32(12, true)
  if (bytes.length !== 16 + count * 5) throw new Error(`a model of ${count} features has ${16 + count * 5} bytes`)
  const step = view.getFloat32(8, true)
  let size = 16
  while (size < count * 2) size *= 2
  const model: IntentModel = {
    base: view.getFloat32(4, true),
    keys: new Int32Array(size),
    used: new Uint8Array(size),
    weights: new Float32Array(size),
    mask: size - 1,
    hash: createHash('sha256').update(bytes).digest('hex'),
  }
  for (let index = 0; index < count; index += 1) {
    const key = view.getInt32(16 + index * 4, true)
    let slot = key & model.mask
    while (model.used[slot] === 1) slot = (slot + 1) & model.mask
    model.used[slot] = 1
    model.keys[slot] = key
    model.weights[slot] = view.getInt8(16 + count * 4 + index) * step
  }
  return model
}

/** The weight of a feature in log-odds; 0 of one that the model does not know. */
export function intentWeightOf(model: IntentModel, feature: number): number {
  let slot = feature & model.mask
  while (model.used[slot] === 1) {
    if (model.keys[slot] === feature) return model.weights[slot] ?? 0
    slot = (slot + 1) & model.mask
  }
  return 0
}

/** The file that a model of intent is: hashes of features and their weights, read and looked up. */
import { createHash } from 'node:crypto'

/** "ACT1", which the file begins with. */
export const intentModelMagic = 0x41435431

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

/** @throws where the bytes are no such file. */
export function readIntentModel(bytes: Uint8Array): IntentModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 16 || view.getUint32(0) !== intentModelMagic) throw new Error('this is no model of intent')
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

/** Writes a model of intent as the file that it is read from. */
import { intentModelMagic } from '#shared/language/acts/intent-model'

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
  view.setUint32(0, intentModelMagic)
  view.setFloat32(4, base, true)
  view.setFloat32(8, step, true)
  view.setUint32(12, sorted.length, true)
  for (const [index, [hash, weight]] of sorted.entries()) {
    view.setInt32(16 + index * 4, hash, true)
    view.setInt8(16 + sorted.length * 4 + index, Math.max(-127, Math.min(127, Math.round(weight / step))))
  }
  return bytes
}

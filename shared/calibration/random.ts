/** Numbers that follow from a seed. Pure. */

/** A repeatable stream of numbers from 0 to below 1 (sfc32). @param seeds whole numbers, of which 32 bits count. */
export function streamFrom(...seeds: readonly number[]): () => number {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1]
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (const seed of seeds) {
    a ^= seed | 0
    for (let turn = 0; turn < 12; turn += 1) next()
  }
  return () => next() / 2 ** 32
}

/** The whole numbers below a count, in an order of their own. */
export function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const kept = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = kept
  }
  return order
}

/**
 * What many rows come to: a keyed sum, put right by what is put in and taken out, in whatever order. It is stored under a mask of its own
 * for each place: who could see what each row comes to could pick some that come to nothing.
 * Source: MSet-XOR-Hash of Clarke et al., Incremental Multiset Hash Functions, 2003.
 */
import type { Sealer } from '#shared/kernel/sealer'

export type SealSum = Uint8Array<ArrayBuffer>

export const noSum = (): SealSum => new Uint8Array(16)

/** Puts one in, or takes it out. @param purpose of the rows. @param text that tells one from all others, as it is. */
export const addToSum = (sum: SealSum, sealer: Sealer, purpose: string, text: string): void =>
  joinSums(sum, sealer.seal(`one of ${purpose}`, text))

export function joinSums(sum: SealSum, other: Uint8Array): void {
  for (const [at, byte] of other.entries()) sum[at] = (sum[at] ?? 0) ^ byte
}

/** A sum as it is stored, or the sum again of what is stored. @param place never the same for two sums */
export function maskedSum(sealer: Sealer, sum: Uint8Array, purpose: string, place: string): SealSum {
  const masked = new Uint8Array(sum)
  joinSums(masked, sealer.seal(`all of ${purpose}`, place))
  return masked
}

export const isSameSum = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

/** Makers of design tokens. */
import type { TokenSet } from '#shared/design-system/token-set'
import { readTokens } from '#shared/design-system/tokens'

/** The tokens of a file that is right. */
export function tokensOf(document: unknown): TokenSet {
  const read = readTokens(document)
  if ('issues' in read) throw new Error(`a file that should be right: ${JSON.stringify(read.issues)}`)
  return read.tokens
}

/** What is wrong with a file: where, and what. */
export function faultsIn(document: unknown): [path: string, message: string][] {
  const read = readTokens(document)
  return 'issues' in read ? read.issues.map(({ path, message }) => [path, message]) : []
}

export const px = (value: number) => ({ value, unit: 'px' })
export const rem = (value: number) => ({ value, unit: 'rem' })
export const srgb = (hex: string, alpha = 1) => ({
  colorSpace: 'srgb',
  components: [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  alpha,
  hex,
})

/** Finds what looks like a secret in a text that is about to be released. Pure. */

// Each by the shape that its issuer gives it, so that digests and ids are never taken for one.
const shapes = [
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/g,
  /\basy_[a-z]+_[A-Za-z0-9]{6,}_[A-Za-z0-9_-]{32,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{36,}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{60,}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,}\b/g,
  /\bxox[abprs]-[A-Za-z0-9-]{20,}\b/g,
  /\bsk-[A-Za-z0-9_-]{32,}\b/g,
  /\bAIza[0-9A-Za-z_-]{35}\b/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/g,
]
// A word that says what follows is secret, and something that no dictionary has.
const labelled = /\b(?:password|passwd|secret|api[_-]?key|access[_-]?token)\b\W{1,4}([A-Za-z0-9+/_=-]{20,})/gi
const leastBitsPerCharacter = 3.5

/** How many secrets a text seems to hold. */
export function secretsIn(text: string): number {
  const shaped = shapes.reduce((sum, shape) => sum + (text.match(shape)?.length ?? 0), 0)
  const told = [...text.matchAll(labelled)].filter(([, value = '']) => entropyOf(value) >= leastBitsPerCharacter).length
  return shaped + told
}

/** Shannon's, in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return -[...counts.values()].reduce((sum, n) => sum + (n / text.length) * Math.log2(n / text.length), 0)
}

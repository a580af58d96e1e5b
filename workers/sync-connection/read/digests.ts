/** Digests of an item's text and of what is learned by, under the connection's own salt. */

/** Of texts in their order, in hex. */
export const textDigest = (salt: Uint8Array, texts: readonly string[]): string =>
  new Bun.CryptoHasher('sha256').update(salt).update(JSON.stringify(texts)).digest('hex')

const keyLength = 12
/** A subject of more words is learned from by its first. */
const mostWordKeys = 12

export type LearnedFrom = {
  /** Address or handle. */
  person: string | null
  /** A list, a repository, a calendar. */
  list: string | null
  words: readonly string[]
}

/** Nobody can tell from one what it stands for, once the salt is gone. */
export function learningKeys(salt: Uint8Array, { person, list, words }: LearnedFrom): string[] {
  const key = (letter: 'p' | 'l' | 'w', text: string) =>
    letter + new Bun.CryptoHasher('sha256').update(salt).update(`${letter}\n${text}`).digest('hex').slice(0, keyLength)
  return [
    ...(person === null ? [] : [key('p', person.toLowerCase())]),
    ...(list === null ? [] : [key('l', list.toLowerCase())]),
    ...[...new Set(words)].slice(0, mostWordKeys).map((word) => key('w', word)),
  ]
}

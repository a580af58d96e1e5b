/** What kind of character a unit is, looked up once for each. */

export const unitKinds = {
  space: 1,
  line: 2,
  letter: 3,
  /** Goes on whatever stands before it: combining marks, joiners, raised digits. */
  mark: 4,
  digit: 5,
  /** Of a script that writes words without a space between. */
  unspaced: 6,
  punctuation: 7,
  symbol: 8,
  surrogate: 9,
  other: 10,
} as const
export type UnitKind = (typeof unitKinds)[keyof typeof unitKinds]

const kinds = new Uint8Array(0x10000)

export function kindOfUnit(unit: number): UnitKind {
  const known = kinds[unit] as UnitKind | 0
  if (known !== 0) return known
  const kind = unit >= 0xd800 && unit <= 0xdfff ? unitKinds.surrogate : kindOfCharacter(String.fromCharCode(unit))
  kinds[unit] = kind
  return kind
}

export function kindOfCharacter(character: string): UnitKind {
  if (/[\n\r\f\v\u0085\u2028\u2029]/.test(character)) return unitKinds.line
  if (/\s/.test(character)) return unitKinds.space
  if (character === '\u00ad' || /[\u200c\u200d]/.test(character)) return unitKinds.mark
  if (
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(character) &&
    /[\p{L}\p{M}\p{N}]/u.test(character)
  )
    return unitKinds.unspaced
  if (/\p{L}/u.test(character)) return unitKinds.letter
  if (/\p{Nd}/u.test(character)) return unitKinds.digit
  if (/[\p{M}\p{N}]/u.test(character)) return unitKinds.mark
  if (/\p{P}/u.test(character)) return unitKinds.punctuation
  if (/\p{S}/u.test(character)) return unitKinds.symbol
  return unitKinds.other
}

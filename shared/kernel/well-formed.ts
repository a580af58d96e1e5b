/** Makes texts storable: a page or an agent may write what Postgres and canonical JSON refuse. Pure. */

/** The same value with U+FFFD for each half of a surrogate pair and each NUL in its texts and names; itself where there is none. */
export function wellFormed<Value>(value: Value): Value {
  return mended(value) as Value
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return mendedText(value)
  if (Array.isArray(value)) {
    const items = value.map(mended)
    return items.some((item, at) => !Object.is(item, value[at])) ? items : value
  }
  if (!isPlain(value)) return value
  const entries = Object.entries(value)
  const mendedEntries = entries.map(([name, member]) => [mendedText(name), mended(member)] as const)
  const isSame = mendedEntries.every(
    ([name, member], at) => name === entries[at]?.[0] && Object.is(member, entries[at]?.[1]),
  )
  return isSame ? value : Object.fromEntries(mendedEntries)
}

const mendedText = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '\ufffd')

/** Bytes, dates and the like hold no text to mend. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Makes texts storable: a page or an agent may write what Postgres and canonical JSON refuse. Pure. */

/** The same value with U+FFFD for each half of a surrogate pair and each NUL in its texts and names; itself where there is none. */
export function wellFormed<Value>(value: Value): Value {
  return mended(value) as Value
}

/** Of every result: what is as it should be, as nearly all is, is gone through and not copied. */
function mended(value: unknown): unknown {
  if (typeof value === 'string') return mendedText(value)
  if (Array.isArray(value)) return mendedItems(value)
  return isPlain(value) ? mendedMembers(value) : value
}

function mendedItems(items: readonly unknown[]): readonly unknown[] {
  let others: unknown[] | undefined
  items.forEach((item, at) => {
    const other = mended(item)
    if (Object.is(other, item)) return
    others ??= [...items]
    others[at] = other
  })
  return others ?? items
}

function mendedMembers(members: Record<string, unknown>): Record<string, unknown> {
  let others: [string, unknown][] | undefined
  let before = 0
  for (const name in members) {
    const [otherName, other] = [mendedText(name), mended(members[name])]
    if (others === undefined && (otherName !== name || !Object.is(other, members[name])))
      others = Object.entries(members).slice(0, before)
    others?.push([otherName, other])
    before += 1
  }
  return others ? Object.fromEntries(others) : members
}

const mendedText = (text: string): string =>
  text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '\ufffd')

/** Bytes, dates and the like hold no text to mend. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

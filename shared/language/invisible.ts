/** Characters that nobody sees: without width, of direction, tags, selectors; words go on across them. */
import { hide, join, type UnreadText } from '#shared/language/unread-text'

/** Nothing of it is drawn wherever it stands. Source: Unicode 16, Default_Ignorable_Code_Point and Bidi_Control. */
const isWidthless = (unit: number) =>
  unit === 0xad ||
  unit === 0x34f ||
  unit === 0x61c ||
  unit === 0x115f ||
  unit === 0x1160 ||
  unit === 0x17b4 ||
  unit === 0x17b5 ||
  unit === 0x180e ||
  unit === 0x200b ||
  unit === 0x200e ||
  unit === 0x200f ||
  (unit >= 0x202a && unit <= 0x202e) ||
  (unit >= 0x2060 && unit <= 0x206f) ||
  unit === 0x3164 ||
  unit === 0xfeff ||
  unit === 0xffa0 ||
  (unit >= 0xfff0 && unit <= 0xfffb)

const isControl = (unit: number) =>
  (unit < 0x20 && unit !== 0x9 && unit !== 0xa && unit !== 0xd && unit !== 0xc) ||
  (unit >= 0x7f && unit <= 0x9f && unit !== 0x85)

const isJoinerOfWords = (unit: number) => unit === 0x200c || unit === 0x200d
const isSelector = (unit: number) => unit >= 0xfe00 && unit <= 0xfe0f

/** Scripts that write U+200C and U+200D between letters, emoji and what stands beside them. */
const isJoined = (unit: number) =>
  (unit >= 0x600 && unit <= 0x8ff) ||
  (unit >= 0x900 && unit <= 0xdff) ||
  (unit >= 0xfb50 && unit <= 0xfdff) ||
  (unit >= 0xfe0f && unit <= 0xfefe) ||
  (unit >= 0xd83c && unit <= 0xd83e) ||
  (unit >= 0xdc00 && unit <= 0xdfff) ||
  (unit >= 0x2600 && unit <= 0x27bf)

const plainOnly = /^[\t\n\f\r\x20-\x7e]*$/

/** Takes them out of what is read, and notes where they are. */
export function hideInvisible(draft: UnreadText): void {
  if (plainOnly.test(draft.content)) return
  const { units } = draft
  const { length } = units
  let from = -1
  for (let at = 0; at <= length; at++) {
    const wide = at < length ? invisibleAt(units, at) : 0
    if (wide > 0) {
      if (from < 0) from = at
      at += wide - 1
    } else if (from >= 0) {
      hide(draft, { start: from, end: at }, 'characters')
      join(draft, from, at)
      from = -1
    }
  }
}

/** How many units from here on are one character that is not seen; 0: it is seen. */
function invisibleAt(units: Uint16Array, at: number): 0 | 1 | 2 {
  const unit = units[at] ?? 0
  if (unit >= 0x20 && unit < 0x7f) return 0
  if (isWidthless(unit) || isControl(unit)) return 1
  const before = units[at - 1] ?? 0
  const after = units[at + 1] ?? 0
  if (isJoinerOfWords(unit)) return isJoined(before) && isJoined(after) ? 0 : 1
  // One selector says how the character before it is drawn; a row of them draws nothing and may carry a message.
  if (isSelector(unit)) return isSelector(before) || before <= 0x20 ? 1 : 0
  if (unit !== 0xdb40) return 0
  // Tags spell the names of flags after a black flag; elsewhere, and selectors 17 to 256 in rows, they are not seen.
  if (after >= 0xdc00 && after <= 0xdc7f) return isOfFlag(units, at) ? 0 : 2
  return after >= 0xdd00 && after <= 0xddef ? 2 : 0
}

/** The longest name of a flag has six tags. */
function isOfFlag(units: Uint16Array, at: number): boolean {
  for (let back = 0; back <= 6; back++) {
    const low = units[at - 1 - 2 * back] ?? 0
    const high = units[at - 2 - 2 * back] ?? 0
    if (high === 0xd83c && low === 0xdff4) return true
    if (high !== 0xdb40) return false
  }
  return false
}

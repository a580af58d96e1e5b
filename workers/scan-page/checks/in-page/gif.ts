/** How long an animated GIF moves, by its bytes. Pure. Source: the GIF89a specification. */

const extension = 0x21
const picture = 0x2c
const control = 0xf9
const application = 0xff
/** Browsers show frames of less than two hundredths of a second for ten. */
const shortest = 2
const slowed = 10

/** In milliseconds, all rounds together; null where it has one frame, or is none. */
export function durationOf(bytes: Uint8Array): number | null {
  const at = (index: number) => bytes[index] ?? 0
  const after = (index: number) => {
    let next = index
    while (at(next) > 0 && next < bytes.length) next += at(next) + 1
    return next + 1
  }
  const colors = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  const word = (from: number, to: number) => String.fromCharCode(...bytes.slice(from, to))
  if (word(0, 3) !== 'GIF') return null
  let rounds = 1
  let frames = 0
  let hundredths = 0
  let index = 13 + colors(at(10))
  while (index < bytes.length) {
    if (at(index) === extension) {
      if (at(index + 1) === control) {
        const delay = at(index + 4) + 256 * at(index + 5)
        hundredths += delay < shortest ? slowed : delay
      }
      if (at(index + 1) === application && word(index + 3, index + 11) === 'NETSCAPE') {
        const again = at(index + 16) + 256 * at(index + 17)
        rounds = again === 0 ? Number.POSITIVE_INFINITY : again + 1
      }
      index = after(index + 2)
    } else if (at(index) === picture) {
      frames += 1
      index = after(index + 11 + colors(at(index + 9)))
    } else break
  }
  return frames < 2 ? null : 10 * hundredths * rounds
}

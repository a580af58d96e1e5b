/** Whether an element of a page is drawn: by what it says of itself, and what those around it do. Style sheets are not read. Pure. */
import { converter, parse } from 'culori/require'

/** Parts of red, green and blue, 0 to 1. */
type Colour = readonly [number, number, number]

export type Appearance = {
  /** Nothing in it is drawn, whatever it says. */
  isGone: boolean
  /** Its letters have no size; an element in it may give them one. */
  isSizeless: boolean
  /** Of its letters; undefined: nobody said. */
  ink: Colour | 'none' | undefined
  /** What they stand on; undefined: what cannot be told from here. */
  ground: Colour | undefined
}

/** A page before anything is said: letters of some colour on white. */
export const blankPage: Appearance = { isGone: false, isSizeless: false, ink: undefined, ground: [1, 1, 1] }

const gone =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d]*[1-9])|(?:left|top|text-indent)\s*:\s*-\d{3,}|mso-hide\s*:\s*all|clip-path\s*:\s*inset\(\s*(?:50|100)%|clip\s*:\s*rect\(\s*[01](?:px)?\b/i
const noRoom = /(?:^|[;\s])(?:max-)?(?:height|width)\s*:\s*0(?![.\d]*[1-9])/i
const clipped = /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i
const noSize = /font-size\s*:\s*0(?![.\d]*[1-9])/i
/** A size of its own; what is part of nothing stays nothing. */
const ownSize = /font-size\s*:\s*(?:[.\d]{1,9}(?:px|pt|pc|rem|vw|vh|mm|cm|in)|(?:x{1,3}-)?(?:small|large)|medium)/i
const inkIn = /(?:^|[;\s])color\s*:\s*([^;!]{1,60})/i
const groundIn = /(?:^|[;\s])background(?:-color)?\s*:\s*([^;!]{1,200})/i
const picture = /url\s*\(|gradient\s*\(/i

type Saying = { tagName: string; attribute: (name: string) => string; has: (name: string) => boolean }

/** Of an element within another. What has a class may be drawn on any ground. */
export function appearanceWithin(parent: Appearance, { tagName, attribute, has }: Saying): Appearance {
  const style = attribute('style')
  const ink = inkIn.exec(style)?.[1] ?? (tagName === 'font' ? attribute('color') : '')
  const said = groundIn.exec(style)?.[1] ?? attribute('bgcolor')
  const isUnclear = picture.test(said) || has('background') || has('class') || has('id')
  const ground = said === '' || picture.test(said) ? undefined : colourOf(said)
  return {
    isGone: parent.isGone || has('hidden') || gone.test(style) || (noRoom.test(style) && clipped.test(style)),
    isSizeless: noSize.test(style) || (parent.isSizeless && !ownSize.test(style)),
    ink: ink === '' ? parent.ink : colourOf(ink),
    ground: ground === undefined || ground === 'none' ? (isUnclear ? undefined : parent.ground) : ground,
  }
}

export const isConcealing = ({ isGone, isSizeless, ink, ground }: Appearance): boolean =>
  isGone || isSizeless || ink === 'none' || (ink !== undefined && ground !== undefined && isAlike(ink, ground))

const toRgb = converter('rgb')

/** Undefined where it is no colour, or one that is taken from elsewhere. */
function colourOf(text: string): Colour | 'none' | undefined {
  const words = text.trim().toLowerCase()
  if (words === 'transparent') return 'none'
  const [first = ''] = /#[0-9a-f]{3,8}\b|\w{3,5}\([^)]{1,40}\)|\S+/.exec(words) ?? []
  const found = parse(words) ?? parse(first)
  if (!found) return undefined
  if (found.alpha === 0) return 'none'
  const { r = 0, g = 0, b = 0 } = toRgb(found)
  return [r, g, b]
}

const isAlike = (one: Colour, other: Colour): boolean =>
  one.every((part, at) => Math.abs(part - (other[at] ?? 0)) < 0.02)

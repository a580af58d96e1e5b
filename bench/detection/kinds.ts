/** What is done to the pages of the detection set: changes that must be named, and noise that is no change. */

type Named = {
  what: string
  /** Longhands, one of which must be named; a shorthand of one does as well. */
  properties?: readonly string[]
  /** Types of findings that say the same where no CSS property says it. */
  types?: RegExp
  /** Attributes of the document that say it. */
  attributes?: readonly string[]
}

const sides = ['top', 'right', 'bottom', 'left']
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left']

export const changeKinds = {
  'token-colour': { what: 'colour of a button, the next step of the palette', properties: ['background-color'] },
  'subtle-colour': { what: 'colour of a button, dE00 about 1.7', properties: ['background-color'] },
  radius: { what: 'corners 8 px to 6 px', properties: corners.map((corner) => `border-${corner}-radius`) },
  'muted-contrast': { what: 'muted text paler', properties: ['color'] },
  hairline: {
    what: 'hairline border gone',
    properties: sides.flatMap((side) => ['width', 'style', 'color'].map((part) => `border-${side}-${part}`)),
  },
  shadow: { what: 'shadow token changed', properties: ['box-shadow'] },
  padding: { what: 'padding 12 px to 14 px', properties: sides.map((side) => `padding-${side}`) },
  margin: { what: 'margin half as large again', properties: sides.map((side) => `margin-${side}`) },
  family: { what: 'font family swapped', properties: ['font-family'] },
  weight: { what: 'font weight', properties: ['font-weight'] },
  size: { what: 'font size one step', properties: ['font-size'] },
  leading: { what: 'line height', properties: ['line-height'] },
  tracking: { what: 'letter spacing', properties: ['letter-spacing'] },
  underline: { what: "a link's underline", properties: ['text-decoration-line'] },
  capitals: { what: 'upper case', properties: ['text-transform'] },
  align: { what: 'alignment', properties: ['text-align', 'justify-content', 'align-items'] },
  gap: { what: 'gap between columns', properties: ['column-gap', 'row-gap'] },
  stack: { what: 'stacking order, so that something is covered', properties: ['z-index'] },
  clip: { what: 'long text spills over', properties: ['overflow-x', 'overflow-y'] },
  faint: { what: 'opacity', properties: ['opacity'] },
  backdrop: { what: "a gradient's stop", properties: ['background-image'] },
  word: { what: 'one word', types: /text/ },
  digit: { what: 'one digit of a figure', types: /text/ },
  hidden: { what: 'element not displayed', properties: ['display'], types: /hidden|removed/ },
  banner: { what: 'banner inserted', types: /added|inserted/ },
  reorder: { what: 'item moved within its list', types: /moved|order/ },
  'item-removed': { what: 'item removed', types: /removed/ },
  'item-added': { what: 'item added', types: /added|inserted/ },
  picture: { what: 'icon or picture swapped', types: /picture|image|icon/, attributes: ['src', 'd', 'points'] },
  disabled: {
    what: 'button disabled',
    properties: ['color', 'background-color', 'opacity', 'cursor'],
    types: /disabled/,
    attributes: ['disabled'],
  },
} as const satisfies Record<string, Named>
export type ChangeKind = keyof typeof changeKinds

export const namesOfChange = (kind: ChangeKind): Named => changeKinds[kind]
// The keys of the record above, all of them.
export const allChanges = Object.keys(changeKinds) as ChangeKind[]

type Noise = {
  what: string
  /** Whether the document differs, so that its rendered trees are compared too. */
  isInTree: boolean
}

export const noiseKinds = {
  again: { what: 'the same page rendered again', isInTree: true },
  rebuild: { what: 'classes, nonces, hashes, white space, order of attributes, build marks', isInTree: true },
  rebuild2: { what: 'the same by another bundler, without white space', isInTree: true },
  subpixel: { what: 'everything 0.3 px further', isInTree: false },
  layer: { what: 'content rastered on a layer of its own', isInTree: true },
  'text-aa': { what: 'other anti-aliasing and hinting of text', isInTree: false },
  lsb: { what: '±1 in a tenth of the pixels', isInTree: false },
  jpeg: { what: 'JPEG of quality 90', isInTree: false },
  clock: { what: 'a clock that ticks in an ignored region', isInTree: true },
  animation: { what: 'an animation at another moment', isInTree: true },
  caret: { what: 'the caret of a field', isInTree: false },
  hinting: { what: 'text hinted in full and placed on whole pixels', isInTree: false },
  'caret-wide': { what: 'a caret of two pixels in a colour, behind what was written', isInTree: false },
  'jpeg-small': { what: 'JPEG of quality 75', isInTree: false },
  webp: { what: 'lossy WebP of quality 85', isInTree: false },
  recoded: { what: 'photographs that a network of caches has encoded anew', isInTree: false },
} as const satisfies Record<string, Noise>
export type NoiseKind = keyof typeof noiseKinds

// The keys of the record above, all of them.
export const allNoise = Object.keys(noiseKinds) as NoiseKind[]

export type Kind = ChangeKind | NoiseKind | 'none'
/** A value of a page's source as it is, or as what is done to the page has it. */
export type Become = (was: string, becomes: Partial<Record<Kind, string>>) => string

/** Of several kinds, the first that has a value for it. */
export const becoming =
  (kinds: readonly Kind[]): Become =>
  (was, becomes) =>
    kinds.map((kind) => becomes[kind]).find((value) => value !== undefined) ?? was

/** Changes of which a list takes one at a time. */
const ofOneList: readonly ChangeKind[] = ['reorder', 'item-removed', 'item-added']

/** What is changed along with it where two things change at once: another of the same kinds, always the same. */
export function companionOf(kind: ChangeKind, kinds: readonly ChangeKind[]): ChangeKind | null {
  const from = kinds.indexOf(kind)
  const others = [...kinds.slice(from + 7), ...kinds.slice(0, from + 7)]
  return others.find((each) => each !== kind && !(ofOneList.includes(kind) && ofOneList.includes(each))) ?? null
}

/** A page as it was rendered: its elements and texts in document order, with their boxes and computed styles. */

/** The computed properties that are kept of each element, in the order of their values in `RenderedTree.styles`. */
export const styleNames = [
  'display',
  'visibility',
  'opacity',
  'position',
  'float',
  'z-index',
  'overflow-x',
  'overflow-y',
  'color',
  'background-color',
  'background-image',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'line-height',
  'letter-spacing',
  'text-align',
  'text-transform',
  'text-decoration-line',
  'text-decoration-color',
  'text-shadow',
  'white-space',
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  'margin-top',
  'margin-right',
  'margin-bottom',
  'margin-left',
  'row-gap',
  'column-gap',
  'border-top-width',
  'border-right-width',
  'border-bottom-width',
  'border-left-width',
  'border-top-style',
  'border-right-style',
  'border-bottom-style',
  'border-left-style',
  'border-top-color',
  'border-right-color',
  'border-bottom-color',
  'border-left-color',
  'border-top-left-radius',
  'border-top-right-radius',
  'border-bottom-right-radius',
  'border-bottom-left-radius',
  'outline-width',
  'outline-style',
  'outline-color',
  'box-shadow',
  'transform',
  'filter',
  'mix-blend-mode',
  'clip-path',
  'fill',
  'stroke',
  'flex-direction',
  'flex-wrap',
  'justify-content',
  'align-items',
  'grid-template-columns',
  'object-fit',
  'list-style-type',
  'cursor',
  'content',
  'text-overflow',
  '-webkit-line-clamp',
  'text-indent',
  'word-spacing',
  'vertical-align',
  'background-size',
  'background-position-x',
  'background-position-y',
  'backdrop-filter',
  'translate',
  'rotate',
  'scale',
  'order',
  'flex-grow',
  'align-self',
  'max-width',
  'min-height',
] as const
export type StyleName = (typeof styleNames)[number]

/** Left, top, width, height in CSS pixels, from the top left corner of the page. */
export type NodeBox = readonly [x: number, y: number, width: number, height: number]

export type RenderedNode = {
  /** Index of its parent, which stands before it; -1 of the root. */
  parent: number
  /** An element's name in lower case; `#text`; `::before` and the like; `#document` of a frame; `#shadow-root`. */
  name: string
  /** An element's, in the order of the source. */
  attributes?: readonly (readonly [name: string, value: string])[]
  /** A text's, as it is in the document. */
  text?: string
  /** Absent where nothing is laid out. */
  box?: NodeBox
  /** Index in `styles`. Elements and pseudo-elements alone. */
  style?: number
  /** Higher is painted later. */
  paintOrder?: number
}

export type RenderedTree = {
  treeVersion: 1
  viewport: { width: number; height: number /** Device pixels to a CSS pixel. */; scale: number }
  /** Of the whole document, CSS pixels. */
  size: { width: number; height: number }
  /** Distinct lists of computed values in the order of `styleNames`; '' where the snapshot does not say. */
  styles: readonly (readonly string[])[]
  nodes: readonly RenderedNode[]
}

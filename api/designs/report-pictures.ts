/** The pictures of a design report: each stands once in the file and is drawn from there wherever it is shown. Pure. */
import { html, type Markup } from '#api/pages/markup'
import type { Box } from '#db/documents/scan-report'

export type ReportPicture = {
  /** Null where it is not drawn, being too large. */
  bytes: Uint8Array | null
  /** Media type. */
  type: string
  /** In device pixels. */
  width: number
  height: number
}

export const pictureNames = ['before', 'after', 'mask'] as const
export type PictureName = (typeof pictureNames)[number]
export type ReportPictures = Record<PictureName, ReportPicture | null>

/** A larger one would make the file one that nobody opens; it is had by its own address. */
export const pictureBytes = 6 * 1024 * 1024
const drawnTypes = ['image/png', 'image/jpeg', 'image/webp']

/** What is drawn of the pictures: those that a page can hold, in CSS pixels. */
export type Drawn = {
  has: Record<PictureName, boolean>
  /** Why one is not drawn that is there. */
  leftOut: PictureName[]
  /** Of all of them, so that one lies exactly over the other. */
  width: number
  height: number
}

/** @param scale device pixels to a CSS pixel. */
export function drawnOf(pictures: ReportPictures, scale: number): Drawn {
  const canDraw = (name: PictureName) => {
    const picture = pictures[name]
    const size = picture?.bytes?.length ?? Number.POSITIVE_INFINITY
    return picture !== null && size <= pictureBytes && drawnTypes.includes(picture.type)
  }
  const names = pictureNames.filter(canDraw)
  const largest = (side: 'width' | 'height') =>
    Math.max(1, ...names.map((name) => (pictures[name]?.[side] ?? 0) / scale))
  return {
    has: { before: canDraw('before'), after: canDraw('after'), mask: canDraw('mask') },
    leftOut: pictureNames.filter((name) => pictures[name] !== null && !canDraw(name)),
    width: largest('width'),
    height: largest('height'),
  }
}

type Stored = { pictures: ReportPictures; drawn: Drawn; marks: readonly Mark[]; scale: number }

/** Where the pictures themselves stand, and the numbers on them: one piece each, since they are long. */
export function* pictureStore({ pictures, drawn, marks, scale }: Stored): Generator<Markup> {
  yield html`<svg class="store" width="0" height="0" aria-hidden="true" focusable="false"><defs>`
  for (const name of pictureNames) {
    const picture = pictures[name]
    if (!picture?.bytes || !drawn.has[name]) continue
    const { bytes, type, width, height } = picture
    // Base64 has nothing to escape, and looking for it in megabytes takes time.
    const data = { markup: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') }
    yield html`<image id="picture-${name}" width="${width / scale}" height="${height / scale}" preserveAspectRatio="none" href="data:${type};base64,${data}"/><pattern id="paint-${name}" patternUnits="userSpaceOnUse" width="${width / scale}" height="${height / scale}"><use href="#picture-${name}"/></pattern>`
  }
  yield html`${marks.map((mark) => flagOf(mark, drawn.width))}</defs></svg>`
}

/** An element that is marked on a picture. */
export type Mark = { number: number; box: Box }

/** Whether it can be framed: it is on the picture, and is not nearly the whole of it. */
export const isOn = (box: Box, { width, height }: Pick<Drawn, 'width' | 'height'>): boolean =>
  box.x < width &&
  box.y < height &&
  box.x + box.width > 0 &&
  box.y + box.height > 0 &&
  box.width * box.height < 0.8 * width * height

type Whole = {
  name: PictureName
  /** What it shows, for those who do not see it; none where words beside say it. */
  label?: string
  marks?: readonly Mark[]
  /** Whether links lead to its marks; once on a page. */
  isTarget?: boolean
  /** What lies over it; it is dimmed then. */
  over?: PictureName
}

/** A whole picture. */
export function wholePicture(
  { width, height }: Drawn,
  { name, label, marks = [], isTarget = false, over }: Whole,
): Markup {
  const spoken = label === undefined ? html` aria-hidden="true"` : html` role="img" aria-label="${label}"`
  return html`<svg class="whole" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"${spoken} focusable="false"><use href="#picture-${name}"${over !== undefined && html` class="dim"`}/>${over !== undefined && html`<use href="#picture-${over}"/>`}${marks.map((mark) => markOn(mark, width, isTarget))}</svg>`
}

function markOn({ number, box }: Mark, pictureWidth: number, isTarget: boolean): Markup {
  const x = Math.max(0, Math.min(box.x, pictureWidth - 2 * flagWidth(number, pictureWidth)))
  return html`<g class="mark"${isTarget && html` id="box-${number}"`}><rect class="halo" ${rect(box)}/><rect class="frame" ${rect(box)}/><g transform="translate(${round(x)} ${round(Math.max(0, box.y))})"><use class="flag" href="#flag-${number}"/></g></g>`
}

/** So large that text where the picture is shown at its widest has the size of text. */
const unitOf = (pictureWidth: number) => pictureWidth / 62
const flagWidth = (number: number, pictureWidth: number) => unitOf(pictureWidth) * (0.7 + 0.55 * String(number).length)

/** The number of a box, above it where there is room, since it would cover what is small; style sheets keep it legible. */
function flagOf({ number, box }: Mark, pictureWidth: number): Markup {
  const unit = unitOf(pictureWidth)
  const width = flagWidth(number, pictureWidth)
  const height = unit * 1.25
  const top = box.y > largestFlag * height ? -height : 0
  return html`<g id="flag-${number}"><rect y="${round(top)}" width="${round(width)}" height="${round(height)}" fill="#b8004f"/><text x="${round(width / 2)}" y="${round(top + unit * 0.95)}" font-size="${round(unit * 0.9)}" font-weight="700" text-anchor="middle" fill="#ffffff">${number}</text></g>`
}

/** As often as large as where the picture is widest. */
const largestFlag = 3.2

const cropMargin = 24
const cropLeast = { width: 280, height: 96 }
const cropMost = 420
const cropWidest = 640

/**
 * A piece of a picture around an element, no larger than life. It is painted with the picture: what is used and cut off would
 * count as lying over its neighbours, for engines that look at boxes.
 */
export function pieceOf(drawn: Drawn, { name, label, box }: { name: PictureName; label: string; box: Box }): Markup {
  // What is much wider is told by its beginning, so that it can be read.
  const width = Math.min(drawn.width, cropWidest, Math.max(box.width + 2 * cropMargin, cropLeast.width))
  const height = Math.min(
    drawn.height,
    Math.max(box.height + 2 * cropMargin, cropLeast.height),
    // What is taller than wide is told by its top.
    Math.max(cropLeast.height, width * 0.8),
  )
  const x = between(box.x + Math.min(box.width / 2, width / 2 - cropMargin) - width / 2, 0, drawn.width - width)
  const y = between(box.y + Math.min(box.height / 2, height / 2 - cropMargin) - height / 2, 0, drawn.height - height)
  const shown = Math.min(width, cropMost)
  const place = html`x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`
  return html`<svg class="piece" viewBox="${round(x)} ${round(y)} ${round(width)} ${round(height)}" width="${round(shown)}" height="${round((shown * height) / width)}" role="img" aria-label="${label}" focusable="false"><rect ${place} fill="url(#paint-${name})"/><rect class="halo" ${rect(box)}/><rect class="frame" ${rect(box)}/></svg>`
}

/** Attributes of a rectangle, a little around the box. */
const rect = ({ x, y, width, height }: Box): Markup =>
  html`x="${round(x - 2)}" y="${round(y - 2)}" width="${round(width + 4)}" height="${round(height + 4)}"`

const between = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))
const round = (value: number): number => Math.round(value * 100) / 100

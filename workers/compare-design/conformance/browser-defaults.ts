/** What Chromium shows where a page says nothing, so that one missing style sheet is no hundred findings. Pure. */
import type { StyleName } from '#db/documents/rendered-tree'
import { familyNames, pixelsOf } from '#shared/design-system/css-values'
import { attributeOf, nodeAt, type Page, pixelsAt, styleAt } from '#workers/compare-design/conformance/page'

// Values as a page without a style sheet shows them in Chromium 156.
const textColors: Record<string, readonly string[]> = {
  html: ['rgb(0, 0, 0)'],
  a: ['rgb(0, 0, 238)', 'rgb(85, 26, 139)'],
  mark: ['rgb(0, 0, 0)'],
  dialog: ['rgb(0, 0, 0)'],
  hr: ['rgb(128, 128, 128)'],
}
const controlColors = [
  'rgb(0, 0, 0)',
  'rgb(84, 84, 84)',
  'rgb(128, 128, 128)',
  'rgba(16, 16, 16, 0.3)',
  'rgb(157, 150, 142)',
]
const grounds: Record<string, readonly string[]> = { mark: ['rgb(255, 255, 0)'], dialog: ['rgb(255, 255, 255)'] }
const controlGrounds = ['rgb(255, 255, 255)', 'rgb(239, 239, 239)', 'rgba(239, 239, 239, 0.3)']
const lineColors = [
  'rgb(0, 0, 0)',
  'rgb(118, 118, 118)',
  'rgba(118, 118, 118, 0.3)',
  'rgba(16, 16, 16, 0.3)',
  'rgb(238, 238, 238)',
  'rgb(239, 239, 239)',
  'rgb(128, 128, 128)',
]
const lined = ['fieldset', 'hr', 'iframe', 'dialog', 'legend']
const controls = ['button', 'input', 'select', 'textarea', 'meter', 'progress', 'option', 'optgroup']
const fixedWidth = ['code', 'pre', 'kbd', 'samp', 'tt', 'textarea']
const headings: Record<string, { size: number; margin: number }> = {
  h1: { size: 2, margin: 0.67 },
  h2: { size: 1.5, margin: 0.83 },
  h3: { size: 1.17, margin: 1 },
  h4: { size: 1, margin: 1.33 },
  h5: { size: 0.83, margin: 1.67 },
  h6: { size: 0.67, margin: 2.33 },
}
const smaller = ['small', 'sub', 'sup']
const bold = ['b', 'strong', 'th', 'optgroup', ...Object.keys(headings)]
const spaced = ['p', 'ul', 'ol', 'menu', 'dir', 'dl', 'blockquote', 'figure', 'pre']
const indented = ['ul', 'ol', 'menu', 'dir']
const controlPaddings = [1, 2, 3, 4, 5, 6]

/** Whether an element has a value from the browser alone, as far as the value tells. */
export function isBrowserDefault(page: Page, index: number, property: StyleName, value: string): boolean {
  const name = nodeAt(page, index)?.name ?? ''
  const isControl = controls.includes(name)
  if (property === 'color') return (isControl ? controlColors : (textColors[name] ?? [])).includes(value)
  if (property === 'text-decoration-color') return (textColors[name] ?? []).includes(value)
  if (property === 'background-color') return (isControl ? controlGrounds : (grounds[name] ?? [])).includes(value)
  if (/^border-.*-color$/.test(property)) return (isControl || lined.includes(name)) && lineColors.includes(value)
  if (/^border-.*-width$/.test(property)) return isDefaultLine(page, index, property, name)
  if (property === 'font-family') return isDefaultFamily(name, isControl, value)
  if (property === 'font-weight') return value === '700' && bold.includes(name)
  const pixels = pixelsOf(value)
  if (pixels === null) return false
  if (property === 'font-size') return isDefaultSize(page, index, name, pixels)
  const [, side] = /^margin-(.*)$/.exec(property) ?? []
  if (side !== undefined) return isDefaultMargin(page, index, name, side, pixels)
  return property.startsWith('padding-') && isDefaultPadding(page, index, name, property, pixels)
}

/** Sunken and raised lines are the browser's; plain ones by their colour and width. */
function isDefaultLine(page: Page, index: number, property: string, name: string): boolean {
  const side = property.replace(/-width$/, '')
  const style = styleAt(page, index, `${side}-style` as StyleName)
  const color = styleAt(page, index, `${side}-color` as StyleName)
  return (
    (controls.includes(name) || lined.includes(name)) &&
    (['inset', 'outset', 'groove'].includes(style) || (style === 'solid' && lineColors.slice(0, 4).includes(color)))
  )
}

function isDefaultFamily(name: string, isControl: boolean, value: string): boolean {
  const [first = '', ...more] = familyNames(value)
  if (more.length > 0) return false
  if (fixedWidth.includes(name) && first === 'monospace') return true
  return isControl
    ? ['arial', 'system-ui'].includes(first)
    : name === 'html' && ['times new roman', 'times', 'serif'].includes(first)
}

const isNear = (one: number, other: number) => Math.abs(one - other) < 0.05

function isDefaultSize(page: Page, index: number, name: string, pixels: number): boolean {
  const around = pixelsAt(page, page.heirOf[index] ?? -1, 'font-size') ?? page.rootFont
  const heading = headings[name]
  if (heading) return isNear(pixels, around * heading.size)
  if (smaller.includes(name)) return isNear(pixels, around / 1.2)
  if (controls.includes(name) && isNear(pixels, 40 / 3)) return true
  if (fixedWidth.includes(name)) return isNear(pixels, (around * 13) / 16)
  return name === 'html' && pixels === 16
}

function isDefaultMargin(page: Page, index: number, name: string, side: string, pixels: number): boolean {
  const font = pixelsAt(page, index, 'font-size') ?? 16
  const isAcross = side === 'left' || side === 'right'
  if (name === 'body') return pixels === 8
  if (name === 'input') return isControlMargin(attributeOf(page, index, 'type'), pixels)
  if (name === 'fieldset') return isAcross && pixels === 2
  if (name === 'dd') return side === 'left' && pixels === 40
  if (isAcross) return (name === 'blockquote' || name === 'figure') && pixels === 40
  if (name === 'hr') return isNear(pixels, font / 2)
  const ems = headings[name]?.margin ?? (spaced.includes(name) ? 1 : null)
  return ems !== null && isNear(pixels, font * ems)
}

const isControlMargin = (type: string | undefined, pixels: number) =>
  type === 'range' ? pixels === 2 : (type === 'checkbox' || type === 'radio') && [3, 4, 5].includes(pixels)

function isDefaultPadding(page: Page, index: number, name: string, property: string, pixels: number): boolean {
  const font = pixelsAt(page, index, 'font-size') ?? 16
  if (indented.includes(name)) return property === 'padding-left' && pixels === 40
  if (name === 'td' || name === 'th') return pixels === 1
  if (name === 'legend') return pixels === 2
  if (name === 'dialog') return isNear(pixels, font)
  if (name === 'fieldset') return [0.35, 0.625, 0.75].some((ems) => isNear(pixels, font * ems))
  return controls.includes(name) && controlPaddings.includes(pixels)
}

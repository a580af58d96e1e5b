/** Ratings that are written or drawn in stars, and said nowhere. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isSeen,
  parentOf,
  pick,
  quote,
  spokenText,
  textHolders,
} from '#workers/scan-page/checks/in-page/dom'

const stars = /[★☆✩✮✭⭐✰⯨]{3,10}/u
const starAlone = /[★☆✩✮✭⭐✰⯨\s]/gu
const longestAround = 200
/** “4 of 5”, “4,5”, “80 %”. */
const saidInNumbers =
  /\d(?:[.,]\d)?\s*(?:\/|of|out of|von|sur|de|di|van|na|av|af|stars?|sterne?n?|étoiles?|estrellas?|stelle|sterren|%)|(?<!\d)[0-5][.,]\d(?!\d)/iu

export const ratingByStars: StaticCheck = {
  rule: 'rating-by-stars',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Say it in words, e.g. role="img" aria-label="3 of 5 stars" on the element around the stars.',
  find: (elements) => [...inSigns(elements), ...inDrawings(elements), ...inWidths(elements)],
}

const inSigns = (elements: readonly Element[]): Hit[] =>
  textHolders(elements).flatMap(({ element, own }) => {
    const [row] = stars.exec(own) ?? []
    // Rows of one kind alone are ornament, or a heading's flourish; two kinds are counted.
    if (!row || !/[☆✩✰]/u.test(row) || !/[★⭐✮✭⯨]/u.test(row)) return []
    if (closest(element, '[role="img"], [aria-label], [aria-labelledby], [aria-hidden="true"], label, button, svg'))
      return []
    if (!isExposed(element) || !isSeen(element)) return []
    const around = parentOf(element)
    const words = `${own} ${around ? spokenText(around, longestAround) : ''}`.replace(starAlone, ' ')
    if (saidInNumbers.test(words)) return []
    return [
      {
        element,
        confidence: 'high' as const,
        message: `${quote(row)} shows a rating by signs alone: it is read as the names of ${[...row].length} stars, or not at all.`,
      },
    ]
  })

const drawings = 'svg, i, img, span'
const fewestDrawings = 3
const mostDrawings = 10
const named =
  '[role="img"], [role="meter"], [role="slider"], [role="radiogroup"], [aria-label], [aria-labelledby], [title]'
const controls = 'a, button, label, input, select, nav, [role="tablist"], [role="button"]'

/** Stars in a row, drawn one by one, of which some are full and some are not. */
const inDrawings = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'div, span, p, td, dd, li').flatMap((row): Hit[] => {
    const all = [...row.children]
    if (all.length < fewestDrawings || all.length > mostDrawings || !all.every((each) => each.matches(drawings)))
      return []
    const [first] = all
    if (!first || new Set(all.map(shapeOf)).size > 2 || new Set(all.map(lookOf)).size < 2 || !all.every(isStar))
      return []
    if (
      spokenText(row, longestAround) !== '' ||
      closest(row, named) ||
      row.querySelector(`${named}, ${controls}, title`)
    )
      return []
    if (closest(row, controls) || !isSeen(row) || !all.every(isSeen)) return []
    const host = row.getRootNode()
    const around = parentOf(row) ?? (host instanceof ShadowRoot ? host.host : null)
    if (around && saidInNumbers.test(spokenText(parentOf(around) ?? around, longestAround))) return []
    return [
      {
        element: row,
        confidence: 'medium',
        message: `${all.length} stars in two looks show a rating, and no words say it.`,
      },
    ]
  })

const tallest = 48
const fewestRows = 2

/** One picture again and again, cut to as much of its row as there are stars; where several such rows are of several widths. */
function inWidths(elements: readonly Element[]): Hit[] {
  const rows = pick(elements, '[style*="width"]').filter((full): full is HTMLElement => {
    const row = parentOf(full)
    return (
      row !== null &&
      /(?:^|;)\s*width:\s*[\d.]+%/.test(full.getAttribute('style') ?? '') &&
      isTiled(full) &&
      row.getBoundingClientRect().height <= tallest &&
      spokenText(row, longestAround) === '' &&
      isSeen(row)
    )
  })
  const widths = new Set(rows.map((full) => full.getAttribute('style')))
  if (rows.length < fewestRows || widths.size < fewestRows) return []
  return rows.flatMap((full): Hit[] => {
    const row = parentOf(full) ?? full
    if (closest(full, named) || full.querySelector(`${named}, title`) || closest(row, controls)) return []
    if (saidInNumbers.test(spokenText(parentOf(row) ?? row, longestAround))) return []
    return [
      {
        element: row,
        confidence: 'medium',
        message: `How many there are is told by the width of a row of pictures (${full.style.width}), and no words say it.`,
      },
    ]
  })
}

function isTiled(element: Element): element is HTMLElement {
  const { backgroundImage, backgroundRepeat } = getComputedStyle(element)
  return (
    element instanceof HTMLElement &&
    /url\(/.test(backgroundImage) &&
    /^(?:repeat|repeat-x|round|space)/.test(backgroundRepeat)
  )
}

/** Of a star: called so, or a path with as many points. */
function isStar(element: Element): boolean {
  const words = `${element.getAttribute('class')} ${element.getAttribute('src')} ${element.innerHTML.slice(0, 200)}`
  if (/(?:^|[^a-z])(?:star|stern|rating|etoile|estrella|stella|ster)(?:s|n|[^a-z]|$)/i.test(words)) return true
  const shape = element.querySelector('polygon, path')
  const points = (shape?.getAttribute('points') ?? '').trim().split(/[\s,]+/).length / 2
  const steps = (shape?.getAttribute('d') ?? '').match(/-?\d*\.?\d+/g)?.length ?? 0
  return points === 10 || steps >= 18
}

/** Without its colours. */
const shapeOf = (element: Element) =>
  `${element.localName} ${[...element.querySelectorAll('path, polygon')].map((each) => each.getAttribute('d') ?? each.getAttribute('points')).join()}`

function lookOf(element: Element): string {
  const { color, fill } = getComputedStyle(element.querySelector('path, polygon') ?? element)
  const drawn = element instanceof HTMLImageElement ? element.src : getComputedStyle(element, '::before').content
  return `${color} ${fill} ${drawn} ${shapeOf(element)}`
}

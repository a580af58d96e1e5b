/** Pictures in the background that seem to say something, with no words in their place. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { headings, isExposed, isSeen, nameOf, pick, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const backgroundPictureAlone: StaticCheck = {
  rule: 'background-picture-alone',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Put the picture into an <img> with an alternative, or give its box role="img" and an aria-label.',
  find: (elements) => {
    const hits = pick(
      elements,
      'div, span, a, section, figure, p, h1, h2, h3, h4, button, i, b, em, li, td, th, dd',
    ).flatMap(judge)
    // Several pictures, each alone in its cell or entry of one table or list, are what it lists.
    const holders = Map.groupBy(hits, ({ element }) => element.parentElement?.closest('table, ul, ol, dl') ?? null)
    const alone = [...holders].flatMap(([holder, all]) => {
      const isListed = holder !== null && all.length >= 2 && new Set(all.map(({ file }) => file)).size >= 2
      return all.map(
        ({ file: _, ...hit }): Hit =>
          isListed && hit.tier === 'warning' && isEntry(hit.element) ? { ...hit, tier: 'practice' } : hit,
      )
    })
    // What is told of a row is not told of its boxes once more.
    const sure = alone.filter(({ tier }) => tier !== 'warning')
    const ofRows = inRows(elements).filter((each) => !sure.some((hit) => isOfOne(each, hit)))
    return [
      ...sure,
      ...ofRows,
      ...alone.filter((hit) => !sure.includes(hit) && !ofRows.some((each) => isOfOne(each, hit))),
    ]
  },
}

const isOfOne = (ofRow: Hit, hit: Hit): boolean =>
  (ofRow.element.closest('table, ul, ol, dl') ?? ofRow.element.parentElement?.parentElement)?.contains(hit.element) ===
  true

const row = 'p, li, td, dd, div'
const largestSign = 80
const mostSigns = 12
const isEmpty = (box: Element) => !box.firstElementChild && !box.matches('img, svg, a, button, input, br, hr')

/** Rows of signs and nothing else, of which one has others than the next: which there are is what they say. */
function inRows(elements: readonly Element[]): Hit[] {
  const rows = pick(elements, row).flatMap((holder) => {
    const { children } = holder
    if (children.length === 0 || children.length > mostSigns || [...children].some((child) => !isEmpty(child)))
      return []
    if (squeeze(holder.textContent ?? '') !== '') return []
    const signs = [...children].map(signIn)
    return signs.every((sign) => sign !== '') && isExposed(holder) && isSeen(holder) ? [{ holder, signs }] : []
  })
  // By what they stand in, or what that stands in.
  const groups = Map.groupBy(rows, ({ holder }) => holder.closest('table, ul, ol, dl') ?? holder.parentElement)
  return [...groups.values()].flatMap((alike): Hit[] => {
    const [first] = alike
    const kinds = new Set(alike.flatMap(({ signs }) => signs))
    const differ = new Set(alike.map(({ signs }) => signs.join(' ')))
    if (!first || alike.length < 2 || kinds.size < 2 || differ.size < 2) return []
    return [
      {
        element: first.holder.firstElementChild ?? first.holder,
        tier: 'practice',
        confidence: 'medium',
        message: `${alike.length} rows hold nothing but signs in the background of empty boxes, ${kinds.size} of them, and not all the same: which there are, nobody is told who does not see them.`,
      },
    ]
  })
}

/** The picture in an empty box without a name; none where it is no such box. */
function signIn(box: Element): string {
  if (
    box.firstElementChild ||
    box.matches('[role], [aria-label], [aria-labelledby], [aria-hidden="true"], [title], br, hr')
  )
    return ''
  const { width, height } = box.getBoundingClientRect()
  if (Math.min(width, height) < 12 || Math.max(width, height) > largestSign) return ''
  const { backgroundImage, backgroundPosition, maskImage } = getComputedStyle(box)
  const picture = /url\(/.test(backgroundImage) ? backgroundImage : /url\(/.test(maskImage) ? maskImage : ''
  return picture === '' ? '' : `${picture} ${backgroundPosition}`
}

/** Nothing else is in its cell or entry. */
function isEntry(element: Element): boolean {
  const entry = element.closest('td, dd, li')
  return entry !== null && squeeze(entry.textContent ?? '') === '' && !entry.querySelector('img, svg, [aria-label]')
}

const controls = `a[href], button, ${headings}`

function judge(element: Element): (Hit & { file: string })[] {
  if (element.firstElementChild || squeeze(element.textContent ?? '') !== '') return []
  if (element.matches('[role], [aria-hidden="true"], [title]:not([title=""])') && !element.matches(controls)) return []
  const { width, height } = element.getBoundingClientRect()
  if (width < 12 || height < 12) return []
  const picture = [
    getComputedStyle(element),
    getComputedStyle(element, '::before'),
    getComputedStyle(element, '::after'),
  ]
    .map(
      (style, at) =>
        /url\(["']?([^"')]*)/.exec(at === 0 ? style.backgroundImage : `${style.content} ${style.backgroundImage}`)?.[1],
    )
    .find((file) => file !== undefined)
  if (picture === undefined || nameOf(element) !== '' || !isExposed(element) || !isSeen(element)) return []
  const file = picture.startsWith('data:') ? '' : picture.slice(picture.lastIndexOf('/') + 1)
  const why = reasonOf(element, file, width, height)
  if (why === null) return []
  const isSure = element.matches(controls)
  return [
    {
      element,
      file: picture,
      // A heading or link that holds nothing else is no ornament.
      tier: isSure ? 'error' : 'warning',
      confidence: isSure ? 'high' : 'low',
      message: `This ${isSure ? element.localName : 'box'} holds nothing but a picture in its background (${why}): who does not see it is told of none.`,
    },
  ]
}

const telling =
  /chart|graph(?!ic)|diagram|map\b|infographic|logo|banner|headline|slogan|text|sale|offer|photo|portrait|schedule|timetable|sign|qr|status|open|closed|warning|alert|phone|mail|fax|address|star|rating|visa|mastercard|paypal|flag|medal|award|weather|sunny|rain|new\b|free\b|discount|price|percent|tariff|menu-of|preis|angebot|rabatt|prix|oferta|precio|prezzo|sconto/i
const ornamental =
  /(?:^|[-_.\s/])(?:bg|background|hero|cover|pattern|texture|gradient|shadow|noise|dots?|wave|shape|blob|overlay|corner|border|divider|line|rule|arrow|chevron|caret|bullet|sprite|spinner|loader?|placeholder|skeleton|blank|pixel|spacer|decor\w*|ornament|mask|grain|stripe)/i

/** What makes it more than an ornament; null where nothing does. */
function reasonOf(element: Element, file: string, width: number, height: number): string | null {
  if (element.matches(controls)) return 'it is called nothing'
  const about = `${file} ${element.id} ${element.getAttribute('class') ?? ''} ${element.getAttribute('title') ?? ''}`
  if (isBehindWords(element)) return null
  const told = telling.exec(about)
  if (told) return told[0]
  if (ornamental.test(about)) return null
  if (element.localName === 'p') return 'a paragraph holds nothing else'
  const parent = element.parentElement
  if (!parent) return null
  // The only thing in its cell stands for a value.
  if (parent.matches('td, th, dd') && squeeze(parent.textContent ?? '') === '' && parent.children.length === 1)
    return 'its cell holds nothing else'
  const before = element.previousElementSibling
  const isFigure = width >= 100 && height >= 80 && width * height < innerWidth * innerHeight * 0.4
  const isHeaded = before?.matches(headings) === true && !/absolute|fixed/.test(getComputedStyle(element).position)
  return isFigure && isHeaded && file !== '' ? `${file}, under a heading` : null
}

const neighboursLookedAt = 40

/** Words of its neighbours are set over it: a ground that they stand on. */
function isBehindWords(element: Element): boolean {
  const box = element.getBoundingClientRect()
  return [...(element.parentElement?.children ?? [])].slice(0, neighboursLookedAt).some((other) => {
    if (other === element || squeeze(other.textContent ?? '') === '' || !isSeen(other)) return false
    const { left, right, top, bottom } = other.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return x > box.left && x < box.right && y > box.top && y < box.bottom
  })
}

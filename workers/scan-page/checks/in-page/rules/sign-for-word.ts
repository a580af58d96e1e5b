/** Tables and lists in which signs alone stand for what is so and what is not. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'

/** Full or empty, this way or that: what they mean is to be seen, and is read as “black circle” or not at all. */
const sign = /^[●○◉◯◐◑◔◕■□▪▫▲△▼▽◆◇★☆✓✔✗✘✕✖☑☒]\ufe0e?$/u
/** A figure with a sign beside it. */
const signed = /^[\d:.,–-]+\s*([●○◉◯◐◑◔◕■□▪▫▲△▼▽◆◇★☆⚒✝†‡♦♥♣♠⚑⚐☀☂☾✦✱❖⬥]+)$/u
const fewest = 3

export const signForWord: StaticCheck = {
  rule: 'sign-for-word',
  criteria: ['1.3.3', '1.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Write the word, “yes” or “no”, beside the sign or in its place.',
  find: (elements) => [...bySign(elements), ...besideFigures(elements), ...byArrows(elements), ...byPicture(elements)],
}

function bySign(elements: readonly Element[]): Hit[] {
  const alone = pick(elements, 'td, dd, li > span, [role="cell"]').flatMap((element) => {
    const text = squeeze(element.textContent ?? '')
    const isNamed = element.matches(named) || element.querySelector(named) !== null
    return sign.test(text) && !isNamed
      ? [{ element, text, holder: closest(element, 'table, dl, ul, ol, [role="table"]') }]
      : []
  })
  return [...Map.groupBy(alone, ({ holder }) => holder).values()].flatMap((marks) => {
    const [first] = marks
    const signs = [...new Set(marks.map(({ text }) => text))]
    // Two signs of one kind, full and empty, that fill a table are its yes and no.
    const isTable = isYesAndNo(signs) && marks.every(({ element }) => element.matches('td, [role="cell"]'))
    if (!first || marks.length < (isTable ? 2 : fewest) || signs.length < 2 || isExplained(signs, elements)) return []
    if (!isExposed(first.element) || !isSeen(first.element)) return []
    return [
      {
        element: first.element,
        tier: isTable ? ('practice' as const) : ('warning' as const),
        confidence: 'medium' as const,
        message: `${marks.length} entries say by ${signs
          .slice(0, 4)
          .map((each) => quote(each))
          .join(' and ')} alone what they say.`,
      },
    ]
  })
}

const pairs = [
  '✓✗',
  '✔✘',
  '✓✕',
  '✔✖',
  '✓✘',
  '✔✗',
  '✓✖',
  '✔✕',
  '☑☒',
  '●○',
  '◉◯',
  '●◯',
  '■□',
  '▪▫',
  '▲△',
  '▼▽',
  '◆◇',
  '★☆',
  '▲▼',
  '△▽',
]

const isYesAndNo = (signs: readonly string[]): boolean =>
  signs.length === 2 && pairs.some((pair) => signs.every((each) => pair.includes(each)))

/** Figures of a list or table that are said to rise or fall by an arrow alone. */
function byArrows(elements: readonly Element[]): Hit[] {
  const figures = pick(elements, 'li, td, dd, [role="cell"]').flatMap((element) => {
    if (element.querySelector(named) || (element.textContent ?? '').length > longestRate) return []
    const way = arrow.exec(squeeze(element.textContent ?? ''))?.[1]
    return way === undefined ? [] : [{ element, way, holder: closest(element, 'ul, ol, table, dl, [role="table"]') }]
  })
  return [...Map.groupBy(figures, ({ holder }) => holder).values()].flatMap((marks): Hit[] => {
    const [first] = marks
    const ways = [...new Set(marks.map(({ way }) => way))]
    if (!first || marks.length < 2 || ways.length < 2 || isExplained(ways, elements)) return []
    if (!isExposed(first.element) || !isSeen(first.element)) return []
    return [
      {
        element: first.element,
        tier: 'warning',
        confidence: 'medium',
        message: `Which of these figures rise and which fall, ${ways.map((each) => quote(each)).join(' and ')} alone say.`,
        remedy: 'Write the word, “up” or “down”, or a plus or minus with a figure, beside the sign.',
      },
    ]
  })
}

const longestRate = 60
/** With no plus or minus that says the same. */
const arrow = /^(?!.*[+−-]\d).*\d\D{0,3}([▲▼△▽↑↓⬆⬇↗↘⇧⇩])$/u

/** Times and figures of which some have one sign and some another, or none, that is explained nowhere. */
function besideFigures(elements: readonly Element[]): Hit[] {
  const figures = pick(elements, 'td, dd, [role="cell"]').flatMap((element) => {
    const text = squeeze(element.textContent ?? '')
    if (!/^\d/.test(text) || text.length > longestFigure || element.querySelector(named)) return []
    return [{ element, sign: signed.exec(text)?.[1] ?? '', holder: closest(element, 'table, dl, [role="table"]') }]
  })
  return [...Map.groupBy(figures, ({ holder }) => holder).values()].flatMap((all): Hit[] => {
    const marks = all.filter((each) => each.sign !== '')
    const signs = [...new Set(marks.map((each) => each.sign))]
    const [first] = marks
    if (
      !first ||
      signs.length < 2 ||
      isExplained(signs, elements) ||
      !isExposed(first.element) ||
      !isSeen(first.element)
    )
      return []
    return [
      {
        element: first.element,
        tier: 'warning',
        confidence: 'medium',
        message: `What ${signs.map((each) => quote(each)).join(' and ')} beside the figures of this table mean, no words say.`,
      },
    ]
  })
}

const longestFigure = 14

const named = '[aria-label], [title], [role="img"], img, svg'

/** A word stands behind each sign somewhere: a key to the table. */
function isExplained(signs: readonly string[], elements: readonly Element[]): boolean {
  const texts = pick(elements, 'p, li, caption, figcaption, dt, dd, small, span, div')
    .filter((element) => !element.querySelector('table, td'))
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.length <= longestKey)
  return signs.every((each) => {
    const key = new RegExp(`${each}\\s*[=:–-]?\\s*\\p{L}{2,}`, 'u')
    return texts.some((text) => key.test(text))
  })
}

const longestKey = 300

/** Cells with nothing in them but a drawing that has no name, of two kinds and more: what each says, only who sees it is told. */
function byPicture(elements: readonly Element[]): Hit[] {
  const alone = pick(
    elements,
    'td > svg, td > img[alt=""], td > i, td > span > svg, td > span > i, td > span > img[alt=""]',
  ).flatMap((picture) => {
    const cell = picture.closest('td')
    const table = cell && closest(cell, 'table')
    const { width, height } = picture.getBoundingClientRect()
    if (!cell || !table || Math.max(width, height) > largestPicture || Math.min(width, height) < smallestPicture)
      return []
    if (cell.matches('[aria-label], [title]') || spokenText(cell, 20) !== '' || saysOtherwise(picture)) return []
    return [{ cell, table, kind: kindOf(picture) }]
  })
  return [...Map.groupBy(alone, ({ table }) => table).values()].flatMap((marks): Hit[] => {
    const [first] = marks
    const kinds = new Set(marks.map(({ kind }) => kind))
    if (!first || marks.length < fewest || kinds.size < 2 || kinds.size > mostKinds) return []
    if (!isExposed(first.cell) || !isSeen(first.cell)) return []
    return [
      {
        element: first.cell,
        criteria: ['1.1.1', '1.3.3'],
        tier: 'practice',
        confidence: 'high',
        message: `${marks.length} cells of this table say by ${kinds.size} drawings without a name what they say.`,
        remedy: 'Write the word, “yes” or “no”, beside the drawing, or give the drawing that name.',
      },
    ]
  })
}

const largestPicture = 48
const smallestPicture = 6
const mostKinds = 4

const saysOtherwise = (picture: Element) =>
  picture.matches('[aria-label], [aria-labelledby], [title]') || picture.querySelector('title, text') !== null

/** What tells one drawing from another: its lines, its file, or the class that a font of icons goes by. */
const kindOf = (picture: Element) =>
  picture.localName === 'svg'
    ? picture.innerHTML.replaceAll(/\s+/g, ' ')
    : (picture.getAttribute('src') ?? picture.getAttribute('class') ?? '')

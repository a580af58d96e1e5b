/** The parts of a page that only who understands them can judge: pictures, title, headings, labels, links, texts, with what they are held against. */
import {
  ancestorsOf,
  blockOf,
  headings,
  isExposed,
  isField,
  isSeen,
  nameOf,
  ownText,
  pick,
  selectorOf,
  spokenText,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import type { Place } from '#workers/scan-page/checks/in-page/found'
import type { PartKind } from '#workers/scan-page/judge/faults'

export type JudgedPart = {
  kind: PartKind
  place: Place
  /** What is judged: the alternative, the title, the heading. */
  text: string
  /** What it is held against; for a picture, what stands beside it. */
  context: string
  /** On the page, of a picture. */
  box: { x: number; y: number; width: number; height: number } | null
}

const longestContext = 400
const partsOfKind = 12
const wordsOfHardText = 40
const smallestPicture = 24

export function judgedParts(elements: readonly Element[]): JudgedPart[] {
  const part = (kind: PartKind, element: Element, text: string, context: string): JudgedPart => ({
    kind,
    place: selectorOf(element),
    text: cut(text),
    context: cut(context),
    box: kind === 'picture' ? pageBox(element) : null,
  })
  const shown = (selector: string) => pick(elements, selector).filter((each) => isExposed(each) && isSeen(each))
  const title = pick(elements, 'title')[0]
  const first = (parts: JudgedPart[]) => parts.filter(({ text }) => text !== '').slice(0, partsOfKind)
  return [
    ...first(
      shown('img[alt]:not([alt=""]), svg[role="img"]')
        .filter(isLarge)
        .map((each) => part('picture', each, nameOf(each), spokenText(blockOf(each)))),
    ),
    ...(title ? [part('title', title, document.title, mainWords())] : []),
    ...first(shown(headings).map((each) => part('heading', each, spokenText(each), following(each)))),
    ...first(
      shown('input, select, textarea')
        .filter(isField)
        .map((each) => part('label', each, nameOf(each), each.type)),
    ),
    ...first(shown('a[href]').map((each) => part('link', each, nameOf(each), spokenText(blockOf(each))))),
    ...first(
      shown('p, li, dd')
        .filter((each) => ownText(each).split(' ').length >= wordsOfHardText)
        .map((each) => part('text', each, spokenText(each), '')),
    ),
  ]
}

const cut = (text: string) => squeeze(text).slice(0, longestContext)

function isLarge(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width >= smallestPicture && height >= smallestPicture
}

function pageBox(element: Element): JudgedPart['box'] {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + scrollX, y: y + scrollY, width, height }
}

const mainWords = () =>
  spokenText(document.querySelector('main, [role="main"]') ?? document.body ?? document.documentElement)

/** What stands between a heading and the next one: of itself and of what holds it, as long as that says nothing else. */
function following(heading: Element): string {
  let text = ''
  for (const at of [heading, ...ancestorsOf(heading)]) {
    for (let next = at.nextElementSibling; next; next = next.nextElementSibling) {
      if (next.matches(headings) || next.querySelector(headings)) return text
      text += ` ${spokenText(next, longestContext)}`
      if (text.length >= longestContext) return text
    }
    if (text.trim() !== '') return text
  }
  return text
}

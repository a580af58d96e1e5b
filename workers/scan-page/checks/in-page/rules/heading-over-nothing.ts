/** Headings that follow one another at once, on one level: nothing stands under them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { headings, isExposed, isSeen, parentOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

const fewestTogether = 3
const fewestLetters = 2

export const headingOverNothing: StaticCheck = {
  rule: 'heading-over-nothing',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Make them entries of a list, or paragraphs, and leave headings to what has something under them.',
  find: (elements) =>
    [...Map.groupBy(pick(elements, headings), parentOf).values()].flatMap((together) => {
      if (together.length < fewestTogether) return []
      const bare = together.filter(isFollowedByLike)
      const [first] = bare
      // The last of a row may have something under it.
      if (!first || bare.length < fewestTogether - 1) return []
      return [
        {
          element: first,
          confidence: 'medium' as const,
          message: `${quote(spokenText(first, 80))} is marked as a heading, and another of its level follows at once; so it is with ${bare.length > 2 ? `${bare.length - 1} more` : 'the next'}.`,
        },
      ]
    }),
}

/** What is hidden between them may come out, and what leads somewhere or does something needs nothing under it. */
function isFollowedByLike(heading: Element): boolean {
  const next = heading.nextElementSibling
  return (
    next !== null && [heading, next].every(isPlain) && levelOf(next) === levelOf(heading) && !isApart(heading, next)
  )
}

function isPlain(heading: Element): boolean {
  const text = spokenText(heading, 200)
  return (
    heading.matches(headings) &&
    isExposed(heading) &&
    isSeen(heading) &&
    !heading.querySelector('a, button, img, svg, input, [tabindex]') &&
    !heading.matches('[tabindex], [onclick], summary *, a *') &&
    text.length >= fewestLetters &&
    // Of sentences and prices that are headings is told elsewhere.
    !/[.!?…]["”»]?$/.test(text) &&
    !/^[\P{L}]*$/u.test(text)
  )
}

const levelOf = (heading: Element) => heading.getAttribute('aria-level') ?? heading.localName

/** Written between them without an element of its own, or laid out beside one another. */
function isApart(heading: Element, next: Element): boolean {
  for (let node = heading.nextSibling; node && node !== next; node = node.nextSibling)
    if (node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim() !== '') return true
  return next.getBoundingClientRect().top < heading.getBoundingClientRect().bottom - 1
}

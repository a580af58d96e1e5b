/** Prices and sentences that are marked as headings, under which nothing stands: for the size that headings have. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  headings,
  isExposed,
  isSeen,
  parentOf,
  pick,
  quote,
  spokenText,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'

export const headingForItsSize: StaticCheck = {
  rule: 'heading-for-its-size',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Make it a paragraph, and set its size by a style.',
  find: (elements) => {
    const bare = pick(elements, headings).filter((heading) => saysNoTitle(heading) && hasNothingUnder(heading))
    // One sentence under a title may be meant as its second line.
    return [...Map.groupBy(bare, parentOf).values()]
      .filter((together) => together.length >= fewestTogether)
      .flatMap(([first]) =>
        first
          ? [
              {
                element: first,
                confidence: 'medium' as const,
                message: `${quote(spokenText(first, 80))} is marked as a heading, and nothing stands under it; so is what follows it.`,
              },
            ]
          : [],
      )
  },
}

const fewestTogether = 2
const fewestWords = 6

const price =
  /^(?:\p{Sc}\s?\d[\d.,’'\s]*|\d[\d.,’'\s]*\s?(?:\p{Sc}|eur|usd|gbp|chf|zł|kč|kr)\.?)(?:\s?\/\s?\p{L}+\.?)?$/iu

function saysNoTitle(heading: Element): boolean {
  if (!isExposed(heading) || !isSeen(heading) || heading.querySelector('a, button, img, svg')) return false
  const text = spokenText(heading, 300)
  return price.test(text) || (/[.!…]["”»]?$/.test(text) && wordsOf(text).length >= fewestWords)
}

/** Up to the next heading, or to the end of what holds both. */
function hasNothingUnder(heading: Element): boolean {
  for (let next = heading.nextElementSibling; next; next = next.nextElementSibling) {
    if (!isExposed(next) || !isSeen(next)) continue
    return next.matches(headings)
  }
  return true
}

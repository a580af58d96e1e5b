/** Instructions that go by place, shape or colour alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  contentWords,
  isExposed,
  isSeen,
  nameOf,
  ownText,
  pick,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'

const byPlace =
  /\b(?:click|press|select|use|find|see|choose|tap|open|push|hit|go to|refer to)\b[^.!?]{0,60}?\b(?:on|to|at|in|from) the (?:(?:far|upper|lower|top|bottom)[ -])?(?:right|left)\b(?![- ]?(?:hand )?(?:wing|foot|track|direction))/i
const byLooks =
  /\b(?:(?:click|press|select|use|find|see|choose|tap|open|push|hit|within|in|from) (?:on )?(?:the|this) )((?:big|small|large )?(?:round|square|circular|triangular|triangle|oval|rectangular|diamond|star-shaped|red|green|blue|yellow|orange|purple|grey|gray|pink) (?:button|icon|link|menu|box|circle|square|arrow|tab|field))s?\b/i

export const instructionByLooks: StaticCheck = {
  rule: 'instruction-by-looks',
  criteria: ['1.3.3'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Name the thing as well, by the label it carries, for readers who do not see where or what shape it is.',
  find: (elements) =>
    pick(elements, 'p, li, td, dd, label, legend, figcaption, div, span').flatMap((element) => {
      if (ownText(element).length < 15) return []
      const text = spokenText(element, 600)
      const looks = byLooks.exec(text)
      const place = looks ? null : byPlace.exec(text)
      const words = looks?.[0] ?? place?.[0]
      if (!words || !isExposed(element) || !isSeen(element)) return []
      // A name beside the looks is enough: “the round button labelled Go”.
      if (/\b(?:label(?:l?ed)?|called|named|titled|marked|says)\b|["“”'‘’«»]\s*\w/i.test(text)) return []
      if (looks?.[1] && hasControlCalled(looks[1])) return []
      if (place && namesControl(place[0], elements)) return []
      return [
        {
          element,
          confidence: looks ? ('medium' as const) : ('low' as const),
          message: `This instruction goes by ${looks ? 'shape or colour' : 'place'} alone: ${quote(words, 80)}.`,
        },
      ]
    }),
}

const hasControlCalled = (words: string) =>
  [
    ...document.querySelectorAll(
      'a, button, summary, [role="button"], [role="link"], [role="tab"], [role="menuitem"], h1, h2, h3, h4, h5, h6',
    ),
  ].some((element) => spokenText(element, 100).toLowerCase().includes(words.toLowerCase()))

/** Whether the phrase names a heading, button or landmark label of the page: then it is found without looking. */
function namesControl(phrase: string, elements: readonly Element[]): boolean {
  const words = new Set(contentWords(phrase))
  return pick(elements, 'h1, h2, h3, h4, h5, h6, button, [aria-label], a[href], summary').some((element) =>
    contentWords(nameOf(element)).some((word) => words.has(word)),
  )
}

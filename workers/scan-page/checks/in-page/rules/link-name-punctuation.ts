/** Links that are called by punctuation alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, quote, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { contextOf, readLinks } from '#workers/scan-page/checks/in-page/link-texts'

export const linkNamePunctuation: StaticCheck = {
  rule: 'link-name-punctuation',
  criteria: ['2.4.4', '2.4.9'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let the link’s own words name its target; put an arrow beside them, not in their place.',
  find: (elements) =>
    readLinks(elements).flatMap(({ element, name }) => {
      if (!/^[\p{P}\p{S}\s]+$/u.test(name) || /[\p{Extended_Pictographic}#¶§+×]/u.test(name)) return []
      // In a list of pages, arrows have come to be known; what they say otherwise depends on what stands around.
      const isDotted = /^[.…·•*\-–—_|/:;,\s]+$/u.test(name)
      const isPlaced = wordsOf(contextOf(element)).length > 0 || closest(element, 'pre, code, nav') !== null
      return [
        {
          element,
          criteria: isPlaced ? ['2.4.9'] : ['2.4.4', '2.4.9'],
          tier:
            isDotted && !isPlaced
              ? ('error' as const)
              : isArrow(name) || isFlag(name)
                ? ('practice' as const)
                : ('warning' as const),
          confidence: isDotted && !isPlaced ? ('high' as const) : ('low' as const),
          message: `The link is called ${quote(name)}: no word tells where it leads.`,
        },
      ]
    }),
}

/** Countries have flags, and languages have none; read as “flag: Germany”. */
const isFlag = (name: string) => /^[\p{Regional_Indicator}\s]+$/u.test(name)

/** Read as “right-pointing double angle quotation mark”, or not at all. */
const isArrow = (name: string) => /^[<>‹›«»←→↑↓⟵⟶⇐⇒▲▼◀▶\s]+$/u.test(name)

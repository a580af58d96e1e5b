/** Buttons that are called by a sign alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'

/** What is read as it is meant, or has come to be: plus, minus, a question mark. */
const signs = /^[^\p{L}\p{N}\s+\-−–?#@&%€$£]{1,3}$/u

/** Small, in the corner of something or called so: an x that closes it, or takes an entry away. Keys and squares of a game stand in rows. */
function isClosingLetter(element: Element, name: string): boolean {
  if (!/^x$/i.test(name) || element.localName === 'a') return false
  const { width, height } = element.getBoundingClientRect()
  if (Math.max(width, height) > largestCloser) return false
  const beside = [...(element.parentElement?.children ?? [])].filter(
    (each) => each !== element && each.matches('button, [role="button"]') && nameOf(each).length === 1,
  )
  return beside.length === 0
}

const largestCloser = 64

export const buttonNamedBySign: StaticCheck = {
  rule: 'button-named-by-sign',
  criteria: ['1.3.3', '2.4.6', '4.1.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Give the button an aria-label that says what it does, or write the word beside the sign.',
  find: (elements) =>
    pick(elements, 'button, [role="button"], summary, input[type="button"], input[type="submit"], a[href]').flatMap(
      (element) => {
        const name = nameOf(element)
        // Of other signs that links are called by, another rule tells.
        if (element.localName === 'a' && !/\p{Extended_Pictographic}/u.test(name)) return []
        if (
          (!signs.test(name) && !isClosingLetter(element, name)) ||
          /[\ue000-\uf8ff]/u.test(name) ||
          !isExposed(element) ||
          !isSeen(element)
        )
          return []
        if (element.matches('[aria-describedby], [title]:not([title=""])')) return []
        return [
          {
            element,
            confidence: 'medium' as const,
            message: `The ${element.localName === 'a' ? 'link' : 'button'} is called ${quote(name)}: its sign is read out, and what it does is not.`,
          },
        ]
      },
    ),
}

/** Texts whose direction is not that of their script. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, quote, textHolders } from '#workers/scan-page/checks/in-page/dom'

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu
const fewestLetters = 20

export const textDirection: StaticCheck = {
  rule: 'text-direction',
  criteria: ['1.3.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Put dir="rtl" or dir="ltr" on this text, or on <html> where the whole page is written so.',
  find(elements) {
    // Where nothing turns the direction round, only text in a script from right to left can be set wrong.
    const isTurned =
      document.querySelector('[dir]') !== null ||
      [document.documentElement, document.body].some((each) => each && getComputedStyle(each).direction === 'rtl')
    return textHolders(elements).flatMap(({ element, own }) => judge(element, own, isTurned))
  },
}

function judge(element: Element, own: string, isTurned: boolean): Hit[] {
  if (own.length < fewestLetters || (!isTurned && own.search(rightToLeft) < 0)) return []
  // Marks of direction within the text do what the attribute does.
  if (element.matches('code, pre') || /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(own)) return []
  const letters = own.match(/\p{L}/gu)?.length ?? 0
  if (letters < fewestLetters || !(element instanceof HTMLElement)) return []
  const share = (own.match(rightToLeft)?.length ?? 0) / letters
  if (share > 0.05 && share < 0.9) return []
  const { direction, unicodeBidi, display } = getComputedStyle(element)
  const isRightToLeft = share >= 0.9
  if ((direction === 'rtl') === isRightToLeft || unicodeBidi === 'plaintext') return []
  if (!isExposed(element) || !isSeen(element)) return []
  // Words of one script with nothing around them come out in their order whichever way the block is set.
  if (isRightToLeft && share === 1 && /^\p{L}.*[\p{L}\p{M}]$/u.test(own) && !/\d/.test(own)) return []
  // Inside a line of the other direction, the bidi algorithm keeps a run of letters in order by itself.
  const isSure = isRightToLeft && !/^inline/.test(display)
  return [
    {
      element,
      tier: isSure ? 'error' : 'warning',
      confidence: isSure ? 'high' : 'medium',
      message: `${quote(own)} is written from ${isRightToLeft ? 'right to left, but set from left to right' : 'left to right, but set from right to left'}: its sentences begin and end on the wrong side.`,
      remedy: `Put dir="${isRightToLeft ? 'rtl' : 'ltr'}" on this text, or on <html> where the whole page is written so.`,
    },
  ]
}

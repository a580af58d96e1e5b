/** Words and prices that are struck through by a style alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isSeen,
  ownText,
  parentOf,
  quote,
  squeeze,
  textHolders,
} from '#workers/scan-page/checks/in-page/dom'

const hostsTaken = 5
const told = 'del, s, strike, [role="deletion"], [aria-label], [aria-labelledby], button, [role="button"], option'
/** What says beside it that it holds no longer, to who hears it too. */
const explained =
  /(?<!\p{L})(?:was|were|from|before|formerly|old|original(?:ly)?|regular|list|rrp|msrp|instead|reduced|sale|save|done|finished|completed?|cancell?ed|sold|unavailable|war|statt|bisher|vorher|früher|uvp|alt|erledigt|ausverkauft|avant|au lieu|ancien|prix|antes|anterior|precio|era|prima|invece|prezzo|was|van|eerder|voor|adviesprijs|przed|było|zamiast|antes|era|før|var|tidigare|ennen)(?!\p{L})/iu

export const textStruckByStyle: StaticCheck = {
  rule: 'text-struck-by-style',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Use <del> or <s>, and say in words what the line means: “was 80, now 56”.',
  find: (elements) =>
    textHolders(elements)
      .filter(({ element }) => getComputedStyle(element).textDecorationLine.includes('line-through'))
      .filter(
        ({ element }) =>
          isSeen(element) &&
          isExposed(element) &&
          !closest(element, told) &&
          !isTicked(element) &&
          !explained.test(squeeze((parentOf(element) ?? element).textContent ?? '').slice(0, longestAround)) &&
          !/absolute|fixed/.test(getComputedStyle(element).position),
      )
      .slice(0, hostsTaken)
      .map(({ element, own }) => ({
        element,
        // Of two prices, only the line says which one holds.
        tier: isPrice(own) && isBesidePrice(element) ? ('practice' as const) : ('warning' as const),
        confidence: 'medium' as const,
        message: `${quote(own)} is struck through by a style alone: who does not see the line takes it for what holds.`,
      })),
}

const price = /(?:\p{Sc}|(?<!\p{L})(?:EUR|USD|GBP|CHF|kr|zł|Kč|Ft|lei)(?!\p{L}))/u

const isPrice = (text: string): boolean => price.test(text) && /\d/.test(text)

const isBesidePrice = (element: Element): boolean =>
  [...(parentOf(element)?.children ?? [])].some(
    (each) =>
      each !== element &&
      isPrice(each.textContent ?? '') &&
      !/line-through/.test(getComputedStyle(each).textDecorationLine),
  ) || isPrice(ownText(parentOf(element) ?? element).replace(ownText(element), ''))

/** The box beside it tells that it is done. */
function isTicked(element: Element): boolean {
  const label = closest(element, 'label')
  const box = label instanceof HTMLLabelElement ? label.control : null
  const item = closest(element, 'li, tr, [role="listitem"], [role="row"]')
  return box?.matches(ticked) === true || closest(element, ticked) !== null || item?.querySelector(ticked) != null
}

const ticked = 'input:checked, [aria-checked="true"], [aria-pressed="true"]'
const longestAround = 160

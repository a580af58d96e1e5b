/** Quotations that are set off by their looks alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isSeen,
  parentOf,
  quote,
  textHolders,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'

/** A whole block in quotation marks, with no more behind them than who said it. */
const quoted = /^\s*["“„«‟「『]\s?[^"”“»」』]{40,}["”“»」』][.,]?\s*(?:[–—-]\s*.{1,60})?$/u
/** What somebody said, and in the same sentence who did: “…,” said the owner. */
const saidBy =
  /^\s*["“„«‟「『]\s?[^"”“»」』]{30,}["”“»」』][.,]?\s*(?:[–—,-]\s*)?(?:\p{L}+ ){0,4}(?:said|says|wrote|writes|told|recalls?|explains?|explained|sagt|sagte|schrieb|schreibt|meint|meinte|erklärt|dit|a dit|écrit|explique|raconte|dijo|dice|escribió|cuenta|ha detto|scrive|disse|diz|escreveu|zegt|zei|schrijft|schreef|mówi|powiedział\p{L}*|pisze|siger|sagde|skriver|säger|sade|sa|sier|sanoo|sanoi)(?!\p{L})[^"“„«]{0,80}$/iu
const isAttributed = /["”“»」』][.,]?\s*[–—]\s*\p{Lu}[^"”“»]{1,59}$/u
const fewestWords = 8
const indentPx = 24

export const quotationByLooks: StaticCheck = {
  rule: 'quotation-by-looks',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Put what somebody said into a <blockquote>.',
  find: (elements) =>
    textHolders(elements).flatMap(({ element, own }) => {
      const isSaid = saidBy.test(own)
      if (!element.matches('p, div') || !(quoted.test(own) || isSaid) || wordsOf(own).length < fewestWords) return []
      if (closest(element, 'blockquote, q, figure, li, [role="blockquote"], [role="log"], article, table, a, button'))
        return []
      return isSetOff(element) && isExposed(element) && isSeen(element)
        ? [
            {
              element,
              // Who said it stands behind it: a part of its own, and no words that are only set in quotation marks.
              tier:
                isAttributed.test(own) || (isSaid && isRuled(element)) ? ('practice' as const) : ('warning' as const),
              confidence: 'medium' as const,
              message: `${quote(own)} is set off as what somebody said, and is not marked as a quotation.`,
            },
          ]
        : []
    }),
}

/** A line at its side, as quotations alone have it, in letters that lean. */
function isRuled(element: Element): boolean {
  const { borderLeftStyle, borderLeftWidth, fontStyle } = getComputedStyle(element)
  return borderLeftStyle !== 'none' && Number.parseFloat(borderLeftWidth) >= 2 && fontStyle !== 'normal'
}

/** In italics, between lines, or further in than what stands before or after it. */
function isSetOff(element: Element): boolean {
  const { fontStyle, borderLeftWidth, borderLeftStyle, paddingLeft } = getComputedStyle(element)
  const other = element.previousElementSibling ?? element.nextElementSibling ?? parentOf(element)
  if (!other) return false
  const isSlanted = fontStyle !== 'normal' && getComputedStyle(other).fontStyle === 'normal'
  const isRuled = borderLeftStyle !== 'none' && Number.parseFloat(borderLeftWidth) >= 2
  const start = element.getBoundingClientRect().left + Number.parseFloat(paddingLeft)
  const isIndented = start - other.getBoundingClientRect().left >= indentPx
  return isSlanted || isRuled || isIndented
}

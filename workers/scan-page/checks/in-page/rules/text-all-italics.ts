/** Long text in italics. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readBlocks } from '#workers/scan-page/checks/in-page/running-text'

export const textAllItalics: StaticCheck = {
  rule: 'text-all-italics',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Set only a few words in italics.',
  find: (elements) =>
    readBlocks(elements).flatMap(({ element, text, style }) => {
      if (text.length < longest || closest(element, 'blockquote, q, cite, address, em em')) return []
      const inner = [...element.children].find((child) => squeeze(child.textContent ?? '').length > 0.9 * text.length)
      const isSlanted = (inner ? getComputedStyle(inner) : style).fontStyle !== 'normal'
      return isSlanted ? [{ element, message: `${quote(text)} is set in italics for ${text.length} characters.` }] : []
    }),
}

const longest = 160

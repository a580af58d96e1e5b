/** `<address>` around what is no way to reach anybody. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, quote, spokenText, wordsOf } from '#workers/scan-page/checks/in-page/dom'

const fewestWords = 8
/** A number, a mail address, a link or a name of a place: it may be one. */
const reaching =
  /\d|@|\b(?:street|road|lane|avenue|square|floor|building|house|box|phone|call|mail|contact|written by|by|author|stra(?:ß|ss)e|platz|weg|rue|place|calle|plaza|via|piazza|straat|plein|ulica|ul\.|rua|vej|gade|gatan)\b/i

export const addressForOther: StaticCheck = {
  rule: 'address-for-other',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Keep <address> for how the page’s or article’s author is reached; let a style slant other words.',
  find: (elements) =>
    pick(elements, 'address').flatMap((element) => {
      const text = spokenText(element, 600)
      if (wordsOf(text).length < fewestWords || reaching.test(text) || !/[.!?…]["”»]?$/.test(text)) return []
      if (element.querySelector('a, time, br, img, [itemprop]') || closest(element, 'footer')) return []
      if (!isExposed(element) || !isSeen(element)) return []
      return [
        {
          element,
          message: `${quote(text)} is marked as how somebody is reached, and is a sentence of something else.`,
        },
      ]
    }),
}

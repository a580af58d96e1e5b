/** Texts in letters that the language they are declared in is not written with. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, quote, textHolders } from '#workers/scan-page/checks/in-page/dom'

const latin =
  /^(?:en|de|fr|es|it|pt|nl|pl|sv|da|nb|nn|no|fi|cs|sk|sl|hr|hu|ro|et|lv|lt|ca|gl|eu|ga|cy|is|sq|tr|id|ms|vi|af)(?:-(?!cyrl|arab)|$)/i
const scripts = [
  /[\p{Script=Arabic}]/gu,
  /[\p{Script=Hebrew}]/gu,
  /[\p{Script=Cyrillic}]/gu,
  /[\p{Script=Greek}]/gu,
  /[\p{Script=Thai}]/gu,
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}]/gu,
  /[\p{Script=Georgian}\p{Script=Armenian}\p{Script=Ethiopic}\p{Script=Khmer}\p{Script=Lao}\p{Script=Sinhala}]/gu,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
]
/** So many letters are no name of a language, a person or a town. */
const fewestLetters = 12
const fewestSigns = 8
const mostShare = 0.8

export const partInOtherScript: StaticCheck = {
  rule: 'part-in-other-script',
  criteria: ['3.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put the lang of what is written there on this text, so that screen readers speak it with the right voice.',
  find: (elements) =>
    textHolders(elements).flatMap(({ element, own }) => {
      // Most texts of most pages end here.
      if (!/[^\p{ASCII}\u0080-\u024F\u2000-\u206F]/u.test(own)) return []
      const owner = closest(element, '[lang]')
      const language = (owner?.getAttribute('lang') ?? '').trim()
      if (!owner || owner === element || !latin.test(language)) return []
      const letters = own.match(/\p{L}/gu)?.length ?? 0
      const script = scripts.findIndex((of) => (own.match(of)?.length ?? 0) >= letters * mostShare)
      const isLong =
        script === scripts.length - 1 ? letters >= fewestSigns : letters >= fewestLetters && /\S\s+\S/.test(own)
      if (script < 0 || !isLong || closest(element, 'code, pre, kbd, samp, math, svg, [translate="no"], .notranslate'))
        return []
      if (!isExposed(element) || !isSeen(element)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `${quote(own)} is read as ${language}, which is not written with such letters.`,
        },
      ]
    }),
}

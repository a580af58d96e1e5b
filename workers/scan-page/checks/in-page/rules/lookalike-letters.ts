/** Words written with letters of other scripts that only look like theirs. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, quote, textHolders } from '#workers/scan-page/checks/in-page/dom'

// Cyrillic letters that look like Latin ones, within a Latin word; and mathematical letters that stand for a script or weight.
const mixed =
  /(?<![\p{L}])(?=\p{L}*[A-Za-z])(?=\p{L}*[авеёіјкмнорсѕтухһԁԛԝАВЕЅІЈКМНОРСТУХҮ])[A-Za-zавеёіјкмнорсѕтухһԁԛԝАВЕЅІЈКМНОРСТУХҮ]{3,}(?![\p{L}])/u
const mixedWithGreek =
  /(?<![\p{L}])(?=\p{L}*[A-Za-z])(?=\p{L}*[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧορ])[A-Za-zΑΒΕΖΗΙΚΜΝΟΡΤΥΧορ]{4,}(?![\p{L}])/u
/** Letters that no language in Latin script is written with. */
const strange = /[^\p{ASCII}\u0080-\u024F\u2000-\u206F]/u
const styled = /[\u{1D400}-\u{1D6A5}\u{1F130}-\u{1F189}\u{24B6}-\u{24E9}]{4,}/u
// Letters of half their height, of phonetic alphabets, that stand for capitals; those that phonetics itself needs do not count.
const smallCapitals = /(?=\S*[ᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱ]\S*[ᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱ])[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢx]{3,}/u
const turned = /(?=\p{L}*[ɐǝɟƃɥᴉɾʞɯɹʇʌʍʎ]\p{L}*[ɐǝɟƃɥᴉɾʞɯɹʇʌʍʎ])[\p{L}]{3,}/gu
const phonetic = /[ˈˌːəɪʊŋθðʃʒæɔɑɛ/[\]]/u
const wide = /[\uFF21-\uFF3A\uFF41-\uFF5A]{4,}/u

export const lookalikeLetters: StaticCheck = {
  rule: 'lookalike-letters',
  criteria: ['1.1.1', '1.3.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Write the word with the letters of its own script, and give it its looks by CSS.',
  find: (elements) =>
    textHolders(elements).flatMap(({ element, own }) => {
      if (!strange.test(own)) return []
      const word = mixed.exec(own)?.[0] ?? mixedWithGreek.exec(own)?.[0] ?? styled.exec(own)?.[0] ?? redrawn(own)
      if (!word || isInflected.test(word) || isAlphabet(word)) return []
      if (closest(element, 'pre, code, math, svg, [role="img"]') || !isExposed(element) || !isSeen(element)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `${quote(word)} is written with characters that only look like its letters: it is read as something else, or not at all.`,
        },
      ]
    }),
}

/** In letters of other uses: each word of several upside down, small capitals, letters as wide as Chinese signs. */
function redrawn(own: string): string | undefined {
  const upside = own.match(turned) ?? []
  if (upside.length >= 2 && !phonetic.test(own)) return upside[0]
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(own))
    return smallCapitals.exec(own)?.[0]
  return smallCapitals.exec(own)?.[0] ?? wide.exec(own)?.[0]
}

/** A foreign abbreviation with the ending of the language around it: SMSка. */
const isInflected = /^[A-Z]{2,}[а-яёіїєґѕј]+$/u

/** Letters in the order of the alphabet stand for themselves, as in a table of signs. */
function isAlphabet(word: string): boolean {
  const signs = [...word].map((sign) => sign.codePointAt(0) ?? 0)
  return signs.every((sign, index) => index === 0 || sign === (signs[index - 1] ?? 0) + 1)
}

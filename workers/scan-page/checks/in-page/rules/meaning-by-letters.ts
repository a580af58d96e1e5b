/** Meanings that only the look of letters tells, which the page says of itself: “what is in bold holds nuts”. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  closest,
  headings,
  isExposed,
  isSeen,
  ownText,
  pick,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'

type Look = 'bold' | 'italic' | 'underlined'

const words: Readonly<Record<Look, string>> = {
  bold: String.raw`(?:in |are |is |set |printed )bold|bold (?:type|print|letters|items|words|names|dates|entries)|fett(?: gedruckt\p{L}*| geschrieben\p{L}*| markiert\p{L}*| gesetzt\p{L}*|gedruckt\p{L}*|schrift)?|(?:en|caractères) gras|(?:en|letra) negrita|in grassetto|(?:a|em) negrito|vet(?:gedrukt\p{L}*| gedrukt\p{L}*| weergegeven)|pogrubion\p{L}*|wytłuszczon\p{L}*|(?:i|med) fet(?:stil| stil| skrift)?|(?:med )?fed(?: skrift)?|lihavoi\p{L}+|tučn\p{L}+|félkövér\p{L}*|жирным|жирн\p{L}+ шрифт\p{L}*|kalın(?: harf\p{L}*| yaz\p{L}*)?|aldin`,
  italic: String.raw`(?:in |are |is |set )italics?|italic(?:s|ized)? (?:type|print|words|names|entries)?|kursiv\p{L}*|en italiques?|en cursiva|in corsivo|em itálico|cursief|gecursiveerd\p{L}*|kursyw\p{L}+|kurzív\p{L}*|курсив\p{L}*|italik`,
  underlined: String.raw`underlined|unterstrichen\p{L}*|soulignée?s?|subrayad[oa]s?|sottolineat[oaie]|sublinhad[oa]s?|onderstreept\p{L}*|podkreślon\p{L}*|understruk\p{L}+|understreg\p{L}+|podtržen\p{L}+|подчёркнут\p{L}+|подчеркнут\p{L}+`,
}
const patterns = Object.entries(words).map(
  ([look, said]) => [look as Look, new RegExp(`(?<!\\p{L})(?:${said})(?!\\p{L})`, 'iu')] as const,
)
const marked = 'strong, b, em, i, u, mark, ins, th, dt, label, legend, summary, caption'
const fewestLetters = 3
const longestSaying = 300

export const meaningByLetters: StaticCheck = {
  rule: 'meaning-by-letters',
  criteria: ['1.3.1', '1.3.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Say it by a word or a sign as well, e.g. “(contains nuts)”, or mark it with <strong> or <em>.',
  find: (elements) =>
    // Asked of each text there is only where any says so.
    (isSaidIn(document.body?.textContent ?? '') ? pick(elements, sayings) : []).flatMap((element): Hit[] => {
      if (ownText(element).length < 12) return []
      const text = spokenText(element, longestSaying)
      const [look, pattern] = patterns.find(([, each]) => each.test(text)) ?? []
      if (!look || !pattern || !isExposed(element) || !isSeen(element)) return []
      const [first] = setSo(element, look)
      return first
        ? [
            {
              element: first,
              confidence: 'medium',
              message: `What is meant by ${quote(pattern.exec(text)?.[0] ?? '')} here, only the look of letters tells: ${quote(spokenText(first, 60))} is so by a style alone.`,
            },
          ]
        : []
    }),
}

const sayings = 'p, li, dd, td, caption, figcaption, div, span, legend'
const isSaidIn = (text: string) => patterns.some(([, pattern]) => pattern.test(text))

/** Texts beside what says so that are set so by a style, where others of their kind are not; none where an element marks them. */
function setSo(saying: Element, look: Look): Element[] {
  const around = ancestorsOf(saying).find(
    (each) => spokenText(each, 2000).length > spokenText(saying, 2000).length + 20,
  )
  if (!around) return []
  const texts = [...around.querySelectorAll('*')].filter(
    (each) =>
      !saying.contains(each) &&
      !each.matches('script, style') &&
      ownText(each).length >= fewestLetters &&
      !closest(each, `a[href], button, nav, ${headings}`) &&
      isSeen(each),
  )
  const so = texts.filter((each) => isSet(each, look))
  if (so.length === 0 || so.some((each) => closest(each, marked))) return []
  return so.filter((each) =>
    texts.some((other) => other.localName === each.localName && other !== each && !isSet(other, look)),
  )
}

function isSet(element: Element, look: Look): boolean {
  const { fontWeight, fontStyle, textDecorationLine } = getComputedStyle(element)
  if (look === 'bold') return Number(fontWeight) >= 600
  return look === 'italic' ? fontStyle !== 'normal' : textDecorationLine.includes('underline')
}

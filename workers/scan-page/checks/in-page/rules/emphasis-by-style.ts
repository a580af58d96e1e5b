/** Words that turn or bind the meaning of a sentence, and are set off by a style alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, quote, textHolders, wordsOf } from '#workers/scan-page/checks/in-page/dom'

/** Not, only, never, must, always. */
const weighty =
  /^(?:not|never|no|only|must(?: not)?|do not|don[’']t|cannot|always|nicht|nie|niemals|nur|keine?[nrsm]?|ausschließlich|unbedingt|muss|müssen|immer|ne pas|pas|jamais|uniquement|seulement|obligatoirement|toujours|nunca|no|solo|sólo|únicamente|siempre|debe|non|mai|soltanto|esclusivamente|sempre|deve|não|apenas|só|niet|nooit|alleen|uitsluitend|altijd|moet|ikke|aldrig|aldri|kun|altid|skal|inte|endast|bara|alltid|måste|nie|nigdy|tylko|wyłącznie|zawsze|ei|vain|aina)[.,:!]?$/iu
const marked = 'strong, b, em, i, mark, u, a, button, label, th, dt, code, h1, h2, h3, h4, h5, h6, [role]'
const foundTaken = 3
const fewestAround = 3

export const emphasisByStyle: StaticCheck = {
  rule: 'emphasis-by-style',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Mark the word with <strong> or <em>, and let the style follow from that.',
  find: (elements) =>
    textHolders(elements)
      .filter(({ element, own }) => {
        const around = element.parentElement
        if (!element.matches('span, font') || !weighty.test(own) || element.firstElementChild || !around) return false
        if (closest(element, marked) || wordsOf(around.textContent ?? '').length < fewestAround + 1) return false
        const [set, other] = [getComputedStyle(element), getComputedStyle(around)]
        const isBolder = Number(set.fontWeight) >= 600 && Number(other.fontWeight) < 600
        const isSlanted = set.fontStyle !== 'normal' && other.fontStyle === 'normal'
        return (isBolder || isSlanted) && isExposed(element) && isSeen(element)
      })
      .slice(0, foundTaken)
      .map(({ element, own }) => ({
        element,
        confidence: 'medium' as const,
        message: `${quote(own)} is set off in its sentence by a style alone, which no reader is told of.`,
      })),
}

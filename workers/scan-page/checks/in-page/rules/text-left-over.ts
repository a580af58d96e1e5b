/** Texts that a template filled in until somebody would write. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, headings, isExposed, isSeen, quote, textHolders } from '#workers/scan-page/checks/in-page/dom'

const latin = /\blorem ipsum\b.*\b(?:dolor|sit amet|consectetur|adipisc)/i
const asked =
  /^(?:this is (?:a|an) (?:sample|example|placeholder|dummy)(?: \w+)? (?:text|paragraph|page|description)\b|(?:insert|add|enter|type|write|put)(?: your| some| a)? (?:text|content|copy|description|paragraph)(?: here)?\b|your (?:text|content|description|copy) (?:here|goes here)|(?:text|content|description|copy) goes here\b|click (?:here )?to (?:edit|add) (?:this )?(?:text|your)|hier (?:steht|kommt)(?: ihr| dein)? (?:text|beispieltext)|dies ist ein (?:beispiel|blind|platzhalter)text|votre texte ici|texte (?:à venir|d[’']exemple)|su texto aquí|texto de ejemplo|testo di esempio|voorbeeldtekst|przykładowy tekst|texto de exemplo)/i

export const textLeftOver: StaticCheck = {
  rule: 'text-left-over',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Write the text, or take the part away until there is one.',
  find: (elements) =>
    textHolders(elements)
      .filter(({ element, own }) => {
        if (element.matches(headings) || (!latin.test(own) && !asked.test(own))) return false
        return (
          isExposed(element) &&
          isSeen(element) &&
          !closest(element, 'code, pre, label, button, q, blockquote, [contenteditable]')
        )
      })
      .slice(0, 1)
      .map(({ element, own }) => ({ element, message: `${quote(own)} was left from a template.` })),
}

/** Headings left over from a template. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { headings, isExposed, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'

const emptyHeading =
  /^(?:heading|headline|title|subtitle|untitled|section|new section|lorem ipsum.*|(?:heading|headline|section|title|block) ?\d{1,2}|h[1-6]|click here|read more|todo|tbd|xxx+|placeholder|überschrift(?: \d)?|abschnitt ?\d*|titel(?: \d)?|untertitel|titre(?: \d)?|sous-titre|section \d{1,2}|título(?: \d)?|subtítulo|encabezado|sección ?\d*|titolo(?: \d)?|sottotitolo|intestazione|sezione ?\d*|kop(?:tekst)?(?: \d)?|sectie ?\d*|nagłówek(?: \d)?|tytuł(?: \d)?|sekcja ?\d*|(?:insert|enter|your|add) (?:heading|headline|title|text)(?: here)?|(?:heading|headline|title|text) (?:goes )?here)$/i

export const headingNotDescriptive: StaticCheck = {
  rule: 'heading-not-descriptive',
  criteria: ['2.4.6'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Say in the heading what its section is about.',
  find: (elements) =>
    pick(elements, headings).flatMap((element) => {
      if (!isExposed(element)) return []
      const text = nameOf(element)
      if (!emptyHeading.test(text)) return []
      const tier =
        /^(?:untitled|lorem ipsum.*|todo|tbd|xxx+|(?:sub)?heading|überschrift(?: \d)?|(?:insert|enter|your|add) (?:heading|headline|title|text)(?: here)?|(?:heading|headline|title|text) (?:goes )?here)$/i.test(
          text,
        )
          ? ('practice' as const)
          : ('warning' as const)
      return [{ element, tier, message: `The heading ${quote(text)} does not tell what comes under it.` }]
    }),
}

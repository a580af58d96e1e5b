/** Headings that do not tell what comes under them: left over from a template, or counting alone. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { countedHeadings } from '#workers/scan-page/checks/in-page/counted-headings'
import { headings, isExposed, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { neverFilled } from '#workers/scan-page/checks/in-page/template-words'

/** Where a tool says what is to be written: “Insert heading here”. */
const asked = [
  '(?:insert|enter|your|add) (?:heading|headline|title|text)(?: here)?|(?:heading|headline|title|text) (?:goes )?here',
  '(?:hier )?(?:überschrift|titel|text) (?:hier )?(?:einfügen|eingeben)',
  '(?:votre|insérer? (?:un|le)|ajouter? un|saisir (?:un|le)) (?:titre|texte)(?: ici)?',
  '(?:tu|su|inserte?|escrib[ae]|añad[ae]) (?:el |un |su )?(?:título|texto|encabezado)(?: aquí)?',
  '(?:il tuo|inserisci|aggiungi) (?:il |un )?(?:titolo|testo)(?: qui)?',
  '(?:voeg|typ|plaats|uw) (?:hier )?(?:een |de |je |uw )?(?:titel|koptekst|tekst)(?: hier)?(?: in)?',
  '(?:wpisz|wstaw|dodaj|tutaj) (?:tutaj |tu )?(?:nagłówek|tytuł|tekst)',
  '(?:insira|adicione|seu) (?:o |um )?(?:título|texto)(?: aqui)?',
  '(?:skriv|lägg till|infoga|indsæt|sett inn) (?:en |din )?(?:rubrik|titel|overskrift|tekst|text)(?: här| her)?',
]

const leftOver = new RegExp(
  `^(?:untitled|(?:sub)?heading|überschrift(?: \\d)?|${[neverFilled, ...asked].join('|')})$`,
  'i',
)

/** What may have been left over, and may be the title of a part on titles and sections. */
const bare =
  /^(?:headline|title|subtitle|section|new section|(?:heading|headline|section|title|block) ?\d{1,2}|h[1-6]|click here|read more|placeholder|abschnitt ?\d*|titel(?: \d)?|untertitel|titre(?: \d)?|sous-titre|título(?: \d)?|subtítulo|encabezado|sección ?\d*|titolo(?: \d)?|sottotitolo|intestazione|sezione ?\d*|kop(?:tekst)?(?: \d)?|sectie ?\d*|nagłówek(?: \d)?|tytuł(?: \d)?|sekcja ?\d*|rubrik ?\d?|overskrift ?\d?|otsikko ?\d?|nadpis ?\d?|заголовок ?\d?)$/i

export const headingNotDescriptive: StaticCheck = {
  rule: 'heading-not-descriptive',
  criteria: ['2.4.6'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Say in the heading what its section is about.',
  find: (elements) => {
    const counted = countedHeadings(elements)
    const told = new Set(counted.flatMap(({ row }) => row))
    const single = pick(elements, headings).flatMap((element): Hit[] => {
      if (told.has(element) || !isExposed(element)) return []
      const text = nameOf(element)
      const isLeftOver = leftOver.test(text)
      if (!isLeftOver && !bare.test(text)) return []
      const tier = isLeftOver ? 'practice' : 'warning'
      return [{ element, tier, message: `The heading ${quote(text)} does not tell what comes under it.` }]
    })
    return [...counted.map(({ row: _, ...hit }) => hit), ...single]
  },
}

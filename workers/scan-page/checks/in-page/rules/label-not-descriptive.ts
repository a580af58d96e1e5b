/** Labels that do not tell what to enter. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  type Field,
  isExposed,
  isSeen,
  labelsOf,
  namedBy,
  nameOf,
  pick,
  quote,
  spokenText,
  squeeze,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

const emptyLabel =
  /^(?:(?:label|field|input|text ?(?:field|box)?|feld|eingabe(?:feld)?|textfeld|champ|zone de texte|campo(?: de texto| di testo)?|veld|tekstveld|pole(?: tekstowe)?|wert|valeur|valor|valore|waarde|wartość) ?\d*|label|field|input|text|text ?field|enter(?: text)?|value|info|information|menu|data|form|item|untitled|select|option|choose|check ?box|radio|box|go|submit|here|required|optional|placeholder|new field|question|[★☆⭐♥❤👍]|\*|\?|\d+)[\s:*.]*$/iu

/** How a program calls a field that nobody has named. */
const leftOver =
  /^(?:(?:label|field|input|text ?(?:field|box)|feld|eingabefeld|textfeld|champ|zone de texte|campo(?: de texto| di testo)?|veld|tekstveld|pole(?: tekstowe)?|fält|felt|kenttä) ?\d*|untitled|placeholder|new field|enter text)[\s:*.]*$/i

export const labelNotDescriptive: StaticCheck = {
  rule: 'label-not-descriptive',
  criteria: ['2.4.6', '3.3.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Name in the label what is asked for, e.g. “Date of birth”.',
  find: (elements) => [...readFields(elements).flatMap(judge), ...pick(elements, 'fieldset').flatMap(judgeGroup)],
}

/** What a group of choices is, and not what is asked by it. */
const noQuestion =
  /^(?:choice|choices|choose|select|options?|selection|auswahl|optionen|antworten?|choix|réponses?|opción|opciones|respuestas?|scelta|opzioni|risposte?|keuze|opties|antwoord(?:en)?|wybór|opcje|odpowiedzi|escolha|opções|group|gruppe|groupe|grupo|gruppo|fieldset|legend|radio(?: buttons?| group)?|answers?)[\s:.]*$/iu

/** A group whose question stands before it, and which is called by what it is alone. */
function judgeGroup(group: Element): Hit[] {
  const legend = group.querySelector(':scope > legend')
  const before = group.previousElementSibling
  const name = legend ? spokenText(legend, 60) : ''
  if (!legend || !before || !noQuestion.test(name) || group.matches('[aria-labelledby], [aria-describedby]')) return []
  const question = spokenText(before, 200)
  if (!/[?？؟;]$/.test(question) || before.querySelector('input, select, textarea') || !isSeen(before)) return []
  if (!group.querySelector('[type="radio"], [type="checkbox"]') || !isExposed(group)) return []
  return [
    {
      element: legend,
      criteria: ['2.4.6', '1.3.1'],
      confidence: 'high',
      message: `This group is called ${quote(name)}; what is asked, ${quote(question)}, stands outside of it.`,
      remedy: 'Put the question into the <legend>.',
    },
  ]
}

/** From 1 to 5, or from 0 to 10: what the group asks tells what the figure is of. */
const isOnScale = (field: Field, name: string): boolean =>
  field.type === 'radio' && /^\d{1,2}$/.test(name) && isGroupNamed(field)

function isGroupNamed(field: Field): boolean {
  const group = closest(field, 'fieldset, [role="group"], [role="radiogroup"]')
  return (
    group !== null &&
    nameOf(group) !== '' &&
    (!group.matches('fieldset') ||
      group.querySelector(':scope > legend') !== null ||
      group.matches('[aria-label], [aria-labelledby]'))
  )
}

function judge(field: Field): Hit[] {
  const name = nameOf(field)
  if (name === '' || isOnScale(field, name)) return []
  const isEmpty = emptyLabel.test(name) && !(field.type === 'search' || /search|query|^q$/i.test(field.name))
  if (!isEmpty) return borrowed(field, name)
  return [
    {
      element: field,
      tier:
        (leftOver.test(name) || !/[\p{L}\d]/u.test(name)) && labelsOf(field).some((label) => isSeen(label))
          ? 'practice'
          : 'warning',
      confidence: labelsOf(field).some((label) => isSeen(label)) ? 'high' : 'medium',
      message: `The label ${quote(name)} does not tell what to enter into this ${tagOf(field)}.`,
    },
  ]
}

/** A field named by things of which some are not to be seen: the words on the screen say less than the name. */
function borrowed(field: Field, name: string): Hit[] {
  const sources = namedBy(field, 'aria-labelledby')
  const seen = sources.filter((source) => isSeen(source))
  if (sources.length === 0 || seen.length === sources.length || seen.length === 0) return []
  const left = squeeze(seen.map((source) => spokenText(source)).join(' '))
  if (
    !/^(?:go|ok|submit|send|search|find|show|more|:|\W*)$/i.test(left) ||
    seen.every((source) => source.matches('label'))
  )
    return []
  return [
    {
      element: field,
      tier: 'warning',
      criteria: ['2.4.6'],
      message: `Of this field’s label ${quote(name)} only ${quote(left)} is to be seen.`,
      remedy: 'Show the whole label beside the field.',
    },
  ]
}

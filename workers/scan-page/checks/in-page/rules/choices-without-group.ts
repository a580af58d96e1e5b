/** Radio buttons, check boxes and the parts of a date that are of one question, and that no group ties together. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  type Field,
  isSeen,
  nameOf,
  quote,
  spokenText,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const choicesWithoutGroup: StaticCheck = {
  rule: 'choices-without-group',
  criteria: ['1.3.1', '3.3.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put them into a <fieldset> whose <legend> asks the question.',
  find(elements) {
    const fields = readFields(elements)
    return [...ofOneName(elements), ...ofOneQuestion(fields), ...partsOfDates(fields)]
  },
}

const fewestOfQuestion = 3
const longestQuestion = 80
const fewWords = 4
const levelsUp = 4

/** Check boxes in a row, each of another name, under a text that asks what they answer. */
function ofOneQuestion(fields: readonly Field[]): Hit[] {
  return rowsOf(fields).flatMap((row): Hit[] => {
    const [first] = row
    if (!first || row.length < fewestOfQuestion || row.some(isGrouped)) return []
    if (new Set(row.map(({ name }) => name)).size < row.length) return []
    const question = questionBefore(first)
    if (question === '') return []
    return [
      {
        element: first,
        message: `These ${row.length} check boxes answer ${quote(question)}, and no group ties them to it: who reaches one does not hear what is asked.`,
      },
    ]
  })
}

/** Check boxes that follow one another with no other field between. */
function rowsOf(fields: readonly Field[]): Field[][] {
  const rows: Field[][] = []
  for (const [at, field] of fields.entries()) {
    if (field.type !== 'checkbox' || !field.form) continue
    const before = fields[at - 1]
    if (before?.type === 'checkbox' && before.form === field.form && boxOf(before) === boxOf(field))
      rows.at(-1)?.push(field)
    else rows.push([field])
  }
  return rows
}

/** What holds the row: past its label, its line or its entry of a list. */
const boxOf = (field: Field): Element | null => {
  let at: Element | null = field.parentElement
  while (at && at.querySelectorAll('input:not([type="hidden"]), select, textarea').length === 1) at = at.parentElement
  return at
}

/** A short text right before them that is no heading, and asks, or says in a few words what of. */
function questionBefore(first: Field): string {
  let at: Element | null = first
  for (let level = 0; at && level < levelsUp && !at.matches('form, body, main'); level += 1) {
    const before = at.previousElementSibling
    if (before) {
      if (!before.matches('p, div, span, strong, b, legend, label:not([for])')) return ''
      if (before.querySelector('input, select, textarea, button, h1, h2, h3, h4, h5, h6, [role="heading"], a'))
        return ''
      const text = isSeen(before) ? spokenText(before, longestQuestion + 1) : ''
      const isShort = text.length <= longestQuestion
      return isShort && (/[?？:：]$/.test(text) || wordsOf(text).length <= fewWords) ? text : ''
    }
    at = at.parentElement
  }
  return ''
}

function ofOneName(elements: readonly Element[]): Hit[] {
  const choices = readFields(elements).filter(({ type, name }) => /^(?:radio|checkbox)$/.test(type) && name !== '')
  const forms = [...new Set(choices.map(({ form }) => form))]
  const groups = Map.groupBy(choices, ({ type, name, form }) => `${type} ${name} ${forms.indexOf(form)}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length < 2 || group.some((field) => isGrouped(field))) return []
    const what = first.type === 'radio' ? 'radio buttons' : 'check boxes'
    return [
      {
        element: first,
        message: `These ${group.length} ${what} (name=${quote(first.name)}) stand in no group with a name: who reaches one does not hear what is asked.`,
      },
    ]
  })
}

/** How the parts of a date or a time are called where nothing else is said. */
const parts: readonly RegExp[] = [
  /^(?:day|dd|tag|tt|jour|jj|día|dia|giorno|gg|dag|dzień|päivä|den|nap|ziua?|gün|day of month|день|ден|dan|ημέρα|يوم|اليوم|日|일)$/iu,
  /^(?:month|mm|monat|mois|mes|mês|mese|maand|miesiąc|måned|månad|kuukausi|měsíc|hónap|luna|lună|ay|месяц|місяць|месец|mjesec|mesec|μήνας|شهر|الشهر|月|월)$/iu,
  /^(?:year|yyyy|yy|jahr|jjjj|année|aaaa|año|ano|anno|jaar|rok|år|vuosi|év|anul|yıl|год|рік|година|godina|leto|έτος|سنة|السنة|年|년)$/iu,
]
const hours = /^(?:hours?|hh|stunden?|heures?|horas?|ore|ora|uur|godzina|timer?|timmar|hodina|saat|часы?)$/iu
const minutes = /^(?:minutes?|mins?|minuten?|minutos?|minuti|minuta|minutter|minuter|dakika|минуты?)$/iu

/** Fields one after the other that are called “Day”, “Month” and “Year”, and nothing more. */
function partsOfDates(fields: readonly Field[]): Hit[] {
  const names = fields.map((field) =>
    field.matches('[type="radio"], [type="checkbox"]') ? '' : squeeze(nameOf(field).replaceAll(/\([^)]*\)|[*:]/g, ' ')),
  )
  return fields.flatMap((field, at): Hit[] => {
    const here = names.slice(at, at + 3)
    const isDate = here.length === 3 && parts.every((part) => here.some((name) => part.test(name)))
    const isTime = hours.test(here[0] ?? '') && minutes.test(here[1] ?? '')
    const alike = fields.slice(at, at + (isDate ? 3 : 2))
    if ((!isDate && !isTime) || alike.some((each) => each.form !== field.form || isGrouped(each))) return []
    return [
      {
        element: field,
        message: `The fields ${here
          .slice(0, alike.length)
          .map((name) => quote(name))
          .join(
            ', ',
          )} stand in no group with a name: who reaches one does not hear which ${isDate ? 'date' : 'time'} is asked for.`,
      },
    ]
  })
}

function isGrouped(field: Field): boolean {
  // One that is named by several things may well hear the question with the answer.
  if (/\S\s+\S/.test(field.getAttribute('aria-labelledby') ?? '') || field.hasAttribute('aria-describedby')) return true
  const group = closest(field, 'fieldset, [role="group"], [role="radiogroup"], [role="listbox"], [role="menu"], table')
  if (!group) return false
  if (group.localName !== 'fieldset') return group.localName === 'table' || nameOf(group) !== ''
  return (
    group.querySelector(':scope > legend') !== null ||
    group.hasAttribute('aria-label') ||
    group.hasAttribute('aria-labelledby')
  )
}

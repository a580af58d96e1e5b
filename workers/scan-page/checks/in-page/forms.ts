/** Forms: labels that say nothing or the same, hints and errors that are seen beside a field but not tied to it. */
import {
  closest,
  type Field,
  isExposed,
  isField,
  isSeen,
  isShown,
  nameOf,
  quote,
  selectorOf,
  spokenText,
  squeeze,
  tagOf,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'

const emptyLabel =
  /^(?:label|field|input|text|text ?field|enter(?: text)?|value|info|information|menu|data|form|item|untitled|select|option|choose|check ?box|radio|box|go|submit|here|required|optional|placeholder|new field|question|\*|\?|\d+)[\s:*.]*$/i
const errorWords =
  /\b(?:error|invalid|incorrect|not valid|wrong|failed|must (?:be|contain|have|not)|is required|are required|required field|cannot be (?:empty|blank)|can't be (?:empty|blank)|please (?:enter|fill|select|choose|provide|correct|check)|ungültig|erforderlich|fehler|obligatoire|invalide|erreur|obligatorio|no válido|non valido|obbligatorio|ongeldig|verplicht)\b/i
const formatWords =
  /\b(?:format|e\.g\.|for example|example:|must (?:be|contain|have)|at least|at most|minimum|maximum|characters|digits|letters|numbers only|dd|mm\/|yyyy|between \d)\b|\d\s*[-–]\s*\d+ (?:characters|digits)/i

export function forms(elements: readonly Element[]): Found[] {
  const fields = elements.filter(
    (element): element is Field => isField(element) && isExposed(element) && isShown(element),
  )
  if (fields.length === 0) return []
  return [...fields.flatMap(weakLabel), ...sameLabels(fields), ...hints(fields), ...errors(elements, fields)]
}

function weakLabel(field: Field): Found[] {
  const name = nameOf(field)
  if (name === '') return []
  const seen = [...(field.labels ?? [])].some((label) => isSeen(label))
  const isEmpty = emptyLabel.test(name) && !(field.type === 'search' || /search|query|^q$/i.test(field.name))
  if (!isEmpty) return borrowedLabel(field, name)
  return [
    {
      rule: 'label-not-descriptive',
      verdict: 'review',
      impact: 'moderate',
      criteria: ['2.4.6', '3.3.2'],
      place: selectorOf(field),
      confidence: seen ? 'high' : 'medium',
      message: `The label ${quote(name)} does not tell what to enter into this ${tagOf(field)}.`,
      recommendation: 'Name in the label what is asked for, e.g. “Date of birth”.',
    },
  ]
}

/** A field named by things of which some are not to be seen: the words on the screen say less than the name. */
function borrowedLabel(field: Field, name: string): Found[] {
  const ids = (field.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean)
  const sources = ids.flatMap((id) => document.getElementById(id) ?? [])
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
      rule: 'label-not-descriptive',
      verdict: 'review',
      impact: 'moderate',
      criteria: ['2.4.6'],
      place: selectorOf(field),
      confidence: 'medium',
      message: `Of this field’s label ${quote(name)} only ${quote(left)} is to be seen.`,
      recommendation: 'Show the whole label beside the field.',
    },
  ]
}

/** Fields of one page that are called the same, with nothing that is seen to tell them apart. */
function sameLabels(fields: readonly Field[]): Found[] {
  const named = fields.filter(
    (field) => !/^(?:checkbox|radio)$/.test(field.type) && !closest(field, 'td, th, [role="row"], li'),
  )
  const found: Found[] = []
  const groups = Map.groupBy(
    named,
    (field) => `${field.form ? selectorOf(field.form) : ''}|${nameOf(field).toLowerCase()}`,
  )
  for (const [key, group] of groups) {
    const [first, second] = group
    if (!first || !second || key.endsWith('|')) continue
    if (groupTitle(first) !== groupTitle(second)) continue
    // Two forms side by side (search above, search below) repeat themselves by design.
    if (
      !first.form &&
      closest(first, 'form, fieldset, [role="group"]') !== closest(second, 'form, fieldset, [role="group"]')
    ) {
      if (!first.closest('fieldset')) continue
    }
    found.push({
      rule: 'label-ambiguous',
      verdict: 'review',
      impact: 'moderate',
      criteria: ['2.4.6'],
      place: selectorOf(second),
      confidence: 'medium',
      message: `Two fields are called ${quote(nameOf(second))}, and nothing that is seen tells them apart.`,
      recommendation: 'Say in each label which one is meant, or put the fields into groups with visible titles.',
    })
  }
  return found
}

/** What names the group a field stands in, as far as it is seen. */
function groupTitle(field: Field): string {
  const group = closest(field, 'fieldset, [role="group"], section')
  if (!group) return ''
  const title = group.querySelector('legend, h1, h2, h3, h4, h5, h6, [role="heading"]')
  if (title && isSeen(title)) return spokenText(title)
  const label = document.getElementById(group.getAttribute('aria-labelledby') ?? '')
  return label && isSeen(label) ? spokenText(label) : ''
}

function tiedTo(field: Field): string[] {
  const names = ['aria-describedby', 'aria-errormessage', 'aria-labelledby', 'aria-details']
  return names.flatMap((name) => (field.getAttribute(name) ?? '').split(/\s+/).filter(Boolean))
}

function isTied(text: Element, field: Field): boolean {
  const ids = tiedTo(field)
  if ([...(field.labels ?? [])].some((label) => label.contains(text))) return true
  for (let at: Element | null = text; at; at = at.parentElement) if (at.id && ids.includes(at.id)) return true
  return ids.some((id) => text.querySelector(`#${CSS.escape(id)}`) !== null)
}

/** The hint beside a field: a short text about a format, near it and not tied to it. */
function hints(fields: readonly Field[]): Found[] {
  const found: Found[] = []
  for (const field of fields) {
    if (/^(?:checkbox|radio)$/.test(field.type) || found.length >= 10) continue
    const holder = field.parentElement
    if (!holder || fields.filter((other) => holder.contains(other)).length > 1) continue
    const hint = [...holder.children].find(
      (sibling) =>
        sibling !== field &&
        !sibling.contains(field) &&
        sibling.matches('small, p, span, div, em, i, [class*="hint" i], [class*="help" i], [class*="desc" i]') &&
        spokenText(sibling, 220).length <= 200 &&
        formatWords.test(spokenText(sibling, 220)) &&
        !errorWords.test(spokenText(sibling, 220)) &&
        isSeen(sibling) &&
        !isTied(sibling, field),
    )
    if (!hint) continue
    found.push({
      rule: 'hint-not-tied-to-field',
      verdict: 'review',
      impact: 'moderate',
      criteria: ['1.3.1', '3.3.2'],
      place: selectorOf(field),
      confidence: 'medium',
      message: `The hint ${quote(spokenText(hint, 220))} stands beside the field ${quote(nameOf(field) || tagOf(field))}, but the field does not name it as its description.`,
      recommendation: 'Give the hint an id and the field aria-describedby with that id.',
    })
  }
  return found
}

const errorBoxes =
  '[role="alert"], [aria-live="assertive"], [class*="error" i], [class*="invalid" i], [id*="error" i], [class*="danger" i]'

/** Error messages on the page: whether they name a field, and whether a field names them. */
function errors(elements: readonly Element[], fields: readonly Field[]): Found[] {
  const found: Found[] = []
  const messages = elements.filter((element) => {
    if (!element.matches(errorBoxes) || isField(element) || element.matches('form, fieldset, body, main, label, a'))
      return false
    if (element.querySelector('input, select, textarea')) return false
    const text = spokenText(element, 320)
    return text.length >= 8 && text.length <= 300 && errorWords.test(text) && isSeen(element)
  })
  const outermost = messages.filter(
    (message) => !messages.some((other) => other !== message && other.contains(message)),
  )
  for (const message of outermost.slice(0, 10)) {
    const text = spokenText(message, 320)
    const named = fields.filter((field) => names(text, field))
    const owner = fields.find((field) => isTied(message, field))
    const isExplicit =
      named.length > 0 &&
      /\b(?:empty|blank|required|at least|at most|between|format|must|contain|characters|digits|number|date|expected|e\.g\.|example|match|already|too (?:short|long|big|small))\b/i.test(
        text,
      )
    if (owner && (isExplicit || !isVague(text))) continue
    if (named.length === 0 && isVague(text))
      found.push(
        error(message, text, 'error-message-vague', ['3.3.1', '3.3.3'], 'names no field and not what is wrong'),
      )
    else if (!isExplicit && isVague(text))
      found.push(
        error(
          message,
          text,
          'error-message-vague',
          ['3.3.1', '3.3.3'],
          'does not say what is wrong or what is expected',
        ),
      )
    else if (
      !owner &&
      named.length > 0 &&
      !fields.some((field) => field.getAttribute('aria-invalid') === 'true') &&
      !message.matches('[role="alert"], [role="alert"] *') &&
      named.length === 1
    )
      found.push(error(message, text, 'error-not-tied-to-field', ['3.3.1', '1.3.1'], 'is not tied to its field'))
  }
  return found
}

const isVague = (text: string) =>
  !/\b(?:empty|blank|is required|are required|at least|at most|between|format|must|contain|characters|digits|expected|e\.g\.|example|match|already|too (?:short|long|big|small))\b/i.test(
    text,
  )

function names(text: string, field: Field): boolean {
  const said = new Set(wordsOf(text))
  return wordsOf(nameOf(field)).some(
    (word) => word.length >= 3 && !/^(?:the|your|and|for|required|optional|enter|please)$/.test(word) && said.has(word),
  )
}

function error(element: Element, text: string, rule: string, criteria: string[], what: string): Found {
  return {
    rule,
    verdict: 'review',
    impact: 'moderate',
    criteria,
    place: selectorOf(element),
    confidence: 'medium',
    message: `The error message ${quote(text, 80)} ${what}.`,
    recommendation:
      'Say which field is meant, what is wrong with it and what is expected; tie the message to the field by aria-describedby and set aria-invalid.',
  }
}

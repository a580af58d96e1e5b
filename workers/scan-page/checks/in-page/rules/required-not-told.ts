/** Fields that must be filled in: some say so to the eye alone, some to nobody before the form is sent. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { type Field, isSeen, labelsOf, nameOf, quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { requiredSign, requiredWords, saysIfRequired } from '#workers/scan-page/checks/in-page/required-words'

export const requiredNotTold: StaticCheck = {
  rule: 'required-not-told',
  criteria: ['3.3.2', '1.3.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy:
    'Say before the first field which ones are required, mark those in their labels, and give them the attribute required.',
  find: (elements) =>
    [...Map.groupBy(readFields(elements), ({ form }) => form)].flatMap(([form, fields]) =>
      form && !form.matches('[role="search"]') ? judge(form, fields.filter(isFilledIn)) : [],
    ),
}

const isFilledIn = (field: Field): boolean =>
  !field.disabled &&
  !field.matches('[readonly]') &&
  !(field instanceof HTMLInputElement && /^(?:checkbox|radio|range|color|search)$/.test(field.type)) &&
  isSeen(field)

const isRequired = (field: Field): boolean => field.required || field.getAttribute('aria-required') === 'true'

const labelText = (field: Field): string =>
  [...labelsOf(field)].map((label) => squeeze(label.textContent ?? '')).join(' ')

function judge(form: HTMLFormElement, fields: readonly Field[]): Hit[] {
  const before = squeeze(form.textContent ?? '')
  const around = squeeze(
    `${form.previousElementSibling?.textContent ?? ''} ${form.parentElement?.querySelector('p')?.textContent ?? ''}`,
  )
  const said = `${before} ${around.slice(0, 600)}`
  return [...unmarked(fields, said), ...starsAlone(form, fields, said)].slice(0, 2)
}

/** Some are required and some are not, and nothing that is seen tells which. */
function unmarked(fields: readonly Field[], said: string): Hit[] {
  const required = fields.filter(isRequired)
  const [first] = required
  if (!first || required.length === fields.length || saysIfRequired(said)) return []
  const isMarked = required.some((field) => isMarkedOtherwise(field))
  if (
    isMarked ||
    fields.some((field) => requiredWords.test(`${field.getAttribute('placeholder') ?? ''} ${nameOf(field)}`))
  )
    return []
  return [
    {
      element: first,
      criteria: ['3.3.2'],
      confidence: 'medium',
      message: `${nameOf(first) ? quote(nameOf(first)) : 'This field'} must be filled in and other fields of this form need not: nothing that is seen tells which.`,
    },
  ]
}

/** By a sign that a style puts in, or by a picture. */
const isMarkedOtherwise = (field: Field): boolean => {
  const around = [
    field,
    ...labelsOf(field),
    ...[...labelsOf(field)].flatMap((label) => [...label.children]),
    field.parentElement,
  ]
  return around.some(
    (each) =>
      each !== null &&
      (['::before', '::after'].some((part) => !/^(?:none|normal|"")$/.test(getComputedStyle(each, part).content)) ||
        (each !== field && each.querySelector('svg, img, i') !== null)),
  )
}

/** An asterisk that no attribute says as well, or that is explained nowhere. */
function starsAlone(form: HTMLFormElement, fields: readonly Field[], said: string): Hit[] {
  const starred = fields.filter((field) => requiredSign.test(labelText(field)))
  const [first] = starred
  if (!first) return []
  const isExplained = requiredWords.test(said)
  const silent = starred.filter((field) => !isRequired(field) && !requiredWords.test(nameOf(field)))
  // Where some say it, the others may have been forgotten; where none does, a script sees to it.
  const [forgotten] = silent
  if (forgotten && isExplained)
    return [
      {
        element: forgotten,
        criteria: ['1.3.1', '3.3.2'],
        confidence: 'low',
        message: `That ${quote(nameOf(forgotten))} is required, an asterisk alone tells: neither required nor aria-required says it${silent.length > 1 ? `, of ${silent.length} fields` : ''}.`,
      },
    ]
  if (isExplained && isExplainedLate(form, starred))
    return [
      {
        element: first,
        tier: 'practice',
        criteria: ['3.3.2'],
        confidence: 'high',
        message: `What the asterisk at ${quote(nameOf(first))} means is said after the last field alone.`,
        remedy: 'Say what the asterisk means before the first field.',
      },
    ]
  if (isExplained || footnote(form, first) || speaksOfStar(form)) return []
  return [
    {
      element: first,
      criteria: ['3.3.2'],
      confidence: 'low',
      message: `What the asterisk at ${quote(nameOf(first))} means is said nowhere at this form.`,
    },
  ]
}

/** The only words about it come after all fields that it stands at. */
function isExplainedLate(form: HTMLFormElement, starred: readonly Field[]): boolean {
  const last = starred.at(-1)
  const before = form.previousElementSibling
  if (!last || (before && requiredWords.test(squeeze(before.textContent ?? '')))) return false
  const saying = [...form.querySelectorAll('p, small, div, span, legend, li, label')].filter(
    (each) =>
      each.querySelector('input, select, textarea') === null && requiredWords.test(squeeze(each.textContent ?? '')),
  )
  return (
    saying.length > 0 &&
    saying.every(
      (each) =>
        (last.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
        /^[*＊∗]\s*\S/u.test(squeeze(each.textContent ?? '')) &&
        isSeen(each),
    ) &&
    starred.length > 1
  )
}

/** A sentence in the form or before it holds the asterisk itself: it is what the sentence is about. */
const speaksOfStar = (form: HTMLFormElement): boolean =>
  [
    ...form.querySelectorAll(notes),
    form.previousElementSibling,
    ...(form.parentElement?.querySelectorAll(':scope > p') ?? []),
  ].some((note) => {
    const text = squeeze(note?.textContent ?? '')
    return (
      note?.closest('label') === null &&
      !note.querySelector('input, select, textarea, label') &&
      requiredSign.test(text) &&
      [...text.replace(requiredSign, '')].length >= shortestSentence &&
      text.length <= longestSentence
    )
  })

const notes = 'p, small, legend, div, li'
const shortestSentence = 12
const longestSentence = 200

/** The asterisk may lead to a note. */
const footnote = (form: HTMLFormElement, field: Field): boolean =>
  [...form.ownerDocument.querySelectorAll('p, small, li, div')].some(
    (note) =>
      !note.contains(field) && !note.querySelector('input, label') && /^[*＊∗]\s*\S/u.test(spokenText(note, 80)),
  )

/** Fields that take a value of one form alone, and do not say which. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  closest,
  type Field,
  isSeen,
  namedBy,
  nameOf,
  parentOf,
  quote,
  spokenText,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import { groupTitle, readFields } from '#workers/scan-page/checks/in-page/form-fields'

/** Told by the label, or by words that stand in the same line. */
const masked = /(?<!\p{L})(\p{L})\1+[./ -](\p{L})\2+(?:[./ -](\p{L})\3+)?(?!\p{L})/u

/** What people write, each in several ways. */
const ways: readonly (readonly [kind: string, RegExp | null, ...string[]])[] = [
  ['a date', null, '24.12.2026', '24/12/2026', '12/24/2026', '2026-12-24', '24-12-2026', '24. 12. 2026'],
  ['a time', null, '14:30', '14.30', '2:30 pm'],
  [
    'a telephone number',
    /tel|phone|fon|móvil|mobil|cell|gsm|puhelin|komórk/i,
    '020 7946 0018',
    '02079460018',
    '+44 20 7946 0018',
    '+442079460018',
    '020-7946-0018',
  ],
]

/** A way to write what it asks for that it takes, and others that it refuses. */
function waysRefused(
  field: Field,
  pattern: string,
): { kind: string; taken: string; refused: readonly string[] } | null {
  if (closest(field, 'form[novalidate]')) return null
  const whole = wholeOf(pattern)
  if (!whole) return null
  const called = `${field.getAttribute('type')} ${field.getAttribute('name')} ${field.getAttribute('autocomplete')} ${nameOf(field)}`
  for (const [kind, calls, ...values] of ways) {
    if (calls && !calls.test(called)) continue
    const [taken] = values.filter((value) => whole.test(value))
    const refused = values.filter((value) => !whole.test(value))
    // What takes any letters or figures as well is made for something else.
    if (
      taken &&
      refused.length > 0 &&
      !whole.test('a'.repeat(taken.length)) &&
      (calls || !whole.test('1'.repeat(taken.length)))
    )
      return { kind, taken, refused }
  }
  return null
}

/** As the browser reads it; null for what is no pattern, which the browser leaves out. */
function wholeOf(pattern: string): RegExp | null {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v')
  } catch {
    return null
  }
}

/** An example in the form’s words, or the form of the value in letters that stand for its figures. */
function isShownBy(text: string, pattern: string): boolean {
  const whole = wholeOf(pattern)
  const words = text.split(/[\s,;()“”"'„«»]+/).map((word) => word.replace(/[.:!?]+$/, ''))
  return (
    masked.test(text) ||
    (whole !== null && words.some((word) => word.length > 2 && /\d/.test(word) && whole.test(word)))
  )
}

const tells = /\d|\(|:|,|\be\.g\b|example|format|digits|letters|z\. ?B\.|exemple|ejemplo|esempio|bijvoorbeeld|np\./i
/** Every value, and what the label alone lets expect. */
const open = /^\s*(?:\.[*+]|\\S\+?|\.\{\d+,?\d*\}|\[\\s\\S\][*+])\s*$/

/** The form of a date, a time or a number, in letters that stand for figures. */
const isMask =
  /^(?:(?:e\.g\.|format:?)\s*)?(?:(?:dd|mm|yy|yyyy|tt|jj|jjjj|aaaa|hh|ss)(?:\s?[/.: -]\s?(?:dd|mm|yy|yyyy|jj|jjjj|aa|aaaa|hh|ss)){1,2}|\(?[x#_]{2,}(?:[ ()/.-]+[x#_]{2,})+)$/i

function isSaidElsewhere(field: Element): boolean {
  if (field.matches(':disabled, [readonly], [aria-describedby], [aria-description], [title]')) return true
  const around = parentOf(field)
  const group = field.closest('fieldset')
  const said = [around === field.closest('form') ? null : around, group?.querySelector('legend') ?? null]
    .map((each) => (each ? spokenText(each, 200) : ''))
    .join(' ')
  return tells.test(`${nameOf(field)} ${said}`.replaceAll('*', ''))
}

export const formatNotTold: StaticCheck = {
  rule: 'format-not-told',
  criteria: ['3.3.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Say the form of the value in the label or beside the field, e.g. “(four digits)”.',
  find: (elements) =>
    readFields(elements).flatMap((field): Hit[] => {
      const limit = limitUntold(field)
      if (limit) return [{ element: field, tier: 'warning', confidence: 'medium', ...limit }]
      const mask = field.getAttribute('placeholder') ?? ''
      if (isMask.test(mask) && isSeen(field) && !isSaidElsewhere(field))
        return [
          {
            element: field,
            tier: 'practice',
            confidence: 'high',
            message: `How ${quote(nameOf(field))} is to be written is said by its placeholder alone, ${quote(mask)}, which goes as soon as one writes.`,
            remedy: 'Write the form of the value beside the label, and tie it to the field with aria-describedby.',
          },
        ]
      const pattern = field.getAttribute('pattern')
      if (!pattern || open.test(pattern) || field.matches(':disabled, [readonly]') || !isSeen(field)) return []
      if (['title', 'placeholder', 'aria-describedby', 'aria-description'].some((name) => field.getAttribute(name)))
        return []
      const around = parentOf(field)
      const said = around && around !== field.form ? spokenText(around, 200) : ''
      const own = `${nameOf(field)} ${said}`.replaceAll(/[*:]+(?=\s*$)|\*|:(?=\s+\p{Lu})/gu, '')
      if (tells.test(own)) return []
      const form = closest(field, 'form, section, main')
      if (form && isShownBy(spokenText(form, longestForm), pattern)) return []
      const ways = waysRefused(field, pattern)
      if (ways)
        return [
          {
            element: field,
            tier: 'practice',
            confidence: 'high',
            message: `The field ${quote(nameOf(field))} takes ${ways.kind} as ${quote(ways.taken)} and not as ${quote(ways.refused[0] ?? '')}, and nothing says so.`,
          },
        ]
      return [
        {
          element: field,
          tier: 'warning',
          message: `The field ${quote(nameOf(field))} takes only what fits ${quote(pattern)}, and nothing says so.`,
        },
      ]
    }),
}

const longestAround = 400

/** What is said at a field: its name, its description, and what stands around it and no other field. */
function saidAt(field: Field): string {
  const described = namedBy(field, 'aria-describedby').map(({ textContent }) => textContent ?? '')
  const around = ancestorsOf(field).slice(0, 3)
  const alone = around.filter(
    (each) => !each.matches('form, body, main') && each.querySelectorAll('input, select, textarea').length === 1,
  )
  const beside = [field.previousElementSibling, field.nextElementSibling].filter((each) =>
    each?.matches('p, small, span, div'),
  )
  const texts = [...alone, ...beside].map((each) => (each ? spokenText(each, longestAround) : ''))
  const written = ['title', 'placeholder', 'aria-description'].map((name) => field.getAttribute(name) ?? '')
  return squeeze([nameOf(field), groupTitle(field), ...described, ...texts, ...written].join(' '))
}

const longestForm = 1500

/** What its form says, where no other field takes files of other kinds; without a form, its part of the page. */
function saidBefore(field: HTMLInputElement): string {
  const around = field.form ?? field.closest('form, section, article, fieldset, [role="dialog"], dialog, main')
  const others = [...(around?.querySelectorAll<HTMLInputElement>('input[type="file"]') ?? [])].filter(
    (each) => each !== field,
  )
  return around && others.every(({ accept }) => accept === field.accept) ? spokenText(around, longestForm) : ''
}

/** What people call files by. */
const calledSo: Readonly<Record<string, RegExp>> = {
  doc: /(?<!\p{L})word(?!\p{L})/u,
  docx: /(?<!\p{L})word(?!\p{L})/u,
  xls: /(?<!\p{L})excel(?!\p{L})/u,
  xlsx: /(?<!\p{L})excel(?!\p{L})/u,
  ppt: /powerpoint/u,
  pptx: /powerpoint/u,
  odt: /open ?document|libreoffice/u,
  txt: /(?:plain|pure|simple) text|textdatei|fichier texte/u,
  mp4: /(?<!\p{L})videos?(?!\p{L})/u,
}

const mostLetters = 500

/** It takes no more than so many letters, or files of some kinds alone. */
function limitUntold(field: Field): Pick<Hit, 'message' | 'remedy'> | null {
  if (field.disabled || field.matches('[readonly]') || !isSeen(field)) return null
  const name = quote(nameOf(field) || 'This field')
  if (field instanceof HTMLTextAreaElement && field.maxLength > 0 && field.maxLength <= mostLetters)
    return /\d/.test(saidAt(field))
      ? null
      : {
          message: `${name} takes no letter after ${field.maxLength}, and nothing says so.`,
          remedy: `Say beside the field that it takes ${field.maxLength} characters, and how many are left.`,
        }
  if (!(field instanceof HTMLInputElement) || field.type !== 'file') return null
  const kinds = field.accept.toLowerCase().split(',').map(squeeze).filter(Boolean)
  const endings = kinds.map((kind) => /^(?:\.|application\/)([a-z0-9]{2,5})$/.exec(kind)?.[1] ?? '')
  const isOpen =
    kinds.some((kind) => /\/\*$/.test(kind)) || endings.every((ending) => /^(?:|jpe?g|png|gif|webp|heic)$/.test(ending))
  if (kinds.length === 0 || isOpen) return null
  const said = `${saidAt(field)} ${saidBefore(field)}`.toLowerCase()
  if (endings.some((ending) => ending !== '' && (said.includes(ending) || calledSo[ending]?.test(said)))) return null
  return {
    message: `${name} takes files of some kinds alone (${field.accept}), and nothing says which.`,
    remedy: 'Say beside the field which kinds of files it takes, and how large they may be.',
  }
}

/** Fields and buttons that are called by none of the words that stand at them. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  isExposed,
  isIcon,
  isSeen,
  labelsOf,
  nameOf,
  ownText,
  pick,
  quote,
  spokenText,
  squeeze,
  tagOf,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const labelNotInName: StaticCheck = {
  rule: 'label-not-in-name',
  criteria: ['2.5.3'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Remove aria-label and let the label name the field, or begin the name with the words of the label.',
  find: (elements) => [...ofControls(elements), ...ofFields(elements)],
}

const controls =
  ':is(a[href], button, summary, [role="button"], [role="link"], [role="tab"], [role="menuitem"], [role="switch"], [role="checkbox"]):is([aria-label], [aria-labelledby])'
const longestLabel = 60
/** By so few letters nobody calls anything. */
const fewestLetters = 3

/** What stands on it in words, signs and figures left out. */
function writtenOn(control: Element): string {
  const parts = [control, ...control.querySelectorAll('*')].filter(
    (each) =>
      ownText(each) !== '' &&
      !isIcon(each) &&
      isSeen(each) &&
      !each.matches('[aria-hidden="true"], script, style, title'),
  )
  return squeeze(parts.map(ownText).join(' '))
}

const ofControls = (elements: readonly Element[]): Hit[] =>
  pick(elements, controls).flatMap((control): Hit[] => {
    if (!isExposed(control) || !isSeen(control)) return []
    const said = writtenOn(control)
    const name = nameOf(control)
    const called = wordsOf(name)
    const words = wordsOf(said).filter((word) => /\p{L}/u.test(word))
    if (said.length > longestLabel || called.length === 0 || words.join('').length < fewestLetters) return []
    // In another form of a word, or with another ending, it is the same word; and a name may be said letter by letter.
    const isIn = (word: string) => called.some((each) => stem(each) === stem(word)) || squeezed(name).includes(word)
    if (words.some(isIn) || squeezed(said).includes(squeezed(name))) return []
    return [
      {
        element: control,
        confidence: 'high',
        message: `${quote(said)} stands on this ${tagOf(control)}, and it is called ${quote(name)}: who says what is to be seen does not reach it.`,
        remedy: 'Remove aria-label and let the words that are seen name it, or begin the name with them.',
      },
    ]
  })

const stem = (word: string) => word.slice(0, Math.max(fewestLetters, Math.ceil(word.length * stemShare)))
const stemShare = 0.7
const squeezed = (text: string) => wordsOf(text).join('')

const ofFields = (elements: readonly Element[]): Hit[] =>
  readFields(elements).flatMap((field) => {
    if (!field.matches('[aria-label], [aria-labelledby]')) return []
    const said = labelsOf(field)
      .filter((label) => isSeen(label))
      .map((label) => spokenText(label, 100))
      .join(' ')
    const name = nameOf(field)
    const called = new Set(wordsOf(name))
    const words = wordsOf(said)
    // Who speaks to the page says what is to be seen.
    if (words.length === 0 || called.size === 0 || words.some((word) => called.has(word))) return []
    return [
      {
        element: field,
        confidence: 'high' as const,
        message: `The label of this field is ${quote(said)}, and it is called ${quote(name)}: who says what is to be seen does not reach it.`,
      },
    ]
  })

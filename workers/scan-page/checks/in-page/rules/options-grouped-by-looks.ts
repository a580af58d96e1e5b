/** Options of a list that dashes, indents or groups without a name set apart for the eye alone. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { nameOf, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

export const optionsGroupedByLooks: StaticCheck = {
  rule: 'options-grouped-by-looks',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put the options of each group into an <optgroup> whose label names it.',
  find: (elements) =>
    readFields(elements).flatMap((field): Hit[] => {
      if (!(field instanceof HTMLSelectElement) || field.options.length < fewest) return []
      const what = withoutLabel(field) ?? bySigns(field) ?? byIndent(field)
      const list = quote(nameOf(field) || 'without a name')
      return what === null ? [] : [{ element: field, message: `In the list ${list}, ${what}.` }]
    }),
}

const fewest = 4

function withoutLabel(select: HTMLSelectElement): string | null {
  const groups = [...select.querySelectorAll('optgroup')]
  const nameless = groups.filter(
    (group) =>
      squeeze(group.label) === '' &&
      squeeze(group.querySelector(':scope > legend')?.textContent ?? '') === '' &&
      !group.hasAttribute('aria-label') &&
      !group.hasAttribute('aria-labelledby') &&
      group.querySelectorAll('option').length > 1,
  )
  // One of them may only draw a line between what is asked for most and the rest.
  return nameless.length > 1 && nameless.length === groups.length ? `${nameless.length} <optgroup> have no label` : null
}

/** “--- France ---”: with words between signs, it cannot be chosen, and others follow it. */
const titled = /^[^\p{L}\p{N}\s([{'"“„«¿¡#.+&*]\s*(?:[^\p{L}\p{N}\s]\s*)*\p{L}.*$/u

function bySigns(select: HTMLSelectElement): string | null {
  const options = [...select.options].filter(({ parentElement }) => parentElement === select)
  const titles = options.filter((option, at) => {
    const next = options[at + 1]
    return (
      at > 0 &&
      (option.disabled || option.value === '' || option.value === '-1') &&
      titled.test(squeeze(option.text)) &&
      next !== undefined &&
      !next.disabled &&
      !titled.test(squeeze(next.text))
    )
  })
  const [first] = titles
  return first ? `${quote(first.text)} is an option of its own, and stands for the name of those that follow` : null
}

const indent = /^[\u00a0\u2000-\u200a\u3000]+/

/** Blanks that HTML keeps, before those that belong to the one above them. */
function byIndent(select: HTMLSelectElement): string | null {
  const options = [...select.options].filter(({ parentElement }) => parentElement === select)
  const isIn = (option: HTMLOptionElement | undefined) => option !== undefined && indent.test(option.textContent ?? '')
  const parents = options.filter((option, at) => at > 0 && !isIn(option) && isIn(options[at + 1]))
  const [first] = parents
  return first && parents.length > 1
    ? `blanks alone show that ${quote(options[first.index + 1]?.text ?? '')} and others belong to what stands above them`
    : null
}

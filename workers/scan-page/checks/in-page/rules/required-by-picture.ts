/** Fields that are required by a picture in their labels alone, which says nothing. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, labelsOf, nameOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { requiredWords, saysIfRequired } from '#workers/scan-page/checks/in-page/required-words'

const largestPx = 24

export const requiredByPicture: StaticCheck = {
  rule: 'required-by-picture',
  criteria: ['1.1.1', '3.3.2'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Write “(required)” into the label or into the picture’s alt, and put the attribute required on the field.',
  find: (elements) =>
    pick(elements, 'form').flatMap((form) => {
      const fields = readFields(elements).filter((field) => field.form === form && isSeen(field))
      const marked = fields.filter((field) => markOf(field) !== null)
      const [first] = marked
      // What marks all of them may be an ornament.
      if (!first || marked.length === fields.length) return []
      const marks = new Set(marked.map(markOf))
      if (marks.size > 1 || marked.some(isTold)) return []
      const isExplained = requiredWords.test(spokenText(form)) || requiredWords.test(beside(form))
      return isExplained
        ? [
            {
              element: first,
              confidence: 'high' as const,
              message: `That ${quote(nameOf(first) || 'this field')} is required, a picture in its label alone tells, which has no words${marked.length > 1 ? `, and so of ${marked.length} fields` : ''}.`,
            },
          ]
        : []
    }),
}

const beside = (form: Element): string => (form.previousElementSibling ? spokenText(form.previousElementSibling) : '')

const isTold = (field: ReturnType<typeof readFields>[number]): boolean =>
  field.required || field.getAttribute('aria-required') === 'true' || saysIfRequired(nameOf(field))

/** The small picture without words in its label, by its file or drawing. */
function markOf(field: ReturnType<typeof readFields>[number]): string | null {
  for (const label of labelsOf(field))
    for (const mark of label.querySelectorAll('img[alt=""], img[role="presentation"], i, span, svg')) {
      if (!isSeen(mark) || spokenText(mark) !== '' || (mark.matches('svg') && isExposed(mark) && nameOf(mark) !== ''))
        continue
      const { width, height } = mark.getBoundingClientRect()
      if (width > largestPx || height > largestPx) continue
      if (mark instanceof HTMLImageElement) return mark.currentSrc
      if (mark.matches('svg')) return mark.innerHTML
      const { backgroundImage, maskImage } = getComputedStyle(mark)
      const picture = [backgroundImage, maskImage].find((image) => image.startsWith('url('))
      if (picture) return picture
    }
  return null
}

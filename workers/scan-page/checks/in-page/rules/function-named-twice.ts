/** Parts of a page that do the same and are called otherwise. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, wordsOf } from '#workers/scan-page/checks/in-page/dom'

export const functionNamedTwice: StaticCheck = {
  rule: 'function-named-twice',
  criteria: ['3.2.4'],
  tier: 'warning',
  impact: 'minor',
  remedy: 'Give one name to what does one thing.',
  find: (elements) => [...formsAlike(elements), ...picturesAlike(elements)],
}

/** Forms that send the same fields to one address, by buttons with different words. */
function formsAlike(elements: readonly Element[]): Hit[] {
  const known = new Map<string, { name: string }>()
  return pick(elements, 'form[action]').flatMap((form) => {
    if (!(form instanceof HTMLFormElement) || !isExposed(form) || !isSeen(form)) return []
    const parts = [...form.elements]
    const button = parts.find((each) => each.matches('button:not([type="button"], [type="reset"]), [type="submit"]'))
    const fields = parts.flatMap((each) => (each !== button ? (each.getAttribute('name') ?? []) : [])).sort()
    const name = button ? nameOf(button) : ''
    if (!button || name === '' || fields.length === 0) return []
    const key = `${form.method} ${form.action} ${fields.join()}`
    const other = known.get(key)
    known.set(key, other ?? { name })
    if (!other || other.name.toLowerCase() === name.toLowerCase()) return []
    return [
      {
        element: button,
        confidence: 'medium' as const,
        message: `This button is called ${quote(name)}; one that does the same is called ${quote(other.name)}.`,
      },
    ]
  })
}

/** Links and buttons with one picture, whose names differ in the verb alone: “Download report 1”, “Save report 2”. */
function picturesAlike(elements: readonly Element[]): Hit[] {
  const groups = Map.groupBy(
    pick(elements, 'a[href] img[src][alt], button img[src][alt]').filter(
      (image) => isExposed(image) && wordsOf(nameOf(image)).length >= 2,
    ),
    (image) => image.getAttribute('src') ?? '',
  )
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    if (!first) return []
    const [verb, ...rest] = wordsOf(nameOf(first))
    const other = others.find((image) => {
      const [word, ...after] = wordsOf(nameOf(image))
      return word !== verb && after.some((each) => each.length > 3 && rest.includes(each))
    })
    if (!other) return []
    return [
      {
        element: other,
        confidence: 'low' as const,
        message: `The same picture is called ${quote(nameOf(first))} and ${quote(nameOf(other))}.`,
      },
    ]
  })
}

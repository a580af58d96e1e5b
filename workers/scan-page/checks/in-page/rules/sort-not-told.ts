/** Tables whose columns are put in order by their heads, where which of them it is, and which way, is only to be seen. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

const way = /(?:^|[-_])(?:asc(?:ending)?|desc(?:ending)?|sorted(?:[-_]?(?:by|asc|desc|up|down))?)(?:$|[-_])/i
const active = /(?:^|[-_])active$/i
const arrows = /[▲▼△▽↑↓⬆⬇⏶⏷🔼🔽]/u
const words =
  /(?<!\p{L})(?:asc\w*|desc\w*|sorted|ordered|aufsteigend|absteigend|sortiert|croissant|décroissant|trié\w*|ascendente|descendente|oplopend|aflopend|rosnąco|malejąco|stigende|faldende|stigande|fallande)(?!\p{L})/iu

export const sortNotTold: StaticCheck = {
  rule: 'sort-not-told',
  criteria: ['1.3.1', '4.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Set aria-sort="ascending" or "descending" on the head of the column that the rows are in order of.',
  find: (elements) =>
    pick(elements, 'table, [role="table"], [role="grid"]').flatMap((table) => {
      const heads = [...table.querySelectorAll('th, [role="columnheader"]')]
      if (heads.some((head) => head.hasAttribute('aria-sort'))) return []
      const pressed = heads.filter((head) => head.querySelector('button, a[href], [role="button"]') !== null)
      const sorted = pressed.filter(isSorted)
      const [head] = sorted
      if (!head || pressed.length < 2 || sorted.length !== 1 || !isExposed(head) || !isSeen(head)) return []
      const control = head.querySelector('button, a[href], [role="button"]')
      const told = `${control ? nameOf(control) : ''} ${head.textContent ?? ''} ${table.querySelector('caption')?.textContent ?? ''}`
      if (words.test(squeeze(told))) return []
      return [
        {
          element: head,
          confidence: 'medium' as const,
          message: `That the rows are in order of ${quote(squeeze((head.textContent ?? '').replace(arrows, '')))}, and which way, the looks of its head alone say.`,
        },
      ]
    }),
}

/** By a class that says so, or an arrow of one direction. */
function isSorted(head: Element): boolean {
  const found = (head.textContent ?? '').match(new RegExp(arrows, 'gu')) ?? []
  return found.length === 1 || [head, ...head.querySelectorAll('*')].some(isCalledSorted)
}

function isCalledSorted(element: Element): boolean {
  const names = [...element.classList]
  return (
    names.some((name) => way.test(name)) ||
    (names.some((name) => /sort/i.test(name)) && names.some((name) => active.test(name)))
  )
}

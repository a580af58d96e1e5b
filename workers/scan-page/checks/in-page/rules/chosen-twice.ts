/** Several that are told to be the chosen one, where there can be one alone. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, nameOf, pick, quote, rowOf } from '#workers/scan-page/checks/in-page/dom'

const groups: readonly (readonly [holder: string, chosen: string, attribute: string])[] = [
  ['[role="radiogroup"]', '[role="radio"][aria-checked="true"]', 'aria-checked'],
  ['[role="tablist"]', '[role="tab"][aria-selected="true"]', 'aria-selected'],
  ['[role="listbox"]', '[role="option"][aria-selected="true"]', 'aria-selected'],
]

export const chosenTwice: StaticCheck = {
  rule: 'chosen-twice',
  criteria: ['4.1.2', '1.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Set the attribute to "true" on the one that is chosen, and to "false" on all others or leave it out.',
  find: (elements) => [
    ...groups.flatMap(([holder, chosen, attribute]) =>
      pick(elements, holder).flatMap((group) => {
        if (group.matches('[aria-multiselectable="true"]')) return []
        return told(
          pick(elements, chosen).filter((each) => closest(each, holder) === group),
          attribute,
        )
      }),
    ),
    ...currentPages(elements),
  ],
}

/** Links to several pages that are each said to be this one. */
const currentPages = (elements: readonly Element[]): Hit[] =>
  [...Map.groupBy(pick(elements, 'a[href][aria-current="page"]'), rowOf).values()].flatMap((row) => {
    const addresses = new Set(
      row.map((link) => (link instanceof HTMLAnchorElement ? link.href.replace(/#.*$/, '') : '')),
    )
    return addresses.size < 2 ? [] : told(row, 'aria-current')
  })

function told(chosen: readonly Element[], attribute: string): Hit[] {
  const [first, second, ...others] = chosen.filter((each) => isExposed(each) && isSeen(each))
  if (!first || !second) return []
  return [
    {
      element: second,
      confidence: 'high',
      message: `${quote(nameOf(first))} and ${quote(nameOf(second))}${others.length > 0 ? ` and ${others.length} more` : ''} have ${attribute}="${first.getAttribute(attribute)}" both, and one alone can be it.`,
    },
  ]
}

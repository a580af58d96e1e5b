/** Lists in which nothing stands. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, pick, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

/** Places that scripts fill when there is something to say, or to choose from. */
const filledLater =
  /toast|notif|snack|result|suggest|autocomplete|dropdown|menu|option|queue|log|placeholder|skeleton|pagination|dots|thumbs/i

export const emptyList: StaticCheck = {
  rule: 'empty-list',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Leave the list out while it has no items, and say in a sentence that there are none.',
  find(elements) {
    const programs = readPrograms(elements).map(({ text }) => text)
    return pick(elements, 'ul, ol, dl').flatMap((list) => {
      if (list.firstElementChild !== null || (list.textContent ?? '').trim() !== '') return []
      if (list.matches('[role], [aria-live], [aria-busy="true"]') || !isExposed(list)) return []
      if (filledLater.test(`${list.id} ${list.getAttribute('class') ?? ''}`)) return []
      if (list.id !== '' && isNamedIn(programs, list.id)) return []
      if (closest(list, '[aria-live], [aria-busy="true"], [role="status"], [role="alert"], [role="log"], dialog'))
        return []
      return [
        { element: list, message: `This ${tagOf(list)} has no items; some screen readers tell of an empty list.` },
      ]
    })
  },
}

/** A script that knows the list by its name fills it. */
const isNamedIn = (programs: readonly string[], id: string): boolean =>
  programs.some((text) => new RegExp(`(?<![\\w-])${RegExp.escape(id)}(?![\\w-])`).test(text))

/** Lists of one entry each, one after the other: one list for the eye, many for who hears how long each is. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, writtenRole } from '#workers/scan-page/checks/in-page/dom'

const fewestLists = 3

export const listInPieces: StaticCheck = {
  rule: 'list-in-pieces',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put all entries into one <ul> or <ol>.',
  find: (elements) =>
    pick(elements, 'ul, ol').flatMap((list) => {
      if (!isSingle(list) || isLike(list, list.previousElementSibling)) return []
      let count = 1
      for (let next = list.nextElementSibling; isLike(list, next); next = next?.nextElementSibling ?? null) count += 1
      if (count < fewestLists) return []
      return [
        {
          element: list,
          confidence: 'high' as const,
          message: `${count} lists of one entry each follow one another: nobody who does not see them is told that they are one.`,
        },
      ]
    }),
}

const isLike = (list: Element, other: Element | null): boolean =>
  other !== null &&
  other.localName === list.localName &&
  other.getAttribute('class') === list.getAttribute('class') &&
  isSingle(other)

const isSingle = (list: Element): boolean =>
  list.childElementCount === 1 &&
  list.firstElementChild?.localName === 'li' &&
  !list.querySelector('ul, ol') &&
  writtenRole(list) === '' &&
  isSeen(list) &&
  isExposed(list)

/** Suggestions that come out below a field while somebody writes into it, and whether they are told of. */

import type { CheckMeta } from '#workers/scan-page/checks/check'
import { live } from '#workers/scan-page/checks/in-page/announcing'
import { ancestorsOf, closest, nameOf, quote, spokenText, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { countTimers, newIn, pause, scene } from '#workers/scan-page/checks/in-page/states'
import { stateNotUpdated } from '#workers/scan-page/checks/in-page/told-state'

export const suggestionsNotTold: CheckMeta = {
  rule: 'suggestions-not-told',
  criteria: ['4.1.2', '4.1.3'],
  tier: 'warning',
  impact: 'serious',
  remedy:
    'Make the field a combobox: role="combobox", aria-expanded and aria-controls on it, role="listbox" on the list; or say in a live region how many suggestions there are.',
}

const told =
  '[role="combobox"], [role="combobox"] *, [aria-autocomplete], [aria-expanded], [aria-controls], [aria-owns], [aria-haspopup], [list]'
const tells = `${live}, [role="listbox"], [role="grid"], [role="tree"], [role="menu"], [role="dialog"], dialog`
/** A script that sets a timer waits until somebody has stopped to write. */
const waitedMs = 350
const reachPx = 60

/** Watches from now on, until it is asked. */
export function watchSuggestions(field: HTMLInputElement) {
  const before = scene()
  let isAnnounced = false
  const note = (records: readonly MutationRecord[]) => {
    isAnnounced ||= records.some(({ target }) => {
      const element = target instanceof Element ? target : target.parentElement
      return element !== null && closest(element, live) !== null
    })
  }
  const timersSet = countTimers()
  const observer = new MutationObserver(note)
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  return {
    async untold(): Promise<Found[]> {
      let list = listBelow(field, newIn(before))
      const timers = timersSet()
      if (!list && timers > 0) {
        await pause(waitedMs)
        list = listBelow(field, newIn(before))
      }
      note(observer.takeRecords())
      observer.disconnect()
      if (list && hasChoices(list) && field.matches('[role="combobox"][aria-expanded="false"]'))
        return [
          foundOf(stateNotUpdated, {
            element: field,
            confidence: 'high',
            message: `${quote(nameOf(field) || 'A field')} has aria-expanded="false" still while its list ${quote(spokenText(list, 80))} is out.`,
          }),
        ]
      if (!list || isAnnounced || field.matches(told) || closest(list, tells) || list.querySelector(tells)) return []
      return [
        foundOf(suggestionsNotTold, {
          element: list,
          confidence: 'medium',
          message: `Writing into ${quote(nameOf(field) || 'a field')} brings out ${tagOf(list)} ${quote(spokenText(list, 80))} below it, and nothing tells of it.`,
        }),
      ]
    },
  }
}

/** That something is looked for, or nothing was found, is no choice. */
const hasChoices = (list: Element): boolean =>
  list.querySelector('[role="option"]:not([aria-disabled="true"])') !== null || list.querySelectorAll('li').length > 1

/** What has come out over the page, right below the field, and has entries to choose from. @param entries what those are. @param isListed of what lies in the flow of the page. */
export function listBelow(
  field: Element,
  fresh: ReadonlySet<Element>,
  entries = 'li, a, button, [tabindex]',
  isListed: (element: Element) => boolean = () => false,
): Element | null {
  const { left, right, bottom } = field.getBoundingClientRect()
  const outermost = [...fresh].filter((element) => !fresh.has(element.parentElement ?? document.documentElement))
  return (
    outermost.find((element) => {
      const box = element.getBoundingClientRect()
      const isBelow =
        box.top >= bottom - reachPx / 4 && box.top <= bottom + reachPx && box.left < right && box.right > left
      const lies =
        isListed(element) ||
        [element, ...ancestorsOf(element).slice(0, 2)].some((each) =>
          /absolute|fixed/.test(getComputedStyle(each).position),
        )
      const isChosenFrom = element.matches('ul, ol, li') || element.querySelector(entries) !== null
      return isBelow && lies && isChosenFrom && spokenText(element, 10) !== ''
    }) ?? null
  )
}

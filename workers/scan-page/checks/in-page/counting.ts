/** What is counted anew while somebody writes: results that are left, letters that may still be written. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { live, statusNotAnnounced } from '#workers/scan-page/checks/in-page/announcing'
import { closest, isExposed, isField, isSeen, nameOf, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { isTied } from '#workers/scan-page/checks/in-page/form-fields'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const toldAtEachLetter: CheckMeta = {
  rule: 'told-at-each-letter',
  criteria: ['4.1.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Use role="status" in place of an alert, and write into it once nothing has been typed for a second.',
}

const longest = 80
/** What says how many there are stands by itself; in these, a figure is a thing of the page. */
const things =
  'li, td, th, label, option, script, style, svg, button, a, time, [role="option"], [role="row"], [role="listbox"]'

/** Notes where the page’s text changes from now on, until it is asked for. */
export function watchCounts() {
  const changed = new Map<Element, string>()
  const interrupting = new Map<Element, Set<string>>()
  const observer = new MutationObserver((records) => {
    for (const record of records) noteInterruption(interrupting, record)
    for (const { target, removedNodes, oldValue } of records) {
      const element = target instanceof Element ? target : target.parentElement
      if (!element || changed.has(element)) continue
      changed.set(element, squeeze(oldValue ?? [...removedNodes].map((node) => node.textContent ?? '').join(' ')))
    }
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
  })
  return {
    /** Counts that were told anew, in no live region, while nothing else of what was written was told in one. */
    uncounted(field: Element): Found[] {
      observer.disconnect()
      const loud = [...interrupting].find(([element, said]) => said.size >= toldTooOften && isExposed(element))
      if (loud) return [interrupted(field, loud)]
      if ([...changed.keys()].some((element) => closest(element, live))) return []
      for (const [element, before] of changed) {
        const now = squeeze(element.textContent ?? '')
        const isOfLetters = isCountOfLetters(field, now, before)
        if (!element.isConnected || now === before || now.length > longest || !(isOfLetters || isCount(now))) continue
        if (isField(field) && isTied(element, field)) continue
        // Letters need not be counted aloud where something else says when they run out.
        if (isOfLetters && closest(field, 'form, section, fieldset, main')?.querySelector(waiting)) continue
        if (element.contains(field) || element.firstElementChild?.matches('li, option, tr, div, article')) continue
        if (closest(element, things) || element.querySelector(live) || !isExposed(element) || !isSeen(element)) continue
        return [
          foundOf(statusNotAnnounced, {
            element,
            // Who looks for something waits for just that.
            tier:
              isOfLetters ||
              field.matches('[type="search"], [role="searchbox"], [role="search"] input') ||
              (field.matches(chosen) && isCountedAlike(before, now))
                ? 'practice'
                : 'warning',
            message: `${field.matches(chosen) ? 'Choosing' : 'Writing into'} ${quote(nameOf(field) || 'a field')} makes the page say ${quote(now)} instead of ${quote(before)}, in no live region.`,
          }),
        ]
      }
      return []
    },
  }
}

const chosen = 'select, [type="checkbox"], [type="radio"]'

/** The same words around another figure: “12 results” and “1 result”. */
function isCountedAlike(before: string, now: string): boolean {
  const [one, other] = [before, now].map((text) => new Set(text.toLowerCase().match(/\p{L}{2,4}/gu) ?? []))
  return isCount(before) && one !== undefined && [...one].some((part) => other?.has(part))
}

/** A figure and a word that says of what, as “12 results”. */
export const isCount = (text: string) => /(?<![\d.,:])\d{1,5}(?![\d.,:])/.test(text) && /\p{L}{2}/u.test(text)

/** How many letters there are, or how many there may still be. */
function isCountOfLetters(field: Element, now: string, before: string): boolean {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
  const written = field.value.length
  const [figure, earlier] = [now, before].map((text) => Number(/\d+/.exec(text)?.[0] ?? Number.NaN))
  if (written < fewestLetters || figure === undefined || earlier === undefined) return false
  return (figure === written && earlier < figure) || (field.maxLength > 0 && figure === field.maxLength - written)
}

const fewestLetters = 2

const waiting = ':is([role="status"], [role="alert"], [aria-live="polite"]):empty'

const toldTooOften = 4
const loudRegion = '[role="alert"], [aria-live="assertive"]'

/** What breaks into what a screen reader says, each time that it says something else. */
function noteInterruption(interrupting: Map<Element, Set<string>>, { target, addedNodes }: MutationRecord): void {
  const element = target instanceof Element ? target : target.parentElement
  const region = element && closest(element, loudRegion)
  const said = [...addedNodes].map((node) => node.textContent ?? '').join(' ')
  if (!region || !/\d/.test(said)) return
  const known = interrupting.get(region) ?? new Set()
  interrupting.set(region, known.add(said))
}

const interrupted = (field: Element, [element, said]: [Element, ReadonlySet<string>]): Found =>
  foundOf(toldAtEachLetter, {
    element,
    message: `While ${quote(nameOf(field) || 'a field')} is written into, ${said.size} messages break into what a screen reader says, one at each letter (${quote([...said].at(-1) ?? '')}).`,
  })

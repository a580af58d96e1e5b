/** Which properties of its forms the names on a page hide from scripts; ours read past them, and the report says of which. */

import { worldOf } from '#workers/page/isolated-world'
import { within } from '#workers/scan-page/engines/budget'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'

const formsLookedAt = 200
const budgetMs = 1000

/** Each once, in order. Frames that do not answer are left out. */
export async function shadowedProperties(frames: readonly EnteredFrame[]): Promise<string[]> {
  const found = await Promise.all(
    frames.map(({ frame }) => within(worldOf(frame).evaluate(hiddenIn, formsLookedAt), budgetMs).catch(() => [])),
  )
  return [...new Set(found.flat())].sort()
}

/** Runs in the page. */
function hiddenIn(formLimit: number): string[] {
  const namesOf = (object: object | null): string[] =>
    object ? [...Object.getOwnPropertyNames(object), ...namesOf(Object.getPrototypeOf(object))] : []

  const forms: Element[] = []
  const collect = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element instanceof HTMLFormElement && forms.length < formLimit) forms.push(element)
      if (element.shadowRoot) collect(element.shadowRoot)
    }
  }
  collect(document)
  const names = namesOf(HTMLFormElement.prototype)
  // What a name hides stands before the prototypes: as if it were the form's own.
  return [...new Set(forms.flatMap((form) => names.filter((name) => Object.hasOwn(form, name))))]
}

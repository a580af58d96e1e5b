/** Parts of a page that come up only when somebody scrolls to them: goes to each once, as a reader would, and back to the top. */

import { seeAll } from '#workers/page/artifacts/settle'
import { worldOf } from '#workers/page/isolated-world'
import type { Visit } from '#workers/page/visit'

const screensAtMost = 30
const screenMs = 50
/** What fades or slides in is there by then, or is looked at as it is. */
const restMs = 1500

/** @returns whether there were any. */
export async function revealAll({ page, within }: Visit): Promise<boolean> {
  const world = worldOf(page.mainFrame())
  if (!(await within(world.evaluate(waitsToBeSeen)))) return false
  await within(world.evaluate(seeAll, screensAtMost, screenMs, 0))
  await within(world.evaluate(untilAtRest, restMs))
  return true
}

/**
 * Runs in the page. Words below the window that have their place, and are not to be seen there. A form is asked nothing: its fields
 * may be called what is asked for.
 */
function waitsToBeSeen(): boolean {
  if (document.scripts.length === 0) return false
  const isFaded = (element: Element) =>
    element.getBoundingClientRect().top >= innerHeight &&
    element.checkVisibility() &&
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    (element.textContent ?? '').trim().length > 2
  const roots: (Document | ShadowRoot)[] = [document]
  for (let at = 0; at < roots.length; at += 1)
    for (const element of roots[at]?.querySelectorAll('*:not(head, head *, form)') ?? []) {
      if (isFaded(element)) return true
      if (element.shadowRoot !== null) roots.push(element.shadowRoot)
    }
  return false
}

/** Runs in the page. */
async function untilAtRest(capMs: number): Promise<void> {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const until = performance.now() + capMs
  const isMoving = () =>
    document
      .getAnimations()
      .some(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime)),
      )
  do await wait(100)
  while (isMoving() && performance.now() < until)
}

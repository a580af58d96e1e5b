/** Pages that put themselves into the history whenever somebody goes back, so that the way back stays on them. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { pause } from '#workers/scan-page/checks/in-page/states'

export const backLeadsNowhere: CheckMeta = {
  rule: 'back-leads-nowhere',
  criteria: [],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Leave the history to the browser: add an entry only where somebody has gone to something else.',
}

const timesTried = 2
const answerMs = 60

type Entry = { sameDocument: boolean }
type Navigation = EventTarget & { entries: () => Entry[] }
type Navigated = Event & { navigationType: string; destination: { url: string } }

/** Before anything was pressed there is another entry of this very page already, which only a script can have made. */
function isPushedAtLoad(navigation: Navigation): boolean {
  return navigation.entries().filter(({ sameDocument }) => sameDocument).length > 1
}

/** Tells the page that somebody has gone back, and sees whether it makes a new entry of itself each time. */
export async function wayBack(): Promise<Found[]> {
  if (!('navigation' in window)) return []
  // The types of the DOM know the interface only in part.
  const navigation = window.navigation as unknown as Navigation
  if (!isPushedAtLoad(navigation)) return []
  const here = location.href.replace(/#.*$/, '')
  let pushed = 0
  const note = (event: Event) => {
    const { navigationType, destination } = event as Navigated
    if (navigationType === 'push' && destination.url.replace(/#.*$/, '') === here) pushed += 1
  }
  navigation.addEventListener('navigate', note, { capture: true })
  for (let count = 1; count <= timesTried; count += 1) {
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
    await pause(answerMs)
    // A router pushes for what somebody chose, and renders what was gone back to.
    if (pushed < count) break
  }
  navigation.removeEventListener('navigate', note, { capture: true })
  if (pushed < timesTried) return []
  return [
    foundOf(backLeadsNowhere, {
      element: document.documentElement,
      confidence: 'high',
      message:
        'The page puts itself into the history as it loads, and once more each time somebody goes back: the way back stays on it.',
    }),
  ]
}

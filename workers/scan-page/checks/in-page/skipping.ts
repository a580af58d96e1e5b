/** Links past what is the same on every page: whether the focus is past it when they have been pressed. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  closest,
  isExposed,
  isSeen,
  isStop,
  nameOf,
  quote,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { skips } from '#workers/scan-page/checks/in-page/rules/skip-link-unreachable'
import { newIn, pause, scene } from '#workers/scan-page/checks/in-page/states'
import { departures, writtenAddresses } from '#workers/scan-page/checks/in-page/stay'

export const skipLinkLeadsNowhere: CheckMeta = {
  rule: 'skip-link-leads-nowhere',
  criteria: ['2.4.1', '2.4.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy:
    'Let the link lead to the start of the content, behind the navigation, and let no script keep the browser from moving there.',
}

const stopsLookedAt = 4
const fewestPassed = 2
const answerMs = 60
const repeated = 'nav, header, form, search, [role="navigation"], [role="banner"], [role="search"]'

export type Skipping = {
  link: HTMLAnchorElement
  /** Where Tab goes from the link if it is not pressed. */
  next: Element
  /** How many stops stand between it and the content, the next one among them. */
  passed: number
  before: ReturnType<typeof scene>
  address: string
  scroll: { left: number; top: number }
  departures: number
  addresses: ReturnType<typeof writtenAddresses>
}

/** Puts the focus on the link past the navigation. @returns null where there is none, or nothing that it could lead past. */
export function startSkipping(): Skipping | null {
  const stops = allElements().filter((each) => isStop(each) && isExposed(each))
  const at = stops.slice(0, stopsLookedAt).findIndex((each) => isSkip(each))
  const link = stops[at]
  const start = contentStart()
  if (!(link instanceof HTMLAnchorElement) || !start) return null
  const next = stops.slice(at + 1).find((each) => !(each instanceof HTMLAnchorElement && targetOf(each)))
  const isAhead = (each: Element) =>
    Boolean(each.compareDocumentPosition(start) & Node.DOCUMENT_POSITION_FOLLOWING) && !each.contains(start)
  const passed = stops.slice(at + 1).filter((each) => isAhead(each) && each !== next).length + 1
  if (!next || !isAhead(next) || !isSeen(next) || passed < fewestPassed) return null
  // The first of several links past something would come to the second by itself.
  if (stops[at + 1] !== next) return null
  const skipping: Skipping = {
    link,
    next,
    passed,
    before: scene(),
    address: location.href,
    scroll: { left: scrollX, top: scrollY },
    departures: departures(),
    addresses: writtenAddresses(),
  }
  link.focus({ preventScroll: true })
  if (document.activeElement === link) return skipping
  skipping.addresses.end()
  return null
}

function isSkip(element: Element): boolean {
  if (!(element instanceof HTMLAnchorElement)) return false
  const target = targetOf(element)
  return target !== null && skips.test(nameOf(element)) && !target.matches('a') && closest(target, repeated) === null
}

/** The place of this page that a link leads to. */
function targetOf(link: HTMLAnchorElement): Element | null {
  const [page, ...rest] = link.href.split('#')
  if (page !== location.href.replace(/#.*$/, '') || rest.length === 0) return null
  const id = decodeURIComponent(rest.join('#'))
  return id === '' ? null : (document.getElementById(id) ?? document.getElementsByName(id)[0] ?? null)
}

/** The title of the page, behind its head, or its main part. */
function contentStart(): Element | null {
  const isThere = (each: Element) => isExposed(each) && isSeen(each)
  const title = [...document.querySelectorAll('h1')].find((each) => isThere(each) && !each.closest(repeated))
  return title ?? [...document.querySelectorAll('main, [role="main"]')].find(isThere) ?? null
}

export const settled = (): Promise<void> => pause(answerMs)

/** After Enter and Tab. Puts the page back. @returns whether it is as it was, too. */
export function endSkipping(skipping: Skipping): { found: Found[]; isBack: boolean } {
  const { link, next, passed, before, address, scroll, addresses } = skipping
  const at = document.activeElement
  const hasLeft = departures() > skipping.departures
  if (location.href !== address) history.replaceState(history.state, '', address)
  addresses.end()
  if (at instanceof HTMLElement) at.blur()
  scrollTo({ ...scroll, behavior: 'instant' })
  const isBack = next.isConnected && newIn(before).size === 0
  if (at !== next || hasLeft || !link.isConnected) return { found: [], isBack }
  return {
    isBack,
    found: [
      foundOf(skipLinkLeadsNowhere, {
        element: link,
        confidence: 'high',
        message: `${quote(nameOf(link))} was pressed, and the next Tab goes to ${tagOf(next)} ${quote(nameOf(next), 40)}, as it does without: ${passed} controls are still ahead of the content.`,
      }),
    ],
  }
}

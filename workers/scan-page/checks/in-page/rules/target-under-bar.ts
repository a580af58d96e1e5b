/** Parts of a page that links lead to, whose first line comes to stand under a bar that stays at the top. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { ancestorsOf, isExposed, isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

const barsRead = 2000
const widthShare = 0.6
const leastHeight = 20
const mostShare = 0.5
/** Of its first line, so much has to be covered. */
const coveredShare = 0.6

export const targetUnderBar: StaticCheck = {
  rule: 'target-under-bar',
  criteria: [],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Set scroll-padding-top on html, or scroll-margin-top on the parts, to the height of the bar.',
  find(elements) {
    const links = pick(elements, 'a[href^="#"]').filter((link) => isSeen(link) && isExposed(link))
    const bottom = links.length === 0 ? 0 : barBottom(elements)
    if (bottom === 0) return []
    for (const link of links) {
      const target = document.getElementById(decoded(link.getAttribute('href')?.slice(1) ?? ''))
      const line = target && firstLine(target)
      if (!target || !line || link.contains(target) || isInBar(target)) continue
      const { scrollPaddingTop } = getComputedStyle(document.documentElement)
      const spared = lengthOf(scrollPaddingTop) + lengthOf(getComputedStyle(target).scrollMarginTop)
      const top = spared + line.top - target.getBoundingClientRect().top
      // At the end of the page, it does not come up so far.
      const isReachable =
        target.getBoundingClientRect().top + scrollY - spared <= document.documentElement.scrollHeight - innerHeight
      if (!isReachable || top + line.height * coveredShare > bottom) continue
      return [
        {
          element: target,
          confidence: 'high' as const,
          message: `The link ${quote(spokenText(link, 60))} leads here, and the first line comes to stand under the bar at the top, which is ${Math.round(bottom)} px high.`,
        },
      ]
    }
    return []
  },
}

/** The lower edge of what stays at the top over nearly all of the window's width; 0 where nothing does. */
function barBottom(elements: readonly Element[]): number {
  const bars = elements.slice(0, barsRead).flatMap((element) => {
    const { position, top, visibility } = getComputedStyle(element)
    if (!/^(?:fixed|sticky)$/.test(position) || lengthOf(top) > 1 || top === 'auto' || visibility !== 'visible')
      return []
    const { width, height } = element.getBoundingClientRect()
    const isBar = width >= innerWidth * widthShare && height >= leastHeight && height <= innerHeight * mostShare
    return isBar && isSeen(element) && (position === 'fixed' || staysAlong(element)) ? [height] : []
  })
  return Math.max(0, ...bars)
}

/** It is held by the whole page, not by a box that it leaves with. */
const staysAlong = (element: Element) => {
  const holder = element.parentElement
  return holder !== null && holder.getBoundingClientRect().height >= document.documentElement.scrollHeight * widthShare
}

const isInBar = (target: Element) =>
  [target, ...ancestorsOf(target)].some((each) => /^(?:fixed|sticky)$/.test(getComputedStyle(each).position))

function firstLine(target: Element): DOMRect | undefined {
  const walker = document.createTreeWalker(target, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if ((node.nodeValue ?? '').trim() === '') continue
    range.selectNodeContents(node)
    return [...range.getClientRects()].find(({ width, height }) => width > 1 && height > 1)
  }
  return undefined
}

const lengthOf = (text: string) => Number.parseFloat(text) || 0

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

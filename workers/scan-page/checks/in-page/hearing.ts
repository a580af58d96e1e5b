/** What is known of listeners, held against the elements that they are on. */
import { draggedWithKeys } from '#workers/scan-page/checks/in-page/dragged-with-keys'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { deafControls, type EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import { unreachedParts } from '#workers/scan-page/checks/in-page/parts-without-arrows'
import { pressesHeard } from '#workers/scan-page/checks/in-page/pressed-otherwise'
import { pastesRefused, windowsOpened } from '#workers/scan-page/checks/in-page/pressed-results'
import type { Sheet } from '#workers/scan-page/checks/in-page/sheet'
import { wordsBesideBoxes } from '#workers/scan-page/checks/in-page/words-beside-boxes'

export type HeardNode = EventsHeard & { mayTrap: boolean }

/**
 * @param nodes that listeners were found on, in the order of what is known of them.
 * @param hostRoles what the browser tells of `focusableHosts`, in their order.
 * @param delegated selectors of the elements for which handlers of clicks at the top of the page are.
 */
export function hear(
  sheet: Sheet,
  nodes: (Element | null)[],
  known: HeardNode[],
  atTop: string[],
  delegated: readonly string[],
  hostRoles: readonly string[],
): Found[] {
  sheet.heard = new Map()
  sheet.trapping = []
  sheet.isPressedAbove = atTop.includes('click')
  sheet.atTop = atTop
  sheet.isSentAbove = atTop.includes('submit')
  for (const [index, node] of nodes.entries()) {
    const about = known[index]
    if (!(node instanceof Element) || !about) continue
    sheet.heard.set(node, about)
    // What stands in a frame is tried there.
    if (about.mayTrap && node.ownerDocument === document) sheet.trapping.push(node)
  }
  hearDelegated(sheet.heard, delegated)
  const deaf = deafControls(sheet.heard, atTop)
  sheet.deaf = new Set(deaf.map(({ place }) => String(place)))
  return [
    ...deaf,
    ...wordsBesideBoxes(sheet.elements, sheet.heard, atTop),
    ...unreachedParts(sheet.elements, sheet.heard, atTop),
    ...pressesHeard(sheet.elements, sheet.heard, atTop, hostRoles),
    ...draggedWithKeys(sheet.elements, sheet.heard, atTop),
    ...windowsOpened(sheet.heard),
    ...pastesRefused(sheet.heard),
  ]
}

const delegatedTaken = 100

/** What one listener further up hears for many elements is heard at each of them. */
function hearDelegated(heard: Sheet['heard'], atTop: readonly string[]): void {
  const above = [...heard].flatMap(([node, { delegates = [] }]) => delegates.map((selector) => ({ node, selector })))
  for (const { node, selector } of [...atTop.map((each) => ({ node: document, selector: each })), ...above]) {
    if (heard.size > delegatedTaken * 4) return
    for (const element of foundIn(node, selector).slice(0, delegatedTaken)) {
      const known = heard.get(element)
      if (!known) heard.set(element, { types: ['click'], click: 'acts' })
      else if (!known.types.includes('click'))
        heard.set(element, { ...known, types: [...known.types, 'click'], click: 'acts' })
    }
  }
}

function foundIn(node: ParentNode, selector: string): Element[] {
  try {
    return [...node.querySelectorAll(selector)]
  } catch {
    return []
  }
}

/** Content that only the mouse brings out, and what in it only the mouse works: tried in the states that the browser is told to show. */
import type { CDPSession, Frame } from 'puppeteer'
import { documentOf } from '#workers/scan-page/checks/acting-frame'
import type { Place } from '#workers/scan-page/checks/in-page/found'
import { hoverContentLost, hoverOnlyContent } from '#workers/scan-page/checks/in-page/hover'
import type { LiveCheck, Tell } from '#workers/scan-page/checks/live-check'
import type { CheckTools } from '#workers/scan-page/checks/tools'

export const hover: LiveCheck = {
  name: 'hover',
  metas: [hoverOnlyContent, hoverContentLost],
  budgetMs: 3000,
  acts: false,
  isDue: () => true,
  run: tryHovering,
}

async function tryHovering({ ask, session, acting: { frame } }: CheckTools, tell: Tell): Promise<void> {
  const revealed = await ask('hover')
  if (revealed.length === 0) return
  const client = await session()
  const show = await shower(client, frame)
  try {
    for (const [index, { source, focusable }] of revealed.entries()) {
      const sources = await show([source], ['hover'])
      const isOut = await ask('isOut', index)
      if (isOut) {
        const state = `with the mouse over ${[source].flat().join(' >>> ')}`
        tell((await ask('outOfReach', index)).map((found) => ({ ...found, state })))
        tell((await ask('deafInHovered', index)).map((found) => ({ ...found, state })))
      }
      await show([source], [])
      // What a shadow root holds cannot be named to the browser so: it is told as the style sheets have it.
      if (sources > 0 && !isOut) continue
      await show(focusable, ['focus', 'focus-visible'])
      await show([source], ['focus-within'])
      if (!(await ask('isOut', index))) tell(await ask('onlyHovered', index))
      await show([source, ...focusable], [])
    }
  } finally {
    await Promise.allSettled([client.send('CSS.disable'), client.send('DOM.disable')])
  }
}

type Shown = 'hover' | 'focus' | 'focus-visible' | 'focus-within'

/** Has the browser show elements as if they were in those states. @returns how many were found. */
async function shower(
  client: CDPSession,
  frame: Frame,
): Promise<(places: readonly Place[], states: readonly Shown[]) => Promise<number>> {
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  const { backendNodeId } = await documentOf(client, frame)
  const { nodeIds } = await client.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds: [backendNodeId] })
  const [nodeId = 0] = nodeIds
  return async (places, states) => {
    const selectors = places.filter((place) => typeof place === 'string')
    const found = await Promise.all(selectors.map((selector) => client.send('DOM.querySelector', { nodeId, selector })))
    const ids = found.map(({ nodeId }) => nodeId).filter((id) => id !== 0)
    await Promise.all(
      ids.map((nodeId) => client.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...states] })),
    )
    return ids.length
  }
}

/** What scripts show under the pointer: whether anything else shows it, and how it goes again. */
import { hoverContentLost, hoverContentStays, hoverOnlyContent } from '#workers/scan-page/checks/in-page/hover'
import { tooltipNotTied } from '#workers/scan-page/checks/in-page/hovered-by-script'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const hovering: LiveCheck = {
  name: 'hovering',
  metas: [hoverOnlyContent, hoverContentLost, hoverContentStays, tooltipNotTied],
  budgetMs: 2500,
  acts: true,
  isDue: ({ heard, altered }) => heard.hasHovering && !altered.isSo,
  async run({ ask }, tell) {
    const count = await ask('findHoverable')
    for (let index = 0; index < count; index += 1) tell(await ask('hoverOver', index))
    const hinted = await ask('findHinted')
    for (let index = 0; index < hinted; index += 1) tell(await ask('hintOver', index))
  },
}

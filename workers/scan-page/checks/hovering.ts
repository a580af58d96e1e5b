/** What scripts show under the pointer alone. */
import { hoverOnlyContent } from '#workers/scan-page/checks/in-page/hover'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const hovering: LiveCheck = {
  name: 'hovering',
  metas: [hoverOnlyContent],
  budgetMs: 1500,
  acts: true,
  isDue: ({ heard, altered }) => heard.hasHovering && !altered.isSo,
  async run({ ask }, tell) {
    const count = await ask('findHoverable')
    for (let index = 0; index < count; index += 1) tell(await ask('hoverOver', index))
  },
}

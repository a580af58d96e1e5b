/** The page as who has a dark system sees it: texts that the style sheets for that leave too faint. */
import { minimum } from '#workers/scan-page/checks/contrast'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

export const otherColors: LiveCheck = {
  name: 'colours of a dark system',
  metas: [minimum],
  budgetMs: 2500,
  acts: false,
  isDue: ({ outlook }) => outlook.hasDarkRules,
  /** Leaves the page in the colours that it was in. */
  async run({ page, ask, examineAgain }) {
    const { isReduced } = await ask('noteColors')
    const show = (scheme: 'light' | 'dark') =>
      page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: isReduced ? 'reduce' : 'no-preference' },
      ])
    try {
      await show('dark')
      if ((await ask('faintInDark')) > 0) await examineAgain('in the colours for a dark system')
    } finally {
      await show('light')
      await ask('endDark')
    }
  },
}

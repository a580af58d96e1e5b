/** Pictures of one pixel that only make room. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isShown, pick } from '#workers/scan-page/checks/in-page/dom'

export const spacerImage: StaticCheck = {
  rule: 'spacer-image',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Leave room with CSS (margin, padding), and take the picture out.',
  find: (elements) =>
    pick(elements, 'img').flatMap((element) => {
      if (!(element instanceof HTMLImageElement) || !element.complete || !isShown(element)) return []
      if (element.naturalWidth > 2 || element.naturalHeight > 2 || element.naturalWidth === 0) return []
      const { width, height } = element.getBoundingClientRect()
      // What counts visitors stays at a pixel; what is loaded later is put in the place of such a picture.
      const isLazy = element.loading === 'lazy' || [...element.attributes].some(({ name }) => name.startsWith('data-'))
      if ((width <= 2 && height <= 2) || isLazy || getComputedStyle(element).backgroundImage !== 'none') return []
      return [
        {
          element,
          message: `This picture of one pixel is stretched to ${Math.round(width)} × ${Math.round(height)} px.`,
        },
      ]
    }),
}

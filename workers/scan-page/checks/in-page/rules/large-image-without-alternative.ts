/** Figures of one large image that is marked as decoration. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isSeen, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'

export const largeImageWithoutAlternative: StaticCheck = {
  rule: 'large-image-without-alternative',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'If the picture tells the reader something, describe it in its alt text or in a caption.',
  find: (elements) =>
    pick(elements, 'figure img[alt=""]:not([aria-hidden], [role], [aria-label], [title])').flatMap((image) => {
      const { width, height } = image.getBoundingClientRect()
      if (width < 240 || height < 160 || !(image instanceof HTMLImageElement)) return []
      if (!image.complete || image.naturalWidth === 0) return []
      if (!isSeen(image) || closest(image, 'a, button, header, [role="banner"]')) return []
      const figure = image.closest('figure')
      const isAlone = figure !== null && !figure.querySelector('figcaption') && spokenText(figure, 20) === ''
      if (!isAlone || !closest(image, 'main, article, [role="main"]')) return []
      return [
        {
          element: image,
          confidence: 'low' as const,
          message: `This figure holds nothing but an image of ${Math.round(width)} × ${Math.round(height)} px that is marked as decoration (alt="").`,
        },
      ]
    }),
}

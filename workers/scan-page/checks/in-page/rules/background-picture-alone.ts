/** Pictures in the background that seem to say something, with no words in their place. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const backgroundPictureAlone: StaticCheck = {
  rule: 'background-picture-alone',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Put the picture into an <img> with an alternative, or give its box role="img" and an aria-label.',
  find: (elements) =>
    pick(elements, 'div, span, a, section, figure, p, h1, h2, button, i').flatMap((element) => {
      if (element.firstElementChild || squeeze(element.textContent ?? '') !== '' || element.hasAttribute('aria-label'))
        return []
      const { width, height } = element.getBoundingClientRect()
      if (width < 40 || height < 16) return []
      const [, file = ''] = /url\(["']?([^"')]*)/.exec(getComputedStyle(element).backgroundImage) ?? []
      const about = `${file.startsWith('data:') ? '' : file.slice(file.lastIndexOf('/') + 1)} ${element.id} ${element.className} ${element.getAttribute('title') ?? ''}`
      const told =
        /chart|graph(?!ic)|diagram|map\b|infographic|logo|banner|headline|slogan|text|sale|offer|photo|portrait|schedule|timetable|sign|qr/i.exec(
          about,
        )
      if (file === '' || !told || element.matches('[role], [aria-hidden="true"], [title]:not([title=""])')) return []
      if (!isExposed(element) || !isSeen(element)) return []
      return [
        {
          element,
          confidence: 'low' as const,
          message: `This box holds nothing but a picture in its background (${told[0]}): who does not see it is told of none.`,
        },
      ]
    }),
}

/** Images with a text alternative that are hidden from who would read it. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { isWithinNamed } from '#workers/scan-page/checks/in-page/pictures'

export const imageHiddenWithAlt: StaticCheck = {
  rule: 'image-hidden-with-alt',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'If the picture says something, show it to screen readers; if it is decoration, empty its alt text.',
  find: (elements) =>
    pick(elements, 'img').flatMap((image) => {
      const alt = squeeze(image.getAttribute('alt') ?? '')
      const how = image.getAttribute('aria-hidden') === 'true' ? 'aria-hidden="true"' : hidingRole(image)
      if (!how || alt === '' || !isSeen(image)) return []
      const { width, height } = image.getBoundingClientRect()
      if (width < 24 || height < 24 || isWithinNamed(image)) return []
      return [
        {
          element: image,
          message: `This image has the text alternative ${quote(alt)}, but ${how} hides it from screen readers.`,
          remedy: `If the picture says something, remove ${how}; if it is decoration, empty its alt text.`,
        },
      ]
    }),
}

const hidingRole = (image: Element) => {
  const role = image.getAttribute('role')
  return role === 'none' || role === 'presentation' ? `role="${role}"` : null
}

/** Pages that set the colour of their text and none of its ground. */
import type { StaticCheck } from '#workers/scan-page/checks/check'

export const colorWithoutBackground: StaticCheck = {
  rule: 'color-without-background',
  criteria: ['1.4.8'],
  tier: 'error',
  impact: 'minor',
  remedy: 'Set color and background-color together, so that no reader’s own colours meet one of yours.',
  find(_elements, isTop) {
    const { body, documentElement } = document
    if (!isTop || !body) return []
    const isClear = [body, documentElement].every((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      return backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none'
    })
    const { color, colorScheme } = getComputedStyle(body)
    const isSet = color !== 'rgb(0, 0, 0)' && color !== 'rgb(255, 255, 255)' && !/dark/.test(colorScheme)
    if (!isClear || !isSet) return []
    return [
      {
        element: body,
        // Only who sets a ground of their own meets it.
        tier: 'practice',
        confidence: 'low',
        message: 'The page sets the colour of its text, and leaves that of its ground to the browser.',
      },
    ]
  },
}

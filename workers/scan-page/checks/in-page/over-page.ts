/** What lies over a page: what is told of as a dialog, and what covers the whole window. */

export const dialogs = 'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"]'

const mostOfWindow = 0.85

/** It lies over all of the window, and what is behind shows through or is covered. */
export function coversAll(element: HTMLElement): boolean {
  const { position, backgroundColor, pointerEvents } = getComputedStyle(element)
  const { width, height } = element.getBoundingClientRect()
  return (
    position === 'fixed' &&
    pointerEvents !== 'none' &&
    width >= innerWidth * mostOfWindow &&
    height >= innerHeight * mostOfWindow &&
    !/^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/.test(backgroundColor)
  )
}

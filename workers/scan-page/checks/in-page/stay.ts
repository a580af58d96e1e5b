/** While checks act on the page, nothing they do may lead away from it, send a form or open a window. */

/** @returns what ends that. */
export function stayHere(): () => void {
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  const prevent = (event: Event) => {
    if (event.cancelable) event.preventDefault()
  }
  if ('navigation' in window) (window.navigation as EventTarget).addEventListener('navigate', prevent, options)
  window.addEventListener('submit', prevent, options)
  // A link that opens a window, or saves a file, tells of no navigation of this one.
  window.addEventListener(
    'click',
    (event) => {
      const links = event
        .composedPath()
        .filter((each) => each instanceof Element && each.matches('a[href], area[href]'))
      if (links.some((each) => each instanceof Element && each.matches('[target], [download]'))) prevent(event)
    },
    options,
  )
  return () => end.abort()
}

/** While checks act on the page, nothing they do may lead away from it, send a form or open a window. */

let left = 0

/** How often something has tried to lead away since this document was there. */
export const departures = (): number => left

let windows = 0

/** How many windows were to open since this document was there. */
export const windowsAsked = (): number => windows

let boxes = 0

/** How often the browser’s own box was to come up, with a message or a question, since this document was there. */
export const boxesAsked = (): number => boxes

let isSending = false

/**
 * Does what sends a form, at once. @returns whether a script of the page kept it from going out; undefined where none was to go out.
 * It is kept in any case, after all scripts have had their say instead of before.
 */
export function keptByPage(press: () => void): boolean | undefined {
  const sending = watchSending()
  try {
    press()
  } finally {
    sending.end()
  }
  return sending.isKept()
}

/** The same of whatever is done until its end. */
export function watchSending(): { isKept: () => boolean | undefined; end: () => void } {
  let isKept: boolean | undefined
  const hear = (event: Event) => {
    isKept = isKept !== false && event.defaultPrevented
    event.preventDefault()
  }
  isSending = true
  window.addEventListener('submit', hear)
  return {
    isKept: () => isKept,
    end() {
      window.removeEventListener('submit', hear)
      isSending = false
    },
  }
}

let written: { count: number } | undefined

/** From now on scripts may write down other addresses for this very document: it stays. */
export function writtenAddresses(): { count: () => number; end: () => void } {
  const own = { count: 0 }
  written = own
  return {
    count: () => own.count,
    end() {
      if (written === own) written = undefined
    },
  }
}

/** @returns what ends that. */
export function stayHere(): () => void {
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  const prevent = (event: Event) => {
    if (event.cancelable) event.preventDefault()
  }
  const navigated = (event: Event) => {
    if (!isWithinPage(event)) left += 1
    else if (written) {
      written.count += 1
      return
    }
    prevent(event)
  }
  if ('navigation' in window) (window.navigation as EventTarget).addEventListener('navigate', navigated, options)
  window.addEventListener('submit', (event) => isSending || prevent(event), options)
  window.addEventListener(
    'assay-open',
    () => {
      left += 1
      windows += 1
    },
    options,
  )
  window.addEventListener(
    'assay-box',
    () => {
      boxes += 1
    },
    options,
  )
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

/** Another place of the same document, or an address that a script only writes down. */
const isWithinPage = (event: Event): boolean =>
  (event as Event & { destination?: { sameDocument?: boolean } }).destination?.sameDocument === true

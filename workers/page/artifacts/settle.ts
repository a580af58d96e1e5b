/**
 * Brings a page to the state that it is pictured in: everything that moves has come to its end, fonts and pictures are there.
 * What stands here runs in the page, in our own world of it. Where scripts are off no timer and no listener of ours is called
 * either: such functions wait for promises of the browser alone.
 */

/** What was found on the way. */
export type Settled = {
  /** Elements, texts and comments of the document, counted no further than asked. */
  nodes: number
  /** Ancestors of the deepest. */
  depth: number
}

/**
 * Hides what blinks and what would not be there with scripts on: by a sheet of the document's own, so that no element is
 * added. Then waits for the fonts, for pictures that load only when they are seen, and for all others too where a picture is
 * taken; and counts.
 */
export async function settleDocument(
  mostNodes: number,
  mostDepth: number,
  isPictured: boolean,
  isMarkup: boolean,
): Promise<Settled> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '*, ::before, ::after { caret-color: transparent !important } noscript { display: none !important }',
  )
  // A document that is written over keeps the sheets of before.
  document.adoptedStyleSheets = isMarkup ? [sheet] : [...document.adoptedStyleSheets, sheet]
  let [nodes, depth, deepest] = [0, 0, 0]
  for (let at: Node | null = document; at !== null && nodes <= mostNodes; ) {
    nodes += 1
    deepest = Math.max(deepest, depth)
    const child: Node | null = at.firstChild
    if (child !== null) depth += 1
    let next: Node | null = child ?? at.nextSibling
    for (let up: Node | null = at.parentNode; next === null && up !== null; up = up.parentNode) {
      depth -= 1
      next = up.nextSibling
    }
    at = next
  }
  if (nodes > mostNodes || deepest > mostDepth) return { nodes, depth: deepest }
  const late = [...document.images].filter(({ loading }) => loading === 'lazy')
  const written = late.map((image) => image.getAttribute('loading') ?? '')
  for (const image of late) image.loading = 'eager'
  await document.fonts.ready
  const awaited = isPictured ? [...document.images] : late
  // One that has no source, or a broken one, is refused at once.
  await Promise.all(awaited.map((image) => image.decode().catch(() => undefined)))
  await document.fonts.ready
  late.forEach((image, at) => {
    image.setAttribute('loading', written[at] ?? '')
  })
  return { nodes, depth: deepest }
}

/**
 * Animations and transitions are ended, those without an end taken away: paused ones would stand where the clock left them.
 * What follows the scroll position instead of the clock is left as it is.
 * @returns how many there were.
 */
export function endMotion(): number {
  const roots: (Document | ShadowRoot)[] = [document]
  for (let at = 0; at < roots.length; at += 1)
    for (const element of roots[at]?.querySelectorAll('*') ?? [])
      if (element.shadowRoot !== null) roots.push(element.shadowRoot)
  let ended = 0
  // The end of one may be the beginning of another.
  for (let round = 0; round < 5; round += 1) {
    const running = roots
      .flatMap((root) => root.getAnimations())
      .filter((each) => each.timeline === document.timeline && (each.pending || each.playState === 'running'))
    if (running.length === 0) break
    ended += running.length
    for (const each of running) {
      const end = each.effect?.getComputedTiming().endTime
      if (typeof end === 'number' && Number.isFinite(end) && each.playbackRate !== 0) each.finish()
      else each.cancel()
    }
  }
  for (const root of roots) {
    for (const svg of root.querySelectorAll('svg')) {
      if (svg.ownerSVGElement !== null) continue
      svg.pauseAnimations()
      // A day: what has an end has come to it, and what has none mostly begins anew.
      svg.setCurrentTime(86_400)
    }
    for (const video of root.querySelectorAll('video')) {
      video.pause()
      if (video.currentTime !== 0) video.currentTime = 0
    }
  }
  return ended
}

/** Goes down the page as a reader would, so that what loads only when it is seen is loaded; then back to its top. */
export async function seeAll(screensAtMost: number, screenMs: number, restMs: number): Promise<void> {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const height = Math.max(1, innerHeight)
  for (let screen = 1; screen <= screensAtMost; screen += 1) {
    if (screen * height >= document.documentElement.scrollHeight) break
    scrollTo({ top: screen * height, behavior: 'instant' })
    await wait(screenMs)
  }
  scrollTo({ top: 0, left: 0, behavior: 'instant' })
  const until = performance.now() + restMs
  const isLoading = () => [...document.images].some((image) => !image.complete)
  do await wait(screenMs)
  while (isLoading() && performance.now() < until)
}

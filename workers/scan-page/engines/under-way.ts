/** What on a page is under way while engines look at it: elements whose strength, colours or place change, and when they last did. */
import { unshadowed } from '#workers/page/unshadow'

/** As it stands in the page, by the name `assayUnderWay`. */
export type UnderWay = ReturnType<typeof watcher>

/** Runs in the page, from when the engines come into it. */
function watcher() {
  const painting = /^(?:opacity|filter|color|background|webkittextfillcolor)/
  const moving = /^(?:transform|translate|rotate|scale|left|right|top|bottom|inset|margin)/
  const paintedAt = new WeakMap<Element, number>()
  const movedAt = new WeakMap<Element, number>()
  const animated = new WeakMap<Element, Map<string, string[]>>()

  function note(element: Element, properties: readonly string[]): void {
    for (const property of properties) {
      const name = property.replaceAll('-', '').toLowerCase()
      if (painting.test(name)) paintedAt.set(element, performance.now())
      if (moving.test(name)) movedAt.set(element, performance.now())
    }
  }
  function propertiesOf(animation: Animation): string[] {
    if (animation instanceof CSSTransition) return [animation.transitionProperty]
    const { effect } = animation
    return effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap((frame) => Object.keys(frame)) : []
  }
  function look(): void {
    for (const animation of document.getAnimations()) {
      const { effect, timeline, playState } = animation
      // What follows the scroll position stands still while nobody scrolls.
      if (playState !== 'running' || !(timeline instanceof DocumentTimeline) || !(effect instanceof KeyframeEffect))
        continue
      if (!effect.target || effect.pseudoElement !== null) continue
      const properties = propertiesOf(animation)
      note(effect.target, properties)
      if (!(animation instanceof CSSAnimation)) continue
      const known = animated.get(effect.target) ?? new Map<string, string[]>()
      animated.set(effect.target, known.set(animation.animationName, properties))
    }
  }
  const declared = (style: string): Map<string, string> =>
    new Map(
      style.split(';').map((each): [string, string] => {
        const [name = '', ...value] = each.split(':')
        return [name.trim(), value.join(':').trim()]
      }),
    )
  const observer = new MutationObserver((records) => {
    for (const { target, oldValue } of records) {
      if (!(target instanceof Element)) continue
      const [before, now] = [declared(oldValue ?? ''), declared(target.getAttribute('style') ?? '')]
      note(
        target,
        [...before.keys(), ...now.keys()].filter((name) => before.get(name) !== now.get(name)),
      )
    }
  })
  observer.observe(document, { subtree: true, attributeFilter: ['style'], attributeOldValue: true })
  for (const type of ['transitionrun', 'transitionend', 'transitioncancel'])
    document.addEventListener(
      type,
      (event) => {
        if (event instanceof TransitionEvent && event.target instanceof Element && event.pseudoElement === '')
          note(event.target, [event.propertyName])
      },
      true,
    )
  for (const type of ['animationstart', 'animationend', 'animationcancel'])
    document.addEventListener(
      type,
      (event) => {
        if (!(event instanceof AnimationEvent) || !(event.target instanceof Element) || event.pseudoElement !== '')
          return
        if (type === 'animationstart') look()
        note(event.target, animated.get(event.target)?.get(event.animationName) ?? ['opacity', 'transform'])
      },
      true,
    )

  const isOpaque = (color: string): boolean => /^rgb\(/.test(color)
  /** It takes its ground along, or is seen over its ground alone. */
  function keepsGround(element: Element, mover: Element): boolean {
    let isBeyond = false
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, overflowX, overflowY } = getComputedStyle(at)
      if (isOpaque(backgroundColor) || backgroundImage !== 'none')
        return !isBeyond || (overflowX !== 'visible' && overflowY !== 'visible')
      if (at === mover) isBeyond = true
    }
    return false
  }
  return {
    /** Notes what runs now. */
    look,
    /** Whether how the element’s words stand out changed at that time or later, as far as was noted. @param since by the page’s own clock. */
    of(element: Element, since: number): boolean {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if ((paintedAt.get(at) ?? -1) >= since) return true
        if ((movedAt.get(at) ?? -1) >= since && !keepsGround(element, at)) return true
      }
      return false
    },
  }
}

/** To be run in each world that engines run in; a second time changes nothing. */
export const underWayScript = (): string =>
  `Object.hasOwn(globalThis, 'assayUnderWay') || Object.defineProperty(globalThis, 'assayUnderWay', { value: ${unshadowed(`${watcher}`, 'expression')}() })`

/** What an element is like in its page, for whoever doubts what is said of it. */
import type { Kept } from '#workers/scan-page/engines/kept'
import type { UnderWay } from '#workers/scan-page/engines/under-way'

/** What a finding is held against. */
export type Facts = {
  contentType: string
  attributes: Record<string, string>
  /** As it is seen, white space folded; its start. */
  text: string
  /** The role that the table around it was given. */
  tableRole: string | null
  /** It takes no focus, as it is behind a modal dialog or in an inert part. */
  isInert: boolean
  /** It is drawn, be it out of sight. */
  isDrawn: boolean
  /** Of its labels, one is made for who listens alone. */
  hasLabelForEars: boolean
  /** A script of the page silences a recording, and there is a button for it. */
  isSilenced: boolean
  /** Near it, something is called a transcript. */
  hasTranscript: boolean
  /** A font draws pictures in the place of its words. */
  isIcon: boolean
  /** What the window itself scrolls, or the body, to which keys go while nothing has the focus. */
  isPage: boolean
  /** Beneath its full strength for now: what fades is on its way, and of several of one kind another is the current one. */
  isFaded: boolean
  /** How it stands out from its ground was changing while engines looked: it fades, or slides over other grounds. */
  isUnderWay: boolean
  /** In it, a plain box takes the focus. */
  holdsScroller: boolean
  /** A field that takes the focus. */
  isField: boolean
  /** Keys scroll it. */
  isScroller: boolean
  /** It stands in a link or button, whose name it may be. */
  isInControl: boolean
  /** It shows what a camera or a script makes at this moment, and no recording. */
  isLive: boolean
  /** An entry of a feed, which takes the focus by the pattern of feeds. */
  isFeedEntry: boolean
  /** Of the page: nothing stands before its content that repeats, or a link leads past it. */
  isPassable: boolean
  /** It is called disabled and the pointer does not reach it. */
  looksDisabled: boolean
  /** Of a field with nothing to be read in it, what is written would have on the field's own ground; null where that is not known. */
  typedContrast: number | null
  /** A field in whose place something else draws what is written: its own letters are clear. */
  isDrawnElsewhere: boolean
  /** A table with a head, whose rows are still to come. */
  isUnfilled: boolean
}

/** Runs in the page: it names nothing that stands outside of it. @param lookedMs for how long the engines have looked. */
export function readFacts(
  leads: { path: string[]; kept: number | null }[],
  patterns: { source: string; flags: string }[],
  lookedMs: number,
): (Facts | null)[] {
  const { assayKept, assayUnderWay } = globalThis as unknown as { assayKept: Kept; assayUnderWay: UnderWay }
  const since = performance.now() - lookedMs
  assayUnderWay.look()
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const [font, byClass, name, signs, transcript] = patterns.map(({ source, flags }) => new RegExp(source, flags))
  const isIcon = (element: Element): boolean => {
    const own = [...element.childNodes].map((node) => (node.nodeType === 3 ? (node.nodeValue ?? '') : '')).join('')
    const isNamed = byClass?.test(element.getAttribute('class') ?? '') === true && name?.test(own.trim()) === true
    return isNamed || signs?.test(own) === true || font?.test(getComputedStyle(element).fontFamily) === true
  }
  const find = (path: string[]): Element | null => {
    let element: Element | null = null
    let root: Document | ShadowRoot | null = document
    for (const selector of path) {
      element = root?.querySelector(selector) ?? null
      root = element?.shadowRoot ?? null
    }
    return element
  }
  const strength = (element: Element) => Number(getComputedStyle(element).opacity)
  const fades = (element: Element): boolean => {
    const { transitionProperty, transitionDuration } = getComputedStyle(element)
    const lasts = transitionDuration.split(',').map((each) => Number.parseFloat(each) > 0)
    return transitionProperty
      .split(',')
      .some((each, at) => /^\s*(?:all|opacity)\s*$/.test(each) && lasts[at % lasts.length] === true)
  }
  // A link or button that is faint until it is pointed at is to be read as it is.
  const isControl = (element: Element) => element.closest('a[href], button, input, select, summary') === element
  const isFaded = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const own = strength(at)
      if (own === 1 || isControl(at)) continue
      const { localName } = at
      const alike = [...(at.parentElement?.children ?? [])].filter(
        (each) => each !== at && each.localName === localName,
      )
      const isOneOf = alike.some(
        (each) => strength(each) > own && [...each.classList].some((name) => at?.classList.contains(name)),
      )
      if (isOneOf || fades(at)) return true
    }
    return false
  }
  const isPassable = () => {
    const isBlock = (each: Element) => each.querySelectorAll('a[href]').length > 1
    if (![...document.querySelectorAll('nav, [role="navigation"], header, [role="banner"], aside, ul')].some(isBlock))
      return true
    const here = location.href.replace(/#.*$/, '')
    return [...document.links]
      .slice(0, 5)
      .some(
        (link) =>
          'hash' in link &&
          link.hash.length > 1 &&
          link.href.replace(/#.*$/, '') === here &&
          document.getElementById(decodeURIComponent(link.hash.slice(1))) !== null,
      )
  }
  const lightness = (color: string): number | null => {
    const [, ...parts] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color) ?? []
    const [red = 0, green = 0, blue = 0] = parts
      .map((each) => Number(each) / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    return parts.length === 0 ? null : 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const typedContrast = (element: Element): number | null => {
    const isBlank = (element.getAttribute('placeholder') ?? '').trim() === ''
    const isEmpty = element.matches('input, textarea') && 'value' in element && element.value === '' && isBlank
    const { color, backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const [ink, ground] = [lightness(color), lightness(backgroundColor)]
    if (!isEmpty || ink === null || ground === null || backgroundImage !== 'none' || opacity !== '1') return null
    return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)
  }
  return leads.map(({ path, kept }) => {
    const element = kept === null ? find(path) : assayKept.elements[kept]
    if (!element) return null
    const attributes: Record<string, string> = {}
    for (const { name, value } of element.attributes) attributes[name] = value.slice(0, 500)
    // biome-ignore lint/performance/useDomNodeTextContent: text that is hidden does not count.
    const text = element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')
    const worded = [element, ...element.querySelectorAll('*')].filter((each) =>
      [...each.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && (nodeValue ?? '').trim() !== ''),
    )
    return {
      contentType: document.contentType,
      attributes,
      text: text.replace(/\s+/g, ' ').trim().slice(0, 500),
      tableRole: element.closest('table')?.getAttribute('role') ?? null,
      isInert: element.closest('[inert]') !== null || (modal !== undefined && !modal.contains(element)),
      isDrawn: element.checkVisibility({ visibilityProperty: true }),
      hasLabelForEars:
        'labels' in element &&
        [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])].some((label) => {
          const { width, height } = label.getBoundingClientRect()
          return label.checkVisibility() && width <= 1 && height <= 1
        }),
      isSilenced:
        element instanceof HTMLMediaElement &&
        document.querySelector('button, [role="button"], [role="switch"], input[type="checkbox"]') !== null &&
        [...document.scripts].some(({ text: program }) => /\.pause\(\)|\.muted\s*=/.test(program)),
      hasTranscript:
        element instanceof HTMLMediaElement &&
        [element.nextElementSibling, element.parentElement, element.parentElement?.nextElementSibling].some((near) =>
          [near, ...(near?.querySelectorAll('a[href], button, summary, h2, h3, h4') ?? [])].some(
            (each) =>
              each?.matches('a[href], button, summary, h2, h3, h4') === true &&
              transcript?.test(each.textContent ?? '') === true,
          ),
        ),
      isIcon: worded.length > 0 && worded.every(isIcon),
      isPage: element === document.body || element === document.documentElement,
      holdsScroller:
        element.querySelector(':is(div, span):is([role="none"], [role="presentation"])[tabindex]') !== null,
      isFaded: isFaded(element),
      isUnderWay: assayUnderWay.of(element, since),
      isField: element.matches('textarea, input, select') && !element.matches(':disabled'),
      isScroller: element.hasAttribute('tabindex') && /auto|scroll/.test(getComputedStyle(element).overflow),
      isInControl: element.closest('a[href], button, [role="button"], [role="tab"]') !== null,
      isLive: element instanceof HTMLVideoElement && element.srcObject !== null,
      isFeedEntry: element.matches('[role="feed"] > article, [role="feed"] > [role="article"]'),
      isPassable: element === document.documentElement && isPassable(),
      looksDisabled:
        element.closest('.disabled, .is-disabled') !== null && getComputedStyle(element).pointerEvents === 'none',
      typedContrast: typedContrast(element),
      isDrawnElsewhere:
        element.matches('input, textarea') && /^rgba\(.*, 0\)$|^transparent$/.test(getComputedStyle(element).color),
      isUnfilled: element.matches('table:has(thead)') && element.querySelector('td, tbody tr') === null,
    }
  })
}

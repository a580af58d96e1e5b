/** Words that a style sheet writes itself, or fades by a filter, and that hardly stand out from their ground. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { contrastOf } from '#workers/scan-page/checks/in-page/color'
import { closest, isSeen, parentOf, pick, quote, squeeze, textHolders } from '#workers/scan-page/checks/in-page/dom'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'
import { iconFont } from '#workers/scan-page/icons'

export const contrastByCss: StaticCheck = {
  rule: 'contrast-by-css',
  criteria: ['1.4.3'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Give the words a colour of 4.5:1 against what is behind them, and write them into the page.',
  find: (elements) => [...written(elements), ...faded(elements)],
}

function written(elements: readonly Element[]): Hit[] {
  const told = new Set<Element>()
  return readStyleRules(elements).flatMap(({ selector, style }) => {
    if (!style.content || !/::?(?:before|after)/.test(selector)) return []
    const bases = selector.split(',').filter((part) => /::?(?:before|after)/.test(part))
    const hosts = fitting(elements, bases.map((part) => part.replace(/::?(?:before|after).*$/, '') || '*').join())
    return hosts.slice(0, hostsTaken).flatMap((host) => {
      if (told.has(host)) return []
      told.add(host)
      return judge(host)
    })
  })
}

const filterOpacity = /(?:^|\s)opacity\(([\d.]+)(%?)\)/

/** Texts in what a filter lets shine through. No engine reckons with it. */
function faded(elements: readonly Element[]): Hit[] {
  const rules = readStyleRules(elements).filter(({ style }) => style.filter.includes('opacity('))
  const holders = [
    ...rules.flatMap(({ selector }) => fitting(elements, selector.replace(/:(?:hover|focus|active)[\w-]*/g, ''))),
    ...pick(elements, '[style*="opacity("]'),
  ]
  const told = new Set<Element>()
  return [...new Set(holders)].slice(0, hostsTaken).flatMap((holder): Hit[] => {
    const { filter, transitionDuration, backdropFilter } = getComputedStyle(holder)
    const [whole, amount = '1', unit] = filterOpacity.exec(filter) ?? []
    // With other filters, or while it changes, what comes of the colours is not reckoned.
    if (whole?.trim() !== filter || backdropFilter !== 'none' || Number.parseFloat(transitionDuration) > 0) return []
    const alpha = unit === '%' ? Number(amount) / 100 : Number(amount)
    const outer = groundColor(parentOf(holder) ?? holder)
    if (!outer || alpha >= 1 || alpha < leastSeen || isOneOfMany(holder)) return []
    return textHolders(elements)
      .filter(({ element, own }) => holder.contains(element) && own.length > 2 && !told.has(element))
      .slice(0, hostsTaken)
      .flatMap(({ element, own }): Hit[] => {
        told.add(element)
        const ground = groundColor(element)
        const style = getComputedStyle(element)
        const paint = paintOf(style.color)
        if (!ground || !paint || style.textShadow !== 'none' || closest(element, unused) || !isSeen(element)) return []
        const shown = over(over(paint.color, paint.alpha, ground), alpha, outer)
        const contrast = contrastOf(shown, over(ground, alpha, outer))
        const needed = neededOf(style)
        if (contrast >= needed || contrast < unseen || iconFont.test(style.fontFamily)) return []
        return [
          {
            element,
            confidence: 'high',
            message: `${quote(own)}, which ${filter} fades, has a contrast of ${contrast.toFixed(2)}:1 with its ground; ${needed}:1 is needed.`,
            remedy: 'Leave the filter off what is to be read, or let it fade no more than leaves 4.5:1.',
          },
        ]
      })
  })
}

const leastSeen = 0.1
const unused = ':disabled, [aria-disabled="true"], [inert], [aria-hidden="true"], .disabled'

/** Of several of a kind the others are not faded: it is the one that is not meant now. */
const isOneOfMany = (holder: Element): boolean =>
  [...(holder.parentElement?.children ?? [])].some(
    (each) =>
      each !== holder &&
      each.localName === holder.localName &&
      [...each.classList].some((name) => holder.classList.contains(name)) &&
      !filterOpacity.test(getComputedStyle(each).filter),
  )

function neededOf({ fontSize, fontWeight }: CSSStyleDeclaration): number {
  const size = Number.parseFloat(fontSize)
  return size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5
}

const hostsTaken = 20

function judge(host: Element): Hit[] {
  const parts = ['::before', '::after'].map((part) => getComputedStyle(host, part))
  return parts.flatMap((style): Hit[] => {
    const { content, color, backgroundColor, backgroundImage, fontFamily, display, visibility, opacity, textShadow } =
      style
    const words = squeeze(
      [...content.replace(/url\("[^"]*"\)/g, '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join(' '),
    )
    if (!/\p{L}{2,}/u.test(words) || iconFont.test(fontFamily) || display === 'none' || visibility !== 'visible')
      return []
    if (backgroundImage !== 'none' || textShadow !== 'none' || opacity === '0' || /absolute|fixed/.test(style.position))
      return []
    const own = paintOf(backgroundColor)
    const around = groundColor(host)
    const paint = paintOf(color)
    if (!own || !around || !paint) return []
    const ground = over(own.color, own.alpha, around)
    const needed = neededOf(style)
    const contrast = contrastOf(over(paint.color, paint.alpha * Number(opacity), ground), ground)
    // Letters in the very colour of the ground are not meant to be read.
    if (
      contrast >= needed ||
      contrast < unseen ||
      Number.parseFloat(style.fontSize) < 1 ||
      host.closest(':disabled, [aria-disabled="true"]') ||
      !isSeen(host)
    )
      return []
    return [
      {
        element: host,
        confidence: 'high',
        message: `${quote(words)}, which a style sheet writes here, has a contrast of ${contrast.toFixed(2)}:1 with its ground; ${needed}:1 is needed.`,
      },
    ]
  })
}

const unseen = 1.05

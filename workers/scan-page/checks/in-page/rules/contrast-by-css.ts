/** Words that a style sheet writes before or behind others, and that hardly stand out from their ground. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { contrastOf } from '#workers/scan-page/checks/in-page/color'
import { isSeen, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'
import { iconFont } from '#workers/scan-page/icons'

export const contrastByCss: StaticCheck = {
  rule: 'contrast-by-css',
  criteria: ['1.4.3'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Give the words a colour of 4.5:1 against what is behind them, and write them into the page.',
  find(elements) {
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
  },
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
    const size = Number.parseFloat(style.fontSize)
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
    const contrast = contrastOf(over(paint.color, paint.alpha * Number(opacity), ground), ground)
    // Letters in the very colour of the ground are not meant to be read.
    if (
      contrast >= needed ||
      contrast < unseen ||
      size < 1 ||
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

/** Animated pictures that go on for more than five seconds, with nothing to stop them. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick } from '#workers/scan-page/checks/in-page/dom'
import { durationOf } from '#workers/scan-page/checks/in-page/gif'
import { canPause, mayPause } from '#workers/scan-page/checks/in-page/pause'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'

const longestMs = 5000
const gifsLookedAt = 6
const bytesRead = 8_000_000

export const gifEndless: StaticCheck = {
  rule: 'gif-endless',
  criteria: ['2.2.2'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Let the animation end within five seconds, or give a button that stops it; show a still picture first.',
  async find(elements) {
    const gifs = pick(elements, 'img').filter(
      (element): element is HTMLImageElement =>
        element instanceof HTMLImageElement &&
        /\.gif(?:[?#]|$)|^data:image\/gif/i.test(element.currentSrc) &&
        isLarge(element),
    )
    const shown = [...gifs.map((element) => ({ element, source: element.currentSrc })), ...backgrounds(elements)]
    const moving = await Promise.all(
      shown.slice(0, gifsLookedAt).map(async (each) => ({ ...each, ms: await lengthOf(each.source) })),
    )
    return moving.flatMap(({ element, source, ms }): Hit[] => {
      if (ms === null || ms <= longestMs) return []
      const isWait = /load|spin|wait|progress/i.test(
        `${source.slice(-80)} ${element.getAttribute('alt') ?? ''} ${element.getAttribute('class') ?? ''}`,
      )
      if (isWait || canPause(elements)) return []
      return [
        {
          element,
          tier: mayPause(elements, element) ? 'warning' : 'error',
          confidence: 'high',
          message: `This picture moves for ${Number.isFinite(ms) ? `${Math.round(ms / 1000)} s` : 'ever'}, and no button that stops it is to be seen.`,
        },
      ]
    })
  },
}

/** In the grounds of boxes, by the style sheets and by what elements say themselves. */
function backgrounds(elements: readonly Element[]): { element: Element; source: string }[] {
  const named = readStyleRules(elements).filter(({ style }) => isGif(style.backgroundImage) || isGif(style.background))
  const boxes = [
    ...named.flatMap(({ selector }) => fitting(elements, selector)),
    ...pick(elements, '[style*=".gif" i]'),
  ]
  return [...new Set(boxes)].flatMap((element) => {
    const source = /url\(["']?([^"')]+)/.exec(getComputedStyle(element).backgroundImage)?.[1] ?? ''
    return isGif(source) && isLarge(element) ? [{ element, source }] : []
  })
}

const isGif = (written: string) => /\.gif\b/i.test(written)

function isLarge(image: Element): boolean {
  const { width, height } = image.getBoundingClientRect()
  return width >= 16 && height >= 16 && isSeen(image) && isExposed(image)
}

/** How long it moves; null where it does not, or cannot be read. */
async function lengthOf(address: string): Promise<number | null> {
  try {
    const answer = await fetch(address, { cache: 'force-cache', signal: AbortSignal.timeout(400) })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return bytes.length > bytesRead ? null : durationOf(bytes)
  } catch {
    // Of another site, it is not for scripts of this one.
    return null
  }
}

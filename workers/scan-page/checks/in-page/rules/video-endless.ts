/** Videos that play by themselves for longer than five seconds, with nothing to stop them. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isFocusable, isSeen, parentOf, pick } from '#workers/scan-page/checks/in-page/dom'
import { canPause, mayPause } from '#workers/scan-page/checks/in-page/pause'

const longestSeconds = 5
const smallestPx = 50

export const videoEndless: StaticCheck = {
  rule: 'video-endless',
  criteria: ['2.2.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Give the video controls, or a button called Pause beside it; or let it end within five seconds.',
  find: (elements) =>
    pick(elements, 'video[autoplay]').flatMap((video): Hit[] => {
      if (!(video instanceof HTMLVideoElement) || video.controls || video.paused || !isSeen(video)) return []
      const { width, height } = video.getBoundingClientRect()
      if (width < smallestPx || height < smallestPx || (!video.loop && !(video.duration > longestSeconds))) return []
      if (canPause(elements)) return []
      const isSure = !hasButtonNear(video) && !mayPause(elements, video)
      return [
        {
          element: video,
          tier: isSure ? 'error' : 'warning',
          confidence: isSure ? 'high' : 'medium',
          message: `This video plays by itself ${video.loop ? 'without end' : `for ${Math.round(video.duration)} s`}, and no button that stops it is to be seen.`,
        },
      ]
    }),
}

/** Whatever it is called: it may stop the video. */
function hasButtonNear(video: Element): boolean {
  const parent = parentOf(video)
  const around = parent && (parentOf(parent) ?? parent)
  const holder = around === document.body ? parent : around
  if (!holder || holder === document.body || holder.matches('main')) return false
  return [...holder.querySelectorAll('button, [role="button"], input[type="button"]')].some(isFocusable)
}

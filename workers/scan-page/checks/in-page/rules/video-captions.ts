/** Videos without a track of captions. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readRecordings } from '#workers/scan-page/checks/in-page/recordings'

export const videoCaptions: StaticCheck = {
  rule: 'video-captions',
  criteria: ['1.2.2'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Add <track kind="captions"> with what is said and heard.',
  find: (elements) =>
    readRecordings(elements)
      .filter(
        ({ player, tracks }) =>
          player instanceof HTMLVideoElement && !tracks.has('captions') && !tracks.has('subtitles'),
      )
      .map(({ player, beside }) => ({
        element: player,
        message: `This video has no track of captions${beside}; if there is speech in it and none are burnt into the picture, deaf people miss it.`,
      })),
}

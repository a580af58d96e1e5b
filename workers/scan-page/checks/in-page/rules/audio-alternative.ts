/** Recordings of sound, whose transcript a person must judge. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readRecordings } from '#workers/scan-page/checks/in-page/recordings'

export const audioAlternative: StaticCheck = {
  rule: 'audio-alternative',
  criteria: ['1.2.1'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Offer a transcript of all that is said and heard, beside the recording.',
  // Whether a transcript says all that is said, nothing here can tell.
  find: (elements) =>
    readRecordings(elements)
      .filter(({ player, transcript }) => !(player instanceof HTMLVideoElement) && transcript === null)
      // Nobody speaks over and over: waves, birds or music.
      .filter(({ player }) => !(player.loop && player.autoplay))
      .map(({ player }) => ({
        element: player,
        confidence: 'medium',
        message: 'No transcript is to be seen near this recording.',
      })),
}

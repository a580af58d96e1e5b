/** Recordings of sound, whose transcript a person must judge. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { readRecordings } from '#workers/scan-page/checks/in-page/recordings'

export const audioAlternative: StaticCheck = {
  rule: 'audio-alternative',
  criteria: ['1.2.1'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Offer a transcript of all that is said and heard, beside the recording.',
  find: (elements) =>
    readRecordings(elements)
      .filter(({ player }) => !(player instanceof HTMLVideoElement))
      .map(({ player, transcript }) => ({
        element: player,
        confidence: transcript ? 'low' : 'medium',
        message: transcript
          ? `This recording has ${quote(transcript)} beside it; whether that says all that is said is for a person to judge.`
          : 'No transcript is to be seen near this recording.',
      })),
}

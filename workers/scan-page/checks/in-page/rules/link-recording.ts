/** Links to recordings with no transcript in sight. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { blockOf, parentOf, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readLinks } from '#workers/scan-page/checks/in-page/link-texts'
import { transcriptWords } from '#workers/scan-page/transcript-words'

export const linkRecording: StaticCheck = {
  rule: 'link-recording',
  criteria: ['1.2.1'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Offer a transcript beside the link.',
  find: (elements) =>
    readLinks(elements).flatMap(({ element, name, target }) => {
      if (!/\.(?:mp3|m4a|ogg|wav|aac|flac|mp4|webm|mov|avi|wmv)(?:[?#]|$)/i.test(target)) return []
      const block = blockOf(element)
      const around = spokenText(parentOf(block) ?? block, 1000)
      if (transcriptWords.test(around) || /captions?|subtitles?/i.test(around)) return []
      return [
        {
          element,
          confidence: 'low' as const,
          message: `The link ${quote(name)} leads to a recording, and no transcript is to be seen near it.`,
        },
      ]
    }),
}

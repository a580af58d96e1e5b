/** Sentences that a script draws on a canvas, where they could be text. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, pick, quote, squeeze, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const drawn = /\.(?:fillText|strokeText)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`$\\]*)`)/g
/** A label in a drawing has fewer. */
const fewestOfSentence = 4
const fewestWords = 7

export const textOnCanvas: StaticCheck = {
  rule: 'text-on-canvas',
  criteria: ['1.4.5', '1.4.9'],
  tier: 'practice',
  impact: 'moderate',
  remedy:
    'Use real text with CSS over or beside the canvas, so that readers can enlarge it, recolour it and have it translated.',
  find: (elements) =>
    readPrograms(elements).flatMap(({ text }): Hit[] => {
      const texts = [...text.matchAll(drawn)].map(([, one, two, three]) => squeeze(one ?? two ?? three ?? ''))
      const words = texts.flatMap(wordsOf).filter((word) => /\p{L}{2}/u.test(word))
      if (words.length < fewestWords || !texts.some((each) => wordsOf(each).length >= fewestOfSentence)) return []
      const canvases = pick(elements, 'canvas').filter(isSeen)
      const named = canvases.find((each) => texts.some((said) => said.length > 8 && nameOf(each).includes(said)))
      const canvas = named ?? (canvases.length === 1 ? canvases[0] : undefined)
      if (!canvas) return []
      return [
        {
          element: canvas,
          confidence: 'high',
          message: `A script draws sentences on this canvas: ${quote(texts.join(' '), 120)}.`,
        },
      ]
    }),
}
